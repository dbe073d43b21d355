"""The source files of modules, and hashes of them: to notice that code has changed."""

import importlib.util
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path


def list_sources(module: str) -> list[Path]:
    """List the file of a module or, if it is part of a package, all files of the outermost package.

    There are none of a module that was typed in, at a prompt or in a notebook.
    """
    name = module.partition(".")[0]
    if _is_script(name):
        file = getattr(sys.modules[name], "__file__", None)
        return [Path(file)] if file is not None and Path(file).is_file() else []
    if folders := list_folders(name):
        return [file for folder in folders for file in sorted(folder.rglob("*.py"))]
    spec = importlib.util.find_spec(name)
    return [Path(spec.origin)] if spec is not None and spec.has_location and spec.origin is not None else []


def list_folders(name: str) -> list[Path]:
    """List the folders of an outermost package: usually one, of a namespace package perhaps more; none of a module."""
    spec = None if _is_script(name) else importlib.util.find_spec(name)
    return [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]


def _is_script(name: str) -> bool:
    """Whether a module was found by nobody: it is the file that was run, or was typed in."""
    return name in sys.modules and sys.modules[name].__spec__ is None


def hash_files(files: Iterable[Path]) -> str:
    """Hash the contents of files."""
    digest = sha256()
    for file in files:
        digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
