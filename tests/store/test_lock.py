"""That one server has a database open, that the next one is told which, and that a dead one is in nobody's way."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.core.errors import StoreError, StoreInUse
from ludotheque.store.address import make_lock
from ludotheque.store.lock import StoreLock

HOLD = """
import sys, time
from pathlib import Path
from ludotheque.store.lock import StoreLock
with StoreLock(Path(sys.argv[1])) as lock:
    lock.advertise("http://127.0.0.1:1")
    print("held", flush=True)
    time.sleep(600)
"""


def test_the_second_is_told_where_the_first_is(path: Path) -> None:
    with StoreLock(path) as first:
        with pytest.raises(StoreInUse, match=rf"{path} is in use by a server in process {os.getpid()}\. Use ") as early:
            StoreLock(path).__enter__()
        assert early.value.url == ""
        first.advertise("http://127.0.0.1:8000")
        with pytest.raises(StoreInUse, match=r"listens on http://127\.0\.0\.1:8000\. Use that one, end it") as caught:
            StoreLock(path).__enter__()
        assert caught.value.url == "http://127.0.0.1:8000"
    with StoreLock(path):
        pass


def test_who_has_not_said_anything_yet_is_another_process(path: Path) -> None:
    with StoreLock(path):
        path.with_name(f"{path.name}.lock").write_bytes(b"\xff")
        with pytest.raises(StoreInUse, match="in use by a server in another process") as caught:
            StoreLock(path).__enter__()
        assert caught.value.url == ""


def test_whatever_path_leads_to_a_file_there_is_one_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.parent.mkdir()
    path.touch()
    link = path.parent.parent / "link.sqlite"
    link.symlink_to(path)
    monkeypatch.chdir(path.parent)
    with StoreLock(path):
        for other in (link, Path(path.name), path.parent / ".." / path.parent.name / path.name):
            with pytest.raises(StoreInUse):
                StoreLock(other).__enter__()
    with StoreLock(path), StoreLock(path.with_name("another.sqlite")):
        pass


def test_only_its_user_may_read_the_lock(path: Path) -> None:
    with StoreLock(path):
        assert path.with_name(f"{path.name}.lock").stat().st_mode & 0o777 == 0o600


def test_a_lock_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot be locked: .* name another file"):
        make_lock(f"sqlite:///{tmp_path}/file/below.sqlite").__enter__()


def test_only_who_holds_it_says_where_they_are(path: Path) -> None:
    with pytest.raises(StoreError, match="take it first"):
        StoreLock(path).advertise("http://127.0.0.1:1")


def test_a_killed_process_holds_nothing(path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    with holder.stdout:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StoreInUse, match=re.escape(f"process {holder.pid}, which listens on http://127.0.0.1:1")):
            StoreLock(path).__enter__()
        holder.send_signal(signal.SIGKILL)
        holder.wait(60)
    with StoreLock(path):
        pass
