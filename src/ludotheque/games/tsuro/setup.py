"""The constants of a game that follow from its options, computed once."""

from dataclasses import dataclass

from ludotheque.games.tsuro.board import Board, make_board
from ludotheque.games.tsuro.editions import TsuroOptions


@dataclass(frozen=True)
class Setup:
    """The constants of one game."""

    options: TsuroOptions
    board: Board
    seats: int
    markers: int
    """All markers; marker m belongs to seat m % seats."""
    markers_of: tuple[tuple[int, ...], ...]
    """For each seat: its markers."""
    clockwise: tuple[tuple[int, ...], ...]
    """For each seat: all seats in the order of play, beginning with it."""
    tiles: tuple[int, ...]
    """The multiset of tiles in the game, ascending."""
    has_dragon: bool
    has_bonus: bool
    bans_edge: bool
    """You may not send your own marker over the edge, unless everything you could play eliminates you."""
    bans_collision: bool
    """Nor into a collision."""
    starts_on_sides: bool
    returns_hands: bool

    @property
    def start_spots(self) -> tuple[int, ...]:
        """Where markers may start, ascending."""
        return self.board.sides if self.starts_on_sides else self.board.notches


def make_setup(options: TsuroOptions) -> Setup:
    """Work out the constants."""
    edition, players = options.rules, options.players
    markers = players * (edition.markers_for_two if players == 2 else 1)
    return Setup(
        options=options,
        board=make_board(options.board_size),
        seats=players,
        markers=markers,
        markers_of=tuple(tuple(range(seat, markers, players)) for seat in range(players)),
        clockwise=tuple((*range(seat, players), *range(seat)) for seat in range(players)),
        tiles=options.tiles or edition.tiles,
        has_dragon=edition.has_dragon and players >= 3,
        has_bonus=options.elimination_bonus,
        bans_edge=not edition.may_eliminate_oneself,
        bans_collision=options.suicide_covers == "any",
        starts_on_sides=edition.starts_on_sides,
        returns_hands=edition.returns_hands,
    )
