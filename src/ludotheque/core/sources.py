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
    if name in sys.modules and sys.modules[name].__spec__ is None:  # a script, which was found by nobody
        file = getattr(sys.modules[name], "__file__", None)
        return [Path(file)] if file is not None and Path(file).is_file() else []
    spec = importlib.util.find_spec(name)
    if spec is None:
        return []
    if folders := spec.submodule_search_locations:
        return [file for folder in folders for file in sorted(Path(folder).rglob("*.py"))]
    return [Path(spec.origin)] if spec.has_location and spec.origin is not None else []


def hash_files(files: Iterable[Path]) -> str:
    """Hash the contents of files."""
    digest = sha256()
    for file in files:
        digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
