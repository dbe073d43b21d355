"""The store: its rows, and the one interface to them. No SQL, and no rules of any game.

Every writing call returns only when what it wrote is durable; several may share one transaction. Times are Unix times
in milliseconds. Plies are numbered from 1, so the number of a table's last ply is how many there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol, Self, get_args

Status = Literal["waiting", "playing", "over"]
STATUSES: tuple[Status, ...] = get_args(Status)
CredentialKind = Literal["cookie", "token"]


@dataclass(frozen=True, slots=True)
class Player:
    """A person who plays. Names are not unique."""

    id: str
    name: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Credential:
    """A cookie or token that authenticates a player. Only the hash of its secret is stored."""

    id: str
    player: str  # Player.id
    kind: CredentialKind
    label: str  # for a token what the player calls it, for a cookie its device; may be empty
    created_at: int
    used_at: int = 0  # when it was last used, to about an hour; 0 if never


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A one-time link that logs another device in as a player. Only the hash of its code is stored."""

    hash: bytes
    player: str  # Player.id
    expires_at: int


@dataclass(frozen=True, slots=True)
class TableRow:
    """Everything about a table except its plies and its chat."""

    id: str
    code: str  # short, to be typed; unique
    game: str
    rules_version: int
    options: dict[str, str]
    settings: dict[str, Any]  # the store reads two of them: "visibility" and "watch"
    seats: list[dict[str, Any]]  # the store knows three fields: "kind", "player" (an id or None), "name"
    status: Status
    host: str  # Player.id; empty if the host was removed and no other player sits here
    seed: bytes
    epoch: int  # how often plies were taken back
    created_at: int
    changed_at: int
    rematch: str | None = None  # TableRow.id
    outcome: dict[str, Any] | None = None
    began_at: int = 0  # when the game began, or went on after plies were taken back
    version: int = 0  # for optimistic locking: incremented by every write of the row
    banned: tuple[str, ...] = ()  # Player.id of players who may not return to this table
    draws: int = 1  # the number of the draw function, once the game has begun (docs/fairness.md)
    nonces: tuple[dict[str, Any], ...] = ()  # what people added to the seed when the game began
    position: str | None = None  # the state that the game begins at; None if it begins as the rules say

    def change(self, **changes: Any) -> "TableRow":
        """Return a copy with these changes and the next version, ready for `Store.save_table`."""
        return replace(self, version=self.version + 1, **changes)


ALL_OF_A_PLAYER = 100_000
"""The limit of a list where all tables of a player are wanted: more than anybody is at."""


class PageCursor(NamedTuple):
    """The sort key of a table in the list of a player's tables, for keyset pagination."""

    is_over: bool
    changed_at: int  # newest first
    id: str

    @classmethod
    def of(cls, row: TableRow) -> Self:
        """Make the cursor that points to a row."""
        return cls(row.status == "over", row.changed_at, row.id)


@dataclass(frozen=True, slots=True)
class PlyRow:
    """One ply of a table's log, the authority on what was played."""

    ply: int
    actor: int  # a seat, or -1 for chance
    move: str  # in the game's notation
    spent: int  # milliseconds that the actor took
    at: int


@dataclass(frozen=True, slots=True)
class ChatRow:
    """One chat message of a table."""

    number: int  # counted from 1
    player: str  # Player.id; empty, as the name is, if the player was removed
    name: str
    seat: int | None
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """The review of a finished game, as far as it was made. It names nobody."""

    table: str  # TableRow.id
    rules_version: int
    format: int  # what the body means: the format of reviews (docs/review.md)
    is_complete: bool
    body: bytes  # JSON, compressed with gzip
    made_at: int


@dataclass(frozen=True, slots=True)
class RemovedPlayer:
    """What was deleted together with a player."""

    credentials: list[str]  # Credential.id
    tables: list[str]  # TableRow.id


class Store(Protocol):
    """Durable storage. Any number of processes may share one; a write that loses a race raises Conflict.

    Any call raises StoreError if the storage fails.
    """

    @property
    def requests(self) -> int:
        """How many writes were done since it was opened."""

    @property
    def transactions(self) -> int:
        """In how many transactions they were done; under load far fewer than `requests`."""

    @property
    def revision(self) -> int:
        """Incremented by every write of a table's row through this store; invalidates cached lists."""

    async def open(self) -> None:
        """Open the storage and migrate its schema. Raises StoreError if that fails or the data is damaged."""

    async def close(self) -> None:
        """Finish all pending writes and close. No call is allowed afterwards."""

    async def check(self) -> None:
        """Write something durably and read it back. Raises StoreError if that fails."""

    # Players

    async def add_player(self, player: Player, credential: Credential, credential_hash: bytes) -> None:
        """Add a player together with their first credential."""

    async def find_player(self, credential_hash: bytes) -> tuple[Player, Credential] | None:
        """Find a player by the hash of a secret; None if there is no such credential."""

    async def rename_player(self, player: str, name: str) -> None:
        """Rename a player. Names at tables do not change; an unknown id is ignored."""

    async def remove_player(self, player: str) -> "RemovedPlayer":
        """Delete a player in one transaction; no remaining row holds their id or name.

        Their credentials and links are deleted, and so are the tables where nobody else sits or is the host, with all
        that belongs to them. At other tables their seats lose player and name, another player becomes the host, and
        their chat messages become anonymous.
        """

    async def add_credential(self, credential: Credential, credential_hash: bytes) -> None:
        """Add a credential of an existing player."""

    async def list_credentials(self, player: str, kind: CredentialKind) -> list[Credential]:
        """List a player's credentials of a kind, oldest first."""

    async def remove_credential(self, player: str, credential: str) -> bool:
        """Delete a credential; False if the player has none with this id."""

    async def touch_credential(self, credential: str, now: int) -> None:
        """Set when a credential was last used."""

    async def remove_device_credentials(self, player: str, but: str | None) -> list[str]:
        """Delete all cookies of a player except `but`, and all links, in one transaction; list the deleted ids."""

    async def add_link(self, link_hash: bytes, player: str, expires_at: int, now: int = 0) -> None:
        """Add a link for another device of a player; also delete all links that have expired at `now`."""

    async def find_link(self, link_hash: bytes, now: int) -> tuple[Player, LinkRow] | None:
        """Find a link and its player without using it up; None if it is used, unknown or expired."""

    async def list_links(self, player: str, now: int) -> list[LinkRow]:
        """List a player's usable links, the first to expire first."""

    async def remove_link(self, player: str, link_hash: bytes) -> bool:
        """Delete a link; False if the player has none with this hash."""

    async def use_link(self, link_hash: bytes, now: int) -> Player | None:
        """Use up a link: exactly one of any number of callers gets the player. None if used, unknown or expired."""

    # Tables

    async def add_table(self, row: TableRow) -> None:
        """Add a table. Raises Conflict if its id or code is taken."""

    async def save_table(self, row: TableRow) -> None:
        """Replace a table's row. Raises Conflict unless the row's version is one more than the stored one."""

    async def remove_table(self, row: TableRow) -> None:
        """Delete a table with plies, chat and reviews. Raises Conflict unless the row's version is the stored one."""

    async def find_table(self, table: str) -> TableRow | None:
        """Read a table's row; None if there is no such table. Raises StoreError if the row is damaged."""

    async def find_code(self, code: str) -> str | None:
        """Find the id of the table with this code; None if there is none."""

    async def list_tables(self, status: Status, limit: int = 100, after: TableRow | None = None) -> list[TableRow]:
        """List tables with a status, last changed first; with `after`, those that follow it."""

    async def list_abandoned_tables(
        self, before: int, limit: int = 100, after: TableRow | None = None
    ) -> list[TableRow]:
        """List waiting tables that have not changed since `before`, longest idle first; `after` as in `list_tables`."""

    async def list_open_tables(self, limit: int = 100) -> list[TableRow]:
        """List public tables that wait for players and have an open seat, last changed first."""

    async def list_watchable_tables(self, limit: int = 100) -> list[TableRow]:
        """List games in progress that anyone may watch, last changed first."""

    async def list_player_tables(
        self,
        player: str,
        limit: int = 100,
        after: PageCursor | None = None,
        statuses: Sequence[Status] = STATUSES,
        game: str | None = None,
    ) -> list[TableRow]:
        """List the tables where a player sits or is the host, unfinished first, then last changed first.

        With `after`, those that follow the cursor, whether or not its table still exists. `statuses` and `game` filter.
        """

    async def mark_unreadable(self, tables: Sequence[str]) -> None:
        """Leave tables out of all lists until the store is opened again.

        For rows that the caller cannot decode: they must not use up the limit of a list.
        """

    # The log

    async def append(self, table: str, plies: Sequence[PlyRow], epoch: int, row: TableRow | None = None) -> None:
        """Append plies to the log and replace the table's row if one is given, in one transaction.

        Raises Conflict unless the first ply follows the last one stored, the epoch is the stored one and the row's
        version is one more than the stored one. Pass a row only for changes that the plies do not
        imply (the game is over, another player has a seat): a write without one is much cheaper.
        """

    async def truncate(self, table: str, ply: int, row: TableRow) -> None:
        """Delete the plies after `ply`, for a take-back, and replace the row, whose epoch must be incremented.

        Raises Conflict unless the row's version is one more than the stored one.
        """

    async def list_plies(self, table: str, since: int = 0, epoch: int | None = None) -> list[PlyRow]:
        """List the plies after number `since`, in order; none if the table is not at a given epoch any more."""

    # Chat

    async def add_chat(self, table: str, chat: ChatRow) -> None:
        """Add a chat message. Raises Conflict if its number is taken."""

    async def list_chat(self, table: str, limit: int = 100, since: int = 0) -> list[ChatRow]:
        """List the last `limit` chat messages after number `since`, oldest first."""

    # Reviews

    async def save_review(self, review: ReviewRow) -> None:
        """Store the review of a game under a version of its rules, in place of one that is not complete.

        A complete one of the same format stays as it is. Raises Conflict if there is no such table.
        """

    async def find_review(self, table: str, rules_version: int) -> ReviewRow | None:
        """Read the review of a game under a version of its rules; None if there is none."""
