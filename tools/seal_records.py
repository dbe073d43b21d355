"""Completes records that were written or changed by hand: `python -m tools.seal_records FILE…`, for lessons.

Above its notes, a file needs no more than what cannot be worked out: the game, the options that are not the usual ones,
the seats, the position if it does not begin at the start, and the moves, draws included, one after the other.

    [Game "tsuro"]
    [Option players "2"]
    [Seat 1 ""]
    [Seat 2 "Ada"]

    +6 +14 +24 +34 +2 +3 a4.6 f3.2

The record is played by the rules and written as docs/records.md has it, with every check; the notes stay as they are.
"""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

from ludotheque.core import registry
from ludotheque.core.match import Match
from ludotheque.core.records.notes import is_title, parse_notes
from ludotheque.core.records.record import Record
from ludotheque.core.records.verify import make_record, verify

_TAG = re.compile(r'\[(\w+)(?: (\w+))? ("[^\n]*")\]')
_SEALED_PLY = re.compile(r"[0-9]+ (?:-|[0-9]+) (\S+) [0-9a-f]{8}")


def seal(text: str) -> Record:
    """Make the record that a text describes, and verify it. Raises RecordError, MoveError or OptionError."""
    lines = text.split("\n")
    end = next((number for number, line in enumerate(lines) if is_title(line)), len(lines))
    tags: dict[tuple[str, str], str] = {}
    moves: list[str] = []
    for line in lines[:end]:
        if tag := _TAG.fullmatch(line):
            tags[tag[1], tag[2] or ""] = json.loads(tag[3])
        elif ply := _SEALED_PLY.fullmatch(line):
            moves.append(ply[1])
        else:
            moves += line.split()
    options = {name: text for (kind, name), text in tags.items() if kind == "Option"}
    game = registry.make_from_text(tags["Game", ""], options)
    position = tags.get(("Position", ""))
    match = Match(game) if position is None else Match.from_state(game, game.parse_state(position))
    for move in moves:
        match.play(match.parse_move(move))
    record = make_record(match, [text for (kind, _), text in tags.items() if kind == "Seat"])
    record = replace(record, notes=parse_notes(enumerate(lines[end:], start=end + 1)))
    verify(record)
    return record


def main() -> None:
    """Seal the files that the command line names."""
    for name in sys.argv[1:]:
        path = Path(name)
        text = path.read_text(encoding="utf-8")
        notes = text.partition("\n[Notes ")[2]
        sealed = replace(seal(text), notes=()).format()
        path.write_text(f"{sealed}\n[Notes {notes}" if notes else sealed, encoding="utf-8")


if __name__ == "__main__":
    main()
