"""The source files of modules, and hashes of them: to notice that code has changed."""

import importlib.util
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path


def list_sources(module: str) -> list[Path]:
    """List the file of a module or, if it is part of a package, all files of the outermost package."""
    spec = importlib.util.find_spec(module.partition(".")[0])
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
