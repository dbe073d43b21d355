"""The page about environments: its examples run, its tables are those of the code."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

import ludotheque.envs
from tests.docs.test_examples import ROOT, blocks
from tools.write_environment_tables import PAGE, write_tables


def test_the_examples_of_the_environments_give_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = "\n".join(blocks("docs/environments.md", "pycon"))
    monkeypatch.chdir(tmp_path)  # they write a file
    shutil.copy(ROOT / "tests" / "nim.py", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    test = doctest.DocTestParser().get_doctest(session, {}, "docs/environments.md", None, None)
    out: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=out.append)
    assert not result.failed, "".join(out)
    assert result.attempted > 20


def test_the_examples_import_nothing_that_is_only_in_the_repository() -> None:
    session = "\n".join(blocks("docs/environments.md", "pycon"))
    assert not re.findall(r"(?:from|import) (?:tests|tools|benchmarks|examples)\b", session)


def test_the_doctest_of_the_environments() -> None:
    result = doctest.testmod(ludotheque.envs)
    assert (result.failed, result.attempted) == (0, 6)


def test_the_tables_of_the_environments_are_up_to_date() -> None:
    """`python -m tools.write_environment_tables` writes them."""
    text = PAGE.read_text(encoding="utf-8")
    assert write_tables(text) == text


def test_every_public_name_is_in_the_page() -> None:
    text = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
    classes = {name for name in ludotheque.envs.__all__ if name[0].isupper()} - {"FunctionalEnv", "Episode"}
    assert [name for name in ludotheque.envs.__all__ if name not in classes and name not in text] == []
