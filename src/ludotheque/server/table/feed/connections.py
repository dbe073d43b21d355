"""The connections to a table, and how frames reach them without the table waiting for any of them.

A frame is written at once as long as the client reads; otherwise it waits in a bounded queue. A connection that cannot
follow is closed with a code that means "connect again": the client then gets exactly the plies it has missed, and the
table has not waited.
"""

import asyncio
from collections.abc import Awaitable, Callable, Container, Iterator, Sequence
from typing import TYPE_CHECKING

from ludotheque.bus.peers import Presence, PresentPlayer
from ludotheque.server.bots.queue import Payer
from ludotheque.server.table.feed.messages import Closing, Farewell, encode
from ludotheque.store.store import Player

if TYPE_CHECKING:
    from ludotheque.core.game import Seat

MOST_FRAMES = 256
MOST_CHARACTERS = 4 * 1024 * 1024
"""What may wait for one connection: more than the longest history of a game, and not more than that."""

POLICY_VIOLATION = 1008
RESTART = 1012
TRY_AGAIN = 1013
"""Codes of RFC 6455 and its registry. 1012 and 1013 mean: connect again."""


class Connection:
    """One socket: whose it is, and what waits to be sent."""

    def __init__(
        self,
        player: Player | None = None,
        *,
        previews: bool = False,
        nonces: bool = False,
        address: str | None = None,
    ) -> None:
        self.player = player
        self.address = address
        """The network it comes from."""
        self.previews = previews
        self.nonces = nonces
        """Whether its client adds nonces to chance."""
        self.seats: tuple[Seat, ...] = ()
        """The seats of the player; the table keeps this true."""
        self.code: int | None = None
        """The code to close with; None while it is open."""
        # Most of many connections only wait: a list and a future take a tenth of what a deque and an event do.
        self._frames: list[str] = []
        self._characters = 0
        self._news: asyncio.Future[None] | None = None
        """What `pump` waits for."""
        self._is_sending = False
        """Whether `pump` has taken a frame that waits for the client to read."""
        self.write: Callable[[str], bool] | None = None
        """Sends a frame at once, or returns False: then it is queued."""
        self.on_close: Callable[[], None] = _do_nothing
        """Is called when it is to be closed."""
        self.is_lost = False
        """Whether the other side has gone: nothing can be sent any more."""

    def send(self, frame: str) -> None:
        """Send a frame at once or, if others wait before it or the client does not read, as soon as possible."""
        if self.code is not None:
            return
        if self.write is not None and not self._frames and not self._is_sending and self.write(frame):
            return
        if len(self._frames) >= MOST_FRAMES or self._characters > MOST_CHARACTERS:
            self._frames.clear()
            self._characters = 0
            self.close(TRY_AGAIN, "slow")
            return
        self._frames.append(frame)
        self._characters += len(frame)
        _resolve(self._news)

    def measure(self) -> int:
        """Give how many characters wait to be sent."""
        return self._characters

    def close(self, code: int, why: Farewell) -> None:
        """Close after what waits has been sent, and after saying why."""
        if self.code is None:
            frame = encode(Closing(why=why))
            self._frames.append(frame)
            self._characters += len(frame)
            self.code = code
            self.on_close()
            _resolve(self._news)

    def lose(self) -> None:
        """Stop sending: the other side has gone."""
        self.is_lost = True
        _resolve(self._news)

    async def pump(self, send: Callable[[str], Awaitable[None]]) -> int | None:
        """Send what waits, until the connection is to be closed; give the code, None if the other side closes it."""
        while not self.is_lost:
            while self._frames:
                self._is_sending = True
                await send(self._take())
                self._is_sending = False
            if self.code is not None:
                break
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        return self.code

    def _take(self) -> str:
        """Take the next frame; nothing else keeps it once it is sent."""
        frame = self._frames.pop(0)
        self._characters -= len(frame)
        return frame


def _do_nothing() -> None:
    pass


def _resolve(future: "asyncio.Future[None] | None") -> None:
    if future is not None and not future.done():
        future.set_result(None)


class Subscribers:
    """All connections of one table."""

    def __init__(self, monotonic: Callable[[], int]) -> None:
        self._monotonic = monotonic
        self._opened = monotonic()
        self._connections: dict[Connection, None] = {}
        self._here: dict[str, int] = {}
        """How many connections each player has."""
        self._left: dict[str, int] = {}
        """When each player's last connection ended."""
        self._elsewhere: dict[str, PresentPlayer] = {}
        """The players who are connected in other processes."""
        self._spectators_elsewhere = 0

    def __len__(self) -> int:
        return len(self._connections)

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._connections))

    def add(self, connection: Connection) -> None:
        """Send a connection everything from now on."""
        self._connections[connection] = None
        if connection.player is not None:
            self._here[connection.player.id] = self._here.get(connection.player.id, 0) + 1

    def remove(self, connection: Connection) -> None:
        """Send a connection nothing more; the absence of its player counts from now on."""
        if self._connections.pop(connection, self) is self or connection.player is None:
            return
        player = connection.player.id
        self._here[player] -= 1
        if not self._here[player]:
            del self._here[player]
            if player not in self._elsewhere:
                self._left[player] = self._monotonic()

    def set_elsewhere(self, presences: Sequence[Presence]) -> set[str]:
        """Take over who is connected in other processes; return the players who were not connected before."""
        before, self._elsewhere = self._elsewhere, {}
        for present in (each for presence in presences for each in presence.players):
            other = self._elsewhere.get(present.player)
            self._elsewhere[present.player] = present if other is None or present.nonces else other
        self._spectators_elsewhere = sum(presence.spectators for presence in presences)
        for player in before.keys() - self._elsewhere.keys() - self._here.keys():
            self._left[player] = self._monotonic()
        return self._elsewhere.keys() - before.keys() - self._here.keys()

    @property
    def presence(self) -> Presence:
        """Who is connected here, for other processes."""
        players: dict[str, PresentPlayer] = {}
        for connection in self._connections:
            if (player := connection.player) is not None:
                nonces = connection.nonces or (player.id in players and players[player.id].nonces)
                players[player.id] = PresentPlayer(player.id, connection.address, nonces)
        return Presence(tuple(players.values()), self._count_spectators_here())

    @property
    def is_anybody_here(self) -> bool:
        """Whether anybody is connected, in any process."""
        return bool(self._connections or self._elsewhere or self._spectators_elsewhere)

    def expect(self, player: str) -> None:
        """Count the absence of a player from now on, who has just got a seat."""
        self._left[player] = self._monotonic()

    def has(self, player: str | None) -> bool:
        """Whether a player is connected."""
        return player in self._here or player in self._elsewhere

    def contributes(self, player: str | None) -> bool:
        """Whether a player is connected by a client that adds nonces to chance."""
        if player in self._elsewhere and self._elsewhere[player].nonces:
            return True
        return player in self._here and any(
            connection.nonces
            for connection in self._connections
            if connection.player and connection.player.id == player
        )

    def absence(self, player: str) -> int:
        """For how many milliseconds a player has been away."""
        return 0 if (since := self.absent_since(player)) is None else self._monotonic() - since

    def absent_since(self, player: str) -> int | None:
        """Since when a player has been away; None if they are here."""
        return None if self.has(player) else self._left.get(player, self._opened)

    def count_spectators(self) -> int:
        """How many connections belong to nobody who sits at the table."""
        return self._count_spectators_here() + self._spectators_elsewhere

    def _count_spectators_here(self) -> int:
        return sum(not connection.seats for connection in self._connections)

    def list_payers(self, host: str, seated: Container[str | None] = ()) -> list[Payer]:
        """List the connected players and the host, without spectators: bots think at the cost of one of them.

        For those who are connected elsewhere, `seated` says who sits at the table.
        """
        here = (
            Payer(connection.player.id, connection.address)
            for connection in self._connections
            if connection.player is not None and (connection.seats or connection.player.id == host)
        )
        elsewhere = (
            Payer(present.player, present.address)
            for present in self._elsewhere.values()
            if present.player in seated or present.player == host
        )
        return list(dict.fromkeys((*here, *elsewhere)))

    def send_all(self, frame: str) -> None:
        """Send the same frame to everybody."""
        for connection in self._connections:
            connection.send(frame)
