"""Who somebody is: a long random secret, of which only the hash is stored. No HTTP lives here.

A secret has 256 random bits, so its hash needs no salt, and it is found by its hash. How long that takes can tell an
attacker something about hashes, but nothing about secrets: two that differ in one letter have nothing in common.
"""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.server.names import check_label, check_name
from ludotheque.server.refusal import Refused
from ludotheque.store.store import Credential, CredentialKind, Player, Store

SECRET_BYTES = 32
MOST_TOKENS = 20
LINK_MILLISECONDS = 10 * 60 * 1000
TOKEN_PREFIX = "ludo_"  # noqa: S105 - not a secret: it lets people and scanners see what they have found


@dataclass(frozen=True, slots=True)
class Proven:
    """A player, and the secret that proves it: shown to them once, and known to nobody else."""

    player: Player
    secret: str


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

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    async def create(self, name: str | None) -> Proven:
        """Make a player. Raises Refused for a name that cannot be one."""
        player_id = secrets.token_urlsafe(9)
        player = Player(player_id, check_name(name) if name is not None else f"Guest {_short(player_id)}", self._now())
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._store.add_player(player, self._make_credential(player, "cookie", ""), hash_secret(secret))
        return Proven(player, secret)

    async def find(self, secret: str, kind: CredentialKind) -> Player | None:
        """Say whose secret this is. A cookie is not a token, and the other way round."""
        found = await self._store.find_player(hash_secret(secret))
        return found[0] if found is not None and found[1].kind == kind else None

    async def rename(self, player: Player, name: str) -> Player:
        """Give a player another name. Raises Refused."""
        name = check_name(name)
        await self._store.rename_player(player.id, name)
        return Player(player.id, name, player.created_at)

    async def make_link(self, player: Player) -> Link:
        """Make a link for another device."""
        code = secrets.token_urlsafe(SECRET_BYTES)
        expires_at = self._now() + LINK_MILLISECONDS
        await self._store.add_link(hash_secret(code), player.id, expires_at)
        return Link(code, expires_at)

    async def use_link(self, code: str) -> Proven:
        """Make this device the player who made the link. Raises Refused; works once."""
        player = await self._store.use_link(hash_secret(code), self._now())
        if player is None:
            raise Refused(
                "no_such_link", "This link was used already or is too old. Make a new one on the device where you play."
            )
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await self._store.add_credential(self._make_credential(player, "cookie", ""), hash_secret(secret))
        return Proven(player, secret)

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
        await self._store.remove_credential(player.id, token)

    def _make_credential(self, player: Player, kind: CredentialKind, label: str) -> Credential:
        return Credential(secrets.token_urlsafe(9), player.id, kind, label, self._now())


def hash_secret(secret: str) -> bytes:
    """Give what is stored instead of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).digest()


def _short(player_id: str) -> str:
    return str(int.from_bytes(hashlib.sha256(player_id.encode()).digest()[:2]) % 9000 + 1000)
