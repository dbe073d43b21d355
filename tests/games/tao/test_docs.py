"""What the documentation of Tao shows is true: its deck file, its deck line, its opposed elements, its moves."""

import re
from pathlib import Path

from ludotheque.games.tao.cards import ELEMENTS, RECONSTRUCTED_DECK, parse_deck, parse_deck_file
from ludotheque.games.tao.opposition import OPPOSITIONS, parse_opposition, parse_opposition_file
from tests.games.tao.positions import make

DOCS = Path(__file__).parents[3] / "docs"
RULES = (DOCS / "rules" / "tao.md").read_text()


def test_the_example_deck_file_is_the_reconstructed_deck() -> None:
    block = re.search(r"```toml\n(cards.*?)```", RULES, re.DOTALL)
    assert block is not None
    assert parse_deck_file(block[1]) == RECONSTRUCTED_DECK


def test_the_example_opposites_are_those_of_the_compass() -> None:
    block = re.search(r"```toml\n(\[opposite\].*?)```", RULES, re.DOTALL)
    line = re.search(r"^wa:.*$", RULES, re.MULTILINE)
    assert block is not None
    assert line is not None
    assert parse_opposition_file(block[1]) == parse_opposition(line[0]) == "compass"


def test_the_example_deck_line_is_the_reconstructed_deck() -> None:
    line = re.search(r"^wa1,.*$", RULES, re.MULTILINE)
    assert line is not None
    assert parse_deck(line[0]) == RECONSTRUCTED_DECK


def test_the_table_of_opposed_elements() -> None:
    rows = re.findall(r"^\| ([A-Z]\w+) \| (\w+) \| (\w+) \| (\w+) \|$", RULES, re.MULTILINE)
    assert len(rows) == len(ELEMENTS)
    for name, *opposites in rows:
        element = ELEMENTS.index(name.lower())
        for opposition, opposite in zip(OPPOSITIONS, opposites, strict=True):
            expected = None if opposite == "nothing" else ELEMENTS.index(opposite.lower())
            assert make(opposition=opposition).setup.opposite[element] == expected


def test_every_ruling_that_a_test_names_is_in_the_rules() -> None:
    named = {
        ruling
        for file in Path(__file__).parent.glob("test_*.py")
        for ruling in re.findall(r"Rulings? `(\w+)`(?: and `\w+`)?", file.read_text())
    }
    assert named
    for ruling in named:
        assert f"*Ruling* `{ruling}`" in RULES
