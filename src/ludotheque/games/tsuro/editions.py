"""The editions of Tsuro as a table of data, and the options of a game. No rule is written here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludotheque.core.errors import OptionError
from ludotheque.core.multiset import Tally, format_multiset, parse_multiset
from ludotheque.core.options import Options, choice, number, switch, table
from ludotheque.games.tsuro.tiles import ORIENTATIONS, TILE_IDS

FEWEST, MOST = 2, 8
"""How many can play."""
HAND = 3
"""Nobody ever holds more tiles than this."""
MOST_TILES = 127
"""How many tiles a game has at most. The largest board and eight hands use 73 of them.

Compiled games (encoding.py) keep every count of tiles in one byte.
"""


def _kosmos_tiles() -> tuple[int, ...]:
    """Reconstruct the 64 tiles of Kosmos, of which no list is known.

    All 35, and 29 of them twice. Single are the five that look the same however they are turned, and one more: of the
    tiles with two looks, the first.
    """
    single = {tile for tile in TILE_IDS if len(ORIENTATIONS[tile]) == 1}
    single.add(min(tile for tile in TILE_IDS if len(ORIENTATIONS[tile]) == 2))
    return tuple(sorted(TILE_IDS + tuple(tile for tile in TILE_IDS if tile not in single)))


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition does differently from the others."""

    title: str
    boards: dict[str, tuple[int, int]]
    """For each board: its size and the most players it is for. The first that is large enough is the usual one."""
    tiles: tuple[int, ...]
    starts_on_sides: bool
    """Markers start in the middle of a side and choose a port later; otherwise on a notch, which is a port."""
    has_dragon: bool
    """The dragon tile and the elimination bonus; both are for three players or more."""
    may_eliminate_oneself: bool
    returns_hands: bool
    """The hand of a player who is out goes back to the pile; otherwise it is laid down and out of the game."""
    may_pass_the_pile: bool
    markers_for_two: int
    """How many markers each of two players has."""


_ONE_BOARD = {"plain": (6, MOST)}

EDITIONS = {
    "calliope": Edition(
        title="Calliope",
        boards=_ONE_BOARD,
        tiles=TILE_IDS,
        starts_on_sides=False,
        has_dragon=True,
        may_eliminate_oneself=False,
        returns_hands=True,
        may_pass_the_pile=True,
        markers_for_two=1,
    ),
    "davinci": Edition(
        title="daVinci",
        boards=_ONE_BOARD,
        tiles=TILE_IDS,
        starts_on_sides=False,
        has_dragon=True,
        may_eliminate_oneself=False,
        returns_hands=True,
        may_pass_the_pile=True,
        markers_for_two=1,
    ),
    "kosmos": Edition(
        title="Kosmos",
        boards={"phoenix": (6, 4), "dragon": (7, MOST)},
        tiles=_kosmos_tiles(),
        starts_on_sides=True,
        has_dragon=False,
        may_eliminate_oneself=True,
        returns_hands=False,
        may_pass_the_pile=False,
        markers_for_two=2,
    ),
}

_FOR_MORE_THAN_TWO = [str(players) for players in range(3, MOST + 1)]


def _editions(is_meant: Callable[[Edition], bool]) -> list[str]:
    return [name for name, edition in EDITIONS.items() if is_meant(edition)]


_USUAL = "edition"
"""In place of tiles: those of the edition."""
_TILES = {str(tile): tile for tile in TILE_IDS}


def _parse_tiles(text: str) -> tuple[int, ...]:
    """Read a multiset such as `1,2,3*4`: tiles 1 and 2 once, tile 3 four times. `edition` is the empty one."""
    tally: Tally[int] = Tally("tiles", "tiles", MOST_TILES)
    if text != _USUAL:
        parse_multiset(text, _TILES.get, tally)
    return tuple(sorted(tally.elements()))


def _format_tiles(tiles: Sequence[int]) -> str:
    return format_multiset(tiles, str, int) or _USUAL


def _accepts_tiles(value: object) -> bool:
    return (
        isinstance(value, tuple | list)
        and len(value) <= MOST_TILES
        and all(type(tile) is int and tile in ORIENTATIONS for tile in value)
    )


@dataclass(frozen=True, kw_only=True)
class TsuroOptions(Options):
    """The options of Tsuro."""

    edition: str = choice(*EDITIONS, default="calliope", help="Whose rules, board and tiles are played.")
    players: int = number(FEWEST, MOST, default=4, help="How many play.")
    board: str = choice(
        "usual",
        "phoenix",
        "dragon",
        default="usual",
        help="Kosmos: 6×6 (phoenix, up to 4 players) or 7×7 (dragon).",
        needs={"edition": _editions(lambda edition: len(edition.boards) > 1)},
    )
    suicide_covers: str = choice(
        "edge",
        "any",
        default="edge",
        help="Calliope, daVinci: you may not send your own marker over the edge; with any, nor into a collision.",
        needs={"edition": _editions(lambda edition: not edition.may_eliminate_oneself)},
    )
    elimination_bonus: bool = switch(
        default=False,
        help="Calliope, daVinci, 3 players or more: swap tiles with those you put out.",
        needs={"edition": _editions(lambda edition: edition.has_dragon), "players": _FOR_MORE_THAN_TWO},
    )
    pass_the_pile: bool = switch(
        default=False,
        help="Calliope, daVinci: the pile lies before the player whose turn it is.",
        needs={"edition": _editions(lambda edition: edition.may_pass_the_pile)},
    )
    tiles: tuple[int, ...] = table(
        default=(),
        allowed=f"at most {MOST_TILES} tile numbers from 1 to 35, such as 1,2,3*4 (tile 3 four times), "
        f"or {_USUAL} for the usual ones",
        accepts=_accepts_tiles,
        parse=_parse_tiles,
        format=_format_tiles,
        help=f"The tiles to play with, such as 1,2,3*4; at least three a player, at most {MOST_TILES}.",
    )

    def check_together(self) -> None:
        """Raise OptionError for what this edition, or this number of players, does not have."""
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))  # a list is welcome, the order does not matter
        if self.board != "usual":
            self._check_board()
        if self.suicide_covers != "edge" and self.rules.may_eliminate_oneself:
            raise OptionError(
                f"suicide_covers must be edge in {self.rules.title}, where you may eliminate yourself.",
                "suicide_covers",
            )
        if self.elimination_bonus and not self.rules.has_dragon:
            raise OptionError(f"elimination_bonus must be off: {self.rules.title} has none.", "elimination_bonus")
        if self.elimination_bonus and self.players < 3:
            raise OptionError("elimination_bonus needs 3 players or more.", "elimination_bonus")
        if self.pass_the_pile and not self.rules.may_pass_the_pile:
            raise OptionError(f"pass_the_pile must be off: {self.rules.title} has no such variant.", "pass_the_pile")
        if self.tiles and len(self.tiles) < HAND * self.players:
            raise OptionError(
                f"tiles must be at least three a player, {HAND * self.players} for {self.players} players, "
                f"not {len(self.tiles)}.",
                "tiles",
            )

    def _check_board(self) -> None:
        boards = self.rules.boards
        if self.board not in boards:
            raise OptionError(f"board must be usual in {self.rules.title}, which has only one.", "board")
        size, most = boards[self.board]
        if self.players > most:
            raise OptionError(
                f"board {self.board} ({size}×{size}) is for up to {most} players, not {self.players}.", "board"
            )

    @property
    def rules(self) -> Edition:
        """The row of the table that is played."""
        return EDITIONS[self.edition]

    @property
    def board_size(self) -> int:
        """How many squares the board has on a side."""
        if self.board != "usual":
            return self.rules.boards[self.board][0]
        return next(size for size, most in self.rules.boards.values() if self.players <= most)
