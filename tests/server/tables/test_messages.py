"""The messages as JSON: what is sent fits the published schema, and the schema refuses what the server refuses."""

import asyncio
import json
from random import Random
from typing import Any

import jsonschema_rs
import pytest

from ludotheque.core.fairness import hash_nonce
from ludotheque.server.table.clock import TotalClock
from ludotheque.server.table.feed.messages import write_schema
from tests.server.tables.table_harness import TableHarness, person, play_out


def validator(side: str) -> Any:
    schema = write_schema()
    return jsonschema_rs.validator_for({**schema[side], "$defs": schema["$defs"]})


async def test_everything_that_is_sent_fits_the_schema(harness: TableHarness) -> None:
    kinds: set[str] = set()
    for game in ("tsuro", "tao", "turris"):
        table = await harness.open_table(game, "po", hints=True, clock=TotalClock(600, 5))
        await table.seating.join(person(1), 1)
        contributor = await harness.sit(table, 0, nonces=True)
        await contributor.send(type="commit", hash=hash_nonce("0a" * 32))
        starting = asyncio.create_task(table.start(person(0)))
        await contributor.hear("reveal")
        await contributor.send(type="reveal", nonce="0a" * 32)
        await starting
        guests = [
            contributor,
            await harness.sit(table, 1),
            await harness.sit(table, None),
            await harness.sit(table, 0, previews=True),
        ]
        actor = table.log.actor or 0
        await guests[actor].send(type="hint", ply=table.log.ply)
        await guests[actor].hear("hint")
        await guests[0].send(type="chat", text="Hello")
        await guests[0].send(type="ping")
        assert await guests[0].refused(type="nonsense") == "malformed"
        await play_out(guests[:2], Random(1), 4)
        await guests[0].send(type="take_back")
        await guests[1].send(type="answer", agree=True)
        await guests[0].hear("position")
        await play_out(guests[:2], Random(2))
        await harness.sit(table, 1)
        await table.close()
        check = validator("server")
        for guest in guests:
            await guest.catch_up()
            for message in guest.messages:
                check.validate(message)
                kinds.add(message["type"])
    told = {entry["$ref"].rsplit("/", 1)[1] for entry in write_schema()["server"]["anyOf"]}
    assert len(told) == len(kinds) == 12


@pytest.mark.parametrize(
    ("frame", "fits"),
    [
        ('{"type":"play","ply":1,"move":"a1"}', True),
        ('{"type":"play","ply":1,"move":"a1","epoch":0,"seat":1,"id":"x"}', True),
        ('{"type":"play","ply":1}', False),
        ('{"type":"play","ply":"1","move":"a1"}', False),
        ('{"type":"play","ply":1,"move":"a1","more":1}', False),
        ('{"type":"dance"}', False),
        ('{"type":"chat","text":""}', False),
        ('{"type":"answer","agree":true}', True),
        ('{"type":"take_back"}', True),
        (f'{{"type":"commit","hash":"{"0a" * 32}"}}', True),
        (f'{{"type":"commit","hash":"{"0A" * 32}"}}', False),
        (f'{{"type":"reveal","nonce":"{"0a" * 32}"}}', True),
        (f'{{"type":"reveal","nonce":"{"0a" * 33}"}}', False),
    ],
)
def test_the_schema_says_what_a_client_may_send(frame: str, fits: bool) -> None:
    assert validator("client").is_valid(json.loads(frame)) is fits
