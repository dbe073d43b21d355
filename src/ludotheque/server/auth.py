"""Who somebody is: a long random secret, of which only the hash is stored. No HTTP lives here.

A secret has 256 random bits, so its hash needs no salt, and it is found by its hash. How long that takes can tell an
attacker something about hashes, but nothing about secrets: two that differ in one letter have nothing in common.

A credential that is revoked is removed from the store first; then whoever listens to it is told, to close what it
had opened.
"""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from ludotheque.bus.bus import Bus
from ludotheque.core.errors import StoreError
from ludotheque.server.errors import Refused
from ludotheque.server.names import check_label, check_name, name_guest
from ludotheque.store.store import Credential, CredentialKind, LinkRow, Player, Store

SECRET_BYTES = 32
LONGEST_SECRET = 64
"""In characters: more than any secret of ours has."""
MOST_TOKENS = 20
MOST_DEVICES = 20
"""How many devices a player has at most, together with the links for further ones."""
LINK_MILLISECONDS = 10 * 60 * 1000
SEEN_EVERY = 60 * 60 * 1000
"""After how many milliseconds it is noted again that a credential is in use."""
TOKEN_PREFIX = "ludo_"  # noqa: S105 - not a secret: it lets people and scanners see what they have found


@dataclass(frozen=True, slots=True)
class Proven:
    """A player, and the secret that proves it: shown to them once, and known to nobody else."""

    player: Player
    secret: str


@dataclass(frozen=True, slots=True)
class Known:
    """A player, and the credential by which they have proven it."""

    player: Player
    credential: Credential


@dataclass(frozen=True, slots=True)
class Token:
    """A new token for a bot. The secret is shown once."""

    credential: Credential
    secret: str


@dataclass(frozen=True, slots=True)
class Link:
    """A one-time code that makes another device this player."""

    code: str
    expires_at: int


class Identity:
    """Makes players and finds them again."""

    def __init__(self, store: Store, bus: Bus, now: Callable[[], int]) -> None:
        self._store = store
        self._bus = bus
        self._now = now

    async def create(self, name: str | None, device: str = "") -> Proven:
        """Make a player, who uses a device. Raises Refused for a name that cannot be one."""
        player_id = secrets.token_urlsafe(9)
        player = Player(player_id, check_name(name) if name is not None else name_guest(player_id), self._now())
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._store.add_player(player, self._make_credential(player, "cookie", device), hash_secret(secret))
        return Proven(player, secret)

    async def find(self, secret: str, kind: CredentialKind) -> Known | None:
        """Say whose secret this is. A cookie is not a token, and the other way round."""
        found = await self._store.find_player(hash_secret(secret))
        if found is None or found[1].kind != kind:
            return None
        if (now := self._now()) - found[1].used_at >= SEEN_EVERY:
            with suppress(StoreError):  # on a full disk people are still known
                await self._store.touch_credential(found[1].id, now)
        return Known(*found)

    async def rename(self, player: Player, name: str) -> Player:
        """Give a player another name. Raises Refused."""
        name = check_name(name)
        await self._store.rename_player(player.id, name)
        return Player(player.id, name, player.created_at)

    async def delete(self, player: Player) -> list[str]:
        """Forget a player, whose devices and tokens are worth nothing from now on; list the tables that went, too."""
        removed = await self._store.remove_player(player.id)
        for credential in removed.credentials:
            self._tell_revoked(credential)
        return removed.tables

    # ── Other devices ────────────────────────────────────────────────────────────────────────────────────────────────

    async def make_link(self, player: Player) -> Link:
        """Make a link for another device. Raises Refused."""
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
        """Say whose link this is, without using it up. Raises Refused."""
        found = await self._store.find_link(hash_secret(code), self._now())
        if found is None:
            raise _no_such_link()
        return found

    async def use_link(self, code: str) -> Player:
        """Use up a link; give the player who made it. Raises Refused; works once."""
        player = await self._store.use_link(hash_secret(code), self._now())
        if player is None:
            raise _no_such_link()
        return player

    async def add_device(self, player: Player, device: str = "") -> Proven:
        """Make another device this player."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._store.add_credential(self._make_credential(player, "cookie", device), hash_secret(secret))
        return Proven(player, secret)

    async def list_devices(self, player: Player) -> list[Credential]:
        """List the devices that are this player, oldest first."""
        return await self._store.list_credentials(player.id, "cookie")

    async def log_out(self, player: Player, device: str) -> None:
        """Let a device be this player no more. Raises Refused."""
        if all(credential.id != device for credential in await self.list_devices(player)):
            raise Refused("no_such_device", "You have no such device; perhaps it is logged out already.")
        await self._revoke(player, device)

    async def log_out_everywhere(self, player: Player, but: str | None = None) -> None:
        """Let no device be this player any more, except one if it is named; no link works any more either."""
        for credential in await self._store.remove_device_credentials(player.id, but):
            self._tell_revoked(credential)

    async def list_links(self, player: Player) -> list[LinkRow]:
        """List a player's links that can still be used."""
        return await self._store.list_links(player.id, self._now())

    async def revoke_link(self, player: Player, link: str) -> None:
        """Let a link, named as `name_link` does, be worth nothing. Raises Refused."""
        for row in await self.list_links(player):
            if name_link(row) == link and await self._store.remove_link(player.id, row.hash):
                return
        raise _no_such_link()

    # ── Bots ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def make_token(self, player: Player, label: str) -> Token:
        """Make a token for a bot. Raises Refused."""
        label = check_label(label)
        if len(await self.list_tokens(player)) >= MOST_TOKENS:
            raise Refused("too_many_tokens", f"You have {MOST_TOKENS} tokens. Revoke one that you no longer use.")
        secret = TOKEN_PREFIX + secrets.token_urlsafe(SECRET_BYTES)
        credential = self._make_credential(player, "token", label)
        await self._store.add_credential(credential, hash_secret(secret))
        return Token(credential, secret)

    async def list_tokens(self, player: Player) -> list[Credential]:
        """List a player's tokens, oldest first; their secrets are nowhere."""
        return await self._store.list_credentials(player.id, "token")

    async def revoke_token(self, player: Player, token: str) -> None:
        """Let a token be worth nothing from now on. Raises Refused."""
        if all(credential.id != token for credential in await self.list_tokens(player)):
            raise Refused("no_such_token", "You have no such token.")
        await self._revoke(player, token)

    # ── Revoking ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def on_revoked(self, known: Known, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener when a credential is revoked, in whatever process; call what is returned to stop.

        To miss nothing, listen first, and look then whether the credential is still there.
        """
        return self._bus.subscribe(_name_topic(known.credential.id), lambda _message: listener())

    async def _revoke(self, player: Player, credential: str) -> None:
        await self._store.remove_credential(player.id, credential)
        self._tell_revoked(credential)

    def _tell_revoked(self, credential: str) -> None:
        self._bus.publish(_name_topic(credential), {"what": "revoked"})

    def _make_credential(self, player: Player, kind: CredentialKind, label: str) -> Credential:
        now = self._now()
        return Credential(secrets.token_urlsafe(9), player.id, kind, label, now, now if kind == "cookie" else 0)


def hash_secret(secret: str) -> bytes:
    """Give what is stored instead of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).digest()


def name_link(link: LinkRow) -> str:
    """Give a name for a link from which its code cannot be found."""
    return urlsafe_b64encode(link.hash[:9]).decode()


def _name_topic(credential: str) -> str:
    return f"credential:{credential}"


def _no_such_link() -> Refused:
    return Refused(
        "no_such_link", "This link was used already or is too old. Make a new one on the device where you play."
    )
