"""Converts the types of a game to TypeScript, in the form that core/wire.py encodes them in.

Does not write files: write_client_types.py does.
"""

import ast
import inspect
import json
import re
import sys
import textwrap
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from ludotheque.core import registry
from ludotheque.core.game import Event, OneOf
from ludotheque.core.wire import list_fields

HEAD = """\
// Generated from the game's types by `python -m tools.write_client_types`; a test fails when it is out of date.
"""

_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null"}


def format_game_types(game_id: str) -> str:
    """Give the schema.ts of a game."""
    game_class: Any = registry.find(game_id)
    package = game_class.__module__.rpartition(".")[0]
    state, events = (import_module(f"{package}.{name}") for name in ("state", "events"))
    converter = _Converter()
    roots = {
        "material": get_type_hints(game_class.material)["return"],
        "observation": get_type_hints(game_class.observe)["return"],
        "scene": get_type_hints(game_class.scene)["return"],
    }
    for kind in roots.values():
        converter.convert(kind)
    event_types = [kind for kind in vars(events).values() if _is_event(kind)]
    move_types = list(get_args(state.Decision))
    for kind in (*event_types, *move_types):
        converter.define(kind, tagged=True)
    return "\n".join(
        [
            HEAD,
            *_format_constants(state),
            *converter.definitions.values(),
            _format_union(
                "Event", "What happens; `type` and fields are the key of a message and its arguments.", event_types
            ),
            _format_union("Move", "What a seat may decide.", move_types),
            "/** All of it by name, for a session of this game. */\nexport interface Types {\n"
            + "".join(f"  {name}: {kind.__name__};\n" for name, kind in roots.items())
            + "  event: Event;\n  move: Move;\n}\n",
        ]
    )


def _is_event(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind is not Event


def _format_union(name: str, comment: str, kinds: list[type]) -> str:
    return f"/** {comment} */\nexport type {name} =" + "".join(f"\n  | {kind.__name__}" for kind in kinds) + ";\n"


def _format_constants(module: ModuleType) -> list[str]:
    """Convert the documented constants of a module, such as the sentinels of a game's state."""
    comments = _read_comments(ast.parse(inspect.getsource(module)))
    return [
        f"/** {comments[name]} */\nexport const {name} = {json.dumps(value)};\n"
        for name, value in vars(module).items()
        if name.isupper() and name in comments
    ]


class _Converter:
    def __init__(self) -> None:
        self.definitions: dict[Any, str] = {}
        """By type, or by the name of a constant; dependencies come first."""
        self._names: dict[int, str] = {}
        """The names of the constants in the modules of these types, by identity."""

    def convert(self, hint: Any) -> str:
        """Give the TypeScript of a type hint; interfaces that it refers to are added to `definitions`."""
        if hint in _PLAIN:
            return _PLAIN[hint]
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            marks = [mark for mark in arguments[1:] if isinstance(mark, OneOf)]
            return self._format_words(marks[0].words) if marks else self.convert(arguments[0])
        if origin in {Union, UnionType}:
            return " | ".join(dict.fromkeys(map(self.convert, arguments)))
        if origin is dict and arguments[0] is str:
            return f"Record<string, {self.convert(arguments[1])}>"
        if origin is frozenset or (origin is tuple and arguments[-1] is Ellipsis):
            item = self.convert(arguments[0])
            return f"({item})[]" if " | " in item else f"{item}[]"
        if origin is tuple:
            return f"[{', '.join(map(self.convert, arguments))}]"
        if isinstance(hint, type) and issubclass(hint, Enum):
            return " | ".join(json.dumps(member.value) for member in hint)
        if is_dataclass(hint) or hasattr(hint, "_fields"):
            self.define(hint, tagged=False)
            name: str = hint.__name__
            return name
        raise TypeError(f"{hint} has no counterpart in the client's types.")

    def define(self, kind: Any, *, tagged: bool) -> None:
        """Add an interface for a dataclass or named tuple; `tagged` adds its name as the field `type`."""
        if kind in self.definitions:
            return
        self._names |= {id(value): name for name, value in vars(sys.modules[kind.__module__]).items() if name.isupper()}
        known = {other.__name__ for other in self.definitions if isinstance(other, type)}
        assert kind.__name__ not in known, f"There are two types called {kind.__name__}."
        hints, comments = get_type_hints(kind, include_extras=True), _comment_fields(kind)
        lines = [f'  type: "{kind.__name__}";'] if tagged else []
        for name in list_fields(kind):
            if name in comments:
                lines.append(f"  /** {comments[name]} */")
            lines.append(f"  {name}: {self.convert(hints[name])};")
        summary = kind.__doc__.partition("\n\n")[0]
        head = f"/** {_join(summary)} */\n"
        if lines:
            self.definitions[kind] = f"{head}export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"
        else:
            self.definitions[kind] = f"{head}export type {kind.__name__} = Record<string, never>;\n"

    def _format_words(self, words: tuple[str, ...]) -> str:
        """Give the union type of these words, and define the constant that lists them."""
        name = self._names[id(words)]
        self.definitions[name] = f"export const {name} = {json.dumps(words)} as const;\n"
        return f"(typeof {name})[number]"


@cache
def _comment_fields(kind: Any) -> dict[str, str]:
    """Map fields to the docstrings below them. Fields of an Observation fall back to those of the State."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    comments = _read_comments(tree.body[0])
    if kind.__name__ == "Observation":
        state = import_module(f"{kind.__module__.rpartition('.')[0]}.state").State
        comments = _comment_fields(state) | comments
    return comments


def _read_comments(tree: Any) -> dict[str, str]:
    """Map assigned or declared names of a module or class to the docstrings right below them."""
    comments = {}
    for declared, text in zip(tree.body, tree.body[1:], strict=False):
        if not (
            isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
        ):
            continue
        target = (
            declared.target
            if isinstance(declared, ast.AnnAssign)
            else declared.targets[0]
            if isinstance(declared, ast.Assign)
            else None
        )
        if isinstance(target, ast.Name):
            comments[target.id] = _join(text.value.value)
    return comments


def _join(text: str) -> str:
    """Join a docstring into one line, with TypeScript's name for None."""
    return re.sub(r"\bNone\b", "null", " ".join(text.split()))
