"""A review written into the record of its game: comments and branches with the better lines."""

from collections.abc import Sequence
from dataclasses import replace

from ludotheque.core.records.notes import Branch, Note, Place, Words
from ludotheque.core.records.record import Record
from ludotheque.review.result import Moment, Review


def annotate(record: Record, review: Review) -> Record:
    """Note every decision that mattered at the position where it was made; what is noted already is kept.

    A mistake has its line as a branch, such as `better-35`. What an earlier review has noted is replaced.
    """
    notes = {note.place: _forget_review(note) for note in record.notes}
    for moment in review.moments:
        place = Place(moment.ply - 1)
        notes[place] = _add(notes.get(place, Note(place)), moment, review.seats)
    # Positions of the game first, in its order: branches must be noted before positions of theirs.
    kept = [note for note in notes.values() if note.words or note.branches or note.question is not None]
    return replace(record, notes=tuple(sorted(kept, key=lambda note: (note.place.branch is not None, note.place.ply))))


def _name_branch(ply: int) -> str:
    return f"better-{ply}"


_MARK = "Review, "


def _add(note: Note, moment: Moment, names: Sequence[str]) -> Note:
    said = f"{_MARK}{names[moment.seat]}, {moment.played.text}: {moment.sentence}"
    english = note.words.get("en")
    note = replace(note, words={**note.words, "en": f"{english}\n{said}" if english else said})
    if moment.kind != "mistake":
        return note
    branch = Branch(_name_branch(moment.ply), tuple(ply.move.text for ply in moment.line))
    return replace(note, branches=(*note.branches, branch))


def _forget_review(note: Note) -> Note:
    """Take out what an earlier review has noted."""
    branches = tuple(branch for branch in note.branches if branch.name != _name_branch(note.place.ply + 1))
    return replace(note, words=_forget_words(note.words), branches=branches)


def _forget_words(words: Words) -> Words:
    english = [line for line in words.get("en", "").split("\n") if line and not line.startswith(_MARK)]
    others = {language: text for language, text in words.items() if language != "en"}
    return {**others, "en": "\n".join(english)} if english else others
