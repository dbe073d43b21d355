"""Authentication: players, and the secrets that identify them. Only hashes are stored; no HTTP lives here.

A secret has 256 random bits, so its hash needs no salt and serves as the lookup key. The timing of a lookup may tell an
attacker something about hashes, but nothing about secrets: similar secrets have unrelated hashes.

A revoked credential is first deleted from the store; then it is published on the bus, so that its connections are
closed.
"""

import asyncio
import hashlib
import logging
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from ludotheque.bus.bus import Bus
from ludotheque.core.errors import StoreError
from ludotheque.server.errors import Refused
from ludotheque.server.identity.names import check_label, check_name, name_guest
from ludotheque.server.tasks import BackgroundTasks
from ludotheque.store.store import Credential, CredentialKind, LinkRow, Player, Store

SECRET_BYTES = 32
LONGEST_SECRET = 64
"""In characters; longer than any secret made here."""
MOST_TOKENS = 20
MOST_DEVICES = 20
"""How many devices a player may have, unused links included."""
LINK_MILLISECONDS = 10 * 60 * 1000
SEEN_EVERY = 60 * 60 * 1000
"""How old `Credential.used_at` may get before it is updated, in milliseconds."""
TOKEN_PREFIX = "ludo_"  # noqa: S105 - not a secret: it lets people and secret scanners recognise a token
LOOK_AGAIN = 1.0
"""Seconds between attempts to read which credentials are still valid."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Login:
    """A player with the secret of one of their cookies; the server does not keep the secret."""

    player: Player
    secret: str


@dataclass(frozen=True, slots=True)
class Authenticated:
    """A player, and the credential that authenticated them."""

    player: Player
    credential: Credential


@dataclass(frozen=True, slots=True)
class Token:
    """A new token for a bot. The secret is shown once."""

    credential: Credential
    secret: str


@dataclass(frozen=True, slots=True)
class Link:
    """A one-time code that logs another device in as this player; `expires_at` is a Unix time in milliseconds."""

    code: str
    expires_at: int


class Identity:
    """Creates players, authenticates them and revokes credentials. `now` returns the Unix time in milliseconds."""

    def __init__(self, store: Store, bus: Bus, now: Callable[[], int]) -> None:
        self._store = store
        self._bus = bus
        self._now = now
        self._watched: dict[Callable[[], None], Authenticated] = {}
        """Who is told when a credential is revoked, and which."""
        self._tasks = BackgroundTasks("Credentials")
        bus.on_gap(self._on_gap)

    async def create(self, name: str | None, device: str = "") -> Login:
        """Create a player with a cookie; without a name they are a guest. Raises Refused for a bad name."""
        player_id = secrets.token_urlsafe(9)
        player = Player(player_id, check_name(name) if name is not None else name_guest(player_id), self._now())
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._store.add_player(player, self._make_credential(player, "cookie", device), hash_secret(secret))
        return Login(player, secret)

    async def find(self, secret: str, kind: CredentialKind) -> Authenticated | None:
        """Authenticate by a secret; None if it is unknown or of another kind. Updates `used_at` about once an hour."""
        found = await self._store.find_player(hash_secret(secret))
        if found is None or found[1].kind != kind:
            return None
        if (now := self._now()) - found[1].used_at >= SEEN_EVERY:
            with suppress(StoreError):  # authentication must work on a full disk
                await self._store.touch_credential(found[1].id, now)
        return Authenticated(*found)

    async def rename(self, player: Player, name: str) -> Player:
        """Rename a player. Raises Refused if the name is not allowed."""
        name = check_name(name)
        await self._store.rename_player(player.id, name)
        return Player(player.id, name, player.created_at)

    async def delete(self, player: Player) -> list[str]:
        """Delete a player and revoke their credentials; list the ids of the tables that were deleted with them."""
        removed = await self._store.remove_player(player.id)
        for credential in removed.credentials:
            self._publish_revoked(credential)
        return removed.tables

    # ── Other devices ────────────────────────────────────────────────────────────────────────────────────────────────

    async def make_link(self, player: Player) -> Link:
        """Make a link for another device. Raises Refused if there are too many devices and links."""
        if len(await self.list_devices(player)) + len(await self.list_links(player)) >= MOST_DEVICES:
            raise Refused(
                "too_many_devices",
                f"You have {MOST_DEVICES} devices, with the links that are still open. Log out on one, or wait.",
            )
        code = secrets.token_urlsafe(SECRET_BYTES)
        now = self._now()
        await self._store.add_link(hash_secret(code), player.id, now + LINK_MILLISECONDS, now)
        return Link(code, now + LINK_MILLISECONDS)

    async def find_link(self, code: str) -> tuple[Player, LinkRow]:
        """Find a link and its player without using it up. Raises Refused if it is used, unknown or expired."""
        found = await self._store.find_link(hash_secret(code), self._now())
        if found is None:
            raise _no_such_link()
        return found

    async def use_link(self, code: str) -> Player:
        """Use up a link; return its player. Raises Refused if it is used, unknown or expired."""
        player = await self._store.use_link(hash_secret(code), self._now())
        if player is None:
            raise _no_such_link()
        return player

    async def add_device(self, player: Player, device: str = "") -> Login:
        """Log another device in as this player. The number of devices is not checked: `make_link` does that."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._store.add_credential(self._make_credential(player, "cookie", device), hash_secret(secret))
        return Login(player, secret)

    async def list_devices(self, player: Player) -> list[Credential]:
        """List the cookies of a player, oldest first."""
        return await self._store.list_credentials(player.id, "cookie")

    async def log_out(self, player: Player, device: str) -> None:
        """Revoke the cookie of a device. Raises Refused if the player has no such device."""
        if all(credential.id != device for credential in await self.list_devices(player)):
            raise Refused("no_such_device", "You have no such device; perhaps it is logged out already.")
        await self._revoke(player, device)

    async def log_out_everywhere(self, player: Player, but: str | None = None) -> None:
        """Revoke all cookies of a player, except `but`, and all links. Tokens stay valid."""
        for credential in await self._store.remove_device_credentials(player.id, but):
            self._publish_revoked(credential)

    async def list_links(self, player: Player) -> list[LinkRow]:
        """List a player's usable links, the first to expire first."""
        return await self._store.list_links(player.id, self._now())

    async def revoke_link(self, player: Player, link: str) -> None:
        """Revoke a link by its `name_link`. Raises Refused if the player has no such link."""
        for row in await self.list_links(player):
            if name_link(row) == link and await self._store.remove_link(player.id, row.hash):
                return
        raise _no_such_link()

    # ── Bots ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def make_token(self, player: Player, label: str) -> Token:
        """Make a token for a bot. Raises Refused if the label is not allowed or there are too many tokens."""
        label = check_label(label)
        if len(await self.list_tokens(player)) >= MOST_TOKENS:
            raise Refused("too_many_tokens", f"You have {MOST_TOKENS} tokens. Revoke one that you no longer use.")
        secret = TOKEN_PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        credential = self._make_credential(player, "token", label)
        await self._store.add_credential(credential, hash_secret(secret))
        return Token(credential, secret)

    async def list_tokens(self, player: Player) -> list[Credential]:
        """List a player's tokens, oldest first."""
        return await self._store.list_credentials(player.id, "token")

    async def revoke_token(self, player: Player, token: str) -> None:
        """Revoke a token. Raises Refused if the player has no such token."""
        if all(credential.id != token for credential in await self.list_tokens(player)):
            raise Refused("no_such_token", "You have no such token.")
        await self._revoke(player, token)

    # ── Revoking ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def on_revoked(self, authenticated: Authenticated, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener when a credential is revoked. Returns a function to unsubscribe.

        To avoid a race, subscribe first and then check that the credential still exists.
        """
        unsubscribe = self._bus.subscribe(_name_topic(authenticated.credential.id), lambda _message: listener())
        self._watched[listener] = authenticated

        def forget() -> None:
            self._watched.pop(listener, None)
            unsubscribe()

        return forget

    def _on_gap(self) -> None:
        self._tasks.spawn(self._look_again())

    async def _look_again(self) -> None:
        """Look for credentials that another process has revoked while its notes did not arrive here."""
        for listener, authenticated in [*self._watched.items()]:
            credential = authenticated.credential
            valid = await self._read_credentials(credential)
            if all(other.id != credential.id for other in valid):
                listener()

    async def _read_credentials(self, credential: Credential) -> list[Credential]:
        """Read what is valid now of a player's credentials of a kind, however long the store does not answer."""
        while True:
            try:
                return await self._store.list_credentials(credential.player, credential.kind)
            except StoreError as error:
                _log.warning("Credentials could not be read: %s", error)
                await asyncio.sleep(LOOK_AGAIN)

    async def _revoke(self, player: Player, credential: str) -> None:
        await self._store.remove_credential(player.id, credential)
        self._publish_revoked(credential)

    def _publish_revoked(self, credential: str) -> None:
        self._bus.publish(_name_topic(credential), {"what": "revoked"})

    def _make_credential(self, player: Player, kind: CredentialKind, label: str) -> Credential:
        now = self._now()
        return Credential(secrets.token_urlsafe(9), player.id, kind, label, now, now if kind == "cookie" else 0)


def hash_secret(secret: str) -> bytes:
    """Return the SHA-256 hash that is stored instead of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).digest()


def name_link(link: LinkRow) -> str:
    """Return a public id of a link, which does not reveal its code."""
    return urlsafe_b64encode(link.hash[:9]).decode()


def _name_topic(credential: str) -> str:
    return f"credential:{credential}"


def _no_such_link() -> Refused:
    return Refused(
        "no_such_link", "This link was used already or is too old. Make a new one on the device where you play."
    )
