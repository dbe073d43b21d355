"""The analysis board as documents: opened records, positions of lines that somebody explores, and exported trees.

Nothing is kept: every request holds all that its answer follows from. Whatever is sent is checked by the rules. Each
function may take some tenths of a second; `AnalysisWork` runs them off the event loop, one at a time.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count, zip_longest
from random import SystemRandom
from typing import Any, TypeVar

import msgspec

from ludotheque.core.errors import MoveError, RecordError, StateError, UnknownGame
from ludotheque.core.game import CHANCE, AnyGame, Seat
from ludotheque.core.inputs import shorten
from ludotheque.core.match import Match
from ludotheque.core.records.notes import Branch, Note, Place
from ludotheque.core.records.record import Record, parse_record
from ludotheque.core.records.tree import Node, Tree
from ludotheque.core.records.verify import make_record, verify
from ludotheque.core.teaching.exercise import set_words
from ludotheque.core.wire import encode_event, encode_material
from ludotheque.server.bounds import MOST_ANALYSED
from ludotheque.server.errors import Refused
from ludotheque.server.http import schemas
from ludotheque.server.table.feed.messages import view_outcome
from ludotheque.server.table.feed.views import view_moves, view_observation, view_plies, view_scene
from ludotheque.server.table.games import begin_match, guard_game, make_requested_game, play_text

MOST_WAITING = 50
"""How many requests wait for their turn at most."""
MOST_DRAWS = 100
"""How many alternatives of a draw are listed."""

T = TypeVar("T")
_random = SystemRandom()


class AnalysisWork:
    """Runs what takes a while in a thread, one after the other, so that those who play hardly notice."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def run(self, work: Callable[[], T]) -> T:
        """Run something when its turn comes. Raises Refused if too much waits already."""
        if self._waiting >= MOST_WAITING:
            raise Refused("too_fast", "Too many positions are being worked out. Try again in a moment.")
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


# ── Opening ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def open_record(text: str) -> schemas.AnalysedGame:
    """Verify a record, and give its game with all branches. Raises Refused with the reason if it is not true."""
    record = _read_record(text)
    tree = _verify(record)
    game = tree.game
    nodes = [node for node in tree if node.ply is not None]
    indices = {id(node): index for index, node in enumerate(nodes)}
    with guard_game(game.title):
        return schemas.AnalysedGame(
            game=game.id,
            options=game.options.format(),
            names=list(record.seats),
            material=encode_material(game),
            position=record.position,
            moves=[
                schemas.AnalysedMove(
                    parent=indices.get(id(node.parent), -1),
                    move=game.format_move(node.ply.before, node.ply.move),
                    actor="chance" if node.ply.actor is CHANCE else node.ply.actor,
                    words=_tell(node),
                )
                for node in nodes
                if node.ply is not None
            ],
            words=_tell(tree.root),
        )


def open_line(line: schemas.AnalysedLine) -> schemas.AnalysedGame:
    """Check a position of somebody's own, and moves from there on. Raises Refused with the reason if it is not one."""
    match = _play(line)
    game = match.game
    with guard_game(game.title):
        return schemas.AnalysedGame(
            game=game.id,
            options=game.options.format(),
            names=[""] * game.seats,
            material=encode_material(game),
            position=line.position,
            moves=[
                schemas.AnalysedMove(
                    parent=index - 1,
                    move=game.format_move(ply.before, ply.move),
                    actor="chance" if ply.actor is CHANCE else ply.actor,
                    words={},
                )
                for index, ply in enumerate(match.plies)
            ],
            words={},
        )


def _read_record(text: str) -> Record:
    try:
        record = parse_record(text)
    except RecordError as error:
        raise Refused("bad_record", str(error)) from None
    count = len(record.plies) + sum(len(branch.moves) for note in record.notes for branch in note.branches)
    if count > MOST_ANALYSED:
        raise Refused("bad_record", f"This record has {count} moves; the analysis board takes {MOST_ANALYSED} at most.")
    return record


def _verify(record: Record) -> Tree:
    try:
        with guard_game(record.game, RecordError, UnknownGame):
            return verify(record).tree
    except (RecordError, UnknownGame) as error:
        raise Refused("bad_record", str(error)) from None


def _tell(node: Node) -> dict[str, str]:
    """Give what is noted at a position: about it, and about the branch that begins with the move that led here."""
    note = None if node.parent is None else node.parent.note
    branches = [] if note is None or node.place.ply != 1 else note.branches
    words = dict(next((branch.words for branch in branches if branch.name == node.place.branch), {}))
    for language, text in (node.note.words if node.note is not None else {}).items():
        words[language] = f"{words[language]}\n{text}" if language in words else text
    return set_words(words)


# ── Positions ────────────────────────────────────────────────────────────────────────────────────────────────────────


def view_position(shown: schemas.ShowAnalysed) -> schemas.AnalysedPosition:
    """View the position that a line leads to. Raises Refused."""
    match = _play(shown)
    game, drawn = match.game, None
    if shown.viewer is not None and shown.viewer >= game.seats:
        raise Refused("no_such_seat", f"There is no seat {shown.viewer}; the seats are numbered from 0.")
    with guard_game(game.title):
        if shown.draw and match.actor is CHANCE:
            [move] = _random.choices(match.legal_moves, game.weights(match.state))
            drawn = match.format_move(move)
            match.play(move)
        state, actor, outcome = match.state, match.actor, match.outcome
        viewer = _find_decider(match) if shown.viewer is None else shown.viewer
        is_open = shown.viewer is None
        return schemas.AnalysedPosition(
            ply=len(match.plies),
            viewer=viewer,
            actor="chance" if actor is CHANCE else actor,
            plies=view_plies(game, match.plies, viewer),
            observation=view_observation(game, state, viewer),
            scene=view_scene(game, state),
            moves=view_moves(game, state, viewer, previews=True) if viewer is not None and actor == viewer else [],
            draws=_view_draws(game, state) if actor is CHANCE and is_open else [],
            outcome=None if outcome is None else view_outcome(outcome),
            drawn=drawn,
            text=game.format_state(state) if is_open else None,
        )


def find_question(line: schemas.AnalysedLine) -> tuple[AnyGame, Any]:
    """Give the game, and what the seat sees that decides at the end of a line. Raises Refused if none does."""
    match = _play(line)
    with guard_game(match.game.title):
        seat = match.actor
        if seat is None or seat is CHANCE:
            raise Refused("over" if seat is None else "out_of_turn", "No player is to decide in this position.")
        return match.game, match.observe(seat)


def _play(line: schemas.AnalysedLine) -> Match[Any, Any, Any]:
    """Play a line by the rules. Raises Refused with the reason if it is not lawful."""
    game = make_requested_game(line.game, line.options)
    try:
        match = begin_match(game, line.position)
    except StateError as error:
        raise Refused("bad_position", str(error)) from None
    for number, text in enumerate(line.moves, start=1):
        try:
            play_text(match, text)
        except MoveError as error:
            raise Refused("illegal", f"Move {number}, {shorten(text)}, is not lawful: {error}") from None
    return match


def _find_decider(match: Match[Any, Any, Any]) -> Seat | None:
    """Find whose view is shown where everything may be: who decides or, if nobody does, who did last."""
    actors = [match.actor, *(ply.actor for ply in reversed(match.plies))]
    return next((actor for actor in actors if actor is not None and actor is not CHANCE), None)


def _view_draws(game: AnyGame, state: Any) -> list[schemas.DrawView]:
    """View what chance may draw, through the eyes of whoever can tell most of the alternatives apart."""
    moves, weights = game.legal_moves(state), game.weights(state)
    listed = [(move, game.apply(state, move)) for move in moves[:MOST_DRAWS]]

    def see(seat: Seat) -> list[list[dict[str, Any]]]:
        return [[encode_event(event) for event in game.events(state, move, after, seat)] for move, after in listed]

    seen = max((see(seat) for seat in range(game.seats)), key=lambda told: len(set(map(msgspec.json.encode, told))))
    total = sum(weights)
    return [
        schemas.DrawView(game.format_move(state, move), weight / total, events)
        for (move, _), weight, events in zip(listed, weights, seen, strict=False)
    ]


# ── Exporting ────────────────────────────────────────────────────────────────────────────────────────────────────────


def write_tree(wanted: schemas.ExportAnalysis) -> schemas.RecordText:
    """Write an analysis as an annotated record. Raises Refused if a move is not lawful.

    A record that it was opened from stays as it is, but for its notes, which the tree holds. Questions are left out.
    """
    children = _list_children(wanted.moves)
    if wanted.record is not None:
        record = _read_record(wanted.record)
        main = _match_plies(wanted.moves, children, [ply.move for ply in record.plies])
    else:
        main = _follow(children, -1)
        moves = [wanted.moves[index].move for index in main]
        match = _play(
            schemas.AnalysedLine(game=wanted.game, options=wanted.options, position=wanted.position, moves=moves)
        )
        names = [*wanted.names, *[""] * match.game.seats][: match.game.seats]
        with guard_game(match.game.title):
            record = make_record(match, names)
    text = replace(record, notes=tuple(_write_notes(wanted, children, main))).format()
    _verify(_read_record(text))
    return schemas.RecordText(text)


def _list_children(moves: Sequence[schemas.TreeMove]) -> dict[int, list[int]]:
    """List the moves that follow each, by their indices. Raises Refused for a move that comes before its parent."""
    children: dict[int, list[int]] = {}
    for index, each in enumerate(moves):
        if each.parent >= index:
            raise Refused("malformed", f"Move {index} follows move {each.parent}, which must stand before it.")
        children.setdefault(each.parent, []).append(index)
    return children


def _follow(children: Mapping[int, list[int]], start: int) -> list[int]:
    """Follow the main line after a move."""
    line = []
    while start in children:
        start = children[start][0]
        line.append(start)
    return line


def _match_plies(
    moves: Sequence[schemas.TreeMove], children: Mapping[int, list[int]], plies: Sequence[str]
) -> list[int]:
    """Find the moves of a tree that were played, as far as it has them."""
    line: list[int] = []
    for text in plies:
        following = children.get(line[-1] if line else -1, [])
        if (found := next((index for index in following if moves[index].move == text), None)) is None:
            break
        line.append(found)
    return line


def _write_notes(
    wanted: schemas.ExportAnalysis, children: Mapping[int, list[int]], main: Sequence[int]
) -> Iterator[Note]:
    """Write what branches off, line by line: first the game, then its branches, then theirs."""
    names = count(1)
    lines: deque[tuple[str | None, list[int]]] = deque([(None, [-1, *main])])
    while lines:
        branch, line = lines.popleft()
        for number, (node, following) in enumerate(zip_longest(line, line[1:]), start=0 if branch is None else 1):
            branches = []
            for child in children.get(node, []):
                if child != following:
                    beside = [child, *_follow(children, child)]
                    name = f"v{next(names)}"
                    branches.append(Branch(name, tuple(wanted.moves[index].move for index in beside)))
                    lines.append((name, beside))
            words = _clean(wanted.words if node == -1 else wanted.moves[node].words)
            if words or branches:
                yield Note(Place(number, branch), words, branches=tuple(branches))


def _clean(words: Mapping[str, str]) -> dict[str, str]:
    """Give words as notes can hold them: without empty lines, or spaces around them."""
    texts = {
        language: "\n".join(stripped for line in text.splitlines() if (stripped := line.strip()))
        for language, text in words.items()
    }
    return {language: text for language, text in texts.items() if text}
