"""How often anybody may do something."""

from dataclasses import dataclass

import pytest

from ludotheque.server.errors import TooFast
from ludotheque.server.rate_limits import Bucket, Limit, Limits, Rate, name_address

RATE = Rate("things", 3, 0.5)


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_a_burst_and_then_so_many_a_second() -> None:
    bucket = Bucket(RATE, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0, 0, 0, 2.0]
    assert bucket.take(1.0) == 1.0
    assert bucket.take(2.0) == 0
    assert bucket.take(2.0) == 2.0


def test_a_bucket_is_never_fuller_than_full() -> None:
    bucket = Bucket(RATE, 0.0)
    assert [bucket.take(1e9) for _ in range(4)] == [0, 0, 0, 2.0]


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(RATE, 100.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0, 0, 0, 2.0]


def test_what_is_reserved_waits_in_a_row() -> None:
    clock = Clock()
    limit = Limit(RATE, clock)
    assert [limit.reserve("ann") for _ in range(6)] == [0, 0, 0, 2.0, 4.0, 6.0]
    assert limit.reserve("ben") == 0
    clock.now = 6.0
    assert limit.reserve("ann") == 2.0
    assert Limits(clock, are_on=False).reserve(Limits.BOT_MOVES, "ann") == 0
    assert Limits(clock).reserve(Limits.BOT_MOVES, "ann") == 0


def test_everybody_has_a_bucket_of_their_own() -> None:
    limit = Limit(RATE, Clock())
    for _ in range(3):
        limit.take("ann")
    limit.take("ben")
    with pytest.raises(TooFast) as refused:
        limit.take("ann")
    assert refused.value.status == 429
    assert refused.value.wait == 2
    assert str(refused.value) == "Too many things. Try again in 2 seconds."


def test_full_buckets_are_forgotten_and_empty_ones_are_not() -> None:
    clock = Clock()
    limit = Limit(RATE, clock, most=4)
    for _ in range(3):
        limit.take("busy")
    for name in "abc":
        limit.take(name)
    clock.now = 3.0  # a, b and c are full again; busy is not
    limit.take("d")
    assert set(limit._buckets) == {"busy", "d"}


def test_strangers_cannot_fill_the_memory() -> None:
    limit = Limit(RATE, Clock(), most=100)
    for number in range(10_000):
        limit.take(str(number))
    assert len(limit._buckets) <= 100


def test_what_is_given_back_was_not_counted() -> None:
    limit = Limit(RATE, Clock())
    for _ in range(10):
        limit.take("ann")
        limit.give_back("ann")
    for _ in range(3):
        limit.take("ann")
    with pytest.raises(TooFast):
        limit.take("ann")
    limit.give_back("nobody")


def test_limits_can_be_off() -> None:
    limits = Limits(Clock(), are_on=False)
    for _ in range(1000):
        limits.take(Limits.TABLES, "ann")
        limits.give_back(Limits.TABLES, "ann")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(host: str, name: str) -> None:
    assert name_address(host) == name
