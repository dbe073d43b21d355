"""The map in ARCHITECTURE.md is the house: every module is on it, and everything on it exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "ludotheque"
CLIENT = ROOT / "web" / "src"
MAP = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
UNNAMED = {"__init__.py", "__main__.py"}
SUFFIXES = {".py", ".ts", ".svelte", ".css"}

SECTIONS = {
    folder: body
    for heading, body in re.findall(r"^###+ (.+?)$(.*?)(?=^##|\Z)", MAP, re.MULTILINE | re.DOTALL)
    for folder in re.findall(r"`([\w./-]+)/`", heading)
}
"""What is written under the heading of each folder. A heading may name several folders that are built alike."""


def list_folders() -> list[Path]:
    """List every folder that holds modules."""
    modules = [*PACKAGE.rglob("*.py"), *(path for path in CLIENT.rglob("*") if path.suffix in SUFFIXES)]
    return sorted({path.parent for path in modules if "static" not in path.parts and path.name not in UNNAMED})


def name_folder(folder: Path) -> str:
    """Give the name of a folder as the map writes it."""
    if folder == PACKAGE:
        return "src/ludotheque"
    return str(folder.relative_to(PACKAGE if folder.is_relative_to(PACKAGE) else ROOT))


@pytest.mark.parametrize("folder", list_folders(), ids=name_folder)
def test_every_module_is_on_the_map(folder: Path) -> None:
    section = SECTIONS.get(name_folder(folder), "")
    modules = {path.name for path in folder.iterdir() if path.suffix in SUFFIXES and path.name not in UNNAMED}
    assert modules - set(find_names(section)) == set()


@pytest.mark.parametrize("name", SECTIONS)
def test_everything_on_the_map_exists(name: str) -> None:
    folder = PACKAGE if name == "src/ludotheque" else ROOT / name if name.startswith("web/") else PACKAGE / name
    assert folder.is_dir()
    alike = [PACKAGE / other for other, body in SECTIONS.items() if body == SECTIONS[name]]
    for module in find_names(SECTIONS[name]):
        assert (folder / module).exists() or any((other / module).exists() for other in alike), module


def find_names(text: str) -> list[str]:
    """List the modules that a section names."""
    return re.findall(r"`([\w.-]+(?:\.py|\.ts|\.svelte|\.css))`", text)
