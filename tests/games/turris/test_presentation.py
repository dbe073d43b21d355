"""Pictures, terminal drawings, words, the rulebook and the evaluation: sound at every position."""

import re
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest

from ludotheque.core.game import CHANCE, Evaluated, Event, Presented
from ludotheque.core.playout import pick, play_out
from ludotheque.games.turris import events
from ludotheque.games.turris.display.words import REASONS
from ludotheque.games.turris.state import DrawFirst, State
from tests.games.turris.positions import make, play

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ada", "Bo")
TAKEN = "a1b1 c1^ c2c3 a2b2 xa1b1"


def random_game(seed: int) -> list[State]:
    game, rng = make(first="random"), Random(seed)
    states = [game.start()]
    while game.actor(states[-1]) is not None:
        states.append(game.apply(states[-1], pick(game, states[-1], rng)))
    return states


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_turris_can_be_presented_and_evaluated() -> None:
    assert isinstance(make(), Presented)
    assert isinstance(make(), Evaluated)


@pytest.mark.parametrize("seed", [0, 1])
def test_every_picture_is_well_formed_and_refers_only_to_what_it_defines(seed: int) -> None:
    game = make()
    for state in random_game(seed):
        picture = ElementTree.fromstring(game.picture(game.observe(state, None)))
        ids = {element.get("id") for element in picture.iter() if element.get("id")}
        assert {f"#{name}" for name in ids} >= {use.get("href") for use in picture.iter(f"{SVG}use")}
        width, height = float(picture.get("width", 0)), float(picture.get("height", 0))
        for text in picture.iter(f"{SVG}text"):
            if text.get("text-anchor") is None:
                assert 0 <= float(text.get("x", -1)) <= width
                assert -height <= float(text.get("y", -1)) <= height


def test_a_picture_shows_the_tower_from_two_corners_and_the_points_of_five_views() -> None:
    state = random_game(3)[-1]
    game = make()
    picture = game.picture(game.observe(state, 0))
    assert picture.count("from the ") == 2
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores is not None
    for name in ("South", "East", "North", "West", "Roof", *map(str, outcome.scores)):
        assert f">{name}<" in picture


def test_a_picture_outlines_cells_that_stay_free() -> None:
    game = make()
    state = play(TAKEN)
    assert "stay free" in game.picture(game.observe(state, None))
    assert "stay free" not in game.picture(game.observe(state._replace(barred=()), None))


def test_a_notebook_shows_an_observation_as_its_picture() -> None:
    game = make()
    observation = game.observe(game.start(), None)
    assert observation._repr_svg_() == game.picture(observation)


@pytest.mark.parametrize("seed", [0, 1])
def test_terminal_drawings_fit_80_columns_and_need_no_colour(seed: int) -> None:
    game = make()
    for state in random_game(seed):
        observation = game.observe(state, None)
        plain, painted = game.text(observation, colour=False), game.text(observation, colour=True)
        assert "\x1b" not in plain
        assert without_colour(painted) == plain
        assert max(map(len, plain.splitlines())) <= 80


def test_a_terminal_drawing_shows_which_cells_are_one_block() -> None:
    """Lying blocks have no wall inside, whether they lie from west to east or from south to north."""
    game = make()
    drawing = game.text(game.observe(play("a1b1 a2a3 c1^"), None), colour=False)
    assert "1 │ W   W │ W▲│" in drawing
    assert "2 │▒B▒│ · │ · │" in drawing
    assert "│▒▒▒├───┼───┤" in drawing
    assert "1 │ · │ · │ W▼│" in drawing


def test_a_terminal_drawing_marks_cells_that_stay_free() -> None:
    game = make()
    drawing = game.text(game.observe(play(TAKEN), None), colour=False)
    assert "1 │ x │ x │▒B▲│" in drawing
    assert "a1 at level 1 and b1 at level 1" in drawing


def test_levels_of_a_terminal_drawing_are_equally_wide() -> None:
    game = make()
    lines = game.text(game.observe(random_game(2)[-1], None), colour=False).splitlines()
    rows = [line for line in lines if line.startswith(("3 │", "2 │", "1 │", "  ┌", "  └"))]
    assert {len(line) for line in rows[:5]} == {4 * 15 + 3 * 3}


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_moves_and_events_are_told_in_words(seed: int) -> None:
    game = make(first="random")
    for before, after in pairwise(random_game(seed)):
        texts = [game.describe_move(before, move) for move in game.legal_moves(before)]
        assert all(texts)
        assert len(set(texts)) == len(texts)
        move = next(move for move in game.legal_moves(before) if game.apply(before, move) == after)
        told = [game.describe_event(event, NAMES) for event in game.events(before, move, after, None)]
        assert told
        assert all(re.fullmatch(r"[A-Z].*\.", text) for text in told)


def test_what_people_read_about_each_kind_of_event() -> None:
    block = play("b1^ b2^").blocks[-1]
    game = make()
    sentences = {
        events.FirstDrawn(1): "Bo begins, with the black blocks.",
        events.BlockPlaced(block, is_bonus=False): "Bo places a block standing on b2, levels 1 and 2.",
        events.BlockPlaced(block, is_bonus=True): "Bo places a block as a bonus standing on b2, levels 1 and 2.",
        events.BonusEarned(1): "The middle is filled: Bo has a bonus.",
        events.BlockTakenOff(0, block): "Ada takes off the black block standing on b2, levels 1 and 2.",
        events.BonusDeclined(0): "Ada declines the bonus.",
        events.TurnPassed(0, 3): "Ada cannot place a block and passes.",
        events.TurnPassed(0, 0): "Ada has no block left and passes.",
        events.GameEnded((1, 1), (30, 30), "stuck"): (
            "The game is over: neither player can place a block. Ada and Bo draw with 30 points each."
        ),
        events.GameEnded((2, 1), (46, 56), "all_placed"): (
            "The game is over: all blocks are placed. Bo wins by 56 points to 46."
        ),
    }
    for event, sentence in sentences.items():
        assert game.describe_event(event, NAMES) == sentence
    assert game.describe_event(Event(), NAMES) == ""
    assert set(REASONS) == {"all_placed", "stuck", "ply_limit"}


def test_what_people_read_about_each_kind_of_move() -> None:
    game = make()
    state = play("a1b1 c1^ c2c3 a2b2")
    described = {
        "a1a2": "place a block lying on a1 and a2 at level 2",
        "b2c2": "place a block lying on b2 and c2 at level 2, for a bonus",
        "xa1b1": "take off the white block lying on a1 and b1",
        "keep": "decline the bonus",
    }
    for text, words in described.items():
        assert game.describe_move(state, game.parse_move(state, text)) == words
    assert make(bonus_chains=False).describe_move(state, game.parse_move(state, "b2c2")) == (
        "place a block lying on b2 and c2 at level 2"
    )
    assert game.describe_move(make(first="random").start(), DrawFirst(1)) == "black begins"


def status(state: State) -> str:
    game = make()
    return game.text(game.observe(state, None), colour=False).splitlines()[0]


def test_how_things_stand_in_a_few_words() -> None:
    assert status(make(first="random").start()) == "Who begins is drawn"
    assert status(play("a1b1")) == "Black to place"
    assert status(play("a1b1 a2b2")) == "Black has a bonus"
    assert status(play("a1b1", first="black")._replace(reason="ply_limit")) == "Black wins 8 to 0"
    assert status(play("a1b1")._replace(reason="ply_limit")) == "White wins 8 to 0"
    assert status(play("")._replace(reason="ply_limit")) == "Draw, 0 all"


@pytest.mark.parametrize("chains", [True, False])
@pytest.mark.parametrize("first", ["random", "white", "black"])
def test_the_rulebook_follows_the_options(chains: bool, first: str) -> None:
    page = make(bonus_chains=chains, first=first).rulebook().format()
    assert page.startswith("# Turris\n")
    assert ("you have another bonus" in page) == chains
    assert {"random": "Chance decides", "white": "White begins.", "black": "Black begins."}[first] in page


def test_the_evaluation_is_a_share_and_exact_at_the_end() -> None:
    game = make(first="random")
    for state in random_game(5):
        white, black = game.evaluate(state, 0), game.evaluate(state, 1)
        assert white + black == pytest.approx(1)
        assert 0 <= white <= 1
        if (outcome := game.outcome(state)) is not None:
            assert (white, black) == outcome.shares


def test_playing_by_the_evaluation_beats_playing_at_random() -> None:
    """Greedy for one ply, ten games as each colour: it is a guess, but one worth having."""
    game, rng = make(first="random"), Random(1)
    wins = 0.0
    for number in range(20):
        state, me = game.start(), number % 2
        while (actor := game.actor(state)) is not None:
            if actor is CHANCE or actor != me:
                move = pick(game, state, rng)
            else:
                move = max(game.legal_moves(state), key=lambda move: game.evaluate(game.apply(state, move), me))
            state = game.apply(state, move)
        wins += game.evaluate(state, me)
    assert wins >= 16


def test_random_play_is_fair_to_the_colours_when_chance_draws_who_begins() -> None:
    game, rng = make(first="random"), Random(2)
    shares = [game.evaluate(play_out(game, game.start(), rng)[0], 0) for _ in range(400)]
    assert sum(shares) / len(shares) == pytest.approx(0.5, abs=0.08)
