"""Which files a module's code is in: its own, and those of the modules beside it that it imports.

They are found by reading, not by running, so that the answer does not depend on what has been imported already. What is
installed, comes with Python or is ours does not count; nor do modules that are imported by a name put together as text.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from sysconfig import get_path

from ludotheque.core.sources import list_folders, list_sources

_PACKAGE = Path(__file__).parents[1].name
_INSTALLED = {"site-packages", "dist-packages"}


def list_code(module: str) -> list[Path]:
    """List the files of a module, or all of its package, and of what they import from the folder that it is in."""
    sources = list_sources(module)
    if not sources:
        return []
    folder = _find_folder(module.partition(".")[0], sources[0])
    if _is_installed(folder):
        return sources
    found = set[Path]()
    while sources:
        file = sources.pop()
        if file not in found:
            found.add(file)
            sources += [beside for name in _list_imports(file) for beside in _find(name, folder)]
    return sorted(found)


def _find_folder(name: str, file: Path) -> Path:
    """Find the folder that a module or package is in, given its first file."""
    packages = list_folders(name)
    return packages[0].parent if packages else file.parent


def _is_installed(folder: Path) -> bool:
    return not _INSTALLED.isdisjoint(folder.parts) or folder == Path(get_path("stdlib"))


def _list_imports(file: Path) -> Iterator[str]:
    """List the outermost names of what a file imports, wherever in it; nothing if it is not Python."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(name), level=0):
                yield name.partition(".")[0]


def _find(name: str, folder: Path) -> list[Path]:
    """Find the file of a module in a folder, or all files of a package."""
    if name == _PACKAGE:
        return []
    module = folder / f"{name}.py"
    package = (file for file in (folder / name).rglob("*.py") if _INSTALLED.isdisjoint(file.parts))
    return [*([module] if module.is_file() else []), *package]
