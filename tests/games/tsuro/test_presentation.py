"""Tsuro as people see it: pictures, the terminal, words, the rulebook."""

import re
from random import Random
from xml.etree import ElementTree

import pytest

from ludotheque.core.game import Event
from ludotheque.core.pictures.palette import SEAT_COLOURS
from ludotheque.core.playout import pick
from ludotheque.games.tsuro import events
from ludotheque.games.tsuro.display.terminal import render_tile
from ludotheque.games.tsuro.display.weave import CROSSING, HEIGHT, LINES, WIDTH, port_cell, weave
from ludotheque.games.tsuro.state import ChoosePort, PlayTile, SwapTiles
from ludotheque.games.tsuro.tiles import PAIRINGS
from tests.games.tsuro.option_sets import OPTION_SETS
from tests.games.tsuro.positions import STRAIGHT, draw_all, play, stand, tile, tsuro

SVG = "{http://www.w3.org/2000/svg}"
PUSH = "05 67 12 34"


# ── Weaving a tile into characters ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("pairing", PAIRINGS, ids=str)
def test_every_path_of_every_tile_can_be_followed_by_eye(pairing: tuple[int, ...]) -> None:
    """Start at a port, follow the characters, straight over crossings: the other end is the port it is paired with."""
    grid = render_tile(pairing)
    shapes = {character: set(line) for line, character in LINES.items()}
    steps = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
    opposite = {"n": "s", "s": "n", "e": "w", "w": "e"}
    ways_in = "nneessww"
    for port in range(8):
        (x, y), side = port_cell(port), ways_in[port]
        for _ in range(WIDTH * HEIGHT):
            character = grid[y][x]
            out = opposite[side] if character == CROSSING else (shapes[character] - {side}).pop()
            x, y, side = x + steps[out][0], y + steps[out][1], opposite[out]
            if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
                break
        cell = (x - steps[out][0], y - steps[out][1])
        assert cell == port_cell(pairing[port])
        assert out == ways_in[pairing[port]]


def test_only_two_lines_cross_and_only_straight() -> None:
    for pairing in PAIRINGS:
        for lines in weave(pairing).values():
            assert len(lines) == 1 or set(lines) == {"ns", "ew"}


# ── The terminal ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_terminal_shows_board_players_and_own_hand() -> None:
    game = tsuro(players=3)
    state = stand(game, ["a2.5", "d1.5", None], [[34, 1], [3, 4, 5], []], squares={"a1": STRAIGHT}, pile=[9], dragon=1)
    state = state._replace(starts=(5, *state.starts[1:]))
    text = game.text(game.observe(state, 0), colour=False)
    assert "\x1b" not in text
    assert " → 1  2 tiles, you" in text
    assert "   2  3 tiles, holds the dragon" in text
    assert "   3  out" in text
    assert "1 tile in the pile" in text
    assert "Your tiles:" in text
    assert "┃" in text, "a trodden path is heavy"
    assert "Your tiles" not in game.text(game.observe(state, None), colour=False)


def test_colour_changes_nothing_but_colour() -> None:
    game = tsuro(players=4)
    rng, state = Random(4), game.start()
    while game.actor(state) is not None:
        state = game.apply(state, pick(game, state, rng))
    observation = game.observe(state, 0)
    coloured = game.text(observation, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == game.text(observation, colour=False)


def test_two_markers_a_seat_are_told_apart() -> None:
    game = tsuro(edition="kosmos", players=2)
    state = stand(game, ["b1s", "d1s", "f6.2", "a4w"], [[34], [1]])
    text = game.text(game.observe(state, 0), colour=False)
    for sign in ("1A", "2A", "1B", "2B"):
        assert sign in text


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_boards_are_rectangles_and_pictures_are_well_formed_in_every_position(options: dict[str, object]) -> None:
    game = tsuro(**options)
    rng, state = Random(7), game.start()
    side = game.setup.board.size
    while True:
        for viewer in (None, state.turn):
            observation = game.observe(state, viewer)
            board = game.text(observation, colour=False).split("\n")[: side * HEIGHT + 2]
            assert {len(line) for line in board} == {side * WIDTH + 5}
            picture = ElementTree.fromstring(game.picture(observation))
            assert picture.tag == f"{SVG}svg"
            assert picture.find(f"{SVG}title") is not None
        if game.actor(state) is None:
            break
        state = game.apply(state, pick(game, state, rng))


# ── Pictures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_picture_shows_the_viewers_tiles_and_nobody_elses() -> None:
    game = tsuro(players=3)
    state = stand(game, ["a1.5", "d1.5", "f1.5"], [[34, 1], [3, 4, 5], [6]], pile=[9])
    mine, theirs = game.picture(game.observe(state, 0)), game.picture(game.observe(state, None))
    assert mine.count("<path") - theirs.count("<path") == 2 * 4 * 2  # two tiles, four paths, each with its border
    assert "Your tiles" in mine
    assert "Your tiles" not in theirs


def test_a_picture_gives_every_seat_a_colour_and_a_shape_of_its_own() -> None:
    game = tsuro(players=8)
    picture = game.picture(game.observe(game.start(), None))
    assert all(colour in picture for colour in SEAT_COLOURS)
    marks = re.findall(r"<(?:circle|polygon)[^>]*>", picture)
    shapes = {re.sub(r'(fill|cy|cx)="[^"]*"', "", mark).count(",") for mark in marks}
    assert len(shapes) >= 6  # by their number of corners


def test_a_picture_shows_the_dragon_where_it_is() -> None:
    game = tsuro(players=3)
    state = stand(game, ["a1.5", "d1.5", "f1.5"], [[34, 1], [3], [6]])
    assert "dragon beside the board" in game.picture(game.observe(state, None))
    assert "dragon beside" not in game.picture(game.observe(state._replace(dragon=1), None))


def test_a_notebook_shows_the_picture() -> None:
    game = tsuro(players=3)
    observation = game.observe(game.start(), None)
    assert observation._repr_svg_() == game.picture(observation)


def test_the_tiles_of_a_bonus_swap_are_drawn_for_who_decides() -> None:
    game = tsuro(players=4, elimination_bonus=True)
    hands = [[tile(PUSH), 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]
    state = game.apply(stand(game, ["a1.5", "a1.7", "a1.6", "f6.0"], hands), play(PUSH))
    for shown in (game.picture(game.observe(state, 0)), game.text(game.observe(state, 0), colour=False)):
        assert "Tiles of those you put out" in shown
    assert "Tiles of those" not in game.picture(game.observe(state, 3))


# ── Words ────────────────────────────────────────────────────────────────────────────────────────────────────────────

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.TileDrawn(0, 7), "Ann draws tile 7."),
        (events.TileDrawn(0, None), "Ann draws a tile."),
        (events.MarkerPlaced(1, 1, 5), "Ben starts at port 5 of a1 (bottom)."),
        (events.TileLaid(0, 7, 12, 0), "Ann lays tile 12 on b2."),
        (events.TileLaid(0, 7, 12, 2), "Ann lays tile 12, two quarter turns on b2."),
        (events.PortChosen(0, 0, 5), "Ann follows the path at port 5."),
        (events.MarkerMoved(0, 0, (5, 53)), ""),
        (events.MarkerLeft(2, 2), "Cleo goes over the edge of the board."),
        (events.MarkersCollided((0, 1), (0, 1)), "Ann and Ben collide."),
        (events.MarkersCollided((0, 0), (0, 2)), "Ann's markers collide."),
        (events.PlayerPutOut(0, 0, returned=True, cause="edge", met=None), "Ann is out."),
        (events.PlayerPutOut(0, 1, returned=True, cause="edge", met=None), "Ann is out. 1 tile goes back to the pile."),
        (events.PlayerPutOut(0, 2, returned=True, cause="edge", met=None), "Ann is out. 2 tiles go back to the pile."),
        (events.PlayerPutOut(0, 2, returned=False, cause="edge", met=None), "Ann is out. 2 tiles are laid down."),
        (events.PlayerPutOut(0, 1, returned=False, cause="edge", met=None), "Ann is out. 1 tile is laid down."),
        (events.DragonPassed(0, None), "The dragon lies beside the board."),
        (events.DragonPassed(None, 1), "Ben takes the dragon."),
        (events.DragonPassed(0, 1), "Ben takes the dragon from Ann."),
        (events.SwapOffered(0, 3, None), "Ann may swap with 3 tiles of those put out."),
        (events.SwapOffered(0, 1, None), "Ann may swap with 1 tile of those put out."),
        (events.TilesSwapped(0, 0, None, None), "Ann swaps nothing."),
        (events.TilesSwapped(0, 1, None, None), "Ann swaps 1 tile."),
        (events.TilesSwapped(0, 2, (1, 2), (3, 4)), "Ann gives 1 and 2 for 3 and 4."),
        (events.GameEnded((1, 2, 2, 2), "last_marker"), "The game is over: only one player is left. Ann wins."),
        (
            events.GameEnded((1, 1, 3, 3), "all_out"),
            "The game is over: the last players went out together. Ann and Ben share the win.",
        ),
        (
            events.GameEnded((1, 1, 1, 4), "no_tiles"),
            "The game is over: there are no tiles left. Ann, Ben and Cleo share the win.",
        ),
    ],
    ids=repr,
)
def test_every_event_has_its_sentence(event: Event, sentence: str) -> None:
    assert tsuro(players=4).describe_event(event, NAMES) == sentence


def test_a_move_is_described_with_what_it_leads_to() -> None:
    game = tsuro(players=4)
    hands = [[tile(PUSH), 1, 34], [3, 4, 5], [6, 7, 8], [9, 10, 11]]
    state = stand(game, ["a1.5", "a1.7", "f1.4", "f6.0"], hands, pile=[20])
    assert game.describe_move(state, play(STRAIGHT)) == "tile 34: to a2"
    assert game.describe_move(state, play(PUSH)) == "tile 11, three quarter turns: to a2, player 2 is out"
    stuck = stand(game, ["a1.5", "a1.7", "f1.4", "f6.0"], [[1], [3], [6], [9]])
    assert game.describe_move(stuck, PlayTile(1, 0)) == "tile 1: you are out, player 2 is out"
    drawing = game.apply(state, play(STRAIGHT))
    assert game.describe_move(drawing, game.legal_moves(drawing)[0]) == "draw tile 20"
    placing = draw_all(game, game.start())
    assert game.describe_move(placing, game.legal_moves(placing)[0]) == "start at port 4 of a1 (bottom)"


def test_swaps_and_ports_are_described() -> None:
    game = tsuro(players=4, elimination_bonus=True)
    hands = [[tile(PUSH), 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]
    state = game.apply(stand(game, ["a1.5", "a1.7", "f1.4", "f6.0"], hands), play(PUSH))
    assert game.describe_move(state, SwapTiles((), ())) == "keep your tiles"
    assert game.describe_move(state, SwapTiles((1, 2), (3, 4))) == "give 1 and 2 for 3 and 4"
    kosmos = tsuro(edition="kosmos", players=2)
    start = stand(kosmos, ["a1s", "a1w", "f6n", "d6n"], [[34, 1, 2], [3, 4, 5]], pile=[9])
    move = play(STRAIGHT, marker=0, port=5)
    assert kosmos.describe_move(start, move) == "tile 34, entering at port 5 for marker A: a port is chosen first"
    choosing = kosmos.apply(start, move)
    assert kosmos.describe_move(choosing, ChoosePort(7)) == "follow the path at port 7: to b1"
    placing = draw_all(kosmos, kosmos.start())
    assert kosmos.describe_move(placing, kosmos.legal_moves(placing)[0]) == "start at the bottom side of a1"


def test_a_move_that_loses_one_of_two_markers_says_so() -> None:
    """Kosmos for two: the player stays in, the marker does not."""
    kosmos = tsuro(edition="kosmos", players=2)
    at = ["a1.5", "f6.0", "c1.5", "d6.0"]
    state = stand(kosmos, at, [[1, 34, 2], [3, 4, 5]], pile=[9])
    assert kosmos.describe_move(state, PlayTile(1, 0, 0)) == "tile 1 for marker A: marker A is out"
    assert kosmos.describe_move(state, PlayTile(34, 0, 0)) == "tile 34 for marker A: to a2"
    both = stand(kosmos, ["b1.5", "f6.0", "b1.4", "d6.0"], [[1, 34, 2], [3, 4, 5]], pile=[9])
    assert kosmos.describe_move(both, PlayTile(34, 0, 0)) == "tile 34 for marker A: marker A to b2, marker B to b2"
    assert kosmos.describe_move(both, PlayTile(1, 0, 0)) == "tile 1 for marker A: you are out"
    lost = stand(kosmos, ["a1.5", "f6.0", "a1.7", "d6.0"], [[tile(PUSH), 34, 2], [3, 4, 5]], pile=[9])
    assert kosmos.describe_move(lost, play(PUSH, marker=0)).endswith(": marker A to a2, marker B is out")
    hit = stand(kosmos, ["b1.5", "b1.4", "d3.5", "d6.0"], [[1, 34, 2], [3, 4, 5]], pile=[9])
    assert kosmos.describe_move(hit, PlayTile(1, 0, 0)) == "tile 1 for marker A: marker A is out"


def test_an_event_of_another_game_is_not_described() -> None:
    with pytest.raises(AssertionError, match="no event of Tsuro"):
        tsuro().describe_event(Event(), NAMES)


# ── The rulebook ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("options", "says", "does_not_say"),
    [
        ({"players": 2}, ["35 tiles", "notch", "go back to the pile"], ["dragon", "bonus", "You have two markers"]),
        ({"players": 4}, ["dragon tile", "over the edge, unless"], ["bonus", "reconstruction"]),
        (
            {"players": 4, "elimination_bonus": True, "pass_the_pile": True},
            ["## The bonus", "The pile lies in front of the player whose turn it is, with the dragon tile under it."],
            [],
        ),
        ({"players": 2, "pass_the_pile": True}, ["The pile lies in front of the player whose turn it is."], ["dragon"]),
        ({"players": 4, "suicide_covers": "any"}, ["over the edge or into a collision"], []),
        (
            {"edition": "kosmos", "players": 2},
            ["You have two markers", "reconstruction", "not used again"],
            ["dragon tile"],
        ),
        ({"edition": "kosmos", "players": 5}, ["7×7", "64 tiles"], ["You have two markers"]),
        ({"edition": "kosmos", "players": 2, "tiles": tuple(range(1, 36))}, ["35 tiles"], ["reconstruction"]),
    ],
    ids=str,
)
def test_the_rulebook_tells_the_rules_that_are_played(
    options: dict[str, object], says: list[str], does_not_say: list[str]
) -> None:
    text = tsuro(**options).rulebook().format()
    assert all(words in text for words in says)
    assert not any(words in text for words in does_not_say)
