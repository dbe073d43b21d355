"""How an outline, the words of a language and the facts of a game become rules to read."""

import json
import re
from importlib import resources

import pytest

from ludotheque.core.errors import OptionError
from ludotheque.core.teaching.rulebook import (
    Facts,
    OutlineParagraph,
    OutlineSection,
    RulebookBlock,
    RulebookEntry,
    RulebookSection,
    RulebookSource,
    load_rulebook,
)

OUTLINE = (
    OutlineSection(
        "turn",
        (
            OutlineParagraph("draw", rules=("1",)),
            OutlineParagraph("more", "sentence", ("1", "2"), {"players": ["3", "4"]}),
            OutlineParagraph("board", "figure", figure="board_{players}"),
            OutlineParagraph("left", "item", ("3",)),
            OutlineParagraph("right", "item", ("4",)),
            OutlineParagraph("king", "term", ("5",), {"has_king": True}),
        ),
    ),
    OutlineSection("bonus", (OutlineParagraph("swap", rules=("6",), when={"has_king": True, "players": "2"}),)),
)
TEXTS = {
    "title": "A game for {players}",
    "words": {"king": "King"},
    "turn": {
        "title": "Your turn",
        "draw": "Draw {count} cards.",
        "more": "Then one more.",
        "board": "The board.",
        "left": "To the left.",
        "right": "To the right.",
        "king": ["{king}", "He stays."],
    },
    "bonus": {"title": "Bonus", "swap": "Swap."},
}
SOURCE = RulebookSource(OUTLINE, TEXTS)


def test_facts_choose_the_paragraphs_and_fill_them() -> None:
    book = SOURCE.fill({"players": "3", "count": 2, "has_king": True})
    assert book.title == "A game for 3"
    assert book.sections == (
        RulebookSection(
            "Your turn",
            (
                RulebookBlock("paragraph", (RulebookEntry("Draw 2 cards. Then one more.", ("1", "2"), ""),), ""),
                RulebookBlock("figure", (RulebookEntry("The board.", (), ""),), "board_3"),
                RulebookBlock(
                    "list", (RulebookEntry("To the left.", ("3",), ""), RulebookEntry("To the right.", ("4",), "")), ""
                ),
                RulebookBlock("terms", (RulebookEntry("He stays.", ("5",), "King"),), ""),
            ),
        ),
    )


def test_a_condition_holds_if_every_fact_has_a_value_that_it_allows() -> None:
    facts: Facts = {"players": "2", "count": 2, "has_king": True}
    assert [section.title for section in SOURCE.fill(facts).sections] == ["Your turn", "Bonus"]
    assert [section.title for section in SOURCE.fill({**facts, "has_king": False}).sections] == ["Your turn"]
    assert [section.title for section in SOURCE.fill({**facts, "players": "3"}).sections] == ["Your turn"]


def test_as_markdown_it_has_no_figures() -> None:
    assert SOURCE.fill({"players": "2", "count": 2, "has_king": True}).format() == (
        "# A game for 2\n\n## Your turn\n\nDraw 2 cards.\n\n- To the left.\n- To the right.\n\n- **King.** He stays."
        "\n\n## Bonus\n\nSwap."
    )


def test_steps_of_an_example_are_one_block_and_numbered_in_markdown() -> None:
    steps = (OutlineParagraph("one", "step", ("1",), figure="so"), OutlineParagraph("two", "step", ("2",), figure="so"))
    texts = {"title": "A game", "example": {"title": "Example", "one": "One.", "two": "Two."}}
    book = RulebookSource((OutlineSection("example", steps),), texts).fill({})
    entries = (RulebookEntry("One.", ("1",), ""), RulebookEntry("Two.", ("2",), ""))
    assert book.sections == (RulebookSection("Example", (RulebookBlock("steps", entries, "so"),)),)
    assert book.format() == "# A game\n\n## Example\n\n1. One.\n2. Two."


def test_french_texts_have_spaces_at_which_no_line_ends() -> None:
    """Narrow before ; ! ? and full before : and inside guillemets; the files have plain ones."""
    for game in ("tsuro", "tao", "turris"):
        package = f"ludotheque.games.{game}.display"
        written = (resources.files(package) / "rules" / "fr.toml").read_text(encoding="utf-8")
        assert not re.search("[\u00a0\u202f]", written)
        assert re.search(" [;:]", written)
        told = json.dumps(load_rulebook(package, "fr").texts, ensure_ascii=False)
        assert not re.search(" [;!?:»]|« ", told)
        assert not re.search(r"\w[;!?»]|«\w", told)
    spaces = load_rulebook("ludotheque.games.tsuro.display", "fr").texts
    assert "posée\u202f; le pion" in spaces["turn"]["turn"]
    assert "Nos réponses\u00a0: la place" in spaces["rulings"]["answers"]


def test_the_spaces_of_other_languages_are_as_they_are_written() -> None:
    package = "ludotheque.games.tsuro.display"
    for language in ("en", "it", "de"):
        assert not re.search("[\u00a0\u202f]", json.dumps(load_rulebook(package, language).texts, ensure_ascii=False))


def test_a_sentence_with_nothing_before_it_is_a_paragraph() -> None:
    outline = (OutlineSection("turn", (OutlineParagraph("more", "sentence", ("2",)),)),)
    (section,) = RulebookSource(outline, TEXTS).fill({"players": "2"}).sections
    assert section.blocks == (RulebookBlock("paragraph", (RulebookEntry("Then one more.", ("2",), ""),), ""),)


def test_a_fact_that_is_missing_is_no_empty_text() -> None:
    with pytest.raises(KeyError, match="count"):
        SOURCE.fill({"players": "2", "has_king": False})


def test_other_languages_are_refused() -> None:
    with pytest.raises(OptionError, match=r"^language must be one of en, fr, it, de, not 'es'\.$"):
        load_rulebook("ludotheque.games.tsuro.display", "es")
