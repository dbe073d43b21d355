"""The notation of Tsuro: every form, and what is said about text that is none."""

import pytest

from ludotheque.core.errors import InvalidMove
from ludotheque.games.tsuro.state import ChoosePort, DrawTile, Move, PlaceMarker, PlayTile, SwapTiles
from tests.games.tsuro.positions import spot, stand, tsuro

CALLIOPE = tsuro(players=3, elimination_bonus=True)
KOSMOS = tsuro(edition="kosmos", players=2)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("a1.5", PlaceMarker(spot(CALLIOPE, "a1.5"))),
        ("b3=12r1", PlayTile(12, 1)),
        ("b3=12", PlayTile(12, 0)),
        ("3,8<>12,30", SwapTiles((3, 8), (12, 30))),
        ("3<>12", SwapTiles((3,), (12,))),
        ("keep", SwapTiles((), ())),
        ("+12", DrawTile(12)),
    ],
)
def test_calliope_moves_read_and_write(text: str, move: Move) -> None:
    state = stand(CALLIOPE, ["b3.5", "d1.5", "f1.5"], [[12, 3, 8], [], []])
    assert CALLIOPE.parse_move(state, text) == move
    assert CALLIOPE.format_move(state, move) == text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("a1s", PlaceMarker(spot(KOSMOS, "a1s"))),
        ("f6n", PlaceMarker(spot(KOSMOS, "f6n"))),
        ("A:b1=12r1>5", PlayTile(12, 1, 0, 5)),
        ("B:f6=12", PlayTile(12, 0, 2)),
        (">4", ChoosePort(4)),
    ],
)
def test_kosmos_moves_read_and_write(text: str, move: Move) -> None:
    state = stand(KOSMOS, ["b1s", "d1s", "f6.0", "a4w"], [[12], []])
    assert KOSMOS.parse_move(state, text) == move
    assert KOSMOS.format_move(state, move) == text


def test_more_turns_than_a_tile_has_orientations_are_understood() -> None:
    """Tile 14 looks the same after two quarter turns, tile 34 after one."""
    state = stand(CALLIOPE, ["b3.5", "d1.5", "f1.5"], [[14, 34], [], []])
    assert CALLIOPE.parse_move(state, "b3=14r3") == PlayTile(14, 1)
    assert CALLIOPE.parse_move(state, "b3=34r2") == PlayTile(34, 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not a move of Tsuro; moves look like"),
        ("hello", "'hello' is not a move"),
        ("x" * 500, r"\.\.\.' is not a move"),
        ("b3=12r4", "0 to 3 quarter turns, not 4"),
        ("b3=36", "There is no tile 36; tiles are numbered from 1 to 35"),
        ("b3=0", "There is no tile 0"),
        ("c3=12", "which is b3, not on c3"),
        ("g1.5", "There is no square g1; squares go from a1 to f6"),
        ("a1.8", "There is no port 8; ports are numbered from 0 to 7"),
        (">9", "There is no port 9"),
        ("A:b3=12", "one marker here"),
        ("B:b3=12", "one marker here"),
        ("1<>40", "There is no tile 40"),
        ("b3=12\n", "is not a move"),
        ("b3=\u0661\u0662", "is not a move"),
    ],
)
def test_what_is_no_move_is_refused_with_the_reason(text: str, says: str) -> None:
    state = stand(CALLIOPE, ["b3.5", "d1.5", "f1.5"], [[12, 3, 8], [], []])
    with pytest.raises(InvalidMove, match=says):
        CALLIOPE.parse_move(state, text)


def test_a_marker_that_is_not_on_the_board_has_no_square_in_front() -> None:
    with pytest.raises(InvalidMove, match="there is none"):
        CALLIOPE.parse_move(CALLIOPE.start(), "b3=12")


def test_a_state_is_one_line_that_names_everything() -> None:
    state = stand(
        CALLIOPE,
        ["b3.5", "d1.5", None],
        [[12, 3], [8], []],
        squares={"a1": "05 14 27 36", "a2": "12 34 56 70"},
        pile=[9],
        dragon=1,
    )
    assert CALLIOPE.format_state(state) == (
        "squares a1=34 a2=35; spots 109,29,-1; starts 109,29,0; undecided -; out 0,0,1; hands 3,12/8/-; pile 9; "
        "dragon 2; turn 1; parts 0; laid -; choosers -; pool -; draws -; over -"
    )
