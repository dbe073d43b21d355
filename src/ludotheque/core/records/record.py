"""The durable form of a match: a readable text file, specified in docs/records.md. Verified by verify.py.

A record has exactly one spelling: what `parse_record` accepts, `Record.format` writes back letter for letter. So a
flipped bit anywhere is either a syntax error here or a broken hash there. Only notes, which come after it and are
about it, may be written more freely (notes.py).
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ludotheque.core.errors import InvalidRecord
from ludotheque.core.fairness import Contribution, is_hash
from ludotheque.core.game import CHANCE, Actor
from ludotheque.core.inputs import parse_whole, shorten
from ludotheque.core.records.notes import Note, format_notes, is_title, parse_notes

FORMAT = 1
CHECK_DIGITS = 8
UNFINISHED = "*"
WITHHELD = "-"
OLDEST_DRAWS, NEWEST_DRAWS = 1, 2
"""Which functions draws may follow from. A record that names none is from before the second one."""

_TAG = re.compile(r'\[([A-Z][a-z]*)(?: ([a-z0-9_]+))? ("[^\n]*")\]')
_PLY = re.compile(r"([1-9][0-9]*) (-|[1-9][0-9]*) (\S+) ([0-9a-f]{8})")
_OWN_TAGS = frozenset(
    (
        "Ludo",
        "Game",
        "Rules",
        "Option",
        "Position",
        "Seat",
        "Commitment",
        "Draws",
        "Nonce",
        "Check",
        "Result",
        "Reason",
        "Scores",
        "Seed",
        "Chain",
    )
)


@dataclass(frozen=True, slots=True)
class RecordedPly:
    """A ply as text. Its check is the beginning of the hash chain up to here."""

    actor: Actor
    move: str
    check: str

    def format(self, number: int) -> str:
        """Format what is hashed: everything but the check."""
        return f"{number} {'-' if self.actor is CHANCE else self.actor + 1} {self.move}"


@dataclass(frozen=True)
class Record:
    """Everything needed to replay a match and to prove that it was played like this."""

    game: str
    rules: int
    """The `rules_version` of the game that was played."""
    options: Mapping[str, str]
    """The options of the game as text, in its order, as `Options.format_for_record` writes them."""
    seats: tuple[str, ...]
    """Who sat where."""
    position: str | None = None
    """The state that the game was set up from, as `format_state` writes it; None if it began as the rules say."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Whatever else is worth keeping, such as Date and Event; capitalised words."""
    commitment: str | None = None
    """The SHA-256 of the seed, if chance was promised to be fair."""
    draws: int = 1
    """The number of the function by which draws follow from the seed (docs/fairness.md)."""
    contributions: tuple[Contribution, ...] = ()
    """What players added to the seed, by seat."""
    check: str = ""
    """The beginning of the hash chain over the header and the first state."""
    plies: tuple[RecordedPly, ...] = ()
    ranks: tuple[int, ...] | None = None
    """The result; None if the game was not finished."""
    reason: str | None = None
    scores: tuple[int, ...] | None = None
    seed: str | None = None
    chain: str = ""
    """The whole hash over everything above."""
    notes: tuple[Note, ...] = ()
    """What people have written about the game; no part of what is proved."""

    def header(self) -> str:
        """Write what is known before the first ply."""
        return "\n".join(self._header_lines())

    def trailer(self) -> str:
        """Write what is known after the last ply, but for the hash over it."""
        return "\n".join(self._trailer_lines())

    def format(self) -> str:
        """Write the file."""
        plies = [f"{ply.format(number)} {ply.check}" for number, ply in enumerate(self.plies, start=1)]
        checked_header = f"{self.header()}\n{_tag('Check', self.check)}\n"
        checked_trailer = f"{self.trailer()}\n{_tag('Chain', self.chain)}\n"
        notes = [f"{format_notes(self.notes)}\n"] if self.notes else []
        return "\n".join([checked_header, *plies, *([""] if plies else []), checked_trailer, *notes])

    def _header_lines(self) -> Iterator[str]:
        yield _tag("Ludo", str(FORMAT))
        yield _tag("Game", self.game)
        yield _tag("Rules", str(self.rules))
        for name, text in self.options.items():
            yield _tag(f"Option {name}", text)
        if self.position is not None:
            yield _tag("Position", self.position)
        for seat, name in enumerate(self.seats, start=1):
            yield _tag(f"Seat {seat}", name)
        for name, text in self.tags.items():
            yield _tag(name, text)
        if self.commitment is not None:
            yield _tag("Commitment", self.commitment)
        if self.draws != OLDEST_DRAWS:
            yield _tag("Draws", str(self.draws))
        for each in self.contributions:
            yield _tag(f"Nonce {each.seat + 1}", f"{each.hash} {each.nonce or WITHHELD}")

    def _trailer_lines(self) -> Iterator[str]:
        yield _tag("Result", UNFINISHED if self.ranks is None else " ".join(map(str, self.ranks)))
        if self.reason is not None:
            yield _tag("Reason", self.reason)
        if self.scores is not None:
            yield _tag("Scores", " ".join(map(str, self.scores)))
        if self.seed is not None:
            yield _tag("Seed", self.seed)


def parse_record(text: str) -> Record:
    """Read a record. Raises InvalidRecord, naming the line, if it is malformed or cut off.

    Line ends of other systems are accepted; apart from that there is no leeway, but for the notes.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    title = next((index for index, line in enumerate(lines) if is_title(line)), None)
    if title is None:
        return _parse_game(lines)
    notes = parse_notes(enumerate(lines[title:], start=title + 1))
    game = "\n".join(lines[:title]).rstrip("\n")
    return replace(_parse_game([*game.split("\n"), ""]), notes=notes)


def _parse_game(lines: Sequence[str]) -> Record:
    """Read the record itself, without notes."""
    record = _Reader(lines).read()
    written = record.format().split("\n")
    for number, (line, expected) in enumerate(zip(lines, written, strict=False), start=1):
        if line != expected:
            raise InvalidRecord(f"Line {number} should read {shorten(expected)}, not {shorten(line)}.")
    if len(lines) != len(written):
        raise InvalidRecord(f"The record has {len(lines)} lines where {len(written)} were expected.")
    return record


class _Reader:
    """Collects tags and plies line by line; their order is checked afterwards, by formatting the record again."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.tags: dict[str, str] = {}
        self.plies: list[RecordedPly] = []
        for number, line in enumerate(lines, start=1):
            if line:
                self._read_line(number, line)

    def _read_line(self, number: int, line: str) -> None:
        if tag := _TAG.fullmatch(line):
            name = tag[1] if tag[2] is None else f"{tag[1]} {tag[2]}"
            if name in self.tags:
                raise InvalidRecord(f"Line {number}: the tag {name} stands twice.")
            self.tags[name] = _parse_string(number, tag[3])
        elif ply := _PLY.fullmatch(line):
            actor = CHANCE if ply[2] == "-" else _parse_number(f"Line {number}: the seat", ply[2]) - 1
            self.plies.append(RecordedPly(actor, ply[3], ply[4]))
        else:
            raise InvalidRecord(
                f"Line {number} is neither a tag nor a ply: {shorten(line)}. A tag looks like "
                f'[Game "tsuro"], a ply like 25 1 a1.5 0f3b9c21.'
            )

    def read(self) -> Record:
        if (version := self._take("Ludo")) != str(FORMAT):
            raise InvalidRecord(f"This is a record of format {shorten(version)}; this version reads format {FORMAT}.")
        return Record(
            game=self._take("Game"),
            rules=_parse_number("Rules", self._take("Rules")),
            options={name.split()[1]: text for name, text in self._all("Option")},
            seats=tuple(text for _, text in self._all("Seat")),
            position=self.tags.get("Position"),
            tags={name: text for name, text in self.tags.items() if name.split()[0] not in _OWN_TAGS},
            commitment=self.tags.get("Commitment"),
            draws=_parse_draws(self.tags.get("Draws")),
            contributions=tuple(_parse_contribution(name, text) for name, text in self._all("Nonce")),
            check=self._take("Check"),
            plies=tuple(self.plies),
            ranks=None if (result := self._take("Result")) == UNFINISHED else _parse_numbers("Result", result),
            reason=self.tags.get("Reason"),
            scores=None if (scores := self.tags.get("Scores")) is None else _parse_numbers("Scores", scores),
            seed=self.tags.get("Seed"),
            chain=self._take("Chain"),
        )

    def _take(self, name: str) -> str:
        if name not in self.tags:
            raise InvalidRecord(f"The tag {name} is missing: this is not a record, or it was cut off.")
        return self.tags[name]

    def _all(self, name: str) -> list[tuple[str, str]]:
        return [(key, text) for key, text in self.tags.items() if key.startswith(f"{name} ")]


def _parse_draws(text: str | None) -> int:
    if text is None:
        return OLDEST_DRAWS
    if (number := _parse_number("Draws", text)) not in range(OLDEST_DRAWS, NEWEST_DRAWS + 1):
        raise InvalidRecord(
            f"The draws follow from function {number}; this version knows those from {OLDEST_DRAWS} to {NEWEST_DRAWS}."
        )
    return number


def _parse_contribution(name: str, text: str) -> Contribution:
    seat = _parse_number(f"The number of the tag {name}", name.split()[1]) - 1
    nonce_hash, _, nonce = text.partition(" ")
    if not is_hash(nonce_hash) or not (nonce == WITHHELD or is_hash(nonce)):
        raise InvalidRecord(
            f"{name} must be a hash and a nonce, each 64 lower-case hexadecimal digits, or - for a nonce that was "
            f"withheld, not {shorten(text)}."
        )
    return Contribution(seat, nonce_hash, None if nonce == WITHHELD else nonce)


def _tag(name: str, text: str) -> str:
    return f"[{name} {json.dumps(text, ensure_ascii=False)}]"


def _parse_string(number: int, text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        raise InvalidRecord(f"Line {number}: {shorten(text)} is not a quoted text.") from None
    return str(value)


def _parse_number(what: str, text: str) -> int:
    try:
        return parse_whole(text)
    except ValueError:
        raise InvalidRecord(f"{what} must be a whole number, not {shorten(text)}.") from None


def _parse_numbers(what: str, text: str) -> tuple[int, ...]:
    return tuple(_parse_number(what, word) for word in text.split(" "))
