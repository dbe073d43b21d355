"""What the server keeps: the rows, and the one interface to whatever keeps them. No SQL, and no rules of any game.

Every writing call returns only when what it wrote is durable; several may share one transaction. Times are milliseconds
since the epoch. A ply is counted from 1, so the number of a table's last ply is how many there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol, Self, get_args

Status = Literal["waiting", "playing", "over"]
STATUSES: tuple[Status, ...] = get_args(Status)
CredentialKind = Literal["cookie", "token"]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays, by whatever name."""

    id: str
    name: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Credential:
    """One way in which a player proves who they are. The secret itself is never stored, only its hash."""

    id: str
    player: str  # Player.id
    kind: CredentialKind
    label: str  # what the player calls it: "my bot", or nothing
    created_at: int
    used_at: int = 0  # when somebody last came with it, roughly; 0 if nobody has yet


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link that lets another device be a player, once. The code in it is never stored, only its hash."""

    hash: bytes
    player: str  # Player.id
    expires_at: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """All of a table but its plies and its chat."""

    id: str
    code: str  # short, to be typed; no two tables share one
    game: str
    rules_version: int
    options: dict[str, str]
    settings: dict[str, Any]  # the store reads two of them: "visibility" and "watch"
    seats: list[dict[str, Any]]  # the store knows three fields: "kind", "player" (an id or None), "name"
    status: Status
    host: str  # Player.id; empty if the host was removed and nobody else has played
    seed: bytes
    epoch: int  # how often plies were taken back
    created_at: int
    changed_at: int
    rematch: str | None = None  # TableRow.id
    outcome: dict[str, Any] | None = None
    began_at: int = 0  # when the game began, or went on after plies were taken back
    version: int = 0  # how often the row has been replaced
    banned: tuple[str, ...] = ()  # Player.id of those who may not come back to this table
    draws: int = 1  # the number of the draw function, once the game has begun (docs/fairness.md)
    nonces: tuple[dict[str, Any], ...] = ()  # what people added to the seed when the game began

    def change(self, **changes: Any) -> "TableRow":
        """Give the row that may replace this one: with these changes, and counted up by one."""
        return replace(self, version=self.version + 1, **changes)


class Place(NamedTuple):
    """The place of a table in the list of a player's tables: what it is ordered by."""

    is_over: bool
    changed_at: int  # the newest first
    id: str

    @classmethod
    def of(cls, row: TableRow) -> Self:
        """Give the place of a row."""
        return cls(row.status == "over", row.changed_at, row.id)


@dataclass(frozen=True, slots=True)
class PlyRow:
    """One ply of a table's log, which is the truth about the match."""

    ply: int
    actor: int  # a seat, or -1 for chance
    move: str  # in the game's notation
    spent: int  # milliseconds of thinking
    at: int


@dataclass(frozen=True, slots=True)
class ChatRow:
    """One thing that was said at a table."""

    number: int  # counted from 1
    player: str  # Player.id; empty, as the name is, if the player was removed
    name: str
    seat: int | None
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class RemovedPlayer:
    """What went with a player who was removed."""

    credentials: list[str]  # Credential.id
    tables: list[str]  # TableRow.id


class Store(Protocol):
    """Where everything is kept. Any number of processes may use one; a call that loses a race raises Conflict."""

    @property
    def requests(self) -> int:
        """Writes done since it was opened."""

    @property
    def transactions(self) -> int:
        """In how many transactions; under load far fewer."""

    @property
    def revision(self) -> int:
        """Counted up whenever a table's row is written through this store: what was listed before may have changed."""

    async def open(self) -> None:
        """Bring the schema up to date and begin. Raises StoreError if that cannot be done, or if data is damaged."""

    async def close(self) -> None:
        """Finish what was asked for, then end. Nothing may be asked for afterwards."""

    async def check(self) -> None:
        """Write something durably and read it again. Raises StoreError if that cannot be done."""

    # Players

    async def add_player(self, player: Player, credential: Credential, credential_hash: bytes) -> None:
        """Keep a new player, and how they prove it."""

    async def find_player(self, credential_hash: bytes) -> tuple[Player, Credential] | None:
        """Say whose secret has this hash."""

    async def rename_player(self, player: str, name: str) -> None:
        """Give a player another name."""

    async def remove_player(self, player: str) -> "RemovedPlayer":
        """Forget a player for good, all or nothing; nothing that is kept names them any more.

        With them go their credentials and links, and the tables where nobody else sits or is the host, with all that
        happened there. At other tables their seats are nobody's and have no name, somebody else is the host, and what
        they said was said by nobody in particular.
        """

    async def add_credential(self, credential: Credential, credential_hash: bytes) -> None:
        """Keep another way for a player to prove who they are."""

    async def list_credentials(self, player: str, kind: CredentialKind) -> list[Credential]:
        """List a player's credentials of a kind, oldest first."""

    async def remove_credential(self, player: str, credential: str) -> bool:
        """Forget a credential; say whether the player had it."""

    async def touch_credential(self, credential: str, now: int) -> None:
        """Note that somebody has come with a credential."""

    async def remove_device_credentials(self, player: str, but: str | None) -> list[str]:
        """Forget all cookies of a player except one, and all links with them, all or none; list the ids that went."""

    async def add_link(self, link_hash: bytes, player: str, expires_at: int, now: int = 0) -> None:
        """Keep a link that lets another device be this player, once; forget all links that have expired by now."""

    async def find_link(self, link_hash: bytes, now: int) -> tuple[Player, LinkRow] | None:
        """Say whose link this is, without using it up. None if used, unknown or expired."""

    async def list_links(self, player: str, now: int) -> list[LinkRow]:
        """List a player's links that can still be used, the first to expire first."""

    async def remove_link(self, player: str, link_hash: bytes) -> bool:
        """Forget a link; say whether the player had it."""

    async def use_link(self, link_hash: bytes, now: int) -> Player | None:
        """Use up a link: of any number of callers exactly one gets the player. None if used, unknown or expired."""

    # Tables

    async def add_table(self, row: TableRow) -> None:
        """Keep a new table. Raises Conflict if its id or code is taken."""

    async def save_table(self, row: TableRow) -> None:
        """Replace a table's row. Raises Conflict unless the row's version is one more than the stored one."""

    async def remove_table(self, row: TableRow) -> None:
        """Forget a table, its plies and its chat, all or none. Raises Conflict unless this is the stored version."""

    async def find_table(self, table: str) -> TableRow | None:
        """Give a table's row."""

    async def find_code(self, code: str) -> str | None:
        """Give the id of the table with this code."""

    async def list_tables(self, status: Status, limit: int = 100, after: TableRow | None = None) -> list[TableRow]:
        """List tables of a status, last changed first; with `after` those that follow this one."""

    async def list_forgotten_tables(
        self, before: int, limit: int = 100, after: TableRow | None = None
    ) -> list[TableRow]:
        """List tables that wait for players and have not changed since a time, longest first, as `list_tables` does."""

    async def list_open_tables(self, limit: int = 100) -> list[TableRow]:
        """List public tables that wait for players and have an open seat, last changed first."""

    async def list_watched_tables(self, limit: int = 100) -> list[TableRow]:
        """List games that go on and that anyone may watch, last changed first."""

    async def list_player_tables(
        self,
        player: str,
        limit: int = 100,
        after: Place | None = None,
        statuses: Sequence[Status] = STATUSES,
        game: str | None = None,
    ) -> list[TableRow]:
        """List the tables where a player sits or is the host, unfinished first, then last changed first.

        With `after` those that follow this place, whether or not a table is there; only those of some statuses, or of
        one game.
        """

    async def mark_unreadable(self, tables: Sequence[str]) -> None:
        """Leave tables out of all lists until the store is opened again.

        For rows that make no sense to whoever reads them: they must not take the place of others.
        """

    # The log

    async def append(self, table: str, plies: Sequence[PlyRow], epoch: int, row: TableRow | None = None) -> None:
        """Add plies to the log, all or none, and in the same transaction replace the table's row if one is given.

        Raises Conflict unless the first ply follows the last one stored, the epoch is the stored one and the row's
        version is one more than the stored one. A row is for what the plies do not say (the game is over, a seat
        changed hands): a move without one is much cheaper.
        """

    async def cut(self, table: str, ply: int, row: TableRow) -> None:
        """Take back: forget the plies after `ply` and replace the row, which must have counted up its epoch.

        Raises Conflict unless the row's version is one more than the stored one.
        """

    async def list_plies(self, table: str, since: int = 0) -> list[PlyRow]:
        """List the plies after the first `since`, in order."""

    # Chat

    async def add_chat(self, table: str, chat: ChatRow) -> None:
        """Keep what was said. Raises Conflict if the number is taken."""

    async def list_chat(self, table: str, limit: int = 100) -> list[ChatRow]:
        """List the last things that were said, oldest first."""
