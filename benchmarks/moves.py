"""What a move costs the server in processor time, game by game, with no network: to compare changes on a busy machine.

Games are played beforehand by the rules, with the seeds that the tables will have; so clients that only repeat them
cost nothing. Then many tables of a real server over a real file play them at the same time, and everybody at them
is sent every frame, which nobody reads. `python -m benchmarks.moves --profile turris` lists where the time went.
"""

import argparse
import asyncio
import cProfile
import gc
import hashlib
import pstats
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

import msgspec
import uvloop

import ludotheque
from ludotheque.bus.local import LocalBus
from ludotheque.core.fairness import SeededDealer, derive_seed
from ludotheque.core.game import AnyGame
from ludotheque.core.match import Match
from ludotheque.server.rate_limits import Limits
from ludotheque.server.table.feed.connections import Connection
from ludotheque.server.table.handler import RequestHandler
from ludotheque.server.table.settings import NewSeat, NewTable, Settings
from ludotheque.server.tables.tables import Tables
from ludotheque.store.address import make_store
from ludotheque.store.store import Player

TABLES = 30
MOST_MOVES = 30  # of a game
ROUNDS = 2  # the best counts

GAMES: list[tuple[str, dict[str, str]]] = [
    ("tsuro", {"players": "2"}),
    ("tsuro", {"players": "8"}),
    ("tao", {"players": "2"}),
    ("tao", {"players": "4"}),
    ("turris", {}),
]


class NoBots:
    """Nobody asks them."""

    async def ask(self, *_: Any) -> Any:
        """Answer nothing."""
        raise AssertionError


@dataclass(frozen=True)
class Script:
    """A game that was played beforehand: who sends which frames."""

    frames: Sequence[tuple[int, str]]


def write_script(game: AnyGame, number: int) -> Script:
    """Play a random game with the seed that the table of this number will have."""
    rng, match = Random(number), Match(game, SeededDealer(make_seed(number)))
    frames: list[tuple[int, str]] = []
    while isinstance(seat := match.actor, int) and len(frames) < MOST_MOVES:
        move = rng.choice(match.legal_moves)
        frame = {"type": "play", "ply": len(match.plies), "move": match.format_move(move)}
        frames.append((seat, msgspec.json.encode(frame).decode()))
        match.play(move)
    return Script(frames)


def make_seed(number: int) -> bytes:
    """Make the seed of a table."""
    return derive_seed(f"move {number}")


@dataclass
class Sink:
    """What is sent to all clients, counted, and a digest of every position for comparing two versions of the server."""

    characters: int = 0
    digest: int = 0

    async def take(self, frame: str) -> None:
        """Take a frame."""
        self.characters += len(frame)

    async def take_and_digest(self, frame: str) -> None:
        """Take a frame that must be the same in every run."""
        self.characters += len(frame)
        if frame.startswith(('{"type":"plies"', '{"type":"position"')):
            self.digest ^= int.from_bytes(hashlib.sha256(frame.encode()).digest()[:8])


async def play(
    game_id: str, options: dict[str, str], *, previews: bool, profile: cProfile.Profile | None = None, digest: bool
) -> tuple[float, int, Sink]:
    """Play all scripts; give the seconds of processor time, the number of moves, and what was sent."""
    game = ludotheque.make(game_id, **{name: int(text) for name, text in options.items()})
    scripts = [write_script(game, number) for number in range(TABLES)]
    people = [Player(f"player{seat}", f"Person {seat}", 0) for seat in range(game.seats)]
    numbers = count()
    with tempfile.TemporaryDirectory() as folder:
        store = make_store(f"sqlite:///{folder}/moves.sqlite")
        await store.open()
        tables = Tables(
            store,
            LocalBus(),
            NoBots(),
            limits=Limits(time.monotonic, are_on=False),
            draw_seed=lambda: make_seed(next(numbers)),
        )
        await tables.open()
        sink, pumps, playing = Sink(), [], []
        take = sink.take_and_digest if digest else sink.take
        for script in scripts:
            seats = (NewSeat("me"), *(NewSeat("open") for _ in people[1:]))
            table = await tables.create(people[0], NewTable(game_id, options, seats, Settings()))
            for seat, person in enumerate(people[1:], 1):
                await table.seating.join(person, seat)
            await table.start(people[0])
            handlers = []
            for person in people:
                connection = Connection(person, previews=previews)
                await table.connect(connection)
                handlers.append(RequestHandler(table, connection))
                pumps.append(asyncio.create_task(connection.pump(take)))
            playing.append((handlers, script))
        await asyncio.sleep(0.2)  # who is connected is told a moment later

        async def play_script(handlers: list[RequestHandler], script: Script) -> None:
            for seat, frame in script.frames:
                assert await handlers[seat].handle(frame)

        sink.characters = 0
        begun = time.process_time()
        if profile is not None:
            profile.enable()
        await asyncio.gather(*(play_script(*each) for each in playing))
        if profile is not None:
            profile.disable()
        taken = time.process_time() - begun
        for pump in pumps:
            pump.cancel()
        await tables.close()
        await store.close()
    return taken, sum(len(script.frames) for script in scripts), sink


def main(arguments: Sequence[str] = ()) -> None:
    """Measure, and print a line for each game as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these games")
    parser.add_argument("--profile", action="store_true", help="list where the time went instead")
    parser.add_argument("--digest", action="store_true", help="show a digest of all positions that were sent")
    wanted = parser.parse_args(arguments)
    gc.freeze()  # as the server does
    gc.set_threshold(5_000, 5, 100)
    print("What a move costs the server, with no network:")
    for game_id, options in GAMES:
        if wanted.games and game_id not in wanted.games:
            continue
        for previews in (False, True):
            name = " ".join([game_id, *(f"{key} {text}" for key, text in options.items())])
            name += ", with previews" if previews else ""
            if wanted.profile:
                profile = cProfile.Profile()
                uvloop.run(play(game_id, options, previews=previews, profile=profile, digest=False))
                print(name)
                pstats.Stats(profile).sort_stats("tottime").print_stats(40)
                continue
            runs = [uvloop.run(play(game_id, options, previews=previews, digest=wanted.digest)) for _ in range(ROUNDS)]
            taken, moves, sink = min(runs, key=lambda run: run[0])
            digest = f"  {sink.digest:016x}" if wanted.digest else ""
            print(f"{name:32} {1e6 * taken / moves:7.0f} µs {sink.characters / moves:8,.0f} bytes{digest}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
