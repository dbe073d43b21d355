"""Whether a player stays in for some turns whatever the others lay and whatever is drawn.

What is hidden is dealt as late as possible: an opponent lays any tile that the player cannot see, and the player draws
any. That is every deal, since nobody lays more tiles than they hold at the start. Two answers are kept apart, and both
are on the safe side:

- *certain*: there are replies from the tiles in hand that survive every tile in every orientation that an opponent can
  have, lawful in that deal or not. Tiles that are drawn are left out; they could only add replies.
- *refuted*: opponents have tiles, and chance has draws, that put the player out whatever they reply. Opponents
  only lay what does not put themselves over the edge, which is lawful in every deal.

A play that is neither is not judged.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Self

from ludotheque.core.game import Seat
from ludotheque.core.teaching.puzzle import MOST_NODES, Effort
from ludotheque.core.tuples import add, remove
from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.observation import observe, unseen
from ludotheque.games.tsuro.paths import Squares, follow, move_markers
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import OUT, DrawTile, PlayTile, State
from ludotheque.games.tsuro.tiles import ORIENTATIONS, Pairing

Line = tuple[PlayTile | DrawTile, ...]


class _Position(NamedTuple):
    """What lies open when a seat is to lay a tile, and which tiles could be anywhere."""

    squares: tuple[Pairing | None, ...]
    spots: tuple[int, ...]
    hand: tuple[int, ...]
    """The player's own tiles, as far as they are known."""
    hidden: tuple[int, ...]
    seat: Seat
    turns: int
    """How many tiles of the player are still to come."""


class Survival:
    """The search of one position."""

    def __init__(self, setup: Setup, state: State, turns: int) -> None:
        self._setup = setup
        self._me = state.turn
        hidden = unseen(setup, observe(setup, state, state.turn))
        self._root = _Position(state.squares, state.spots, state.hands[state.turn], hidden, state.turn, turns)
        self._pile = len(state.pile)
        self._alive = sum(spot >= 0 for spot in state.spots)
        self._effort = Effort()

    @classmethod
    def of(cls, setup: Setup, state: State, turns: int) -> Self | None:
        """Prepare a search; None where it would not be true, or would not end in time.

        The player must hold a tile for every turn, and every opponent as many as they will lay.
        """
        others = [seat for seat in range(setup.seats) if seat != state.turn and state.spots[seat] >= 0]
        if len(state.hands[state.turn]) < turns or any(len(state.hands[seat]) < turns - 1 for seat in others):
            return None
        hidden = unseen(setup, observe(setup, state, state.turn))
        breadth = sum(len(ORIENTATIONS[tile]) for tile in set(hidden))
        if breadth ** (len(others) * (turns - 1)) > MOST_NODES // 2:
            return None
        return cls(setup, state, turns)

    def is_certain(self, squares: Squares, spots: Sequence[int], tile: int) -> bool:
        """Whether the player surely survives after laying a tile; `squares` and `spots` are what came of it."""
        return self._survives(self._after(self._root, squares, spots, tile))

    def refute(self, squares: Squares, spots: Sequence[int], tile: int) -> Line | None:
        """Find what opponents lay so that the player cannot survive; None if there is nothing.

        It goes on until the player is out. What the player draws is named, before what the others lay then.
        """
        if self._puts_another_out(self._root, spots):
            return None
        line = self._refute(self._after(self._root, squares, spots, tile))
        return None if line is None else _put_draws_first(line)

    def _lay(self, position: _Position, tile: int) -> Iterator[tuple[PlayTile, list[Pairing | None], list[int]]]:
        """Lay a tile in every orientation before the seat to move; yield the play and what comes of it."""
        square = position.spots[position.seat] >> 3
        for turns, pairing in enumerate(ORIENTATIONS[tile]):
            self._effort.spend()
            squares, spots = list(position.squares), list(position.spots)
            squares[square] = pairing
            for marker, end in move_markers(self._setup.board, squares, spots, square).items():
                spots[marker] = end
            yield PlayTile(tile, turns), squares, spots

    def _after(self, position: _Position, squares: Squares, spots: Sequence[int], tile: int) -> _Position:
        """Go on to the next seat that is in, after a tile of the seat to move."""
        is_mine = position.seat == self._me
        in_line = self._setup.clockwise[(position.seat + 1) % self._setup.seats]
        return _Position(
            tuple(squares),
            tuple(spots),
            remove(position.hand, tile) if is_mine else position.hand,
            position.hidden if is_mine else remove(position.hidden, tile),
            next(seat for seat in in_line if spots[seat] >= 0),
            position.turns - is_mine,
        )

    def _is_done(self, position: _Position) -> bool:
        """Whether the player has survived: all turns, or everybody else."""
        return position.turns == 0 or position.seat == self._me == self._after_me(position.spots)

    def _after_me(self, spots: Sequence[int]) -> Seat:
        in_line = self._setup.clockwise[(self._me + 1) % self._setup.seats]
        return next(seat for seat in in_line if spots[seat] >= 0)

    def _puts_another_out(self, position: _Position, spots: Sequence[int]) -> bool:
        return any(
            before >= 0 > after
            for seat, (before, after) in enumerate(zip(position.spots, spots, strict=True))
            if seat != self._me
        )

    # ── Certain ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _survives(self, position: _Position) -> bool:
        if self._is_done(position):
            return True
        is_mine = position.seat == self._me
        tiles = dict.fromkeys(position.hand if is_mine else position.hidden)
        laid = ((tile, squares, spots) for tile in tiles for _, squares, spots in self._lay(position, tile))
        return (any if is_mine else all)(
            spots[self._me] != OUT and self._survives(self._after(position, squares, spots, tile))
            for tile, squares, spots in laid
        )

    # ── Refuted ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _refute(self, position: _Position) -> Line | None:
        """Return what shows it, the player's own replies included, each after the tile that was drawn for it.

        Lines on which somebody else goes out are left alone: that may be a forbidden play, and gives tiles back, which
        others draw.
        """
        if self._is_done(position):
            return None
        if position.seat == self._me:
            return self._refute_replies(position)
        for tile in dict.fromkeys(position.hidden):
            for play, squares, spots in self._lay(position, tile):
                if self._puts_another_out(position, spots):
                    continue
                if spots[self._me] == OUT:
                    return (play,)
                if (line := self._refute(self._after(position, squares, spots, tile))) is not None:
                    return (play, *line)
        return None

    def _refute_replies(self, position: _Position) -> Line | None:
        """Refute every tile in the hand, and then everything again with one more tile, that of the worst draw."""
        shown = self._refute_tiles(position, position.hand)
        rounds = self._root.turns - 1 - position.turns  # in each of them everybody has drawn a tile
        if shown is None or self._pile <= rounds * self._alive:
            return shown
        for tile in dict.fromkeys(position.hidden):
            drawn = position._replace(hand=add(position.hand, tile), hidden=remove(position.hidden, tile))
            tiles = drawn.hand if position.turns > 1 else (tile,)  # a last reply with the others was refuted above
            if (line := self._refute_tiles(drawn, tiles)) is not None:
                return (DrawTile(tile), *(line if position.turns > 1 else self._go_out(drawn)))
        return None

    def _refute_tiles(self, position: _Position, tiles: Iterable[int]) -> Line | None:
        """Refute tiles in every orientation; return a line for one that is not out at once, if there is any."""
        shown: Line = ()
        for tile in dict.fromkeys(tiles):
            for play, squares, spots in self._lay(position, tile):
                if spots[self._me] == OUT:
                    continue
                if self._puts_another_out(position, spots):
                    return None
                line = self._refute(self._after(position, squares, spots, tile))
                if line is None:
                    return None
                shown = shown or (play, *line)
        return shown or self._go_out(position)

    def _go_out(self, position: _Position) -> Line:
        """Show a reply where every one takes the player out: a collision if there is one, which is always lawful."""
        spot = position.spots[self._me]
        met = [other for other in position.spots if other >> 3 == spot >> 3 and other != spot]
        plays = [PlayTile(tile, turns) for tile in position.hand for turns in range(len(ORIENTATIONS[tile]))]

        def collides(play: PlayTile) -> bool:
            squares = list(position.squares)
            squares[spot >> 3] = ORIENTATIONS[play.tile][play.turns]
            return follow(self._setup.board, squares, spot, met) != OFF

        return (next(filter(collides, plays), plays[0]),)


def _put_draws_first(line: Line) -> Line:
    """Put each draw where it happens: right after the player's last tile, before what the others lay."""
    ordered: list[PlayTile | DrawTile] = []
    start = 0
    for index, move in enumerate(line):
        if isinstance(move, DrawTile):
            ordered.insert(start, move)
            start = index + 2
        else:
            ordered.append(move)
    return tuple(ordered)
