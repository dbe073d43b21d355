"""docs/protocol.md shows every message, every code, and nothing that the server would not send or take."""

import json
import re
from pathlib import Path

import jsonschema_rs

from ludotheque.server.errors import CODES
from ludotheque.server.table.feed.messages import decode, write_schema

TEXT = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
SENT, RECEIVED = (
    [json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", part, flags=re.MULTILINE | re.DOTALL)]
    for part in TEXT.split("\n## What you are sent\n")
)


def list_types(side: str) -> set[str]:
    schema = write_schema()
    definitions = [schema["$defs"][entry["$ref"].rsplit("/", 1)[1]] for entry in schema[side]["anyOf"]]
    return {definition["properties"]["type"]["enum"][0] for definition in definitions}


def test_every_message_has_an_example_and_every_example_is_true() -> None:
    schema = write_schema()
    for side, examples in (("client", SENT), ("server", RECEIVED)):
        assert {example["type"] for example in examples} == list_types(side)
        validator = jsonschema_rs.validator_for({**schema[side], "$defs": schema["$defs"]})
        for example in examples:
            validator.validate(example)
    for example in SENT:
        decode(json.dumps(example))


def test_codes_that_are_named_are_codes_of_the_server() -> None:
    table = TEXT.split("| code | |")[1].split("\n\n")[0]
    named = set(re.findall(r"`(\w+)`", table))
    assert named <= set(CODES)
    assert {"stale", "illegal", "out_of_turn", "malformed"} <= named
    assert {"no_player", "no_such_table", "banned", "wrong_rules", "too_slow"} <= named  # when somebody connects
