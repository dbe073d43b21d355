"""The rules of the games, one folder each. No I/O, no clock, no randomness; games do not know each other.

This package can also be called: `ludotheque.games()` lists the games. Importing a game makes Python rebind the name
`games` of `ludotheque` from that function to this package, so the package answers like the function
(docs/decisions/0002-games-is-callable.md).
"""

import sys
from types import ModuleType

from ludotheque.core.registry import games


class _CallablePackage(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        return games()


sys.modules[__name__].__class__ = _CallablePackage
