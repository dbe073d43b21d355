"""Readiness: a server that cannot store moves is not ready, so the store is asked to write and read."""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic

from ludotheque.core.errors import StoreError
from ludotheque.server.cache import ExpiringValue
from ludotheque.server.errors import Refused
from ludotheque.store.store import Store

CHECK_SECONDS = 1.0
"""How long a result is cached: the store is checked no more often, whatever the number of requests."""
TIMEOUT_SECONDS = 5.0
"""How long the store has to answer; a disk that hangs is not healthy."""

_log = logging.getLogger(__name__)


class Health:
    """Checks the store, and logs when its state changes."""

    def __init__(self, store: Store, now: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._health = ExpiringValue(self._check_store, CHECK_SECONDS, now=now)
        self._was_healthy = True

    async def check(self) -> None:
        """Raise Refused if nothing can be stored."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                is_healthy = await self._health.get()
        except TimeoutError:
            is_healthy = False
            self._log_change(is_healthy, f"no answer in {TIMEOUT_SECONDS:.0f} seconds")
        if not is_healthy:
            raise Refused("not_stored", "Nothing can be stored just now; the log says why. See to the disk.")

    async def _check_store(self) -> bool:
        try:
            await self._store.check()
        except (StoreError, OSError) as error:
            self._log_change(False, error)
            return False
        self._log_change(True)
        return True

    def _log_change(self, is_healthy: bool, reason: object = "") -> None:
        if is_healthy != self._was_healthy:
            self._was_healthy = is_healthy
            if is_healthy:
                _log.warning("The store works again")
            else:
                _log.error("The store does not work: %s", reason)
