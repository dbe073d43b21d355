"""The client's types are the server's, and it has words for everything that the server can refuse."""

import re

from ludotheque.server.refusal import CODES
from tests.web.schema import FILE, write_schema

ENGLISH = FILE.parent.parent / "i18n" / "en.ts"

NOT_FOR_PEOPLE = {"not_json", "wrong_method", "no_such_page", "no_such_token", "too_many_tokens", "wrong_origin"}
"""What only a program can do wrong."""
BETTER_FROM_THE_SERVER = {"bad_option", "illegal", "started", "no_such_game", "too_slow", "wrong_host", "wrong_rules"}
"""Where the server's sentence says more than a translated one could."""


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    assert FILE.read_text(encoding="utf-8") == write_schema(), "Run `python -m tests.web.schema`."


def test_every_refusal_has_words() -> None:
    errors = re.search(r"\n  errors: \{(.*?)\n  \}", ENGLISH.read_text(encoding="utf-8"), re.DOTALL)
    assert errors is not None
    words = set(re.findall(r"^    (\w+):", errors[1], re.MULTILINE))
    assert set(CODES) - words <= NOT_FOR_PEOPLE | BETTER_FROM_THE_SERVER
    assert words - set(CODES) <= {"offline"}
