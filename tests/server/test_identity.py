"""Who somebody is."""

import sqlite3
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest

from ludotheque.bus.local import LocalBus
from ludotheque.core.errors import StoreError
from ludotheque.server.errors import Refused
from ludotheque.server.identity.auth import LINK_MILLISECONDS, MOST_TOKENS, SEEN_EVERY, Identity, hash_secret
from ludotheque.store.sqlite import SqliteStore
from ludotheque.store.store import CredentialKind, Player


async def who(identity: Identity, secret: str, kind: CredentialKind = "cookie") -> Player | None:
    """Give the player whose secret this is."""
    known = await identity.find(secret, kind)
    return None if known is None else known.player


class Clock:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def identity(tmp_path: Path, clock: Clock) -> AsyncIterator[Identity]:
    store = SqliteStore(tmp_path / "store.sqlite")
    await store.open()
    yield Identity(store, LocalBus(), clock)
    await store.close()


async def test_a_player_is_found_by_the_secret_and_by_nothing_else(identity: Identity) -> None:
    ann = await identity.create("Ann")
    ben = await identity.create("Ben")
    assert len(ann.secret) >= 43  # 32 bytes
    assert ann.secret != ben.secret
    assert await who(identity, ann.secret) == ann.player
    assert await identity.find(ann.secret, "token") is None
    for wrong in ("", ann.player.id, ann.secret[:-1], ann.secret + "A", ann.secret.swapcase(), "\udcff"):
        assert await identity.find(wrong, "cookie") is None


async def test_no_secret_is_stored(identity: Identity, tmp_path: Path) -> None:
    """Whoever reads the database cannot be anybody."""
    ann = await identity.create("Ann")
    link = await identity.make_link(ann.player)
    token = await identity.make_token(ann.player, "my bot")
    assert await identity.find(hash_secret(ann.secret).hex(), "cookie") is None
    with sqlite3.connect(tmp_path / "store.sqlite") as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    for secret in (ann.secret, link.code, token.secret):
        assert secret not in dump
        assert hash_secret(secret).hex().upper() in dump.upper()


async def test_secrets_are_compared_by_their_hashes_only(identity: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store is asked for 32 bytes that have nothing in common for secrets that differ in one letter."""
    asked: list[bytes] = []

    async def find_player(digest: bytes) -> None:
        asked.append(digest)

    monkeypatch.setattr(identity._store, "find_player", find_player)
    secret = (await identity.create("Ann")).secret
    await identity.find(secret, "cookie")
    await identity.find(secret[:-1] + "_", "cookie")
    assert [len(digest) for digest in asked] == [32, 32]
    assert sum(a == b for a, b in zip(*asked, strict=True)) < 8


async def test_a_name_can_be_changed_and_is_given_to_who_has_none(identity: Identity) -> None:
    guest = (await identity.create(None)).player
    assert guest.name.startswith("Guest ")
    proven = await identity.create("  Ann  \t of Green   Gables ")
    assert proven.player.name == "Ann of Green Gables"
    renamed = await identity.rename(proven.player, "Zoë")
    assert renamed.name == "Zoë"
    assert await who(identity, proven.secret) == renamed


async def test_a_link_makes_another_device_the_same_player_once(identity: Identity) -> None:
    ann = await identity.create("Ann")
    link = await identity.make_link(ann.player)
    phone = await identity.add_device(await identity.use_link(link.code), "Firefox, Linux")
    assert phone.player == ann.player
    assert phone.secret not in {ann.secret, link.code}
    assert await who(identity, phone.secret) == ann.player
    assert await who(identity, ann.secret) == ann.player
    with pytest.raises(Refused) as refused:
        await identity.use_link(link.code)
    assert refused.value.code == "no_such_link"


async def test_a_link_gets_old(identity: Identity, clock: Clock) -> None:
    link = await identity.make_link((await identity.create("Ann")).player)
    assert link.expires_at == clock.now + LINK_MILLISECONDS
    clock.now += LINK_MILLISECONDS
    with pytest.raises(Refused):
        await identity.use_link(link.code)


async def test_tokens_are_listed_and_revoked_by_their_player_only(identity: Identity) -> None:
    ann, ben = (await identity.create("Ann")).player, (await identity.create("Ben")).player
    token = await identity.make_token(ann, " my  bot ")
    assert token.credential.label == "my bot"
    assert await who(identity, token.secret, "token") == ann
    assert await identity.find(token.secret, "cookie") is None
    assert await identity.list_tokens(ann) == [token.credential]
    assert await identity.list_tokens(ben) == []
    with pytest.raises(Refused):
        await identity.revoke_token(ben, token.credential.id)
    assert await who(identity, token.secret, "token") == ann
    await identity.revoke_token(ann, token.credential.id)
    assert await identity.find(token.secret, "token") is None
    with pytest.raises(Refused):
        await identity.revoke_token(ann, token.credential.id)


async def test_a_cookie_cannot_be_revoked_as_a_token(identity: Identity) -> None:
    ann = await identity.create("Ann")
    [cookie] = await identity._store.list_credentials(ann.player.id, "cookie")
    with pytest.raises(Refused):
        await identity.revoke_token(ann.player, cookie.id)
    assert await who(identity, ann.secret) == ann.player


async def test_there_is_a_limit_to_tokens(identity: Identity) -> None:
    ann = (await identity.create("Ann")).player
    for number in range(MOST_TOKENS):
        await identity.make_token(ann, f"bot {number}")
    with pytest.raises(Refused) as refused:
        await identity.make_token(ann, "one more")
    assert refused.value.code == "too_many_tokens"


async def test_it_is_noted_about_once_an_hour_that_a_device_is_in_use(
    identity: Identity, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await identity.create("Ann", "Firefox, Linux")
    begun = clock.now
    seen = []
    for _ in range(5):
        clock.now += SEEN_EVERY // 2
        await identity.find(ann.secret, "cookie")
        [device] = await identity.list_devices(ann.player)
        seen.append(device.used_at - begun)
    assert seen == [0, SEEN_EVERY, SEEN_EVERY, 2 * SEEN_EVERY, 2 * SEEN_EVERY]

    async def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(identity._store, "touch_credential", fail)
    clock.now += SEEN_EVERY
    assert await who(identity, ann.secret) == ann.player


async def test_whoever_listens_hears_of_a_revocation_when_it_is_stored(identity: Identity) -> None:
    ann = await identity.create("Ann")
    token = await identity.make_token(ann.player, "my bot")
    heard: list[str] = []
    secrets: list[tuple[str, CredentialKind]] = [(ann.secret, "cookie"), (token.secret, "token")]
    stops = []
    for secret, kind in secrets:
        known = await identity.find(secret, kind)
        assert known is not None
        stops.append(identity.on_revoked(known, partial(heard.append, kind)))
    await identity.revoke_token(ann.player, token.credential.id)
    assert heard == ["token"]
    assert await identity.find(token.secret, "token") is None
    await identity.log_out_everywhere(ann.player)
    assert heard == ["token", "cookie"]
    for stop in stops:
        stop()
    assert identity._bus._listeners == {}  # type: ignore[attr-defined] # of the bus within a process
