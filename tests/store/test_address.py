"""How a store is named, and what is said when it cannot be opened."""

from pathlib import Path

import pytest

from ludotheque.core.errors import StoreError
from ludotheque.store.address import default_address, make_store
from tests.store.rows import table


async def test_an_address_names_a_file_and_its_folder_is_made(tmp_path: Path) -> None:
    store = make_store(f"sqlite:///{tmp_path}/deep/er/file.sqlite")
    await store.open()
    await store.add_table(table())
    await store.close()
    assert (tmp_path / "deep/er/file.sqlite").exists()


@pytest.mark.parametrize("address", ["", "file.sqlite", "sqlite://file", "sqlite:///", "mysql://localhost/x"])
def test_what_is_no_address_is_refused_with_an_example(address: str) -> None:
    with pytest.raises(StoreError, match="sqlite:///FILE"):
        make_store(address)


def test_the_default_is_in_the_data_directory_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_address() == "sqlite:////data/ludotheque/ludotheque.sqlite"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert default_address() == "sqlite:////home/ann/.local/share/ludotheque/ludotheque.sqlite"


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, " * 100, encoding="utf-8")
    with pytest.raises(StoreError, match=r"letter\.txt is no database .* name another file"):
        await make_store(f"sqlite:///{file}").open()
    assert file.read_text(encoding="utf-8") == "Dear Ann, " * 100


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="name another file"):
        await make_store(f"sqlite:///{tmp_path}/file/below.sqlite").open()


async def test_nobody_else_on_the_machine_may_read_the_file(tmp_path: Path) -> None:
    store = make_store(f"sqlite:///{tmp_path}/file.sqlite")
    await store.open()
    await store.add_table(table())
    modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    await store.close()
    assert modes == {"file.sqlite": 0o600, "file.sqlite-wal": 0o600, "file.sqlite-shm": 0o600}
