"""What the client knows of the server, as TypeScript: `python -m tests.web.schema` writes it into `web/src`.

A test compares the files with what would be written now, so that client and server cannot drift apart.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.core import registry
from ludotheque.server import bounds
from ludotheque.server.auth import LINK_MILLISECONDS
from ludotheque.server.errors import CODES, FOR_PROGRAMS
from ludotheque.server.http import schemas
from ludotheque.server.http.cookies import MOST_KEPT
from ludotheque.server.table.messages import Message, Request
from ludotheque.server.table.seating import ABSENT_AFTER
from tests.web.game_schema import write_game

SOURCES = Path(__file__).parent.parent.parent / "web" / "src"

HEAD = """\
// Written by `python -m tests.web.schema` from the server's own types; a test sees to it that it stays true.
// What these mean, docs/protocol.md says. Nothing is added here by hand: messages.ts is the place for that.
"""

BODIES = [
    schemas.GameList, schemas.NewTableBody, schemas.Me, schemas.LinkAnswer, schemas.LinkPreview, schemas.LinkList,
    schemas.PlayerList, schemas.DeviceList, schemas.Replay, schemas.ErrorAnswer,
]  # fmt: skip
"""What goes over HTTP and has a form worth knowing."""

LIMITS_HEAD = """\
// Written by `python -m tests.web.schema` from the server's own limits; a test sees to it that it stays true.
// Inputs and words take their numbers from here.
"""

LIMITS: dict[str, tuple[int, str]] = {
    "name": (bounds.LONGEST_NAME, "The longest name of a player, in characters."),
    "chat": (bounds.LONGEST_CHAT, "The longest thing that can be said at once, in characters."),
    "option": (bounds.LONGEST_OPTION, "The longest value of an option, in characters."),
    "code": (bounds.CODE_LENGTH, "How many letters the code of a table has."),
    "linkMinutes": (LINK_MILLISECONDS // 60_000, "How long a link for another device works."),
    "keptPlayers": (MOST_KEPT, "How many players a browser keeps besides the one it is."),
    "absentSeconds": (ABSENT_AFTER // 1000, "How long a player must be away before a bot may play on."),
}
"""The limits that people meet: what each is, and what it is about."""

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def write_files() -> dict[Path, str]:
    """Write every generated file of the client: where it belongs, and what is in it."""
    games = (game for game in registry.list_games() if (SOURCES / "games" / game).is_dir())
    return {
        SOURCES / "protocol" / "schema.ts": write_schema(),
        SOURCES / "protocol" / "limits.ts": write_limits(),
        **{SOURCES / "games" / game / "schema.ts": write_game(game) for game in games},
    }


def write_limits() -> str:
    """Write the limits that inputs and words have to do with."""
    lines = [f"  /** {comment} */\n  {name}: {limit}," for name, (limit, comment) in LIMITS.items()]
    return "\n".join([LIMITS_HEAD, "export const LIMITS = {", *lines, "} as const;\n"])


def write_schema() -> str:
    """Write every message and body as a type."""
    (client, server, *_), definitions = msgspec.json.schema_components([Request, Message, *BODIES])
    parts = [_write_definition(name, schema) for name, schema in sorted(definitions.items())]
    parts += [f"export type ClientMessage = {_write(client)};\n", f"export type ServerMessage = {_write(server)};\n"]
    people = [code for code in CODES if code not in FOR_PROGRAMS]
    codes = "".join(f"\n  | {json.dumps(code)}" for code in people)
    parts.append(f"/** Why something that a person can do was refused. */\nexport type RefusalCode ={codes};\n")
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
    for path, text in write_files().items():
        path.write_text(text, encoding="utf-8")
