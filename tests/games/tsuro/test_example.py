"""The rulebooks' example for three players, sentence by sentence, on the tiles of our own that the rules show.

Both books have three figures, one for each round of turns; what they say is retold here in our own words.
"""

from ludotheque.core.game import CHANCE
from ludotheque.core.teaching.examples import encode_example
from ludotheque.games.tsuro import Tsuro
from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.display.examples import LINES, OPTIONS
from ludotheque.games.tsuro.events import MarkerLeft, MarkerMoved, PlayerPutOut
from ludotheque.games.tsuro.paths import find_exits, path
from ludotheque.games.tsuro.state import State
from tests.games.tsuro.kernel_runner import ply
from tests.games.tsuro.positions import where

GAME = Tsuro(OPTIONS)


def play_steps() -> list[State]:
    """Give the state after each step of the example. Every move must be one of the legal ones."""
    state, states = GAME.start(), []
    for line in LINES:
        for text in line.split():
            move = GAME.parse_move(state, text)
            assert move in GAME.legal_moves(state)
            assert GAME.format_move(state, move) == text
            state = GAME.apply(state, move)
        states.append(state)
    return states


PLACED, *TURNS = play_steps()
FIRST, SECOND, THIRD = TURNS[:3], TURNS[3:6], TURNS[6:]


def path_of(state: State, seat: int) -> tuple[int, ...]:
    return path(GAME.setup.board, state.squares, state.starts[seat])


def squares_of(state: State, seat: int) -> list[str]:
    """Name the squares whose tiles the path of a seat crosses."""
    return [GAME.setup.board.format_square(spot // 8) for spot in path_of(state, seat) if spot != OFF][:-1]


def laid(before: State, after: State) -> str:
    (square,) = (here for here, tile in enumerate(after.squares) if tile is not before.squares[here])
    return GAME.setup.board.format_square(square)


def test_it_is_the_first_three_turns_of_a_game_for_three() -> None:
    """All figures: three players, who lay a tile each in turn, three times."""
    assert GAME.seats == 3
    assert len(TURNS) == 9
    assert [GAME.actor(state) for state in (PLACED, *TURNS[:-1])] == [0, 1, 2] * 3
    assert [len(hand) for hand in TURNS[-2].hands] == [3, 3, 3]


def test_figure_1_the_players_choose_free_notches_on_the_rim() -> None:
    """Figure 1: players 1, 2 and 3 choose a free start on the rim."""
    assert len(set(PLACED.starts)) == 3
    assert set(PLACED.starts) <= set(GAME.setup.board.notches)
    assert not any(PLACED.squares)


def test_figure_1_then_each_lays_a_tile() -> None:
    """Figure 1: in their turn each lays one, on the square before their marker, and only their own marker moves."""
    for seat, (before, after) in enumerate(zip((PLACED, *FIRST), FIRST, strict=False)):
        assert laid(before, after) == where(GAME, before, seat)[:2]
        assert [one != other for one, other in zip(before.spots, after.spots, strict=True)] == [
            marker == seat for marker in range(3)
        ]


def test_figure_1_the_path_of_player_2_goes_on_over_the_tile_of_player_1() -> None:
    """Figure 1: player 2's own tile leads onto the one that player 1 laid, and the path goes on there."""
    tile_of_1 = laid(PLACED, FIRST[0])
    assert squares_of(FIRST[1], 1) == [laid(FIRST[0], FIRST[1]), tile_of_1, laid(FIRST[0], FIRST[1])]


def test_figure_2_each_lays_a_second_tile() -> None:
    """Figure 2: six tiles lie on the board, and everybody is still in."""
    assert sum(tile is not None for tile in SECOND[-1].squares) == 6
    assert all(spot >= 0 for spot in SECOND[-1].spots)


def leads_to_a1(state: State) -> bool:
    """Whether some path from another empty square, where a marker may come, leads to the lower left corner."""
    exits = find_exits(GAME.setup.board, state.squares)
    return any(end >> 3 != 0 for port in range(4) if (end := exits.get(port, 8)) != OFF)


def test_figure_2_no_tile_can_be_laid_in_the_lower_left_corner_any_more() -> None:
    """Figure 2: the corner is empty, and no path can get there any more; before these tiles one could."""
    assert SECOND[-1].squares[0] is None
    assert leads_to_a1(FIRST[-1])
    assert not leads_to_a1(SECOND[-1])
    assert all(state.squares[0] is None for state in THIRD)


def test_figure_3_each_lays_a_third_tile() -> None:
    """Figure 3: nine tiles in all."""
    assert sum(tile is not None for tile in THIRD[-1].squares) == 9


def test_figure_3_player_1_comes_beside_player_2() -> None:
    """Figure 3: the third tile of player 1 brings their marker before the square that marker 2 stands before."""
    assert where(GAME, THIRD[0], 0)[:2] == where(GAME, THIRD[0], 1)[:2]
    assert where(GAME, SECOND[-1], 0)[:2] != where(GAME, SECOND[-1], 1)[:2]


def test_figure_3_player_2_leads_player_1_to_the_square_of_player_3() -> None:
    """Figure 3: the third tile of player 2 goes on with the path of player 1, to where player 3 must lay a tile."""
    assert laid(THIRD[0], THIRD[1]) == where(GAME, THIRD[0], 0)[:2]
    assert where(GAME, THIRD[1], 0)[:2] == where(GAME, THIRD[1], 2)[:2]
    assert where(GAME, THIRD[1], 1) != where(GAME, THIRD[0], 1)


def test_figure_3_player_3_joins_the_path_of_player_1_to_the_edge() -> None:
    """Figure 3: the third tile of player 3 leads player 1 off the board; the others stay in."""
    assert laid(THIRD[1], THIRD[2]) == where(GAME, THIRD[1], 2)[:2]
    assert path_of(THIRD[2], 0)[-1] == OFF
    assert [where(GAME, THIRD[2], marker) == "out" for marker in range(3)] == [True, False, False]


def test_figure_3_player_1_is_out() -> None:
    """Figure 3: told to everybody; the tiles of player 1 go back to the pile, player 3 draws, player 2 is next."""
    move = GAME.parse_move(THIRD[1], LINES[-1].split()[0])
    after = GAME.apply(THIRD[1], move)
    told = GAME.events(THIRD[1], move, after, None)
    assert [event for event in told if isinstance(event, MarkerLeft | PlayerPutOut)] == [
        MarkerLeft(0, 0),
        PlayerPutOut(0, 3, returned=True, cause="edge", met=None),
    ]
    assert [event.seat for event in told if isinstance(event, MarkerMoved)] == [0, 2]
    assert set(THIRD[1].hands[0]) <= set(after.pile)
    assert (GAME.actor(after), after.draws) == (CHANCE, (2,))
    assert (GAME.actor(THIRD[2]), THIRD[2].hands[0]) == (1, ())


def test_the_kernel_plays_the_example_too() -> None:
    """Ply by ply the same states."""
    compiled = GAME.compiled()
    state, packed = GAME.start(), compiled.pack_start()
    for text in " ".join(LINES).split():
        move = GAME.parse_move(state, text)
        ply(packed, compiled.encode_move(state, move))
        state = GAME.apply(state, move)
        GAME.check_state(state)
        assert compiled.unpack(packed) == state


def test_the_rules_show_a_position_for_every_step() -> None:
    """Browsers are given what somebody who watches would see; the first step deals and places, each other is a turn."""
    positions = encode_example(GAME.play_example("three_players"))["positions"]
    for position, state in zip(positions, (PLACED, *TURNS), strict=True):
        assert position["observation"]["spots"] == state.spots
        assert position["observation"]["hand"] is None
    assert all(event["tile"] is None for event in positions[0]["events"] if event["type"] == "TileDrawn")
    for position in positions[1:]:
        assert [event["type"] for event in position["events"]].count("TileLaid") == 1


def test_kosmos_whose_book_has_no_example_shows_none() -> None:
    """Its markers start on sides, not on notches."""
    game = Tsuro(Tsuro.Options(edition="kosmos"))
    kinds = [block.kind for section in game.rulebook("en", "browser").sections for block in section.blocks]
    assert "steps" not in kinds
