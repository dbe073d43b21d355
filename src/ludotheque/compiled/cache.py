"""Where compiled code is kept: a folder that nobody but this user can write to.

Numba loads what it finds there and runs it, so whoever can write to the folder can run code as this user. A folder that
somebody else could have made or changed is therefore never used, wherever it is.
"""

import atexit
import logging
import os
import shutil
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_COMPILED_FROM = ("compiled", "core", "games")  # every constant and function that compiled code can refer to
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH

_log = logging.getLogger(__name__)


def find_cache() -> Path:
    """Find the folder for compiled code: in the user's cache, `$XDG_CACHE_HOME` or `~/.cache`, shared by all processes.

    If it cannot be created or is not safe there, it is a new temporary folder of this process, removed when the process
    ends. Its name cannot be guessed and nobody else can write to it; but every process then compiles for itself, bot
    processes included. There is no way without a folder: Numba refuses to compile functions with `cache=True`.
    """
    try:
        cache = _find_cache_home() / "ludotheque"
        _own(cache, repairs=True)
        _own(cache / _name_folder(), repairs=False)
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no home
        _log.warning(
            "Compiled code cannot be kept, so every process compiles anew: %s. Give XDG_CACHE_HOME a folder that only "
            "this user can write to.",
            error,
        )
        return _make_temporary()
    return cache / _name_folder()


def _name_folder() -> str:
    """Name a folder after a hash of everything that could be compiled into it.

    Numba checks only the source file of a function and does not notice when an imported function has changed, nor
    that code was compiled with checks of array bounds.
    """
    sources = [path for folder in _COMPILED_FROM for path in sorted((_PACKAGE / folder).rglob("*.py"))]
    kind = "checked-kernels" if os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0" else "kernels"
    return f"{kind}-{sha256(b''.join(path.read_bytes() for path in sources)).hexdigest()[:16]}"


def _find_cache_home() -> Path:
    """Return the user's cache folder. Raises OSError if others could replace what is in it."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "posix":
        found = home.stat()
        is_open = found.st_mode & stat.S_IWOTH and not found.st_mode & stat.S_ISVTX
        if is_open or found.st_uid not in {0, os.geteuid()}:
            raise PermissionError(f"others can write to {home}")
    return home


def _own(folder: Path, *, repairs: bool) -> None:
    """Create a folder that only this user can write to, or check that it is one. Raises OSError.

    With `repairs`, write permission of others is removed instead of being an error; its content must then be checked.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    if os.name != "posix":  # elsewhere a user's cache is the user's alone
        return
    # Check the open descriptor, so that replacing the path meanwhile changes nothing; do not follow a link.
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        found = os.fstat(opened)
        if found.st_uid != os.geteuid():
            raise PermissionError(f"{folder} belongs to another user")
        if found.st_mode & _OTHERS_WRITE and not repairs:
            raise PermissionError(f"others could write to {folder}; remove it")
        if found.st_mode & 0o077:
            os.fchmod(opened, 0o700)
    finally:
        os.close(opened)


def _make_temporary() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-kernels-"))
    owner = os.getpid()

    def remove() -> None:
        if os.getpid() == owner:  # and not a process that was forked from it
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return folder
