"""The messages of the server as TypeScript: `python -m tests.web.schema` writes web/src/protocol/schema.ts.

A test compares the file with what would be written now, so that client and server cannot drift apart.
"""

from pathlib import Path
from typing import Any

import msgspec

from ludotheque.server.api import shapes
from ludotheque.server.messages import Message, Request

FILE = Path(__file__).parent.parent.parent / "web" / "src" / "protocol" / "schema.ts"

HEAD = """\
// Written by `python -m tests.web.schema` from the server's own types; a test sees to it that it stays true.
// What these mean, docs/protocol.md says. Nothing is added here by hand: messages.ts is the place for that.
"""

BODIES = [
    shapes.GameList, shapes.NewTableBody, shapes.Me, shapes.LinkAnswer, shapes.LinkPreview, shapes.LinkList,
    shapes.PlayerList, shapes.DeviceList, shapes.Replay, shapes.ErrorAnswer,
]  # fmt: skip
"""What goes over HTTP and has a form worth knowing."""

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def write_schema() -> str:
    """Write every message and body as a type."""
    (client, server, *_), definitions = msgspec.json.schema_components([Request, Message, *BODIES])
    parts = [_write_definition(name, schema) for name, schema in sorted(definitions.items())]
    parts += [f"export type ClientMessage = {_write(client)};\n", f"export type ServerMessage = {_write(server)};\n"]
    return "\n".join([HEAD, *parts])


def _write_definition(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    fields = [
        f"  {field}{'' if field in required else '?'}: {_write(part)};" for field, part in schema["properties"].items()
    ]
    comment = f"/** {schema['description']} */\n" if "description" in schema else ""
    return f"{comment}export interface {name} {{\n" + "\n".join(fields) + "\n}\n"


def _write(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name: str = schema["$ref"].rpartition("/")[2]
        return name
    if "anyOf" in schema:
        return " | ".join(map(_write, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        item = _write(schema["items"]) if "items" in schema else "unknown"
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        value = schema.get("additionalProperties")
        return f"Record<string, {_write(value) if isinstance(value, dict) else 'unknown'}>"
    return _PLAIN[kind] if kind is not None else "unknown"


if __name__ == "__main__":
    FILE.write_text(write_schema(), encoding="utf-8")
