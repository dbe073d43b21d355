"""Compiled code is kept where nobody else can write, or nowhere that could be guessed."""

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from ludotheque.compiled import cache as kernel_cache
from ludotheque.compiled.cache import find_cache


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's cache, and a temporary directory that everybody may write to."""
    shared, cache = tmp_path / "tmp", tmp_path / "cache"
    shared.mkdir()
    shared.chmod(0o1777)
    cache.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    return cache


def mode(folder: Path) -> int:
    return stat.S_IMODE(folder.lstat().st_mode)


def usual(home: Path) -> Path:
    return home / "ludotheque" / kernel_cache._name_folder()


def check_temporary(folder: Path) -> None:
    """It is fresh, private, and its name cannot be known beforehand."""
    assert folder.parent == Path(tempfile.gettempdir())
    assert mode(folder) == 0o700
    assert list(folder.iterdir()) == []
    assert find_cache() != folder


def test_it_is_made_for_this_user_alone(home: Path) -> None:
    before = os.umask(0)
    try:
        folder = find_cache()
    finally:
        os.umask(before)
    assert folder == usual(home)
    assert mode(folder) == mode(folder.parent) == 0o700
    (folder / "compiled").touch()
    assert find_cache() == folder
    assert (folder / "compiled").exists()


def test_one_that_others_can_read_is_closed_to_them(home: Path) -> None:
    usual(home).mkdir(parents=True)
    usual(home).chmod(0o755)
    assert find_cache() == usual(home)
    assert mode(usual(home)) == 0o700


def test_the_folder_above_it_is_closed_to_those_who_could_write(home: Path) -> None:
    """As on systems where a new folder may be written to by the user's group."""
    (home / "ludotheque").mkdir()
    (home / "ludotheque").chmod(0o775)
    assert find_cache() == usual(home)
    assert mode(home / "ludotheque") == 0o700


@pytest.mark.parametrize("loose", [0o770, 0o702, 0o777])
def test_one_that_others_could_write_to_is_not_used(home: Path, loose: int) -> None:
    usual(home).mkdir(parents=True)
    (usual(home) / "planted.nbi").touch()
    usual(home).chmod(loose)
    check_temporary(find_cache())


@pytest.mark.parametrize("depth", [0, 1])
def test_one_that_belongs_to_somebody_else_is_not_used(home: Path, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever else made it, and however tight it looks."""
    usual(home).mkdir(parents=True, mode=0o700)
    planted = [usual(home), home / "ludotheque"][depth].stat().st_ino
    real = os.fstat

    def fstat(opened: int) -> os.stat_result:
        found = real(opened)
        fields = list(found)
        if found.st_ino == planted:
            fields[stat.ST_UID] = os.geteuid() + 1
        return os.stat_result(fields)

    monkeypatch.setattr(os, "fstat", fstat)
    check_temporary(find_cache())


@pytest.mark.parametrize("depth", [0, 1])
def test_a_link_is_not_followed(home: Path, tmp_path: Path, depth: int) -> None:
    target = tmp_path / "elsewhere"
    target.mkdir(mode=0o700)
    name = [usual(home), home / "ludotheque"][depth]
    name.parent.mkdir(mode=0o700, exist_ok=True)
    name.symlink_to(target)
    check_temporary(find_cache())
    assert list(target.iterdir()) == []


def test_a_file_in_its_place_is_not_used(home: Path) -> None:
    (home / "ludotheque").mkdir(mode=0o700)
    usual(home).touch()
    check_temporary(find_cache())


def test_a_cache_in_which_anybody_can_exchange_it_is_not_used(home: Path) -> None:
    home.chmod(0o777)
    check_temporary(find_cache())
    home.chmod(0o1777)  # as in the system's temporary directory: only the owner may rename
    assert find_cache() == usual(home)


def test_without_a_home_it_is_temporary_and_the_log_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (home / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "file" / "cache"))
    check_temporary(find_cache())
    assert "every process compiles anew" in caplog.text


def test_a_temporary_one_is_removed_when_its_process_ends(home: Path) -> None:
    code = "from ludotheque.compiled.cache import find_cache; folder = find_cache(); print(folder, folder.is_dir())"
    environment = {**os.environ, "XDG_CACHE_HOME": "/dev/null/cache", "TMPDIR": tempfile.gettempdir()}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    folder, was_there = ran.stdout.split()
    assert was_there == "True"
    assert Path(folder).parent == Path(tempfile.gettempdir())
    assert not Path(folder).exists()


def test_what_is_planted_under_the_old_name_is_not_looked_at(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was used once: in the temporary directory, by a name that everybody can work out."""
    stamp = kernel_cache._name_folder()
    planted = Path(tempfile.gettempdir()) / f"ludotheque-{stamp}"
    planted.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/cache")
    assert find_cache() != planted
