"""Chance from a committed seed: documented, exact, independent of Python's random."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.fairness import SeededDealer, commitment, new_seed

SEED = hashlib.sha256(b"docs/fairness.md").digest()


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest() == SeededDealer(SEED).commitment


def test_the_choice_is_what_the_documentation_says() -> None:
    """docs/fairness.md, step by step, with nothing but HMAC-SHA-256 and whole numbers."""
    weights = [2, 1, 1, 5]
    for ply in range(1, 200):
        number = int.from_bytes(hmac.new(SEED, f"ludotheque ply {ply} attempt 0".encode(), "sha256").digest(), "big")
        point = number % 9
        expected = 0 if point < 2 else 1 if point < 3 else 2 if point < 4 else 3
        assert SeededDealer(SEED).choose(ply, weights) == expected


def test_known_answers() -> None:
    """So that another implementation can check itself, and this one can never change unnoticed."""
    dealer = SeededDealer(bytes(32))
    assert [dealer.choose(ply, [1] * 35) for ply in range(1, 13)] == [24, 32, 11, 15, 4, 13, 15, 16, 14, 11, 19, 30]
    assert dealer.commitment == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_choices_are_in_proportion_to_the_weights() -> None:
    counts = Counter(SeededDealer(SEED).choose(ply, [1, 3]) for ply in range(4000))
    assert 850 < counts[0] < 1150


def test_a_number_from_the_incomplete_last_stretch_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a total of 3, the number 2**256 - 1 would favour the first outcome."""
    digests = iter([b"\xff" * 32, b"\xff" * 32, bytes(31) + b"\x02"])
    asked: list[bytes] = []

    def fake(_key: bytes, message: bytes, _name: str) -> bytes:
        asked.append(message)
        return next(digests)

    monkeypatch.setattr(hmac, "digest", fake)
    assert SeededDealer(SEED).choose(7, [1, 1, 1]) == 2
    assert asked == [f"ludotheque ply 7 attempt {attempt}".encode() for attempt in range(3)]


@given(st.binary(max_size=64).filter(lambda seed: len(seed) != 32))
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededDealer(seed)


def test_new_seeds_are_new() -> None:
    assert len({new_seed() for _ in range(50)}) == 50
    assert len(new_seed()) == 32
