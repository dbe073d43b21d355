"""What people write about a recorded game: comments, branches and questions, as text. Specified in docs/records.md.

Notes can be written by hand, so blank lines and spaces at the end of a line are as one likes. Whether branches and
answers are legal is checked by tree.py.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ludotheque.core.errors import InvalidRecord
from ludotheque.core.inputs import parse_whole, shorten

FORMAT = 1
TITLE = f'[Notes "{FORMAT}"]'
"""The line that the notes of a record begin with."""
ANY_OTHER = "*"

Words: TypeAlias = Mapping[str, str]
"""What is said, by language; a line feed separates paragraphs."""

_TITLE = re.compile(r'\[Notes "([^"\n]*)"\]')
_WORDS = re.compile(r"([a-z]{2}): *(\S.*)")
_PLACE = re.compile(r"@ *(?:([a-z][a-z0-9-]*) +)?(\d+)")
_BRANCH = re.compile(r"> *([a-z][a-z0-9-]*):((?: +\S+)+)")
_ANSWER = re.compile(r"([+-]) *(\S+)")


@dataclass(frozen=True, slots=True)
class Place:
    """A position of an annotated game: after so many plies of the game, or of a branch."""

    ply: int
    branch: str | None = None

    def __str__(self) -> str:
        return str(self.ply) if self.branch is None else f"{self.branch} {self.ply}"


@dataclass(frozen=True, slots=True)
class Branch:
    """Moves that were not played, draws included, from the position that they are noted at."""

    name: str
    moves: tuple[str, ...]
    words: Words = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to a move that somebody tries; a move of None is every move without an answer of its own."""

    move: str | None
    is_right: bool
    words: Words = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """Now you: whoever decides here is to find a move."""

    words: Words = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()

    def answer(self, move: str) -> Answer:
        """Give what is to be said to a move; a move that nothing is noted about is wrong."""
        given = {answer.move: answer for answer in self.answers}
        return given.get(move) or given.get(None) or Answer(None, is_right=False)


@dataclass(frozen=True, slots=True)
class Note:
    """All that is noted at one position."""

    place: Place
    words: Words = field(default_factory=dict)
    question: Question | None = None
    branches: tuple[Branch, ...] = ()


def choose_words(words: Words, language: str) -> str:
    """Give what is said in a language, or else in English, or else in whatever language there is; "" if nothing is."""
    return words.get(language) or words.get("en") or next(iter(words.values()), "")


def format_notes(notes: Iterable[Note]) -> str:
    """Write notes as they stand in a record."""
    return "\n".join([TITLE, *(line for note in notes for line in ("", *_format_note(note)))])


def parse_notes(lines: Iterable[tuple[int, str]]) -> tuple[Note, ...]:
    """Read notes from numbered lines, the title first. Raises InvalidRecord, naming the line."""
    reader = _Reader()
    for number, line in lines:
        try:
            reader.read(line.rstrip())
        except InvalidRecord as error:
            raise InvalidRecord(f"Line {number}: {error}") from None
    return tuple(reader.notes)


def is_title(line: str) -> bool:
    """Whether notes of this or another format begin with this line."""
    return _TITLE.fullmatch(line.rstrip()) is not None


def _format_note(note: Note) -> Iterator[str]:
    yield f"@ {note.place}"
    yield from _format_words(note.words)
    for branch in note.branches:
        yield f"> {branch.name}: {' '.join(branch.moves)}"
        yield from _format_words(branch.words)
    if note.question is not None:
        yield "?"
        yield from _format_words(note.question.words)
        for answer in note.question.answers:
            yield f"{'+' if answer.is_right else '-'} {answer.move or ANY_OTHER}"
            yield from _format_words(answer.words)


def _format_words(words: Words) -> Iterator[str]:
    for language, text in words.items():
        for paragraph in text.split("\n"):
            yield f"{language}: {paragraph}"


class _Reader:
    """Reads line by line. Every line but one of words opens something, and words belong to what was opened last."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self._has_title = False

    def read(self, line: str) -> None:
        if not line:
            return
        if title := _TITLE.fullmatch(line):
            if title[1] != str(FORMAT) or self._has_title:
                raise InvalidRecord(f"notes begin with {TITLE}, once; this version reads no others.")
            self._has_title = True
        elif place := _PLACE.fullmatch(line):
            self._open(Place(_parse_ply(place[2]), place[1]))
        elif not self.notes:
            raise InvalidRecord(f"{shorten(line)} belongs to no position; say first where it is, as in @ 12.")
        else:
            self.notes[-1] = self._add(self.notes[-1], line)

    def _open(self, place: Place) -> None:
        if any(note.place == place for note in self.notes):
            raise InvalidRecord(f"there are already notes at {place}; what belongs to one position stands together.")
        self.notes.append(Note(place))

    def _add(self, note: Note, line: str) -> Note:
        if words := _WORDS.fullmatch(line):
            return _add_words(note, words[1], words[2])
        if note.question is None and (branch := _BRANCH.fullmatch(line)):
            return replace(note, branches=(*note.branches, Branch(branch[1], tuple(branch[2].split()))))
        if note.question is None and line == "?":
            return replace(note, question=Question())
        if note.question is not None and (answer := _ANSWER.fullmatch(line)):
            move = None if answer[2] == ANY_OTHER else answer[2]
            answers = (*note.question.answers, Answer(move, answer[1] == "+"))
            return replace(note, question=replace(note.question, answers=answers))
        raise InvalidRecord(
            f"{shorten(line)} is nothing that can be noted here. Words look like en: A good tile, a branch like "
            "> middle: a4=6 +3; after these a question is ?, a right answer + a4=6, a wrong one - a4=28 or - *."
        )


def _add_words(note: Note, language: str, paragraph: str) -> Note:
    """Say something about what was opened last: the position, a branch of it, the question, or an answer."""
    if note.question is not None and note.question.answers:
        *others, answer = note.question.answers
        answer = replace(answer, words=_extend(answer.words, language, paragraph))
        return replace(note, question=replace(note.question, answers=(*others, answer)))
    if note.question is not None:
        return replace(note, question=replace(note.question, words=_extend(note.question.words, language, paragraph)))
    if note.branches:
        *before, branch = note.branches
        branch = replace(branch, words=_extend(branch.words, language, paragraph))
        return replace(note, branches=(*before, branch))
    return replace(note, words=_extend(note.words, language, paragraph))


def _extend(words: Words, language: str, paragraph: str) -> Words:
    return {**words, language: f"{words[language]}\n{paragraph}" if language in words else paragraph}


def _parse_ply(text: str) -> int:
    try:
        return parse_whole(text)
    except ValueError:
        raise InvalidRecord(f"a ply is a whole number, not {shorten(text)}.") from None
