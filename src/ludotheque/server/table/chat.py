"""The chat of a table: whether there is one, what is kept of it, how often anybody may write, who has muted whom."""

import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ludotheque.core.errors import Conflict, OutcomeUnknown, StoreError
from ludotheque.core.game import Seat
from ludotheque.server.errors import OUTCOME_UNKNOWN, Refused
from ludotheque.server.identity.names import find_guest_number, tell_apart
from ludotheque.server.rate_limits import Limit, Rate
from ludotheque.server.table.feed.messages import Said
from ludotheque.server.table.seats.seats import Seats, find_seats, list_names
from ludotheque.store.store import ChatRow, Player, Store

MOST_TRIES = 20
"""How often something is stored under another number when others speak at the same time."""
RATE = Rate("things said", 5, 0.5)
REMEMBERED = 100
"""How much of what was said before somebody is told who comes."""


class Chat:
    """The chat of one table."""

    def __init__(
        self, store: Store, table: str, now: Callable[[], int], monotonic: Callable[[], int], *, is_on: bool = True
    ) -> None:
        self.is_on = is_on
        self._store = store
        self._table = table
        self._now = now
        self._limit = Limit(RATE, lambda: monotonic() / 1000, most=1000)
        self._said: list[Said] = []
        self._told = 0
        """The number of the last thing said that viewers were sent."""
        self._muted: dict[str, set[str]] = {}
        """For each player: whom they do not want to hear."""

    async def load(self) -> None:
        """Read what was said before. Where there is no chat any more, nobody is told."""
        if not self.is_on:
            return
        self._said = [_view(row) for row in await self._store.list_chat(self._table, REMEMBERED)]

    async def catch_up(self, number: int) -> None:
        """Read what was said in other processes, if what has a number is not known yet."""
        if not self.has(number) and self.is_on:
            for row in await self._store.list_chat(self._table, REMEMBERED, since=self._last):
                self._remember(_view(row))

    @property
    def _last(self) -> int:
        return self._said[-1].number if self._said else 0

    def has(self, number: int) -> bool:
        """Whether what was said under a number is known here."""
        return number <= self._last

    def skip(self) -> None:
        """Take all that was said as known to viewers."""
        self._told = self._last

    def take_untold(self) -> list[Said]:
        """Give what viewers have not been sent; from now on they have."""
        before, self._told = self._told, self._last
        return [said for said in self._said if said.number > before]

    def recall(self, player: Player | None) -> list[Said]:
        """Give what was said before, as far as the player wants to hear it."""
        return [said for said in self._said if not self.is_muted(said.player, player)]

    def has_heard(self, player: str) -> bool:
        """Whether a player has said something that those are told who connect."""
        return any(said.player == player for said in self._said)

    async def say(self, player: Player, seats: Seats, text: str) -> Said:
        """Store what a player says, under the name they have at this table. Raises Refused."""
        if not self.is_on:
            raise Refused("no_chat", "There is no chat at this table.")
        mine = find_seats(seats, player.id)
        player, seat = self._name_speaker(player, seats, mine), mine[0] if mine else None
        clean = _clean(text)
        if not clean:
            raise Refused("malformed", "There is nothing to read in this text.")
        self._limit.take(player.id)
        said = await self._store_said(player, seat, clean)
        self._remember(said)
        return said

    def _name_speaker(self, player: Player, seats: Seats, mine: list[Seat]) -> Player:
        """Give a player the name of their seat, or a spectator one that no player or earlier speaker has."""
        if mine:
            return replace(player, name=seats[mine[0]].name or player.name)
        speakers = {said.name for said in self._said if said.player != player.id}
        return replace(player, name=tell_apart(player.name, [*list_names(seats, but=player.id), *speakers]))

    async def _store_said(self, player: Player, seat: Seat | None, text: str) -> Said:
        """Store something under the next number, which somebody in another process may just have taken."""
        try:
            for _ in range(MOST_TRIES):
                row = ChatRow(self._last + 1, player.id, player.name, seat, text, self._now())
                with suppress(Conflict):
                    await self._store.add_chat(self._table, row)
                    return _view(row)
                await self.load()
        except OutcomeUnknown:
            raise Refused("not_known", OUTCOME_UNKNOWN) from None
        except StoreError:
            raise Refused("not_stored", "This could not be stored, so nobody has heard it. Try again.") from None
        raise Refused("stale", "Everybody is talking at once. Say it again.")

    def _remember(self, said: Said) -> None:
        """Keep what was said for those who connect later."""
        if said.number > self._last:
            self._said = [*self._said, said][-REMEMBERED:]

    def mute(self, listener: Player, speaker: str, *, muted: bool) -> None:
        """Mute a player for another one, or unmute them."""
        whom = self._muted.setdefault(listener.id, set())
        if muted and len(whom) < 100:
            whom.add(speaker)
        else:
            whom.discard(speaker)

    def is_muted(self, speaker: str, listener: Player | None) -> bool:
        """Whether a player does not want to hear another one."""
        return listener is not None and speaker in self._muted.get(listener.id, ())


def _view(row: ChatRow) -> Said:
    return Said(
        number=row.number,
        player=row.player,
        name=row.name,
        seat=row.seat,
        text=row.text,
        at=row.at,
        guest=find_guest_number(row.player, row.name),
    )


def _clean(text: str) -> str:
    """Take out what is no text: control characters, and those that turn the direction of everything after them."""
    return "".join(
        " " if character in "\n\t" else character
        for character in text
        if character in "\n\t"
        or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co"}
        or character == "\u200d"
    ).strip()
