"""Laws about matches and records: what is written down is what was played."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.errors import LudothequeError, RecordError, UnlawfulRecord
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.records.notes import Answer, Branch, Note, Place, Question
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import make_record, verify
from ludotheque.testing.strategies import characters, matches, patient


def names(game: AnyGame) -> list[str]:
    return [f"Player {seat + 1}" for seat in range(game.seats)]


@patient
@given(data=st.data())
def test_replaying_a_record_gives_the_live_state(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    text = make_record(match, names(game), {"Date": "2026-11-15"}).format()
    verification = verify(parse_record(text))
    assert verification.is_fair
    assert verification.match.state == match.state
    assert [ply.move for ply in verification.match.plies] == [ply.move for ply in match.plies]
    assert verification.match.outcome == match.outcome
    assert make_record(verification.match, names(game), {"Date": "2026-11-15"}).format() == text


@patient
@given(data=st.data())
def test_a_changed_character_never_goes_unnoticed(game: AnyGame, data: st.DataObject) -> None:
    text = make_record(data.draw(matches(game)), names(game)).format()
    where = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(characters.filter(lambda character: character != text[where]))
    # A line end of another system is the one difference that is not one.
    broken = (text[:where] + other + text[where + 1 :]).replace("\r\n", "\n")
    if broken != text:
        with pytest.raises(LudothequeError):
            verify(parse_record(broken))


@patient
@given(data=st.data())
def test_a_record_that_is_cut_off_never_goes_unnoticed(game: AnyGame, data: st.DataObject) -> None:
    text = make_record(data.draw(matches(game)), names(game)).format()
    with pytest.raises(RecordError):
        verify(parse_record(text[: data.draw(st.integers(0, len(text) - 1))]))


@patient
@given(data=st.data())
def test_the_first_ply_that_is_not_true_is_named(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    record = make_record(match, names(game))
    if not record.plies:
        return
    number = data.draw(st.integers(1, len(record.plies)))
    text = record.format().replace(record.plies[number - 1].check, "0" * 8, 1)
    with pytest.raises(UnlawfulRecord) as caught:
        verify(parse_record(text))
    assert caught.value.ply == number
    assert str(number) in str(caught.value)


@patient
@given(data=st.data())
def test_taking_back_leads_to_the_state_that_was_there(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    decisions = [ply for ply in match.plies if isinstance(ply.actor, int)]
    if decisions:
        ply = data.draw(st.sampled_from(decisions))
        match.take_back(ply.number - 1)
        assert match.state == ply.before
        match.play(ply.move, actor=ply.actor)
        assert match.plies[ply.number - 1] == ply


@patient
@given(data=st.data())
def test_notes_are_checked_by_the_rules_and_change_nothing_that_was_played(game: AnyGame, data: st.DataObject) -> None:
    match = data.draw(matches(game))
    record = make_record(match, names(game))
    place, state = data.draw(st.sampled_from([(0, match.start), *((ply.number, ply.after) for ply in match.plies)]))
    moves: list[str] = []
    here = state
    while game.actor(here) is not None and len(moves) < 3:
        move = data.draw(st.sampled_from(game.legal_moves(here)))
        moves.append(game.format_move(here, move))
        here = game.apply(here, move)
    branches = (Branch("other", tuple(moves), {"en": "Also possible."}),) if moves else ()
    asks = bool(moves) and game.actor(state) is not CHANCE
    question = Question({"en": "What now?"}, (Answer(moves[0], is_right=True),)) if asks else None
    noted = replace(record, notes=(Note(Place(place), {"en": "Here.", "fr": "Ici."}, question, branches),))
    read = parse_record(noted.format())
    assert read == noted
    verification = verify(read)
    assert verification.match.state == match.state
    assert verification.tree.find_end("other" if moves else None).state == (here if moves else match.state)
    for wrong in (Branch("other", (*moves, "?!")), Branch("other", ("?!",))):
        with pytest.raises(UnlawfulRecord):
            verify(replace(record, notes=(Note(Place(place), branches=(wrong,)),)))
