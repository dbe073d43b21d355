"""Nothing leaks: every byte that is sent to a viewer in whole games depends only on what the viewer may know.

The law: take a frame that was sent, replace all that its viewer cannot see by something else that fits, and write the
frame again. It must be the same, byte for byte. What a viewer cannot see, `determinize` replaces; that it replaces
enough is tested game by game.
"""

import json
from collections.abc import Iterator
from copy import copy
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Ply
from ludotheque.server.herald import Herald
from ludotheque.server.table import LiveTable
from ludotheque.server.telling import tell_plies
from ludotheque.server.viewers import Connection
from tests.server.tables.house import Guest, House
from tests.strategies import all_games, name


def told(game: AnyGame, ply: Ply[Any, Any], viewer: int | None) -> bytes:
    return msgspec.json.encode(tell_plies(game, [ply], viewer))


def replace_ply(game: AnyGame, ply: Ply[Any, Any], viewer: int | None, rng: Random) -> Ply[Any, Any]:
    """Give a ply in another world that the viewer cannot tell from the real one, with a move that looks the same."""
    before = game.determinize(game.observe(ply.before, viewer), rng)
    seen = game.observe(ply.after, viewer)
    alike = []
    for move in game.legal_moves(before):
        after = game.apply(before, move)
        if game.observe(after, viewer) == seen:
            alike.append(Ply(ply.number, ply.actor, move, before, after))
    if not alike:  # in that world nothing leads to what the viewer sees next: it is no world of this game
        return ply
    real = told(game, ply, viewer)
    if ply.actor is CHANCE:
        assert all(told(game, other, viewer) == real for other in alike)
    return next(other for other in alike if told(game, other, viewer) == real)


async def rewrite(table: LiveTable, guest: Guest, message: dict[str, Any], rng: Random) -> str:
    """Write a frame again as if everything that its viewer cannot see were different."""
    match, game = table.ledger.match, table.ledger.game
    assert match is not None
    viewer = message["viewer"]
    since = message.get("since", message["ply"])
    plies = [replace_ply(game, ply, viewer, rng) for ply in match.plies[since:]]
    ledger = copy(table.ledger)
    ledger.match = SimpleNamespace(  # type: ignore[assignment] # what a herald reads of a match
        plies=[*match.plies[:since], *plies],
        state=game.determinize(game.observe(match.state, viewer), rng),
    )
    probe = Connection(guest.player, previews=guest.connection.previews)
    probe.seats = guest.connection.seats
    herald = Herald(ledger, table.audience)
    herald.tell_plies(since, [probe]) if message["type"] == "plies" else herald.tell_position([probe])
    frames: list[str] = []

    async def take(frame: str) -> None:
        frames.append(frame)

    probe.close(1000, "shutdown")
    await probe.pump(take)
    return frames[0]


def walk(value: Any) -> Iterator[dict[str, Any]]:
    """Give every object in a message."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from walk(part)


def check_hands(table: LiveTable, guest: Guest, message: dict[str, Any]) -> None:
    """No message holds the hand of anybody else, nor what anybody else has drawn."""
    match, viewer = table.ledger.match, message["viewer"]
    assert match is not None
    hands = getattr(match.state, "hands", None)
    observation = message["observation"]
    assert not {"hands", "pile", "state", "seed", "options"} & set(observation)
    if hands is not None:
        assert observation["hand"] == (None if viewer is None else list(hands[viewer]))
    for event in walk(message.get("plies", [])):
        if event.get("type") in {"TileDrawn", "CardDealt"} and event["seat"] != viewer:
            assert event.get("tile") is None
            assert event.get("card") is None
    if message["moves"]:
        assert viewer == message["actor"]
        assert viewer in guest.connection.seats


@pytest.mark.parametrize("game", all_games(), ids=name)
async def test_no_byte_of_a_whole_game_depends_on_what_its_viewer_cannot_know(house: House, game: AnyGame) -> None:
    rng = Random(name(game))
    table = await house.open_table(game.id, "p" * game.seats, options=game.options.format(), watch="anyone")
    guests = [*await house.sit_all(table), await house.sit(table, None)]
    guests += [await house.sit(table, rng.randrange(game.seats), previews=True)]
    checked = [0] * len(guests)
    while True:
        for number, guest in enumerate(guests):
            for frame, message in list(zip(guest.frames, guest.messages, strict=True))[checked[number] :]:
                if message["type"] in {"position", "plies"}:
                    check_hands(table, guest, message)
                    assert await rewrite(table, guest, message, rng) == frame
                if table.ledger.row.status != "over":
                    assert table.ledger.row.seed.hex() not in frame
            checked[number] = len(guest.frames)
        if table.ledger.row.status == "over":
            break
        ply = table.ledger.ply
        decider = next(guest for guest in guests if guest.position["moves"])
        await decider.play(rng.choice(decider.position["moves"])["move"])
        for guest in guests:
            await guest.hear_position(ply)
    assert all(table.ledger.row.seed.hex() in json.dumps(guest.table) for guest in guests)


async def test_a_preview_does_not_show_the_hand_of_a_player_whom_the_move_would_put_out(house: House) -> None:
    """Tsuro with the elimination bonus: who puts somebody out sees their tiles, but must do it first."""
    options = {"edition": "calliope", "elimination_bonus": "on"}
    rng, seen, previewed = Random(4), 0, 0
    for _ in range(6):
        table = await house.open_table("tsuro", "mmm", options=options)
        guest = await house.sit(table, 0, previews=True)
        while guest.position["outcome"] is None:
            ply, moves = guest.position["ply"], guest.position["moves"]
            for event in walk([move["events"] for move in moves]):
                if event.get("type") == "SwapOffered":
                    previewed += 1
            await guest.play(rng.choice(moves)["move"])
            await guest.hear_position(ply)
        told = [event for message in guest.messages for event in walk(message.get("plies", []))]
        seen += sum(event.get("type") == "SwapOffered" for event in told)
    assert seen > 0
    assert previewed == 0


async def test_the_law_finds_a_leak(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that cannot fail proves nothing: a herald that tells everybody everything is caught."""

    def tell_everything(_game: AnyGame, state: Any, _viewer: int | None) -> dict[str, Any]:
        return {"hands": state.hands}

    monkeypatch.setattr("ludotheque.server.herald.tell_observation", tell_everything)
    table = await house.open_table("tsuro")
    guest = await house.sit(table, 0)
    assert await rewrite(table, guest, guest.messages[1], Random(1)) != guest.frames[1]
