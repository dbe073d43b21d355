"""Nothing leaks: every byte that is sent to a viewer in whole games depends only on what the viewer may know.

The law: take a frame that was sent, replace all that its viewer cannot see by something else that fits, and write the
frame again. It must be the same, byte for byte. What a viewer cannot see, `determinize` replaces; that it replaces
enough is tested game by game.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from copy import copy
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludotheque.core.errors import MoveError
from ludotheque.core.fairness import derive_key, hash_nonce
from ludotheque.core.game import CHANCE, AnyGame
from ludotheque.core.match import Ply
from ludotheque.server.table.feed.connections import Connection
from ludotheque.server.table.feed.feed import PRESENCE_DELAY, Feed
from ludotheque.server.table.feed.messages import TableChanged, encode
from ludotheque.server.table.feed.views import view_plies
from ludotheque.server.table.history.history import HistoryRequest
from ludotheque.server.table.log import MatchLog
from ludotheque.server.table.seats.seats import find_viewer
from ludotheque.server.table.start.nonces import decode_contributions
from ludotheque.server.table.table import Table
from ludotheque.testing.subjects import name_game
from tests.patience import PATIENCE
from tests.server.tables.revealing import make_position
from tests.server.tables.table_harness import Guest, TableHarness, person
from tests.server.tables.test_seats import refused
from tests.strategies import all_games


def told(game: AnyGame, ply: Ply[Any, Any], viewer: int | None) -> bytes:
    return msgspec.json.encode(view_plies(game, [ply], viewer))


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


def twist(table: Table, viewer: int | None, since: int, rng: Random) -> MatchLog:
    """Give a log in which all that a viewer cannot see is different, now and in the plies after the first few."""
    match, game = table.log.match, table.log.game
    assert match is not None
    plies = [replace_ply(game, ply, viewer, rng) for ply in table.log.list_plies(since)]
    log = copy(table.log)
    log.match = SimpleNamespace(  # type: ignore[assignment] # what a feed reads of a match
        plies=plies,
        forgotten=since,
        state=game.determinize(game.observe(match.state, viewer), rng),
    )
    return log


async def rewrite(table: Table, guest: Guest, message: dict[str, Any], rng: Random) -> str:
    """Write a frame again as if everything that its viewer cannot see were different."""
    probe = Connection(guest.player, previews=guest.connection.previews)
    probe.seats = guest.connection.seats
    viewer = find_viewer(probe.seats, table.log.actor)
    since = message.get("since", table.log.ply)
    await table.log.recall(since)
    feed = Feed(twist(table, viewer, since, rng), table.clock, table.subscribers, table.chat, lambda: None)
    match message["type"]:
        case "plies":
            feed.send_position([probe], since=since)
        case "position":
            feed.send_position([probe], is_taken_back="why" in message)
        case "welcome":
            feed.send_welcome(probe, None, None)
        case "table":
            probe.send(encode(TableChanged(table=feed.view_table(probe.seats))))
    frames: list[str] = []

    async def take(frame: str) -> None:
        frames.append(frame)

    probe.close(1000, "shutdown")
    await probe.pump(take)
    return frames[0]


def explain(game: AnyGame, state: Any, text: str) -> str | None:
    """Say what is wrong with a move, if anything is."""
    try:
        game.apply(state, game.parse_move(state, text))
    except MoveError as error:
        return str(error)
    return None


def walk(value: Any) -> Iterator[dict[str, Any]]:
    """Give every object in a message."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from walk(part)


def check_hands(table: Table, guest: Guest, message: dict[str, Any]) -> None:
    """No message holds the hand of anybody else, nor what anybody else has drawn."""
    match, viewer = table.log.match, message["viewer"]
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


PLAIN = {
    "played": {"id", "ply"},
    "chat": {"number", "player", "name", "guest", "seat", "text", "at"},
    "take_back": {"by", "ply", "agreed", "waiting"},
    "hint": {"id", "ply", "moves", "shares"},
    "refused": {"id", "code", "message"},
}
"""Messages that say nothing of the position but what is asked about it, and all that is in them."""


class Inspector:
    """Reads every frame that the viewers of a table are sent, while the table still stands where they were sent."""

    def __init__(self, table: Table, rng: Random) -> None:
        self.seen: Counter[str] = Counter()
        self._table = table
        self._rng = rng
        self._read: Counter[Guest] = Counter()

    def skip(self, guests: list[Guest]) -> None:
        """Take what was sent so far as read."""
        self._read.update({guest: len(guest.frames) for guest in guests})

    async def inspect(self, guests: list[Guest]) -> None:
        await asyncio.sleep(2 * PRESENCE_DELAY if any(not self._read[guest] for guest in guests) else 0)
        for guest in guests:
            news = list(zip(guest.frames, guest.messages, strict=True))[self._read[guest] :]
            self._read[guest] += len(news)
            # Of those who come and go only the last word can be written again: before it, others were here.
            last_table = max((at for at, (_, message) in enumerate(news) if "table" in message), default=-1)
            for at, (frame, message) in enumerate(news):
                self.seen[message["type"]] += 1
                await self._check(guest, frame, message, is_past="table" in message and at != last_table)

    async def _check(self, guest: Guest, frame: str, message: dict[str, Any], *, is_past: bool) -> None:
        table, kind = self._table, message["type"]
        if table.log.row.status != "over":
            assert table.log.row.seed.hex() not in frame
            assert derive_key(table.log.row.seed, decode_contributions(table.log.row.nonces)).hex() not in frame
        if kind in PLAIN:
            assert set(message) == {"type", *PLAIN[kind]}
        elif not is_past:
            assert await rewrite(table, guest, message, self._rng) == frame
        if kind in {"position", "plies"}:
            check_hands(table, guest, message)


@pytest.mark.parametrize("game", all_games(), ids=name_game)
async def test_no_byte_of_a_whole_game_depends_on_what_its_viewer_cannot_know(
    harness: TableHarness, game: AnyGame
) -> None:
    rng = Random(name_game(game))
    table = await harness.open_table(game.id, "p" * game.seats, options=game.options.format(), watch="anyone")
    assert table.log.row.draws == 2
    guests = [*await harness.sit_all(table), await harness.sit(table, None)]
    guests += [await harness.sit(table, rng.randrange(game.seats), previews=True)]
    inspector = Inspector(table, rng)
    while True:
        await inspector.inspect(guests)
        if table.log.row.status == "over":
            break
        ply = table.log.ply
        decider = next(guest for guest in guests if guest.position["moves"])
        await decider.play(rng.choice(decider.position["moves"])["move"])
        for guest in guests:
            await guest.hear_position(ply)
    assert all(table.log.row.seed.hex() in json.dumps(guest.table) for guest in guests)


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("tsuro", {"edition": "calliope", "players": "3", "elimination_bonus": "on"}, "pmp"),
        ("tao", {"players": "3"}, "pmp"),
        ("turris", {}, "pp"),
    ],
    ids=["tsuro", "tao", "turris"],
)
async def test_nor_does_a_byte_of_all_else_that_can_happen(
    harness: TableHarness, game: str, options: dict[str, str], seats: str
) -> None:
    """Somebody with two seats, nonsense, hints, chat, moves taken back, connections lost, the record so far."""
    rng = Random(game)
    table = await harness.open_table(
        game, seats, options=options, watch="anyone", hints=True, take_back=True, starts_by_itself=False
    )
    log = table.log
    people = sorted({0, len(seats) - 1})
    guests = [await harness.sit(table, number, previews=True) for number in (*people, None)]
    inspector = Inspector(table, rng)
    tried: list[str] = []
    for turn in range(200):
        await inspector.inspect(guests)
        if log.row.status == "over":
            break
        decider = next(guest for guest in guests if guest.position["moves"])
        moves = [move["move"] for move in decider.position["moves"]]
        await check_refusals(table, guests, decider, rng.sample(tried, min(4, len(tried))), rng)
        tried += moves
        await decider.send(type="hint", ply=log.ply)
        hint = await decider.hear("hint")
        assert {ranked["move"] for ranked in hint["moves"]} == set(moves)
        assert harness.bots.asked[-1][1] == log.game.observe(log.match and log.match.state, log.actor)
        harness.now.pass_seconds(5)  # who talks all the time is not heard
        await rng.choice(guests[:-1]).send(type="chat", text="Hm.")
        if turn % 5 == 0:
            await check_history_so_far(table, guests[:-1], rng)
        await inspector.inspect(guests)
        ply = log.ply
        await decider.play(rng.choice(moves))
        for guest in guests:
            await guest.hear_position(ply)
        await inspector.inspect(guests)
        if decider.position["outcome"] is not None:
            continue
        if turn % 4 == 1:
            await take_back(decider, guests[:-1])
        elif turn % 4 == 3:
            left = rng.randrange(len(guests))
            guests[left] = await come_again(harness, table, guests[left], since=ply)
    assert log.row.status == "over"
    expected = {"welcome", "position", "plies", "table", "played", "refused", "chat", "take_back", "hint"}
    assert set(inspector.seen) == expected


async def check_refusals(table: Table, guests: list[Guest], decider: Guest, tries: list[str], rng: Random) -> None:
    """What is said to an impossible move is the same in every world that the player could be in."""
    game, match = table.log.game, table.log.match
    assert match is not None
    for guest in guests:
        for text in tries:
            wrong = explain(game, match.state, text)
            if guest is decider and wrong is not None:
                await guest.send(type="play", ply=table.log.ply, epoch=table.log.row.epoch, move=text)
                assert (await guest.hear("refused"))["message"] == wrong
                world = game.determinize(game.observe(match.state, table.log.actor), rng)
                assert explain(game, world, text) == wrong
            elif guest is not decider:
                await guest.send(type="play", ply=table.log.ply, epoch=table.log.row.epoch, move=text)
                assert (await guest.hear("refused"))["code"] in {"out_of_turn", "not_seated"}


async def check_history_so_far(table: Table, players: list[Guest], rng: Random) -> None:
    """What a player can look back at through a seat's eyes is what it has seen, in any world that it could be in."""
    real = table.log
    for guest in players:
        await refused(table.record(), "not_over")
        for seat in guest.connection.seats:
            seen = await (await table.history(guest.player, HistoryRequest(seat))).write(asyncio.Semaphore())
            table.log = twist(table, seat, 0, rng)
            other = await (await table.history(guest.player, HistoryRequest(seat))).write(asyncio.Semaphore())
            table.log = real
            assert msgspec.json.encode(other) == msgspec.json.encode(seen)
            assert real.row.seed.hex() not in json.dumps(seen)


async def take_back(asker: Guest, players: list[Guest]) -> None:
    """Take the last move back, with the consent of everybody else."""
    epoch = asker.position["epoch"]
    await asker.send(type="take_back")
    for guest in players:
        if guest is not asker:
            await guest.send(type="answer", agree=True)
    async with asyncio.timeout(PATIENCE):
        while any(guest.position["epoch"] == epoch for guest in players):
            await asyncio.sleep(0)


async def come_again(harness: TableHarness, table: Table, guest: Guest, since: int) -> Guest:
    """Lose a connection, and come again for what was missed."""
    guest.leave()
    again = Guest(table, guest.player, previews=True)
    harness.guests.append(again)
    return await again.connect(since, table.log.row.epoch)


async def test_a_nonce_is_told_to_nobody_before_the_game_has_begun(harness: TableHarness) -> None:
    """Every byte that anybody is sent or can ask for, until the first ply is stored; then everybody may know it."""
    table = await harness.open_table("tsuro", "po", watch="anyone")
    await table.seating.join(person(1), 1)
    guests = [await harness.sit(table, number, nonces=True, previews=True) for number in (0, 1, None)]
    nonces = ["0a" * 32, "0b" * 32]
    for guest, nonce in zip(guests, nonces, strict=False):
        await guest.send(type="commit", hash=hash_nonce(nonce))
    starting = asyncio.create_task(table.start(person(0)))
    for guest, nonce in zip(guests, nonces, strict=False):
        await guest.hear("reveal")
        await asyncio.sleep(2 * PRESENCE_DELAY)
        told = "".join(frame for each in guests for frame in each.frames)
        told += json.dumps([table.describe(person(0)), await harness.tables.lists.list_open(None)])
        assert not any(other in told for other in nonces)
        await guest.send(type="reveal", nonce=nonce)
    await starting
    inspector = Inspector(table, Random(1))
    inspector.skip(guests)
    for guest in guests:
        view = await guest.hear_table(lambda table: table["status"] == "playing")
        assert [each["nonce"] for each in view["nonces"]] == nonces
    await guests[0].play()
    await inspector.inspect(guests)
    assert inspector.seen["plies"] == len(guests)


async def test_a_preview_does_not_show_the_hand_of_a_player_whom_the_move_would_put_out(harness: TableHarness) -> None:
    """Tsuro with the elimination bonus: who puts somebody out sees their tiles, but must do it first."""
    options = {"edition": "calliope", "elimination_bonus": "on"}
    rng, seen, previewed = Random(4), 0, 0
    for _ in range(6):
        table = await harness.open_table("tsuro", "mmm", options=options)
        guest = await harness.sit(table, 0, previews=True)
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


async def count_frames_with_previews(harness: TableHarness) -> Counter[bool]:
    """Play for all eight seats of Tsuro with the elimination bonus, and rewrite what shows moves that uncover a hand.

    Gives how many of these frames are the same in all worlds, and how many are not.
    """
    rng, counts = Random(8), Counter[bool]()
    for _ in range(3):
        table = await harness.open_table("tsuro", "m" * 8, options={"edition": "calliope", "elimination_bonus": "on"})
        guest = await harness.sit(table, 0, previews=True)
        while (position := guest.position)["outcome"] is None:
            match = table.log.match
            assert match is not None
            if make_position(table.log.game, match.state, position["actor"]).reveals:
                worlds = {await rewrite(table, guest, position, Random(number)) for number in range(6)}
                counts[worlds == {guest.frames[guest.messages.index(position)]}] += 1
            await guest.play(rng.choice(position["moves"])["move"])
            await guest.hear_position(position["ply"])
    return counts


async def test_no_frame_depends_on_a_hand_that_a_move_would_uncover(harness: TableHarness) -> None:
    counts = await count_frames_with_previews(harness)
    assert counts[True] > 8
    assert counts[False] == 0


async def test_the_law_finds_a_preview_made_from_the_real_state(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludotheque.server.table.feed.views._sample_worlds", lambda _game, state, _seat: [state])
    counts = await count_frames_with_previews(harness)
    assert counts[True] == 0
    assert counts[False] > 8


async def test_the_law_finds_a_leak(harness: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that cannot fail proves nothing: a feed that tells everybody everything is caught."""

    def tell_everything(_game: AnyGame, state: Any, _viewer: int | None) -> dict[str, Any]:
        return {"hands": state.hands}

    monkeypatch.setattr("ludotheque.server.table.feed.feed.view_observation", tell_everything)
    table = await harness.open_table("tsuro")
    guest = await harness.sit(table, 0)
    assert await rewrite(table, guest, guest.messages[1], Random(1)) != guest.frames[1]
