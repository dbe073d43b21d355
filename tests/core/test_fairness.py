"""Chance from a committed seed and the nonces of players: documented, exact, independent of Python's random."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque
from ludotheque.core.fairness import (
    Contribution,
    PlySeededDealer,
    SeededDealer,
    commitment,
    derive_key,
    hash_nonce,
    is_hash,
    make_dealer,
    new_nonce,
    new_seed,
)
from ludotheque.core.game import CHANCE
from ludotheque.core.match import Match

SEED = hashlib.sha256(b"docs/fairness.md").digest()
ONES, TWOS = "11" * 32, "22" * 32
CONTRIBUTIONS = (Contribution(0, hash_nonce(ONES), ONES), Contribution(2, hash_nonce(TWOS), None))
TILES = [f"+{tile}" for tile in range(1, 36)]


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest() == SeededDealer(SEED).commitment
    assert commitment(SEED) == PlySeededDealer(SEED).commitment


def test_the_hash_of_a_nonce_is_the_sha_256_of_its_bytes() -> None:
    assert hash_nonce(ONES) == hashlib.sha256(b"\x11" * 32).hexdigest()


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "0" * 63 + "g", "A" * 64, "0" * 64 + "\n", "٠" * 64])
def test_a_hash_has_64_lower_case_hexadecimal_digits(text: str) -> None:
    assert is_hash("0123456789abcdef" * 4)
    assert not is_hash(text)


# ── The key ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_key_is_what_the_documentation_says() -> None:
    text = f"ludotheque nonces\n1 {hash_nonce(ONES)} {ONES}\n3 {hash_nonce(TWOS)} -"
    assert derive_key(SEED, CONTRIBUTIONS) == hmac.new(SEED, text.encode("ascii"), "sha256").digest()
    assert derive_key(SEED) == hmac.new(SEED, b"ludotheque nonces", "sha256").digest()


def test_known_keys() -> None:
    assert derive_key(bytes(32)).hex() == "3d11840d8a29b813e21f8331b5833b40a197d28968cdc880e97a8467f94398b2"
    assert (
        derive_key(bytes(32), CONTRIBUTIONS).hex() == "2b50eb7d5dd3df36c48689fcca16aba1058e2f9212989209a74ebd8536fb0422"
    )


def test_every_part_of_a_contribution_changes_the_key() -> None:
    other = [
        (),
        CONTRIBUTIONS,
        CONTRIBUTIONS[:1],
        CONTRIBUTIONS[1:],
        (Contribution(1, hash_nonce(ONES), ONES), CONTRIBUTIONS[1]),
        (Contribution(0, hash_nonce(ONES), None), CONTRIBUTIONS[1]),
        (CONTRIBUTIONS[0], Contribution(2, hash_nonce(TWOS), TWOS)),
        (CONTRIBUTIONS[0], Contribution(2, hash_nonce(ONES), None)),
    ]
    assert len({derive_key(SEED, each) for each in other}) == len(other)


# ── Draws ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_draw_is_what_the_documentation_says() -> None:
    """docs/fairness.md, step by step, with nothing but SHA-256, HMAC-SHA-256 and whole numbers."""
    identities, weights = ["+wa1", "+wa2", "+fi3", "first:2"], [2, 1, 1, 5]
    dealer = SeededDealer(SEED, CONTRIBUTIONS)
    for number in range(1, 200):
        key = hmac.new(derive_key(SEED, CONTRIBUTIONS), f"ludotheque draw {number}".encode(), "sha256").digest()
        tickets = {
            int.from_bytes(hashlib.sha256(key + f"{identity} {copy}".encode()).digest(), "big"): identity
            for identity, weight in zip(identities, weights, strict=True)
            for copy in range(1, weight + 1)
        }
        chosen = dealer.choose(number, identities, weights)
        assert identities[chosen] == tickets[min(tickets)]


def test_known_draws() -> None:
    """So that another implementation can check itself, and this one can never change unnoticed."""
    drawn = [SeededDealer(bytes(32)).choose(number, TILES, [1] * 35) + 1 for number in range(1, 13)]
    assert drawn == [30, 26, 9, 26, 31, 8, 13, 4, 25, 15, 10, 1]
    cards = ["+wa1", "+wa2", "+fi3"]
    dealer = SeededDealer(bytes(32), CONTRIBUTIONS)
    indices = [dealer.choose(number, cards, [3, 1, 2]) for number in range(1, 13)]
    assert " ".join(cards[index] for index in indices) == "+wa2 +wa1 +wa1 +wa1 +fi3 +wa1 +wa2 +wa1 +wa1 +wa2 +fi3 +wa2"


def test_every_copy_is_exactly_as_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted over every order that the hashes of five copies can have."""
    weights, counts = [2, 1, 2], Counter[int]()
    for order in permutations(range(5)):
        ranks = iter(order)
        monkeypatch.setattr(hashlib, "sha256", lambda _data, ranks=ranks: _FakeHash(ranks))
        counts[SeededDealer.choose(_KEYED, 1, ["a", "b", "c"], weights)] += 1
    assert counts == {0: 48, 1: 24, 2: 48}


_KEYED = SeededDealer(SEED)


class _FakeHash:
    """A hash whose value is the next of some ranks."""

    def __init__(self, ranks: Iterator[int]) -> None:
        self._ranks = ranks

    def copy(self) -> "_FakeHash":
        return self

    def update(self, data: bytes) -> None:
        """Every copy of an outcome is another text."""

    def digest(self) -> bytes:
        return next(self._ranks).to_bytes(32)


def test_draws_are_in_proportion_to_the_weights() -> None:
    dealer = SeededDealer(SEED)
    counts = Counter(dealer.choose(number, ["a", "b"], [1, 3]) for number in range(4000))
    assert 850 < counts[0] < 1150


def test_the_order_of_the_outcomes_does_not_matter() -> None:
    dealer, rng = SeededDealer(SEED), Random(1)
    for number in range(1, 50):
        drawn = TILES[dealer.choose(number, TILES, [1] * 35)]
        other = rng.sample(TILES, 35)
        assert other[dealer.choose(number, other, [1] * 35)] == drawn


def test_what_is_taken_away_changes_a_draw_only_if_it_was_drawn() -> None:
    dealer = SeededDealer(SEED)
    for number in range(1, 20):
        drawn = TILES[dealer.choose(number, TILES, [1] * 35)]
        for gone in TILES:
            rest = [tile for tile in TILES if tile != gone]
            assert (rest[dealer.choose(number, rest, [1] * 34)] == drawn) is (gone != drawn)


def play_with(match: Match[Any, Any, Any], rng: Random) -> list[str]:
    """Play at random to the end; return what was drawn."""
    while match.actor is not None:
        match.play(rng.choice(match.legal_moves))
    return [match.game.format_move(ply.before, ply.move) for ply in match.plies if ply.actor is CHANCE]


@pytest.mark.parametrize(("game_id", "options"), [("tsuro", {"players": 2}), ("tao", {"players": 3}), ("turris", {})])
def test_two_tables_with_the_same_seed_are_dealt_the_same_whatever_is_played(
    game_id: str, options: dict[str, Any]
) -> None:
    """Duplicate deals: in these games nothing that was drawn comes back before the end."""
    game = ludotheque.make(game_id, **options)
    for seed in range(5):
        deals = [play_with(Match(game, SeededDealer(seed.to_bytes(32))), Random(play)) for play in range(6)]
        longest = max(deals, key=len)
        assert all(deal == longest[: len(deal)] for deal in deals)
    games = [Match(game, SeededDealer(SEED)) for _ in range(2)]
    for play, match in enumerate(games):
        play_with(match, Random(play))
    assert games[0].plies != games[1].plies


def test_where_tiles_come_back_two_tables_are_dealt_mostly_the_same() -> None:
    """Tiles of players who are out return to the pile: what differs is mostly what one of the tables cannot draw."""
    game = ludotheque.make("tsuro", players=4)
    same = total = 0
    for seed in range(20):
        one, other = (play_with(Match(game, SeededDealer(seed.to_bytes(32))), Random(play)) for play in range(2))
        same += sum(first == second for first, second in zip(one, other, strict=False))
        total += min(len(one), len(other))
    assert same / total > 0.8


def test_plies_that_were_taken_back_are_not_counted() -> None:
    match, rng = Match(ludotheque.make("tao", players=3), SeededDealer(SEED)), Random(1)
    drawn = play_with(match, rng)
    assert len(drawn) == match.draws > 20
    begun = match.plies[:30]
    match.take_back(30)
    assert match.draws == sum(ply.actor is CHANCE for ply in begun)
    assert play_with(match, rng)[:25] == drawn[:25]
    match.take_back(0)
    assert [match.game.format_move(ply.before, ply.move) for ply in match.plies] == drawn[: match.draws]


# ── The first function ───────────────────────────────────────────────────────────────────────────────────────────────


def test_the_first_function_is_what_the_documentation_says() -> None:
    weights = [2, 1, 1, 5]
    for ply in range(1, 200):
        number = int.from_bytes(hmac.new(SEED, f"ludotheque ply {ply} attempt 0".encode(), "sha256").digest(), "big")
        point = number % 9
        expected = 0 if point < 2 else 1 if point < 3 else 2 if point < 4 else 3
        assert PlySeededDealer(SEED).choose(ply, weights) == expected


def test_known_answers_of_the_first_function() -> None:
    """Records from before the second one must verify for ever."""
    dealer = PlySeededDealer(bytes(32))
    assert [dealer.choose(ply, [1] * 35) for ply in range(1, 13)] == [24, 32, 11, 15, 4, 13, 15, 16, 14, 11, 19, 30]
    assert dealer.commitment == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_the_first_function_keeps_to_the_weights() -> None:
    counts = Counter(PlySeededDealer(SEED).choose(ply, [1, 3]) for ply in range(4000))
    assert 850 < counts[0] < 1150


def test_a_number_from_the_incomplete_last_stretch_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a total of 3, the number 2**256 - 1 would favour the first outcome."""
    digests = iter([b"\xff" * 32, b"\xff" * 32, bytes(31) + b"\x02"])
    asked: list[bytes] = []

    def fake(_key: bytes, message: bytes, _name: str) -> bytes:
        asked.append(message)
        return next(digests)

    monkeypatch.setattr(hmac, "digest", fake)
    assert PlySeededDealer(SEED).choose(7, [1, 1, 1]) == 2
    assert asked == [f"ludotheque ply 7 attempt {attempt}".encode() for attempt in range(3)]


# ── Seeds ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("function", [1, 2])
@given(seed=st.binary(max_size=64).filter(lambda seed: len(seed) != 32))
def test_a_seed_has_32_bytes(function: int, seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        make_dealer(function, seed)


def test_new_seeds_and_nonces_are_new() -> None:
    assert len({new_seed() for _ in range(50)}) == 50
    assert len(new_seed()) == 32
    assert len({new_nonce() for _ in range(50)}) == 50
    assert is_hash(new_nonce())
