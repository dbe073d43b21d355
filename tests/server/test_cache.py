"""What is made once for all who ask."""

import asyncio

import pytest

from ludotheque.server.cache import ExpiringValue, SizedCache


class Maker:
    """Makes one value after the other, each when it may."""

    def __init__(self) -> None:
        self.made = 0
        self.may = asyncio.Event()
        self.may.set()
        self.fails = False

    async def __call__(self) -> bytes:
        self.made += 1
        number = self.made
        await self.may.wait()
        if self.fails:
            raise ZeroDivisionError
        return b"%d" % number


class TestExpiringValue:
    async def test_it_is_made_again_when_it_is_old_or_its_key_has_changed(self) -> None:
        make, now, key = Maker(), [0.0], [0]
        value = ExpiringValue(make, 1.0, lambda: key[0], lambda: now[0])
        assert [await value.get(), await value.get()] == [b"1", b"1"]
        now[0] = 0.9
        assert await value.get() == b"1"
        now[0] = 1.0
        assert [await value.get(), await value.get()] == [b"2", b"2"]
        key[0] = 1
        assert [await value.get(), await value.get()] == [b"3", b"3"]

    async def test_all_who_ask_while_it_is_made_get_the_same(self) -> None:
        make, now = Maker(), [0.0]
        make.may.clear()
        value = ExpiringValue(make, 1.0, now=lambda: now[0])
        asking = [asyncio.create_task(value.get()) for _ in range(5)]
        await asyncio.sleep(0)
        now[0] = 50.0  # it takes long, and is still the same
        asking += [asyncio.create_task(value.get()) for _ in range(5)]
        await asyncio.sleep(0)
        asking[0].cancel()
        make.may.set()
        results = await asyncio.gather(*asking, return_exceptions=True)
        assert isinstance(results[0], asyncio.CancelledError)
        assert results[1:] == [b"1"] * 9

    async def test_what_could_not_be_made_is_made_for_the_next(self) -> None:
        make = Maker()
        value = ExpiringValue(make, 1000.0)
        make.fails = True
        with pytest.raises(ZeroDivisionError):
            await value.get()
        make.fails = False
        assert await value.get() == b"2"


class TestSizedCache:
    async def test_what_was_not_asked_for_the_longest_makes_room(self) -> None:
        make = Maker()
        cache = SizedCache[bytes](3, len)
        for key in "abc":
            await cache.get(key, make)
        assert (await cache.get("a", make), cache.size, make.made) == (b"1", 3, 3)
        assert await cache.get("d", make) == b"4"
        assert [await cache.get(key, make) for key in "acd"] == [b"1", b"3", b"4"]
        assert (await cache.get("b", make), make.made, cache.size) == (b"5", 5, 3)

    async def test_what_is_too_large_is_not_kept_and_costs_nothing_else(self) -> None:
        make = Maker()
        cache = SizedCache[bytes](1, len)
        await cache.get("a", make)
        make.made = 99
        assert await cache.get("b", make) == b"100"
        assert (await cache.get("a", make), cache.size) == (b"1", 1)

    async def test_all_who_ask_for_the_same_wait_for_one(self) -> None:
        make = Maker()
        make.may.clear()
        cache = SizedCache[bytes](100, len)
        asking = [asyncio.create_task(cache.get("a", make)) for _ in range(5)]
        await asyncio.sleep(0)
        asking[0].cancel()
        make.may.set()
        results = await asyncio.gather(*asking, return_exceptions=True)
        assert results[1:] == [b"1"] * 4

    async def test_what_could_not_be_made_is_made_for_the_next(self) -> None:
        make = Maker()
        cache = SizedCache[bytes](100, len)
        make.fails = True
        with pytest.raises(ZeroDivisionError):
            await cache.get("a", make)
        make.fails = False
        assert await cache.get("a", make) == b"2"
