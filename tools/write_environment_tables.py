"""Generates the tables of docs/environments.md: `python -m tools.write_environment_tables` writes them into the page.

Sources are the layouts, bounds and actions of the games' compiled sides. tests/docs/test_environments.py fails when the
page is out of date.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import ludotheque
from ludotheque.envs import describe_action, observation_layout
from ludotheque.envs.batch import compile_game

PAGE = Path(__file__).parent.parent / "docs" / "environments.md"


def write_layout(game_id: str) -> Iterator[str]:
    """Write what an observation holds, number by number."""
    layout = observation_layout(game_id)
    bounds = compile_game(ludotheque.make(game_id)).bounds
    yield "| from | name | shape | least | greatest |"
    yield "|---|---|---|---|---|"
    for name, (dtype, at, *_) in (layout.fields or {}).items():
        shape = " × ".join(map(str, dtype.shape)) or "1"
        low, high = bounds[name]
        yield f"| {at} | `{name}` | {shape} | {low} | {high} |"


def write_actions(game_id: str) -> Iterator[str]:
    """Write the actions, those of a kind in one row: kinds differ in words, not in numbers."""
    count = compile_game(ludotheque.make(game_id)).kernel.actions
    described = [(action, describe_action(game_id, action)) for action in range(count)]
    yield "| actions | the first of them | the last |"
    yield "|---|---|---|"
    for _, group in groupby(described, key=lambda each: each[1].split()[:2]):
        rows = list(group)
        (first, begin), (last, end) = rows[0], rows[-1]
        yield f"| {first} to {last} | {begin} | {end} |" if first < last else f"| {first} | {begin} | |"


def write_tables(page: str) -> str:
    """Replace everything between the marks of each table."""
    for game_id in ludotheque.list_games():
        for kind, write in (("layout", write_layout), ("actions", write_actions)):
            begin, end = f"<!-- {kind} of {game_id} -->", "<!-- end -->"
            table = "\n".join(write(game_id))
            page, found = re.subn(f"{begin}\n.*?{end}", f"{begin}\n{table}\n{end}", page, flags=re.DOTALL)
            assert found == 1, begin
    return page


if __name__ == "__main__":
    PAGE.write_text(write_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
