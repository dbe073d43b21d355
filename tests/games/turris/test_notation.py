"""Moves and states as text, and input that is refused."""

import pytest

import ludotheque
from ludotheque.core.errors import IllegalMove, InvalidMove, OptionError
from ludotheque.games.turris.notation import format_block
from ludotheque.games.turris.state import DeclineBonus, DrawFirst, PlaceBlock, TakeBlockOff
from ludotheque.games.turris.tower import FOOTPRINTS, Block
from tests.games.turris.positions import make, play

MOVES = {
    "a1b1": PlaceBlock((0, 1)),
    "b2c2": PlaceBlock((4, 5)),
    "b2^": PlaceBlock((4,)),
    "xa3^": TakeBlockOff((6,)),
    "xb2b3": TakeBlockOff((4, 7)),
    "keep": DeclineBonus(),
    "=white": DrawFirst(0),
    "=black": DrawFirst(1),
}


@pytest.mark.parametrize(("text", "move"), MOVES.items())
def test_moves_as_text(text: str, move: object) -> None:
    game = make()
    assert game.parse_move(game.start(), text) == move
    assert game.format_move(game.start(), game.parse_move(game.start(), text)) == text


def test_the_two_columns_of_a_lying_block_may_be_given_in_either_order() -> None:
    game = make()
    assert game.parse_move(game.start(), "b1a1") == PlaceBlock((0, 1))


def test_there_are_21_footprints_and_all_have_different_names() -> None:
    game = make()
    names = {game.format_move(game.start(), PlaceBlock(footprint.columns)) for footprint in FOOTPRINTS}
    assert len(names) == len(FOOTPRINTS) == 12 + 9


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "a1",
            "a1c1",
            "a1b2",
            "a1a1",
            "d1^",
            "a4^",
            "a0b0",
            "A1B1",
            "a1^^",
            "^",
            "x",
            "xkeep",
            "Keep",
            "=",
            "=red",
        ),
        *("a1 b1", "a1b1\n", "a1b1c1", "x" * 1000, "a١^"),
    ],
)
def test_text_that_is_no_move_is_refused_with_a_reason(text: str) -> None:
    game = make()
    with pytest.raises(InvalidMove) as caught:
        game.parse_move(game.start(), text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "columns",
    [(), (9,), (-1,), (0, 2), (1, 0), (0, 1, 2), (0.0, 1.0), (True,), ("a1",), [0, 1], None, 0, "a1b1", ((0,),)],
)
@pytest.mark.parametrize("kind", [PlaceBlock, TakeBlockOff])
def test_moves_with_fields_of_the_wrong_kind_are_illegal(kind: type, columns: object) -> None:
    state = play("a1b1 a2b2")
    with pytest.raises(IllegalMove, match="one column or two"):
        make().apply(state, kind(columns))


@pytest.mark.parametrize("seat", [2, -1, True, 0.0, None, "white"])
def test_nobody_else_can_be_drawn_to_begin(seat: object) -> None:
    game = make(first="random")
    with pytest.raises(IllegalMove, match="begins"):
        game.apply(game.start(), DrawFirst(seat))  # type: ignore[arg-type]


def test_a_move_at_the_wrong_time_is_refused() -> None:
    game = make(first="random")
    with pytest.raises(IllegalMove, match="chance draws who begins"):
        game.apply(game.start(), PlaceBlock((0, 1)))
    with pytest.raises(IllegalMove, match="a player is to move"):
        game.apply(play(""), DrawFirst(0))
    with pytest.raises(IllegalMove, match="no move of Turris"):
        game.apply(play(""), "a1b1")  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"first": "red"}, {"bonus_chains": "on"}, {"players": 3}])
def test_options_that_are_not_allowed_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="Turris"):
        ludotheque.make("turris", **options)


def test_a_state_is_one_readable_line() -> None:
    game = make()
    assert game.format_state(game.start()) == (
        "blocks -; left 20/20; turn white; bonus no; barred -; placements 0; over -"
    )
    assert game.format_state(play("a1b1 c1^ c2c3 a2b2 xa1b1")) == (
        "blocks Bc1^@1 Wc2c3@1 Ba2b2@1; left 19/18; turn white; bonus no; barred a1@1 b1@1; placements 4; over -"
    )
    assert format_block(Block(1, (4,), 3)) == "Bb2^@3"
