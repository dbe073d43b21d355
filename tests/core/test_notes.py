"""Annotated records: comments, branches and questions as text, and as a tree that the rules have checked."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque
from ludotheque.core.errors import InvalidRecord, RecordError, UnlawfulRecord
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE
from ludotheque.core.match import Match
from ludotheque.core.records.notes import Answer, Branch, Note, Place, Question, choose_words
from ludotheque.core.records.record import Record, parse_record
from ludotheque.core.records.verify import make_record, verify


def turris_record() -> Record:
    """Nothing is drawn, so every ply is a decision."""
    match = Match(ludotheque.make("turris", first="white"), SeededDealer(bytes(32)))
    for text in ("a1", "b1", "a1"):
        match.play(match.parse_move(next(written for written in legal(match) if written.startswith(text))))
    return make_record(match, ["Ann", "Ben"])


def legal(match: Match) -> list[str]:  # type: ignore[type-arg] # of any game
    return [match.format_move(move) for move in match.legal_moves]


RECORD = turris_record()
TREE = verify(RECORD).tree
FIRST = [TREE.game.format_move(TREE.root.state, move) for move in TREE.game.legal_moves(TREE.root.state)]
TEXT = f"""\
[Notes "1"]

@ 0
en: An empty plan.
en: White begins.
fr: Un plan vide.
> corner: {FIRST[-1]}
en: As good.
?
en: Where to?
+ {FIRST[0]}
en: Yes.
- {FIRST[1]}
de: Da nicht.
- *

@ corner 1
en: The other corner.
"""


def annotate(text: str) -> Record:
    return parse_record(f"{RECORD.format()}\n{text}")


def test_notes_are_read_as_they_are_written() -> None:
    record = annotate(TEXT)
    assert record.format() == f"{RECORD.format()}\n{TEXT}"
    assert replace(record, notes=()) == RECORD
    assert record.notes == (
        Note(
            Place(0),
            {"en": "An empty plan.\nWhite begins.", "fr": "Un plan vide."},
            Question(
                {"en": "Where to?"},
                (
                    Answer(FIRST[0], is_right=True, words={"en": "Yes."}),
                    Answer(FIRST[1], is_right=False, words={"de": "Da nicht."}),
                    Answer(None, is_right=False),
                ),
            ),
            (Branch("corner", (FIRST[-1],), {"en": "As good."}),),
        ),
        Note(Place(1, "corner"), {"en": "The other corner."}),
    )


def test_notes_may_be_written_freely() -> None:
    loose = "\n\n" + TEXT.replace("\n", "  \n\n").replace("@ 0", "@0").replace("> corner", ">corner").replace("+ ", "+")
    assert annotate(loose).notes == annotate(TEXT).notes


def test_a_record_with_notes_proves_what_it_did_without() -> None:
    verification = verify(annotate(TEXT))
    assert verification.is_fair
    assert verification.match.state == verify(RECORD).match.state
    broken = annotate(TEXT).format().replace('"Ann"', '"Eve"')
    with pytest.raises(UnlawfulRecord, match="altered"):
        verify(parse_record(broken))


def test_the_tree_has_the_game_and_its_branches() -> None:
    tree = verify(annotate(TEXT)).tree
    assert [node.place for node in tree] == [*(Place(ply) for ply in range(len(RECORD.plies) + 1)), Place(1, "corner")]
    assert tree.branches() == ["corner"]
    corner = tree.find(Place(1, "corner"))
    assert tree.line(corner.place) == [tree.root, corner]
    assert [child.place for child in tree.root.children] == [Place(1), Place(1, "corner")]
    assert corner.ply is not None
    assert (corner.ply.number, corner.ply.actor, corner.ply.before) == (1, 0, tree.root.state)
    assert corner.state == tree.game.apply(tree.root.state, tree.game.parse_move(tree.root.state, FIRST[-1]))
    assert tree.find_end("corner") is corner
    assert tree.find_end().state == verify(RECORD).match.state
    with pytest.raises(LookupError, match="there are: corner"):
        tree.find_end("middle")
    with pytest.raises(LookupError):
        tree.find(Place(9))


def test_branches_leave_branches_and_draw() -> None:
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(bytes(32)))
    record = make_record(match, ["Ann", "Ben"])
    assert match.plies[0].actor is CHANCE
    tile = match.game.format_move(match.start, match.game.legal_moves(match.start)[-1])
    base = f'{record.format()}\n[Notes "1"]\n@ 0\n> other: {tile}\n'
    state = verify(parse_record(base)).tree.find(Place(1, "other")).state
    again = match.game.format_move(state, match.game.legal_moves(state)[0])
    tree = verify(parse_record(f"{base}@ other 1\n> more: {again}\n")).tree
    node = tree.find(Place(1, "more"))
    assert [each.place for each in tree.line(node.place)] == [Place(0), Place(1, "other"), Place(1, "more")]
    assert node.ply is not None
    assert (node.ply.number, node.ply.actor) == (2, CHANCE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("@ 99\nen: Where?", "no position"),
        ("@ corner 1\nen: Too early.", "no position"),
        ("@ 0\n> corner: z9", "move 1, z9, is not lawful"),
        (f"@ 0\n> corner: {FIRST[0]} {FIRST[0]} {FIRST[0]} {FIRST[0]} {FIRST[0]} {FIRST[0]}", "is not lawful"),
        (f"@ 0\n> corner: {FIRST[0]}\n> corner: {FIRST[1]}", "two branches called corner"),
        (f"@ 0\n?\n- {FIRST[0]}", "no right answer"),
        (f"@ 0\n?\n+ {FIRST[0]}\n- {FIRST[0]}", "two answers"),
        ("@ 0\n?\n+ z9", "not lawful"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(text: str, reason: str) -> None:
    record = annotate(f'[Notes "1"]\n{text}\n')
    with pytest.raises(UnlawfulRecord, match=reason):
        verify(record)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[Notes "2"]', "reads no others"),
        ('[Notes "1"]\n[Notes "1"]', "once"),
        ('[Notes "1"]\nen: Nowhere.', "belongs to no position"),
        ('[Notes "1"]\n@ 0\n@ 0', "already notes at 0"),
        ('[Notes "1"]\n@ 0\nA sentence.', "nothing that can be noted"),
        ('[Notes "1"]\n@ 0\n+ a1', "nothing that can be noted"),
        ('[Notes "1"]\n@ 0\n> Corner: a1', "nothing that can be noted"),
        ('[Notes "1"]\n@ 0\n?\n> corner: a1', "nothing that can be noted"),
        ('[Notes "1"]\n@ 9999999999\nen: Far.', "whole number"),
    ],
)
def test_what_is_no_note_is_refused_and_its_line_named(text: str, reason: str) -> None:
    last = len(RECORD.format().split("\n")) + len(text.split("\n"))
    with pytest.raises(InvalidRecord, match=reason) as caught:
        annotate(text)
    assert str(caught.value).startswith(f"Line {last if '9999' not in text else last - 1}: ")


def test_nobody_is_asked_where_nobody_decides() -> None:
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(bytes(32)))
    record = parse_record(f'{make_record(match, ["Ann", "Ben"]).format()}\n[Notes "1"]\n@ 0\n?\n+ *\n')
    with pytest.raises(UnlawfulRecord, match="asks nobody"):
        verify(record)


def test_a_move_is_answered_by_what_is_noted_about_it() -> None:
    question = annotate(TEXT).notes[0].question
    assert question is not None
    assert question.answer(FIRST[0]).is_right
    assert question.answer(FIRST[1]).words == {"de": "Da nicht."}
    assert question.answer(FIRST[2]) == Answer(None, is_right=False)
    assert not Question(answers=(Answer("a", is_right=True),)).answer("b").is_right


def test_words_are_chosen_by_language() -> None:
    words = {"fr": "Oui.", "en": "Yes."}
    assert [choose_words(words, language) for language in ("fr", "de")] == ["Oui.", "Yes."]
    assert choose_words({"it": "Sì."}, "de") == "Sì."
    assert choose_words({}, "de") == ""


@given(text=st.text(alphabet="@?+->:* \nen0123456789acorner", max_size=60))
def test_whatever_is_written_is_refused_or_written_the_same_again(text: str) -> None:
    try:
        record = annotate(f'[Notes "1"]\n{text}')
        verify(record)
    except RecordError:
        return
    assert parse_record(record.format()) == record
