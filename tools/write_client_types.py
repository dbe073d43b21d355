"""Generates the client's TypeScript types: `python -m tools.write_client_types` writes them into `web/src`.

Sources are the server's messages, HTTP schemas and limits, and the types of each game. tests/web/test_client_types.py
fails when a written file is out of date.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.core import registry
from ludotheque.core.teaching.rulebook import Rulebook
from ludotheque.server import bounds
from ludotheque.server.errors import CODES, FOR_PROGRAMS
from ludotheque.server.http import schemas
from ludotheque.server.http.cookies import MOST_KEPT
from ludotheque.server.identity.auth import LINK_MILLISECONDS, MOST_TOKENS
from ludotheque.server.pictures.pictures import AnimationState
from ludotheque.server.table.feed.messages import Message, Request
from ludotheque.server.table.seats.decisions import ABSENT_AFTER
from ludotheque.server.tables.reviews import ReviewState
from tools.game_types import format_game_types

SOURCES = Path(__file__).parent.parent / "web" / "src"

HEAD = """\
// Generated from the server's types by `python -m tools.write_client_types`; a test fails when it is out of date.
// docs/protocol.md says what the fields mean. Do not edit: hand-written types belong in messages.ts.
"""

BODIES = [
    schemas.GameList, schemas.NewTableBody, schemas.Me, schemas.LinkAnswer, schemas.LinkPreview, schemas.LinkList,
    schemas.Sharing, schemas.PlayerList, schemas.DeviceList, schemas.TokenAnswer, schemas.TokenList, schemas.History,
    schemas.Example, schemas.Exercise, schemas.LessonList, schemas.PuzzleList, schemas.Puzzle,
    schemas.AnalysedGame, schemas.AnalysedPosition, schemas.AnalysisRanking, schemas.ExportAnalysis,
    schemas.EmbeddedGame, schemas.ErrorAnswer, AnimationState, ReviewState, Rulebook,
]  # fmt: skip
"""The HTTP bodies that the client needs types for."""

LIMITS_HEAD = """\
// Generated from the server's limits by `python -m tools.write_client_types`; a test fails when it is out of date.
// Inputs and translated sentences take their numbers from here.
"""

LIMITS: dict[str, tuple[int, str]] = {
    "name": (bounds.LONGEST_NAME, "The longest name of a player, in characters."),
    "label": (bounds.LONGEST_LABEL, "The longest label of a token, in characters."),
    "chat": (bounds.LONGEST_CHAT, "The longest thing that can be said at once, in characters."),
    "option": (bounds.LONGEST_OPTION, "The longest value of an option, in characters."),
    "record": (bounds.LONGEST_RECORD, "The longest record that can be opened, in characters."),
    "position": (bounds.LONGEST_POSITION, "The longest position that can be opened, in characters."),
    "note": (bounds.LONGEST_NOTE, "The longest note on a position of an analysis, in characters."),
    "code": (bounds.CODE_LENGTH, "How many letters the code of a table has."),
    "linkMinutes": (LINK_MILLISECONDS // 60_000, "How long a link for another device works."),
    "keptPlayers": (MOST_KEPT, "How many players a browser keeps besides the one it is."),
    "tokens": (MOST_TOKENS, "How many tokens a player has at most."),
    "absentSeconds": (ABSENT_AFTER // 1000, "How long a player must be away before a bot may play on."),
}
"""Limits that are visible to users: the value, and the comment above it."""

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def format_files() -> dict[Path, str]:
    """Give every generated file of the client by its path; nothing is written."""
    games = (game for game in registry.list_games() if (SOURCES / "games" / game).is_dir())
    return {
        SOURCES / "protocol" / "schema.ts": format_schema(),
        SOURCES / "protocol" / "limits.ts": format_limits(),
        **{SOURCES / "games" / game / "schema.ts": format_game_types(game) for game in games},
    }


def format_limits() -> str:
    """Give limits.ts."""
    lines = [f"  /** {comment} */\n  {name}: {limit}," for name, (limit, comment) in LIMITS.items()]
    return "\n".join([LIMITS_HEAD, "export const LIMITS = {", *lines, "} as const;\n"])


def format_schema() -> str:
    """Give schema.ts: a type for every socket message, HTTP body and refusal code."""
    (client, server, *_), definitions = msgspec.json.schema_components([Request, Message, *BODIES])
    parts = [_format_definition(name, schema) for name, schema in sorted(definitions.items())]
    parts += [f"export type ClientMessage = {_format(client)};\n", f"export type ServerMessage = {_format(server)};\n"]
    shown = [code for code in CODES if code not in FOR_PROGRAMS]
    codes = "".join(f"\n  | {json.dumps(code)}" for code in shown)
    parts.append(f"/** Why something that a person can do was refused. */\nexport type RefusalCode ={codes};\n")
    return "\n".join([HEAD, *parts])


def _format_definition(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    fields = [
        f"  {field}{'' if field in required else '?'}: {_format(part)};" for field, part in schema["properties"].items()
    ]
    comment = f"/** {schema['description']} */\n" if "description" in schema else ""
    return f"{comment}export interface {name} {{\n" + "\n".join(fields) + "\n}\n"


def _format(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name: str = schema["$ref"].rpartition("/")[2]
        return name
    if "anyOf" in schema:
        return " | ".join(map(_format, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        item = _format(schema["items"]) if "items" in schema else "unknown"
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        value = schema.get("additionalProperties")
        return f"Record<string, {_format(value) if isinstance(value, dict) else 'unknown'}>"
    return _PLAIN[kind] if kind is not None else "unknown"


if __name__ == "__main__":
    for path, text in format_files().items():
        path.write_text(text, encoding="utf-8")
