"""Packages of others, installed for real: a module and its metadata in a folder of the path."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from ludotheque.core.registry import GROUP

NIM = (Path(__file__).parent / "nim.py").read_text(encoding="utf-8")
"""The smallest game there is; CONTRIBUTING.md points to it."""

NIM_KERNEL = (Path(__file__).parent / "nim_kernel.py").read_text(encoding="utf-8").replace("tests.nim", "nim_game")
"""A kernel for it, where it is installed."""


def install(folder: Path, module: str, source: str, games: Mapping[str, str]) -> None:
    """Install a module of this source that offers games, a class for each id."""
    package = folder / f"{module}-1.0.dist-info"
    package.mkdir(parents=True)
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    (package / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"[{GROUP}]", *(f"{game} = {module}:{name}" for game, name in games.items())]
    (package / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


def install_nim(folder: Path) -> None:
    """Install the smallest game."""
    install(folder, "nim_game", NIM, {"nim": "Nim"})


def environment(folder: Path) -> dict[str, str]:
    """Give the environment in which a process finds what is installed in a folder."""
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))}


def run_module(folder: Path, *words: str, cwd: Path | None = None, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a module of Python, with arguments, where the packages in a folder are installed; usually also in it."""
    return subprocess.run(
        [sys.executable, "-m", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd or folder,
        env=os.environ | environment(folder),
    )
