"""Whether the server is ready: what happens at its tables must be stored, so the store is asked to write and read."""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic

from ludotheque.core.errors import StoreError
from ludotheque.server.cache import Momentary
from ludotheque.server.errors import Refused
from ludotheque.store.store import Store

CHECK_SECONDS = 1.0
"""For how long an answer holds: however many ask, the store is asked no more often."""
PATIENCE = 5.0
"""How long the store has to answer. A disk that hangs stores nothing either."""

_log = logging.getLogger(__name__)


class Health:
    """Asks the store whether it works, and tells the log when that changes."""

    def __init__(self, store: Store, now: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._is_well = Momentary(self._ask, CHECK_SECONDS, now=now)
        self._was_well = True

    async def check(self) -> None:
        """Raise Refused if nothing can be stored."""
        try:
            async with asyncio.timeout(PATIENCE):
                is_well = await self._is_well.get()
        except TimeoutError:
            is_well = False
            self._tell(is_well, f"no answer in {PATIENCE:.0f} seconds")
        if not is_well:
            raise Refused("not_stored", "Nothing can be stored just now; the log says why. See to the disk.")

    async def _ask(self) -> bool:
        try:
            await self._store.check()
        except (StoreError, OSError) as error:
            self._tell(False, error)
            return False
        self._tell(True)
        return True

    def _tell(self, is_well: bool, reason: object = "") -> None:
        if is_well != self._was_well:
            self._was_well = is_well
            if is_well:
                _log.warning("The store works again")
            else:
                _log.error("The store does not work: %s", reason)
