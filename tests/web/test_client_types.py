"""The client's types, limits and codes are the server's, and it has words for everything that the server can refuse."""

import re
from functools import cache
from pathlib import Path

import pytest

from ludotheque.server.errors import CODES, FOR_PROGRAMS
from tools.write_client_types import LIMITS, SOURCES, format_files

LANGUAGES = ("en", "fr", "it", "de")


GENERATED = format_files()


@cache
def read_sources() -> dict[Path, str]:
    """Read every source of the client that is written by hand."""
    files = [path for pattern in ("*.ts", "*.svelte") for path in SOURCES.rglob(pattern)]
    return {path: path.read_text(encoding="utf-8") for path in files if path not in GENERATED}


def read_words(language: str) -> str:
    return (SOURCES / "i18n" / f"{language}.ts").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: str(path.relative_to(SOURCES)))
def test_what_the_client_knows_of_the_server_is_true(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == GENERATED[path], "Run `python -m tools.write_client_types`."


def test_no_cast_hides_a_type_that_is_wrong() -> None:
    assert [path.name for path, text in read_sources().items() if re.search(r"\bas\s+(unknown|any)\b", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words_or_is_shown_as_it_is_sent(language: str) -> None:
    failures = (SOURCES / "app" / "shell" / "failures.ts").read_text(encoding="utf-8")
    listed = re.search(r"SHOWN_AS_SENT = \[(.*?)\]", failures, re.DOTALL)
    errors = re.search(r"\n  errors: \{(.*?)\n  \}", read_words(language), re.DOTALL)
    assert listed is not None
    assert errors is not None
    sent = set(re.findall(r'"(\w+)"', listed[1]))
    words = set(re.findall(r"^    (\w+):", errors[1], re.MULTILINE))
    assert set(CODES) >= FOR_PROGRAMS
    assert words == set(CODES) - FOR_PROGRAMS - sent | {"offline", "dropped"}


def test_inputs_and_words_have_their_limits_from_the_server() -> None:
    given = [found for text in read_sources().values() for found in re.findall(r"maxlength=(\S+)", text)]
    assert given
    assert all(re.fullmatch(r"\{LIMITS\.(\w+)\}", limit) and limit[8:-1] in LIMITS for limit in given)
    used = set(re.findall(r"\bLIMITS\.(\w+)", "".join(read_sources().values())))
    assert used == set(LIMITS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("key", "limit"),
    [
        ("bad_name", "name"),
        ("too_many_players", "keptPlayers"),
        ("not_absent", "absentSeconds"),
        ("otherDeviceHelp", "linkMinutes"),
        ("linkHelp", "linkMinutes"),
    ],
)
def test_a_sentence_about_a_limit_takes_its_number_from_it(language: str, key: str, limit: str) -> None:
    sentence = re.search(rf"\n    {key}:\s*(.*)", read_words(language))
    assert sentence is not None
    assert f"${{LIMITS.{limit}}}" in sentence[1]
