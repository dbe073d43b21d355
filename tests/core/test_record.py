"""Records: the text form, what is refused, and what verify proves. The laws hold for every game; here are the cases."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque
from ludotheque.core.errors import InvalidRecord, LudothequeError, UnknownGame, UnlawfulRecord, WrongRules
from ludotheque.core.fairness import Contribution, PlySeededDealer, SeededDealer, commitment, hash_nonce
from ludotheque.core.game import CHANCE
from ludotheque.core.match import Match
from ludotheque.core.records.record import Record, parse_record
from ludotheque.core.records.verify import _Chain, make_record, verify
from tests.nim import Nim, NimOptions

SEED = bytes(range(32))


def tsuro_record() -> Record:
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(SEED))
    for index in (3, -1, 0, 0):
        assert match.actor is not None
        match.play(match.legal_moves[index])
    return make_record(match, ["Ann", "bot:greedy"], {"Date": "2026-11-15", "Event": 'A "test"\\ with\ttabs, é and 🐉'})


TEXT = tsuro_record().format()


def seal(record: Record) -> Record:
    """Give a record the hashes that fit it: a forger who knows the format can do that."""
    game = ludotheque.make(record.game, players=2)
    match = Match(game)
    chain = _Chain(record, game.format_state(match.start))
    plies = []
    for ply in record.plies:
        match.play(match.parse_move(ply.move), actor=ply.actor)
        plies.append(replace(ply, check=chain.add(ply, game.format_state(match.state))))
    record = replace(record, check=chain.header_check, plies=tuple(plies))
    return replace(record, chain=chain.close(record))


def test_a_record_reads_like_a_text() -> None:
    lines = TEXT.split("\n")
    assert lines[:4] == ['[Ludo "1"]', '[Game "tsuro"]', '[Rules "1"]', '[Option edition "calliope"]']
    assert '[Seat 1 "Ann"]' in lines
    assert any(line.startswith("1 - +") for line in lines)
    assert any(line.startswith("7 1 a1.7 ") for line in lines)
    assert '[Result "*"]' in lines
    assert TEXT.endswith('"]\n')


def test_parse_after_format_is_the_identity() -> None:
    assert parse_record(TEXT) == tsuro_record()
    assert parse_record(TEXT).format() == TEXT


def test_line_ends_of_other_systems_are_taken() -> None:
    assert parse_record(TEXT.replace("\n", "\r\n")) == tsuro_record()


def test_a_record_before_the_first_ply() -> None:
    match = Match(ludotheque.make("tsuro", players=2))
    text = make_record(match, ["a", "b"]).format()
    assert verify(parse_record(text)).match.plies == []


def test_a_record_without_a_seed_makes_no_promise() -> None:
    match = Match(ludotheque.make("tsuro", players=2))
    match.play(match.legal_moves[0])
    verification = verify(parse_record(make_record(match, ["a", "b"]).format()))
    assert verification.is_fair is None
    assert verification.match.dealer is None


def test_a_promise_without_its_seed_is_neither_fair_nor_unfair() -> None:
    assert verify(seal(replace(tsuro_record(), seed=None))).is_fair is None


def test_every_seat_needs_a_name() -> None:
    with pytest.raises(ValueError, match="1 names were given for 2 seats"):
        make_record(Match(ludotheque.make("tsuro", players=2)), ["a"])


@pytest.mark.usefixtures("with_nim")
def test_scores_are_recorded() -> None:
    match = Match(Nim(NimOptions(stones=2)))
    match.play(2)
    text = make_record(match, ["a", "b"]).format()
    assert '[Scores "0 0"]' in text
    outcome = verify(parse_record(text)).match.outcome
    assert outcome is not None
    assert outcome.scores == (0, 0)


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('[Ludo "1"]', '[Ludo "2"]', "format '2'; this version reads format 1"),
        ('[Ludo "1"]\n', "", "The tag Ludo is missing"),
        ('[Game "tsuro"]', '[Game "tsuro"]\n[Game "tsuro"]', "Line 3: the tag Game stands twice"),
        ('[Game "tsuro"]', "Game: tsuro", "Line 2 is neither a tag nor a ply"),
        ('[Game "tsuro"]', '[Game "tsu\\ro\\q"]', "Line 2: .* is not a quoted text"),
        ('[Rules "1"]', '[Rules "one"]', "Rules must be a whole number, not 'one'"),
        ('[Rules "1"]', '[Rules "99999999999999999999"]', "Rules must be a whole number"),
        ('[Rules "1"]', '[Rules "01"]', r"Line 3 should read '\[Rules \"1\"\]'"),
        ('[Result "*"]', '[Result "1 x"]', "Result must be a whole number"),
        ("1 - +", "2 - +", "should read '1 - "),
        ("\n7 1 ", "\n7  1 ", "neither a tag nor a ply"),
        ("\n7 1 ", "\n7 0 ", "neither a tag nor a ply"),
        ("\n7 1 ", "\n7 99999999999 ", "the seat must be a whole number"),
        ('[Result "*"]', '\n[Result "*"]', "should read"),
        ('[Seat 1 "Ann"]\n', "", "should read|names 1 seats"),
    ],
)
def test_what_is_malformed_is_refused_with_its_line(old: str, new: str, says: str) -> None:
    assert old in TEXT
    with pytest.raises(LudothequeError, match=says):
        verify(parse_record(TEXT.replace(old, new, 1)))


def test_more_after_the_end_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="lines where"):
        parse_record(TEXT + "\n")


@given(st.text())
def test_any_text_is_a_record_or_refused_as_one(text: str) -> None:
    with pytest.raises(InvalidRecord):
        parse_record(text)


@given(st.data())
def test_bits_flipped_in_a_file_are_noticed(data: st.DataObject) -> None:
    raw = bytearray(TEXT.encode())
    where = data.draw(st.integers(0, len(raw) - 1))
    raw[where] ^= 1 << data.draw(st.integers(0, 7))
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return  # the command line says so before a record is read
    with pytest.raises(LudothequeError):
        verify(parse_record(text))


def test_an_older_version_of_the_rules_is_refused() -> None:
    with pytest.raises(WrongRules, match=r"older rules of Tsuro \(version 0\) than the ones here \(version 1\)"):
        verify(replace(tsuro_record(), rules=0))
    with pytest.raises(WrongRules, match="newer rules"):
        verify(replace(tsuro_record(), rules=2))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        verify(replace(tsuro_record(), game="chess"))


def test_options_that_are_not_allowed_are_refused() -> None:
    record = tsuro_record()
    with pytest.raises(UnlawfulRecord, match="The header is not lawful: players must be") as caught:
        verify(replace(record, options={**record.options, "players": "9"}))
    assert caught.value.ply == 0


# ── What a forger can write, and verify finds ────────────────────────────────────────────────────────────────────────


def forged(**changes: Any) -> Record:
    return seal(replace(tsuro_record(), **changes))


def test_an_altered_header_is_found() -> None:
    with pytest.raises(UnlawfulRecord, match="The header was altered") as caught:
        verify(replace(tsuro_record(), seats=("Eve", "bot:greedy")))
    assert caught.value.ply == 0


def test_a_move_that_is_not_lawful_is_found_and_named() -> None:
    record = tsuro_record()
    plies = list(record.plies)
    plies[7] = replace(plies[7], move=plies[6].move)
    with pytest.raises(UnlawfulRecord, match=r"Ply 8, a1\.7 by seat 2, is not lawful: There is a marker") as caught:
        verify(replace(record, plies=tuple(plies)))
    assert caught.value.ply == 8


def test_a_move_that_is_no_move_is_found_and_named() -> None:
    record = tsuro_record()
    plies = (replace(record.plies[0], move="zzz"), *record.plies[1:])
    with pytest.raises(UnlawfulRecord, match="Ply 1, zzz by chance, is not lawful: 'zzz' is not a move"):
        verify(replace(record, plies=plies))


def test_a_lawful_move_that_was_not_played_is_found() -> None:
    record = tsuro_record()
    plies = list(record.plies)
    plies[6] = replace(plies[6], move="a1.4")
    with pytest.raises(UnlawfulRecord, match="Ply 7 was altered"):
        verify(replace(record, plies=tuple(plies)))


def test_a_draw_that_does_not_follow_from_the_seed_is_found() -> None:
    record = tsuro_record()
    other = next(f"+{tile}" for tile in range(1, 36) if f"+{tile}" not in [ply.move for ply in record.plies])
    plies = (replace(record.plies[0], move=other), *record.plies[1:6])
    with pytest.raises(UnlawfulRecord, match="Ply 1 is not fair"):
        verify(forged(plies=plies))


def test_a_seed_that_was_not_promised_is_found() -> None:
    with pytest.raises(UnlawfulRecord, match="not the one that was promised"):
        verify(forged(seed=bytes(32).hex()))
    with pytest.raises(UnlawfulRecord, match="not the one that was promised"):
        verify(forged(commitment=None))
    with pytest.raises(UnlawfulRecord, match="is not fair"):
        verify(forged(seed=bytes(32).hex(), commitment=commitment(bytes(32))))


@pytest.mark.parametrize("seed", ["", "zz", "00" * 31, SEED.hex().upper()])
def test_a_seed_that_is_none_is_found(seed: str) -> None:
    with pytest.raises(InvalidRecord, match="32 bytes in lower-case hexadecimal"):
        verify(forged(seed=seed))


def test_a_result_that_is_not_there_yet_is_found() -> None:
    with pytest.raises(UnlawfulRecord, match="the game is not over"):
        verify(forged(ranks=(1, 2), reason="last_marker"))


def test_a_result_that_the_plies_do_not_lead_to_is_found() -> None:
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(SEED))
    while match.actor is not None:
        match.play(match.legal_moves[0])
    record = make_record(match, ["a", "b"])
    assert verify(record).is_fair
    assert record.ranks is not None
    for change in ({"ranks": (2, 1)}, {"reason": "no_tiles"}, {"ranks": None, "reason": None}):
        with pytest.raises(UnlawfulRecord, match="The result is not the one"):
            verify(seal(replace(record, **change)))


def test_an_altered_end_is_found() -> None:
    with pytest.raises(UnlawfulRecord, match="The end of the record was altered"):
        verify(replace(tsuro_record(), chain="0" * 64))


def test_a_match_replayed_from_a_record_goes_on_with_the_same_draws() -> None:
    match = verify(tsuro_record()).match
    live = Match(ludotheque.make("tsuro", players=2), SeededDealer(SEED))
    for played in (ply for ply in match.plies if ply.actor is not CHANCE):
        live.play(played.move, actor=played.actor)
    for each in (match, live):
        assert each.actor is not None
        each.play(each.legal_moves[0])
    assert match.state == live.state


def test_a_header_that_names_too_few_seats_is_found() -> None:
    with pytest.raises(UnlawfulRecord, match="The header names 1 seats; the game has 2"):
        verify(replace(tsuro_record(), seats=("Ann",)))


def test_a_record_names_the_position_that_a_match_was_set_up_from() -> None:
    game = ludotheque.make("tsuro", players=2)
    state = Match(game, SeededDealer(SEED)).state
    record = make_record(Match.from_state(game, state), ["a", "b"])
    assert f'[Position "{game.format_state(state)}"]' in record.header()
    assert verify(parse_record(record.format())).match.start == state
    assert make_record(Match.from_state(game, game.start()), ["a", "b"]).position is None


def test_a_position_that_the_rules_cannot_lead_to_is_found() -> None:
    game = ludotheque.make("tsuro", players=2)
    record = make_record(Match.from_state(game, Match(game, SeededDealer(SEED)).state), ["a", "b"])
    assert record.position is not None
    for position in ("", "nonsense", record.position.replace("pile 1,", "pile "), record.position + "; x"):
        with pytest.raises(UnlawfulRecord, match="The position that the game was set up from is not lawful"):
            verify(seal(replace(record, position=position)))
    with pytest.raises(UnlawfulRecord, match="is its usual start"):
        verify(seal(replace(record, position=game.format_state(game.start()))))


# ── Draw functions and nonces ────────────────────────────────────────────────────────────────────────────────────────

NONCE = "5a" * 32


def nonce_record(*contributions: Contribution) -> Record:
    match = Match(ludotheque.make("tsuro", players=2), SeededDealer(SEED, contributions))
    for index in (3, -1):
        match.play(match.legal_moves[index])
    return make_record(match, ["Ann", "Ben"])


def test_a_record_holds_the_nonces_and_says_which_were_withheld() -> None:
    record = nonce_record(Contribution(0, hash_nonce(NONCE), NONCE), Contribution(1, "0" * 64, None))
    lines = record.header().splitlines()
    assert lines[-3:] == ['[Draws "2"]', f'[Nonce 1 "{hash_nonce(NONCE)} {NONCE}"]', f'[Nonce 2 "{"0" * 64} -"]']
    assert parse_record(record.format()) == record
    verification = verify(record)
    assert verification.is_fair
    assert make_record(verification.match, record.seats).format() == record.format()


def test_a_record_of_the_first_function_does_not_name_it() -> None:
    match = Match(ludotheque.make("tsuro", players=2), PlySeededDealer(SEED))
    record = make_record(match, ["Ann", "Ben"])
    assert "Draws" not in record.format()
    assert isinstance(verify(parse_record(record.format())).match.dealer, PlySeededDealer)


def test_each_function_proves_its_own_draws_only() -> None:
    for dealer, other in ((PlySeededDealer(SEED), 2), (SeededDealer(SEED), 1)):
        record = make_record(Match(ludotheque.make("tsuro", players=2), dealer), ["Ann", "Ben"])
        assert verify(record).is_fair
        with pytest.raises(UnlawfulRecord, match="Ply 1 is not fair"):
            verify(seal(replace(record, draws=other)))


def test_a_nonce_that_was_not_promised_is_found() -> None:
    record = nonce_record(Contribution(0, "0" * 64, NONCE))
    with pytest.raises(UnlawfulRecord, match="The nonce of seat 1 is not the one that was promised"):
        verify(record)


def test_a_nonce_that_is_withheld_afterwards_is_found() -> None:
    record = nonce_record(Contribution(0, hash_nonce(NONCE), NONCE))
    with pytest.raises(UnlawfulRecord, match="Ply 1 is not fair"):
        verify(seal(replace(record, contributions=(Contribution(0, hash_nonce(NONCE), None),))))


@pytest.mark.parametrize("seats", [(0, 0), (1, 0), (2,), (-1,)])
def test_nonces_of_seats_that_are_none_are_found(seats: tuple[int, ...]) -> None:
    contributions = tuple(Contribution(seat, hash_nonce(NONCE), NONCE) for seat in seats)
    with pytest.raises(UnlawfulRecord, match="The nonces must be of different seats from 1 to 2"):
        verify(seal(replace(tsuro_record(), contributions=contributions)))


def test_nonces_that_the_draw_function_does_not_take_are_found() -> None:
    contributions = (Contribution(0, hash_nonce(NONCE), NONCE),)
    with pytest.raises(UnlawfulRecord, match="its draw function takes none"):
        verify(seal(replace(tsuro_record(), draws=1, contributions=contributions)))


def test_a_draw_function_without_a_promise_is_found() -> None:
    with pytest.raises(UnlawfulRecord, match="promises none"):
        verify(seal(replace(tsuro_record(), commitment=None, seed=None)))


@pytest.mark.parametrize(
    ("tag", "why"),
    [
        ('[Draws "3"]', "function 3; this version knows those from 1 to 2"),
        ('[Draws "x"]', "Draws must be a whole number"),
        ('[Draws "1"]', "should read"),
        ('[Draws "2"]\n[Nonce 1 "abc"]', "must be a hash and a nonce"),
        (f'[Draws "2"]\n[Nonce 1 "{"0" * 64} {"0" * 63}"]', "must be a hash and a nonce"),
        (f'[Draws "2"]\n[Nonce one "{"0" * 64} -"]', "must be a whole number"),
    ],
)
def test_draws_and_nonces_that_are_malformed_are_refused(tag: str, why: str) -> None:
    with pytest.raises(InvalidRecord, match=why):
        parse_record(TEXT.replace('[Draws "2"]', tag))
