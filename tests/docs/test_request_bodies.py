"""docs/protocol.md explains the body of every request: fields, values and defaults are those of the schema."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.server.app import make_app
from ludotheque.server.config import Config
from ludotheque.server.http.schemas import NewTableBody

TEXT = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
SECTION = TEXT.split("\n## Request bodies\n")[1].split("\n## ")[0]
PARTS = {"seat": "SeatBody", "clock `move`": "MoveClock", "clock `total`": "TotalClock", "tree move": "TreeMove"}
"""Objects within bodies."""


def list_rows() -> list[tuple[str, str, str, str]]:
    """List the rows that the table must have: request, field, value and default."""
    document = make_app(Config(database="sqlite:///never-opened", warm_up=False)).openapi()
    schemas = document["components"]["schemas"]
    rows = []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if (body := operation.get("requestBody")) is not None:
                name = body["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
                rows += list_fields(f"`{method.upper()} {path}`", schemas[name])
    for part, name in PARTS.items():
        rows += list_fields(part, schemas[name])
    return rows


def list_fields(request: str, schema: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    return [
        (request, f"`{name}`", describe(kind), describe_default(kind, is_required=name in schema.get("required", ())))
        for name, kind in schema["properties"].items()
        if len(kind.get("enum", ())) != 1  # the kind of a clock, which is in the first column
    ]


def describe(kind: dict[str, Any]) -> str:
    if "discriminator" in kind:
        return "a clock"
    if "anyOf" in kind:
        return " or ".join(map(describe, kind["anyOf"]))
    if "enum" in kind:
        return ", ".join(f"`{word}`" for word in kind["enum"])
    if kind["type"] == "array":
        items = {"SeatBody": "seats", "TreeMove": "tree moves"}.get(
            kind["items"].get("$ref", "").rsplit("/", 1)[-1], "texts"
        )
        return f"{kind.get('minItems', 0)} to {kind['maxItems']} {items}"
    if "maximum" in kind or "exclusiveMaximum" in kind:
        return f"{kind['minimum']} to {kind.get('maximum', kind.get('exclusiveMaximum', 1) - 1)}"
    return {"boolean": "`true`, `false`", "object": "texts by name", "string": "text", "null": "null"}[kind["type"]]


def describe_default(kind: dict[str, Any], *, is_required: bool) -> str:
    if is_required:
        return "needed"
    return f"`{json.dumps(kind['default'])}`" if "default" in kind else "none"


def test_every_field_of_every_body_is_explained() -> None:
    found = [
        [cell.strip() for cell in line.strip("|").split(" | ")] for line in SECTION.splitlines() if line[:2] == "| "
    ]
    header, *told = found
    assert header[-1] == "what it is"
    assert [tuple(row[:4]) for row in told] == list_rows()
    assert all(re.search(r"\w", row[4]) for row in told)


def test_the_bodies_that_are_shown_are_taken() -> None:
    shown = re.findall(r"^```http\nPOST /api/tables\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
    assert len(shown) == 2
    for body in shown:
        msgspec.json.decode(body, type=NewTableBody)
