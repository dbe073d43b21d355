"""Exercises: which records are some, who is asked, and where an answer leads."""

from dataclasses import replace

import pytest

from ludotheque.core.errors import RecordError, UnlawfulRecord
from ludotheque.core.match import Match
from ludotheque.core.records.notes import parse_notes
from ludotheque.core.records.record import Record
from ludotheque.core.records.verify import make_record
from ludotheque.core.teaching.exercise import find_child, find_stop, load_exercise, set_words
from tests.nim import Nim, NimOptions


def write(notes: str) -> Record:
    """Record a game of Nim with five stones, of which 1 and 2 were taken, with these notes."""
    match = Match(Nim(NimOptions(stones=5)))
    for move in ("1", "2"):
        match.play(match.parse_move(move))
    return replace(make_record(match, ("", "Ada")), notes=parse_notes(enumerate(['[Notes "1"]', *notes.split("\n")])))


@pytest.mark.usefixtures("with_nim")
def test_a_right_answer_leads_on_where_the_tree_has_it() -> None:
    exercise = load_exercise(write("@ 0\n> two: 2 1\n?\n+ 1\n+ 2\n- *\nen: No.\n@ two 2\nen: Well."))
    assert (exercise.solver, exercise.seats) == (0, ("", "Ada"))
    start = exercise.start
    [(node, question)] = exercise.questions()
    assert node is start
    one, two = (find_child(start, move) for move in (1, 2))
    assert one is not None
    assert two is not None
    assert str(find_stop(one).place) == "2", "without notes, to the end"
    assert str(find_stop(two).place) == "two 2"
    assert [exercise.judge(start, move).is_right for move in (1, 2)] == [True, True]
    assert question.answer("3").words == {"en": "No."}
    with pytest.raises(ValueError, match="nothing is asked"):
        exercise.judge(one, 1)


@pytest.mark.usefixtures("with_nim")
def test_a_branch_after_a_wrong_answer_refutes_it() -> None:
    notes = "@ 0\n> lost: 2 2\n?\n+ 1\n- 2"
    exercise = load_exercise(write(notes))
    first = exercise.refute(exercise.start, 2)
    assert first is not None
    assert str(first.children[0].place) == "lost 2"
    unshown = load_exercise(write(notes.replace("> lost: 2 2\n", "")))
    assert unshown.refute(unshown.start, 2) is None
    elsewhere = replace(unshown, refutations={"2": first})
    assert elsewhere.refute(unshown.start, 2) is first, "where the record has no branch for it"
    assert replace(exercise, refutations={"2": exercise.start}).refute(exercise.start, 2) is first


@pytest.mark.usefixtures("with_nim")
def test_an_exercise_asks_one_seat() -> None:
    with pytest.raises(RecordError, match="questions to none"):
        load_exercise(write("@ 0\nen: Nothing is asked."))
    with pytest.raises(RecordError, match="questions to 2"):
        load_exercise(write("@ 0\n?\n+ 1\n@ 1\n?\n+ 2"))
    with pytest.raises(UnlawfulRecord, match="no right answer"):
        load_exercise(write("@ 0\n?\n- 1"))


def test_french_words_get_their_spaces() -> None:
    assert set_words({"fr": "Oui !", "en": "Yes !"}) == {"fr": "Oui\N{NARROW NO-BREAK SPACE}!", "en": "Yes !"}
