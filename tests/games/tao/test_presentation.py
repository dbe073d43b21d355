"""Pictures, terminal, words and rulebook: well-formed everywhere, legible without colour, honest about what is ours."""

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque.core.game import CHANCE, Evaluated, Event, Presented
from ludotheque.core.playout import pick
from ludotheque.core.teaching.rulebook import LANGUAGES, load_rulebook
from ludotheque.games.tao import Tao
from ludotheque.games.tao.cards import ELEMENTS, GUARDIANS, POWERS, RECONSTRUCTED_DECK
from ludotheque.games.tao.display.figures import ELEMENT_COLOURS, element_sign, power_sign
from ludotheque.games.tao.opposition import OPPOSITIONS
from ludotheque.games.tao.state import State
from tests.games.tao.option_sets import DUPLICATES, OPTION_SETS
from tests.games.tao.positions import arrange, make, play

NAMES = ["Ann", "Ben", "Cleo", "Dan"]


def random_states(game: Tao, seed: int) -> Iterator[State]:
    rng = Random(seed)
    state = game.start()
    yield state
    while game.actor(state) is not None:
        state = game.apply(state, pick(game, state, rng))
        yield state


def by_name(options: dict[str, Any]) -> str:
    return "-".join(options) or "usual"


def texts(svg: str) -> list[str]:
    """All text in a picture; raises for what is not well-formed."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


@pytest.mark.parametrize("options", OPTION_SETS, ids=by_name)
def test_every_position_can_be_drawn_for_everybody(options: dict[str, Any]) -> None:
    game = make(**options)
    assert isinstance(game, Presented)
    assert isinstance(game, Evaluated)
    for number, state in enumerate(random_states(game, seed=4)):
        viewer = (None, *range(game.seats))[number % (game.seats + 1)]
        observation = game.observe(state, viewer)
        shown = texts(game.picture(observation))
        is_ours = game.options.deck == RECONSTRUCTED_DECK or game.options.opposition in OPPOSITIONS
        assert any("reconstruction" in line for line in shown) == is_ours
        drawn = game.text(observation, colour=False)
        assert "\x1b" not in drawn
        assert ("reconstruction" in drawn) == is_ours
        assert re.sub(r"\x1b\[[0-9;]*m", "", game.text(observation, colour=True)) == drawn


@pytest.mark.parametrize("options", OPTION_SETS, ids=by_name)
def test_every_move_and_every_event_has_words(options: dict[str, Any]) -> None:
    game = make(**options)
    kinds: set[type[Event]] = set()
    for seed in range(4):
        states = list(random_states(game, seed))
        rng = Random(seed)
        for before, after in pairwise(states):
            for move in game.legal_moves(before):
                assert re.fullmatch(r"[A-Za-z].{5,}", game.describe_move(before, move))
            move = pick(game, before, rng)
            assert game.apply(before, move) == after
            for event in game.events(before, move, after, 0):
                kinds.add(type(event))
                sentence = game.describe_event(event, NAMES[: game.seats])
                assert re.fullmatch(r"|[A-Z].*\.", sentence)
    assert len(kinds) >= 12


def test_an_event_of_another_game_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="no event of Tao"):
        make().describe_event(Event(), NAMES)


def test_moves_in_words() -> None:
    game = make(teams=True)
    state = arrange(game, path="wo2dr wa1 wa3 wa4 wo1 wo3", hands=["fi2bi ea2un me1"], before=["ea1", "wo4"])
    described = {game.format_move(state, move): game.describe_move(state, move) for move in game.legal_moves(state)}
    assert described["w1:wo2dr>1"] == (
        "take Wood 2 (Azure Dragon) from the path, in front of yourself; then move the stone by two elements"
    )
    assert described["w2:wa1>3"] == "take Water 1 from the path, in front of your partner, player 3"
    assert described["h:me1>2"] == "play Metal 1 from your hand, in front of player 2"
    asked = play(game, state, "w1>1")
    assert game.describe_move(asked, game.parse_move(asked, "stone:fire")) == (
        "move the stone to Fire; Metal then counts against it"
    )


@pytest.mark.parametrize(
    ("options", "position", "move", "sentence"),
    [
        (
            {"players": 2},
            {"path": "ea1 ea3 ea4 me1 me3", "before": ["fi1", "wa3 fi4"]},
            (
                "Round 1 is scored, Water less Fire: Ann 0 − 1 = −1, Ben 3 − 4 = −1. "
                "Ben takes the stone worth 1, by most points in the element."
            ),
            "",
        ),
        (
            {"players": 2},
            {"path": "ea1 ea3 ea4 me1 me3", "before": ["wa4", "wa1 wa3"]},
            (
                "Round 1 is scored, Water less Fire: Ann 4, Ben 4. "
                "Ben takes the stone worth 1, by most cards of the element."
            ),
            "",
        ),
        (
            {"players": 2},
            {"path": "ea1 ea3 ea4 me1 me3", "winners": [None] * 4},
            "Round 5 is scored, Water less Fire: Ann 0, Ben 0. It stays a tie, so the stone worth 5 is set aside.",
            "The game is over: all five rounds are played. Ann and Ben share the win.",
        ),
        (
            {"players": 2},
            {"path": "ea1 ea3 ea4 me1 me3", "before": ["wa1"], "winners": [0, 1, 0]},
            "Round 4 is scored, Water less Fire: Ann 1, Ben 0. Ann takes the stone worth 4.",
            "The game is over: the lead after four rounds is six or more. Ann wins.",
        ),
        (
            {"teams": True},
            {"path": "ea1 ea3 ea4 me1 me3", "before": ["wa1"], "winners": [0, 1, 2]},
            "Round 4 is scored, Water less Fire: Ann 1, Ben 0, Cleo 0, Dan 0. Ann takes the stone worth 4.",
            "The game is over: the lead after four rounds is six or more. Ann and Cleo win together, 8 to 2.",
        ),
    ],
)
def test_ends_in_words(options: dict[str, Any], position: dict[str, Any], move: str, sentence: str) -> None:
    game = make(**options)
    state = arrange(game, **position)
    walk = game.parse_move(state, "w1>1")
    told = game.events(state, walk, game.apply(state, walk), None)
    sentences = [game.describe_event(event, NAMES[: game.seats]) for event in told][2:]
    assert sentences == [text for text in (move, sentence) if text]


def test_other_readings_in_words() -> None:
    """Elements without opposite, teams that add up their cards, and last cards whose power does something else."""
    together = make(teams=True, team_rounds="together", opposition="compass")
    state = arrange(together, path="wa1 wa3 wo1 wo3 wo4", stone="earth", before=["ea1", "ea4", "ea3 ea2un", "wa4"])
    walk = together.parse_move(state, "w1>4")
    scored = together.events(state, walk, together.apply(state, walk), None)[-1]
    assert together.describe_event(scored, NAMES) == (
        "Round 1 is scored, Earth: Ann and Cleo 6, Ben and Dan 4. Ann and Cleo take the stone worth 1."
    )
    drawn = together.text(together.observe(state, None), colour=False)
    assert "nothing counts against" in drawn
    assert "1 in Earth, as a team 6, no stone" in drawn
    assert "5   team 6" in texts(together.picture(together.observe(state, None)))
    tiger = play(together, arrange(together, hands=["wo2dr"], stone="wood"), "h:wo2dr>1")
    assert "nothing then counts against it" in together.describe_move(tiger, together.parse_move(tiger, "stone:earth"))


@pytest.mark.parametrize(
    ("last_power", "effect"),
    [("no_turn", ""), ("all", "; then play a card from your hand"), ("none", "")],
)
def test_what_a_last_tortoise_does_in_words(last_power: str, effect: str) -> None:
    game = make(players=2, last_power=last_power)
    state = arrange(game, path="wa2to ea1 ea3 me3 me1", hands=["wa4"])
    said = game.describe_move(state, game.parse_move(state, "w1>1"))
    assert said == f"take Water 2 (Black Tortoise) from the path, in front of yourself{effect}"


def test_the_terminal_says_what_lies_under_which_unicorn() -> None:
    game = make(players=2, covered="while_covered")
    drawn = game.text(game.observe(arrange(game, stacks=["ea2un>me4"]), None), colour=False)
    assert "Earth 2 unicorn   (covered: Metal 4 under Earth 2 unicorn)" in drawn


def test_elements_and_powers_have_a_colour_and_a_sign_of_their_own() -> None:
    """Accessibility: colour is never the only sign."""
    assert len(set(ELEMENT_COLOURS.values())) == len(ELEMENTS)
    assert len({element_sign(name, "#000000") for name in ELEMENTS}) == len(ELEMENTS)
    assert len({power_sign(power, "#000000") for power in POWERS}) == len(POWERS)


def test_partners_are_a_team_whose_stones_are_added_up() -> None:
    game = make(teams=True)
    scene = game.scene(game.observe(arrange(game, winners=[0, 1, 2, None]), None))
    assert [(team.seats, team.stones) for team in scene.teams] == [((0, 2), 4), ((1, 3), 2)]
    alone = make()
    assert alone.scene(alone.observe(arrange(alone, winners=[0, 1]), None)).teams == ()


def test_the_picture_raises_the_next_three_and_shows_results() -> None:
    game = make(players=2)
    state = arrange(game, marker=1, before=["wa4", "fi3"], path="wa1 . wa3 wo1 wo3 wo4", hands=["me1", "me3"])
    shown = texts(game.picture(game.observe(state, 0)))
    assert "−3" in shown
    assert "Your hand" in shown
    assert "Round 1 of 5: player 1 to play" in shown
    assert "Your hand" not in texts(game.picture(game.observe(state, None)))


def test_a_notebook_shows_the_picture() -> None:
    game = make()
    observation = game.observe(game.start(), None)
    assert observation._repr_svg_() == game.picture(observation)


def test_the_terminal_shows_what_matters_without_colour() -> None:
    game = make(players=2)
    state = arrange(
        game,
        path="wa1 . wa3 wo1 wo3 wo4",
        marker=1,
        hands=["me1", "me3"],
        before=["wa4 ea2un", "fi3"],
        covered=["ea1"],
        winners=[0, None],
    )
    drawn = game.text(game.observe(state, 0), colour=False)
    for piece in (
        "◐",
        "┏━━━━━ 1 ━┓",
        "[WATER]",
        "Fire counts against",
        "→ 1  4 in Water, stones 1 = 1, 1 card in hand, you",
        "Water 4, Earth 2 unicorn   (covered: Earth 1)",
        "−3 in Water",
        "set aside: stone 2",
        "Your hand: Metal 1",
    ):
        assert piece in drawn
    assert "Metal 3" not in drawn


def test_the_terminal_says_what_a_power_asks() -> None:
    game = make(players=2)
    state = play(game, arrange(game, hands=["me2ti"]), "h:me2ti>1")
    assert "player 1 moves the stone by one element (White Tiger)" in game.text(game.observe(state, 1), colour=False)


@pytest.mark.parametrize("options", OPTION_SETS, ids=by_name)
def test_the_rulebook_is_honest_about_the_reconstruction(options: dict[str, Any]) -> None:
    game = make(**options)
    text = game.rulebook().format()
    assert text.startswith(f"# Tao, {game.seats} players")
    assert "do not say which element is opposed" in text
    assert ("Our deck is a reconstruction" in text) == ("deck" not in options)
    assert ("Seats 1 and 3" in text) == game.options.teams
    assert f"when only {'three' if game.seats == 3 else 'four'} cards are left" in text
    opposed = {
        "overcomes": "to Water is Fire; to Wood, Earth",
        "overcome_by": "to Water is Earth",
        "compass": "Nothing is opposed to Earth",
        "wa:wo,wo:me,fi:wa,ea:wa": "Fire → Water, Earth → Water. Without an opposed element: Metal.",
    }
    assert opposed[game.options.opposition] in text
    assert all(name in text for name in GUARDIANS.values())


def test_the_rulebook_of_an_own_deck_lists_it_and_only_its_powers() -> None:
    text = make(players=2, deck=[("water", 1)] * 15 + [("fire", 2, "bird")]).rulebook().format()
    assert "Water 1 ×15, Fire 2 (Vermilion Bird)" in text
    assert "Tiger" not in text.split("## Moves")[0]


@pytest.mark.parametrize("opposition", ["overcomes", "overcome_by"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_names_the_opposed_elements_as_they_are_scored(language: str, opposition: str) -> None:
    game = make(opposition=opposition)
    words = load_rulebook("ludotheque.games.tao.display", language).words
    pairs = next(
        entry.text
        for section in game.rulebook(language).sections
        for block in section.blocks
        for entry in block.entries
        if all(entry.text.count(words[element]) == 2 for element in ELEMENTS)
    )
    named = re.findall("|".join(words[element] for element in ELEMENTS), pairs)
    for element, opposite in enumerate(game.setup.opposite):
        assert opposite is not None
        assert named[2 * element : 2 * element + 2] == [words[ELEMENTS[element]], words[ELEMENTS[opposite]]]


# ── The guess of who stands well ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("options", OPTION_SETS, ids=by_name)
def test_guesses_are_shares_and_exact_at_the_end(options: dict[str, Any]) -> None:
    game = make(**options)
    for state in random_states(game, seed=9):
        guesses = [game.evaluate(state, seat) for seat in range(game.seats)]
        assert all(0 <= guess <= 1 for guess in guesses)
        if game.options.teams:
            assert guesses[0] == pytest.approx(guesses[2])
            assert sum(guesses[:2]) == pytest.approx(1 / 2)
        else:
            assert sum(guesses) == pytest.approx(1)
        if (outcome := game.outcome(state)) is not None:
            assert tuple(guesses) == outcome.shares


def test_a_better_result_is_worth_more() -> None:
    game = make(players=2)
    path = "ea1 ea3 ea4 me1 me3 me4"
    ahead, behind = (arrange(game, path=path, before=[code]) for code in ("wa4", "fi4"))
    assert game.evaluate(ahead, 0) > 0.5 > game.evaluate(behind, 0)


def test_a_power_that_waits_is_worth_its_best_use() -> None:
    game = make(players=2)
    state = arrange(game, path="me2ti ea1 ea3 me3 me1", before=["wo4", "wa4"])
    asked = play(game, state, "w1>1")
    best = max(game.evaluate(game.apply(asked, move), 0) for move in game.legal_moves(asked))
    assert game.evaluate(asked, 0) == best
    assert game.evaluate(asked, 1) == pytest.approx(1 - best)


def test_before_the_deal_everybody_stands_alike() -> None:
    game = make(players=3, deck=DUPLICATES)
    assert game.actor(game.start()) is CHANCE
    assert [game.evaluate(game.start(), seat) for seat in range(3)] == pytest.approx([1 / 3] * 3)
