"""The rules as they are read: the same in four languages, whatever the options, and nothing left to be filled in."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from ludotheque.core.game import AnyGame, Presented
from ludotheque.core.teaching.examples import HasExamples
from ludotheque.core.teaching.rulebook import LANGUAGES, Medium, Rulebook, RulebookEntry

MEDIA: tuple[Medium, ...] = get_args(Medium)


def tell(presented: AnyGame, language: str, medium: Medium) -> Rulebook:
    assert isinstance(presented, Presented)
    return presented.rulebook(language, medium)


def list_entries(book: Rulebook) -> Iterator[RulebookEntry]:
    for section in book.sections:
        for block in section.blocks:
            yield from block.entries


def outline(book: Rulebook) -> list[list[object]]:
    """Give everything but the words."""
    return [
        [(block.kind, block.figure, [(entry.rules, bool(entry.term)) for entry in block.entries]) for block in part]
        for part in (section.blocks for section in book.sections)
    ]


@pytest.mark.parametrize("medium", MEDIA)
def test_all_languages_tell_the_same(presented: AnyGame, medium: Medium) -> None:
    english = outline(tell(presented, "en", medium))
    for language in LANGUAGES:
        assert outline(tell(presented, language, medium)) == english, language


@pytest.mark.parametrize("medium", MEDIA)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_unfilled_or_without_its_rules(presented: AnyGame, language: str, medium: Medium) -> None:
    book = tell(presented, language, medium)
    titles = [section.title for section in book.sections]
    assert len(set(titles)) == len(titles)
    for text in [book.title, *titles, *(entry.text for entry in list_entries(book))]:
        assert text.strip() == text != ""
        assert not re.search(r"[{}]|  |None|True|False", text), text
    for section in book.sections:
        for block in section.blocks:
            assert bool(block.figure) == (block.kind in {"figure", "steps"})
            for entry in block.entries:
                assert bool(entry.rules) == (block.kind != "figure"), entry.text
                assert bool(entry.term) == (block.kind == "terms"), entry.text


@pytest.mark.parametrize("medium", MEDIA)
def test_there_is_a_position_for_every_step_of_an_example(presented: AnyGame, medium: Medium) -> None:
    for section in tell(presented, "en", medium).sections:
        for block in section.blocks:
            if block.kind == "steps":
                assert isinstance(presented, HasExamples)
                assert block.figure in presented.examples
                assert len(presented.play_example(block.figure).steps) == len(block.entries)


@pytest.mark.parametrize("language", LANGUAGES)
def test_browsers_are_sent_plain_text(presented: AnyGame, language: str) -> None:
    for entry in list_entries(tell(presented, language, "browser")):
        assert not re.search(r"[`*_<>#]", entry.text + entry.term), entry.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_holds_every_word_but_those_of_figures(presented: AnyGame, language: str) -> None:
    book = tell(presented, language, "terminal")
    text = book.format()
    assert text.startswith(f"# {book.title}\n\n## {book.sections[0].title}\n\n")
    for section in book.sections:
        assert f"\n## {section.title}\n" in text
        for block in section.blocks:
            for entry in block.entries:
                assert (entry.text in text) == (block.kind != "figure"), entry.text
