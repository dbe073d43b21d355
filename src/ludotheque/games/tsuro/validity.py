"""What is impossible about a state of Tsuro that was not reached by playing. Reading one is in notation.py.

The checks go from the outside in: every number in its range, the tiles and where they are, the markers and the paths
that lead to them, then what holds in each phase. Each relies on those before it. Where markers stand follows from where
they started and what lies on the board; how full hands are, from the pile: as long as it has tiles, nobody lacks one.
"""

from collections.abc import Iterable

from ludotheque.core.errors import ImpossibleState
from ludotheque.core.game import Seat
from ludotheque.core.states import check_ascending, check_types, find_surplus
from ludotheque.core.tuples import put
from ludotheque.games.tsuro import rules
from ludotheque.games.tsuro.board import OFF
from ludotheque.games.tsuro.editions import HAND
from ludotheque.games.tsuro.paths import Squares, path
from ludotheque.games.tsuro.pile import draw_in_turn, is_in
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import OUT, UNPLACED, State
from ludotheque.games.tsuro.tiles import IDENTITY, PORTS

_REASONS = ("last_marker", "all_out", "no_tiles")


def check_state(setup: Setup, state: State) -> None:
    """Raise ImpossibleState, saying why, for a state that the rules cannot lead to."""
    check_types(state, State)
    _check_ranges(setup, state)
    _check_tiles(setup, state)
    if UNPLACED in state.starts or state.spots[-1] == UNPLACED:
        _check_opening(setup, state)
        return
    _check_starts(setup, state)
    _check_markers(setup, state)
    if state.reason is None and sum(is_in(setup, state, seat) for seat in range(setup.seats)) < 2:
        raise ImpossibleState("Fewer than two players are still in, so the game is over; reason must say why.")
    _check_hands(setup, state)
    _check_parts(setup, state)
    if state.reason is not None:
        _check_end(setup, state)
        return
    if state.laid is not None or state.choosers:
        _check_choosers(setup, state)
    if state.pool:
        _check_pool(setup, state)
    if state.draws:
        _check_draws(setup, state)
    if not (state.choosers or state.pool or state.draws):
        _check_turn(setup, state)
    _check_dragon(setup, state)


# ── Ranges and tiles ─────────────────────────────────────────────────────────────────────────────────────────────────


def _check_ranges(setup: Setup, state: State) -> None:
    for name, values, length in (
        ("squares", state.squares, setup.board.squares),
        ("spots", state.spots, setup.markers),
        ("starts", state.starts, setup.markers),
        ("out_at", state.out_at, setup.markers),
        ("hands", state.hands, setup.seats),
    ):
        if len(values) != length:
            raise ImpossibleState(f"{name} has {len(values)} entries; this game has {length}.")
    _check_each("a seat", (state.turn, *state.draws, *([] if state.dragon is None else [state.dragon])), setup.seats)
    _check_each("a marker", (*state.undecided, *state.parts, *state.choosers), setup.markers)
    _check_each("a square", () if state.laid is None else (state.laid,), setup.board.squares)
    for spot in (*state.spots, *state.starts):
        if not UNPLACED <= spot < setup.board.squares * PORTS:
            raise ImpossibleState(f"There is no spot {spot}; spots go from 0 to {setup.board.squares * PORTS - 1}.")
    for name, items in (
        ("undecided", state.undecided),
        ("parts", state.parts),
        ("pile", state.pile),
        ("pool", state.pool),
        *(("hands", hand) for hand in state.hands),
    ):
        check_ascending(name, items)
    for name, markers in (("undecided", state.undecided), ("parts", state.parts), ("choosers", state.choosers)):
        if len(set(markers)) != len(markers):
            raise ImpossibleState(f"{name} has a marker twice.")


def _check_each(what: str, numbers: Iterable[int], count: int) -> None:
    for number in numbers:
        if number not in range(count):
            raise ImpossibleState(f"{number} is not {what}; there are {count}, counted from 0.")


def _check_tiles(setup: Setup, state: State) -> None:
    """Every tile is in one place: on the board, in a hand, in the pile or among those of the players just put out."""
    tiles: list[int] = []
    for square, pairing in enumerate(state.squares):
        if pairing is not None:
            if pairing not in IDENTITY:
                where = setup.board.format_square(square)
                raise ImpossibleState(f"What lies on {where} is no tile: {pairing} does not pair the eight ports.")
            tiles.append(IDENTITY[pairing][0])
    for row in (*state.hands, state.pile, state.pool):
        tiles += row
    if surplus := find_surplus(tiles, setup.tiles):
        tile, here, there = surplus
        raise ImpossibleState(f"Tile {tile} is here {here} times; this game has it {there} times.")
    for seat, hand in enumerate(state.hands):
        if len(hand) > HAND:
            raise ImpossibleState(f"Seat {seat} holds {len(hand)} tiles; nobody ever holds more than {HAND}.")


# ── 1, 2. The deal and the markers ───────────────────────────────────────────────────────────────────────────────────


def _check_opening(setup: Setup, state: State) -> None:
    """Everything follows from how many tiles are dealt and how many markers are placed."""
    first = rules.start(setup)
    dealt = sum(map(len, state.hands))
    placed = sum(start != UNPLACED for start in state.starts)
    starts = (*state.starts[:placed], *first.starts[placed:])
    if state.starts != starts or state.spots != starts:
        raise ImpossibleState(
            "Markers are placed one after the other, and stand where they start until all are placed."
        )
    if any(square is not None for square in state.squares):
        raise ImpossibleState("There are tiles on the board, but not all markers are placed.")
    if placed and len(first.draws) != dealt:
        raise ImpossibleState("Markers are placed, but not everybody was dealt three tiles.")
    _check_starts(setup, state._replace(starts=state.starts[:placed]))
    sizes = tuple(min(HAND, max(0, dealt - HAND * seat)) for seat in range(setup.seats))
    if tuple(map(len, state.hands)) != sizes or state.draws != first.draws[dealt:]:
        raise ImpossibleState("Tiles are dealt seat by seat, three to each; hands and draws are otherwise.")
    expected = first._replace(
        spots=starts,
        starts=starts,
        undecided=tuple(range(placed)) if setup.starts_on_sides else (),
        hands=state.hands,
        pile=state.pile,
        turn=placed % setup.seats,
        draws=state.draws,
    )
    for name, value, other in zip(State._fields, state, expected, strict=True):
        if value != other:
            raise ImpossibleState(f"Not all markers are placed, so {name} must be {other!r}, not {value!r}.")


def _check_starts(setup: Setup, state: State) -> None:
    """Each marker starts on a start position of its own; in Kosmos by either port of a side."""
    taken: dict[int, int] = {}
    for marker, start in enumerate(state.starts):
        position = start & ~1 if setup.starts_on_sides else start
        if position not in setup.start_spots or (start != position and marker in state.undecided):
            kind = "the middle of an outer side" if setup.starts_on_sides else "a notch on the rim"
            raise ImpossibleState(f"Marker {marker} starts on spot {start}, which is not {kind}.")
        if position in taken:
            where = setup.board.format_spot(start)
            raise ImpossibleState(f"Markers {taken[position]} and {marker} start at the same point, {where}.")
        taken[position] = marker


# ── 3, 5, 6. The markers and their paths ─────────────────────────────────────────────────────────────────────────────


def _check_markers(setup: Setup, state: State) -> None:
    """Where each marker stands, when it went out, and that every tile was laid before some marker."""
    board, squares, laid = setup.board, _settled(state), _count_laid(_settled(state))
    reached: set[int] = set()
    ends: dict[int, int] = {}
    for marker, start in enumerate(state.starts):
        _check_undecided(setup, state, marker, squares)
        *passed, end = path(board, squares, start)
        crossed = {spot >> 3 for spot in passed}
        reached |= crossed
        expected = OUT if end == OFF else end
        if state.spots[marker] != expected:
            raise ImpossibleState(
                f"Marker {marker} is {_name_spot(setup, state.spots[marker])}; "
                f"its path leads {'off the board or into another' if end == OFF else 'to ' + board.format_spot(end)}."
            )
        if end != OFF:
            if state.out_at[marker]:
                raise ImpossibleState(f"Marker {marker} is still in, but went out with {state.out_at[marker]} tiles.")
            continue
        if not len(crossed) <= state.out_at[marker] <= laid:
            raise ImpossibleState(
                f"Marker {marker} went out with {state.out_at[marker]} tiles on the board; its path has {len(crossed)} "
                f"and the board {laid}."
            )
        last = passed[-1]
        pairing = squares[last >> 3]
        ends[marker] = last & ~7 | (pairing[last & 7] if pairing else 0)
    for marker, end in ends.items():
        if end in state.starts and state.out_at[marker] != state.out_at[state.starts.index(end)]:
            other = state.starts.index(end)
            raise ImpossibleState(f"Markers {marker} and {other} collided, so they went out with the same tile.")
    for square, pairing in enumerate(squares):
        if pairing is not None and square not in reached:
            raise ImpossibleState(f"The tile on {board.format_square(square)} is on no marker's path.")


def _check_undecided(setup: Setup, state: State, marker: int, squares: Squares) -> None:
    """Kosmos 3. A marker chooses its port when the first tile comes before it, and not earlier."""
    square = state.starts[marker] >> 3
    if marker in state.undecided:
        if not setup.starts_on_sides:
            raise ImpossibleState("Markers start at a port in this edition; none is undecided.")
        if squares[square] is not None:
            raise ImpossibleState(f"Marker {marker} has not chosen a port, but a tile lies before it.")
    elif setup.starts_on_sides and squares[square] is None and square != state.laid:
        raise ImpossibleState(f"Marker {marker} has chosen a port, but no tile lies before it.")


def _settled(state: State) -> Squares:
    """Return the tiles whose effects have happened: all but the one that waits for a port."""
    return state.squares if state.laid is None else put(state.squares, state.laid, None)


def _count_laid(squares: Squares) -> int:
    return len(squares) - squares.count(None)


def _name_spot(setup: Setup, spot: int) -> str:
    return {OUT: "out", UNPLACED: "not placed"}.get(spot) or f"at {setup.board.format_spot(spot)}"


# ── 7, 10. Hands, the pile, the dragon, whose turn it is ─────────────────────────────────────────────────────────────


def _check_hands(setup: Setup, state: State) -> None:
    """While the pile has tiles, nobody who is in lacks one, but for the tile just played and those being drawn."""
    for seat, hand in enumerate(state.hands):
        seat_is_in = is_in(setup, state, seat)
        if hand and not seat_is_in and setup.returns_hands:
            raise ImpossibleState(f"Seat {seat} is out but holds tiles; they go back to the pile.")
        if state.draws or state.reason is not None or not state.pile or not seat_is_in:
            continue
        full = HAND - (seat == state.turn and (state.laid is not None or bool(state.pool)))
        if len(hand) != full:
            raise ImpossibleState(
                f"Seat {seat} holds {len(hand)} tiles and the pile has {len(state.pile)}; it would have drawn."
            )


def _check_parts(setup: Setup, state: State) -> None:
    """Kosmos 5. The markers still to be played are the active player's; after a tile was laid, not all of them."""
    own = setup.markers_of[state.turn]
    if not set(state.parts) <= set(own):
        raise ImpossibleState(f"parts has markers that are not those of seat {state.turn}, who is active.")
    is_playing = not (state.laid is not None or state.pool or state.draws or state.reason)
    if not is_playing and len(state.parts) == len(own):
        raise ImpossibleState("A tile was just laid, so parts cannot have all markers of the active player.")
    laid = _count_laid(_settled(state))
    if not is_playing and all(state.out_at[marker] not in (0, laid) for marker in own):
        raise ImpossibleState(f"Seat {state.turn} was out before the last tile, so it was another player's turn.")


def _check_turn(setup: Setup, state: State) -> None:
    """10. The player whose turn it is has a marker in play and a tile."""
    if not is_in(setup, state, state.turn):
        raise ImpossibleState(f"It is the turn of seat {state.turn}, who is out.")
    if not state.hands[state.turn]:
        raise ImpossibleState(f"It is the turn of seat {state.turn}, who has no tile and would be skipped.")
    if not state.parts or any(state.spots[marker] < 0 for marker in state.parts):
        raise ImpossibleState(f"parts must be the markers that seat {state.turn} has still to play, all of them in.")
    if not _count_laid(state.squares) and (state.turn or state.parts != setup.markers_of[0]):
        raise ImpossibleState("No tile is laid yet, so it is the first seat's turn with all its markers.")


def _check_draws(setup: Setup, state: State) -> None:
    """7. Who draws follows from the hands and from who draws first."""
    if state.laid is not None or state.pool:
        raise ImpossibleState("Tiles are being drawn, but the last one is not settled yet.")
    if not _count_laid(state.squares):
        raise ImpossibleState("Tiles are being drawn, but none was laid.")
    first = state.draws[0]
    expected = draw_in_turn(setup, state, first)
    if state.draws != expected or (not setup.has_dragon and state.draws != (state.turn,)):
        raise ImpossibleState(f"draws is {state.draws}; by hands and pile it is {expected}.")
    if _count_laid(state.squares) not in state.out_at and first != state.turn:
        raise ImpossibleState(f"Nobody went out with the last tile, so only seat {state.turn}, who is active, draws.")


def _check_dragon(setup: Setup, state: State) -> None:
    """7. Only a player who had to draw from an empty pile holds the dragon."""
    holder, lacking = state.dragon, _list_lacking(setup, state)
    if holder is None:
        is_settled = not (state.draws or state.pool or state.laid is not None)
        if setup.has_dragon and is_settled and not state.pile and lacking:
            raise ImpossibleState("The pile is empty and somebody lacks a tile, so somebody holds the dragon.")
        return
    if not setup.has_dragon:
        raise ImpossibleState("There is no dragon in this game.")
    if holder not in lacking:
        raise ImpossibleState(f"Seat {holder} holds the dragon, but is out or lacks no tile.")
    if state.draws and state.draws[0] != holder:
        raise ImpossibleState(f"Seat {holder} holds the dragon and would draw first.")
    if state.pile and not state.draws:
        raise ImpossibleState(f"Seat {holder} holds the dragon, but the pile has tiles to draw.")


def _list_lacking(setup: Setup, state: State) -> list[Seat]:
    return [seat for seat, hand in enumerate(state.hands) if len(hand) < HAND and is_in(setup, state, seat)]


# ── In between, and the end ──────────────────────────────────────────────────────────────────────────────────────────


def _check_choosers(setup: Setup, state: State) -> None:
    """Kosmos 3. A tile was laid before markers that have not moved; they choose in the order of play."""
    if state.laid is None or state.squares[state.laid] is None:
        raise ImpossibleState("Markers choose a port, but no tile was laid before them.")
    if state.pool or state.draws:
        raise ImpossibleState("A tile waits for markers to choose a port, so nothing is swapped or drawn yet.")
    reached = [marker for marker in state.undecided if state.spots[marker] >> 3 == state.laid]
    reached.sort(key=lambda marker: ((marker - state.turn) % setup.seats, marker))
    if not reached or state.choosers != tuple(reached):
        raise ImpossibleState(f"choosers is {state.choosers}; the tile laid last has reached {tuple(reached)}.")
    played = [marker for marker in setup.markers_of[state.turn] if marker not in (*state.parts, *state.undecided)]
    if all(state.spots[marker] >> 3 != state.laid for marker in played):
        raise ImpossibleState(f"The tile laid last is not before a marker that seat {state.turn} has played.")


def _check_pool(setup: Setup, state: State) -> None:
    """8. The hands of those whom the last tile put out, shown to the active player, who is in and has tiles."""
    if not setup.has_bonus:
        raise ImpossibleState("There is no elimination bonus in this game, so no tiles to swap with.")
    if state.laid is not None or state.draws or state.parts:
        raise ImpossibleState("A bonus is decided on after a tile was laid and before tiles are drawn.")
    if not is_in(setup, state, state.turn) or len(state.hands[state.turn]) not in range(1, HAND):
        raise ImpossibleState(f"Seat {state.turn} decides on a bonus, but is out, or has not one or two tiles.")
    put_out = state.out_at.count(_count_laid(state.squares))
    if len(state.pool) > HAND * put_out or (state.pile and len(state.pool) != HAND * put_out):
        raise ImpossibleState(
            f"{put_out} players went out with the last tile; they cannot have left {len(state.pool)} tiles."
        )


def _check_end(setup: Setup, state: State) -> None:
    """11. One player is left, or none, or nobody has a tile."""
    if state.reason not in _REASONS:
        raise ImpossibleState(f"The game is over because of {state.reason!r}; there are only {', '.join(_REASONS)}.")
    if state.laid is not None or state.choosers or state.pool or state.draws:
        raise ImpossibleState("The game is over, so nothing is chosen, swapped or drawn any more.")
    if state.dragon is not None and not setup.has_dragon:
        raise ImpossibleState("There is no dragon in this game.")
    still_in = [seat for seat in range(setup.seats) if is_in(setup, state, seat)]
    if state.reason != ("last_marker" if len(still_in) == 1 else "no_tiles" if still_in else "all_out"):
        raise ImpossibleState(f"The game is over because of {state.reason}, but {len(still_in)} players are in.")
    if state.reason == "no_tiles":
        if state.parts or any(state.hands[seat] for seat in still_in) or state.pile:
            raise ImpossibleState("The game is over because nobody has a tile, but somebody has, or there is a pile.")
        _check_dragon(setup, state)
    elif max(state.out_at) != _count_laid(state.squares):
        raise ImpossibleState("The game is over because markers went out, but none did with the last tile.")
