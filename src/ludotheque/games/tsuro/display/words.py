"""Moves and events of Tsuro in plain English, for the terminal and its log."""

from collections.abc import Sequence

from ludotheque.core.game import Event
from ludotheque.games.tsuro import events
from ludotheque.games.tsuro.board import SIDES
from ludotheque.games.tsuro.setup import Setup
from ludotheque.games.tsuro.state import ChoosePort, DrawTile, Move, PlaceMarker, PlayTile, State, SwapTiles
from ludotheque.games.tsuro.tiles import PORTS

_TURNS = ("", ", one quarter turn", ", two quarter turns", ", three quarter turns")
_SIDE_NAMES = dict(zip(SIDES, ("top", "right", "bottom", "left"), strict=True))
REASONS = {
    "last_marker": "only one player is left",
    "all_out": "the last players went out together",
    "no_tiles": "there are no tiles left",
}
"""Why a game ended."""


def describe_move(setup: Setup, state: State, move: Move, told: Sequence[Event]) -> str:
    """Say what a legal move is, and what it leads to; `told` are its events as its player will see them."""
    match move:
        case PlaceMarker(spot):
            return f"start at {_describe_place(setup, spot)}"
        case PlayTile():
            marker = state.turn if move.marker is None else move.marker
            which = "" if move.marker is None else f" for marker {'AB'[marker // setup.seats]}"
            entry = "" if move.port is None else f", entering at port {move.port}"
            return f"tile {move.tile}{_TURNS[move.turns]}{entry}{which}: {_describe_result(setup, state, told)}"
        case ChoosePort(port):
            return f"follow the path at port {port}: {_describe_result(setup, state, told)}"
        case SwapTiles(give, take):
            return f"give {_list(give)} for {_list(take)}" if give else "keep your tiles"
        case DrawTile(tile):
            return f"draw tile {tile}"


def _describe_result(setup: Setup, state: State, told: Sequence[Event]) -> str:
    """Say where the mover's marker ends and who goes out."""
    mover = state.turn if not state.choosers else state.choosers[0] % setup.seats
    lost: set[int] = set()
    out: list[int] = []
    ends: dict[int, int] = {}
    for event in told:
        match event:
            case events.MarkerMoved(seat, marker, path) if seat == mover:
                ends[marker] = path[-1]
            case events.MarkerLeft(_, marker):
                lost.add(marker)
            case events.MarkersCollided(_, markers):
                lost.update(markers)
            case events.PlayerPutOut(seat):
                out.append(seat)
    if not ends:
        return "a port is chosen first"
    results = ["you are out"] if mover in out else []
    for marker, end in ends.items():
        name = f" {'AB'[marker // setup.seats]}" if setup.markers > setup.seats and len(ends) > 1 else ""
        if marker not in lost:
            results.append(f"{f'marker{name} ' if name else ''}to {setup.board.format_square(end // PORTS)}")
        elif mover not in out:
            results.append(f"marker {'AB'[marker // setup.seats]} is out")
    return ", ".join(results + [f"player {seat + 1} is out" for seat in out if seat != mover])


def describe_event(setup: Setup, event: Event, names: Sequence[str]) -> str:  # noqa: C901, PLR0912 - one case an event
    """Say what happened, in one sentence."""
    board = setup.board
    match event:
        case events.TileDrawn(seat, tile):
            return f"{names[seat]} draws {'a tile' if tile is None else f'tile {tile}'}."
        case events.MarkerPlaced(seat, _, spot):
            return f"{names[seat]} starts at {_describe_place(setup, spot)}."
        case events.TileLaid(seat, square, tile, turns):
            return f"{names[seat]} lays tile {tile}{_TURNS[turns]} on {board.format_square(square)}."
        case events.PortChosen(seat, _, spot):
            return f"{names[seat]} follows the path at port {spot % PORTS}."
        case events.MarkerMoved():
            return ""
        case events.MarkerLeft(seat):
            return f"{names[seat]} goes over the edge of the board."
        case events.MarkersCollided((one, other)):
            return f"{names[one]} and {names[other]} collide." if one != other else f"{names[one]}'s markers collide."
        case events.PlayerPutOut(seat, tiles, returned):
            if not tiles:
                return f"{names[seat]} is out."
            goes, is_laid = ("goes", "is") if tiles == 1 else ("go", "are")
            fate = f"{goes} back to the pile" if returned else f"{is_laid} laid down"
            return f"{names[seat]} is out. {_count(tiles)} {fate}."
        case events.DragonPassed(giver, taker):
            if taker is None:
                return "The dragon lies beside the board."
            return f"{names[taker]} takes the dragon{'' if giver is None else f' from {names[giver]}'}."
        case events.SwapOffered(seat, count):
            return f"{names[seat]} may swap with {_count(count)} of those put out."
        case events.TilesSwapped(seat, count, gave, took):
            if not count:
                return f"{names[seat]} swaps nothing."
            if gave is None or took is None:
                return f"{names[seat]} swaps {_count(count)}."
            return f"{names[seat]} gives {_list(gave)} for {_list(took)}."
        case events.GameEnded(ranks, reason):
            winners = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
            verb = "wins" if len(winners) == 1 else "share the win"
            return f"The game is over: {REASONS[reason]}. {_join(winners)} {verb}."
    raise AssertionError(f"{event!r} is no event of Tsuro")


def _describe_place(setup: Setup, spot: int) -> str:
    square, side = setup.board.format_square(spot // PORTS), SIDES[spot % PORTS // 2]
    if setup.starts_on_sides:
        return f"the {_SIDE_NAMES[side]} side of {square}"
    return f"port {spot % PORTS} of {square} ({_SIDE_NAMES[side]})"


def _list(tiles: Sequence[int]) -> str:
    return _join([str(tile) for tile in tiles])


def _join(words: Sequence[str]) -> str:
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), words[-1]])


def _count(tiles: int) -> str:
    return f"{tiles} tile" if tiles == 1 else f"{tiles} tiles"
