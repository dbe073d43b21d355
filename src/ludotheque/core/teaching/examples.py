"""Examples of play that the rules show step by step. What a step shows is what the rules make of it.

An example is written as a record, `<name>.ludo` in a folder `examples` beside that of the rules, or as lines of moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise
from typing import Any, Protocol, runtime_checkable

from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from ludotheque.core.wire import encode_event, encode_material, encode_observation, encode_scene


@dataclass(frozen=True, slots=True)
class Example:
    """A match that was played to explain the rules."""

    match: Match[Any, Any, Any]
    steps: tuple[int, ...]
    """After how many plies there is something to look at, ascending."""


@runtime_checkable
class HasExamples(Protocol):
    """A game whose rules show examples. Optional: without it they are told in words only."""

    examples: tuple[str, ...]
    """Their names, by which the figures and steps of the rules call them."""

    def play_example(self, name: str) -> Example:
        """Play one of these examples. It has options of its own, whatever those of this game are."""
        ...


def replay_example(package: str, name: str) -> Example:
    """Replay a record in the folder `examples` of a package; every ply is a step."""
    text = (resources.files(package) / "examples" / f"{name}.ludo").read_text(encoding="utf-8")
    match = verify(parse_record(text)).match
    return Example(match, tuple(range(len(match.plies) + 1)))


def play_lines(game: AnyGame, lines: Sequence[str]) -> Example:
    """Play moves from the start, those of chance included: a line of them, in the game's notation, for each step.

    Raises InvalidMove or IllegalMove, as the game does.
    """
    match = Match(game)
    steps = []
    for line in lines:
        for text in line.split():
            match.play(match.parse_move(text))
        steps.append(len(match.plies))
    return Example(match, tuple(steps))


def encode_example(example: Example) -> dict[str, Any]:
    """Encode what a spectator sees at each step, for clients that know no rules."""
    return {"material": encode_material(example.match.game), "positions": list(_encode_positions(example))}


def _encode_positions(example: Example) -> Iterator[dict[str, Any]]:
    match, game = example.match, example.match.game
    for since, ply in pairwise((0, *example.steps)):
        state = match.plies[ply - 1].after if ply else match.start
        seen = game.observe(state, None)
        yield {
            "ply": ply,
            "events": [
                encode_event(event)
                for played in match.plies[since:ply]
                for event in game.events(played.before, played.move, played.after, None)
            ],
            "observation": encode_observation(seen),
            "scene": encode_scene(game, seen),
        }
