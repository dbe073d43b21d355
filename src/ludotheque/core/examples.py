"""Examples of play that the rules show step by step. What a step shows is what the rules make of it.

An example that is a whole game is a record, `<name>.ludo` in a folder `examples` beside that of the rules.
"""

from importlib import resources
from typing import Any, Protocol, runtime_checkable

from ludotheque.core.match import Match
from ludotheque.core.record import parse_record
from ludotheque.core.verify import verify


@runtime_checkable
class HasExamples(Protocol):
    """A game whose rules show examples. Optional: without it they are told in words only."""

    examples: tuple[str, ...]
    """Their names, which are those of the figures that show them."""

    def play_example(self, name: str) -> Match[Any, Any, Any]:
        """Play one of these examples. It has options of its own, whatever those of this game are."""
        ...


def replay_example(package: str, name: str) -> Match[Any, Any, Any]:
    """Replay a record in the folder `examples` of a package."""
    text = (resources.files(package) / "examples" / f"{name}.ludo").read_text(encoding="utf-8")
    return verify(parse_record(text)).match
