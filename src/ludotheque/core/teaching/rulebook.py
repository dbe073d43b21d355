"""The rules as they are told to players: one source in four languages for the terminal and the browser.

What is enforced is code, what is settled is in docs/rules; here are only the words. A game keeps them as data in a
folder `rules` beside its module:

    outline.toml                     sections and paragraphs in their order, with the rules that each explains
    en.toml, fr.toml, …              the words of one language, by section and paragraph

An outline is a list of sections. A section without any paragraph to show is left out.

    [[sections]]
    id = "drawing"
    paragraphs = [
      { id = "hand", rules = ["7", "10"] },
      { id = "dragon", rules = ["7"], when = { has_dragon = true, players = ["3", "4"] } },
    ]

    rules   what the paragraph explains: numbers, letters, headings and names of rulings in docs/rules
    when    facts and the value, or one of the values, that each must have; without it the paragraph is always shown
    kind    `paragraph`; `sentence`, which goes on in the paragraph or entry before it; `item` of a list; `term` of a
            list of names with their meanings; `figure`, whose words are its caption and which only browsers draw;
            `step` of an example, which browsers show as a row of positions to step through
    figure  the name of the figure, which may hold facts; without it, the id. Of a step, the name of the example

The words of a paragraph are one text, of a term a pair: its name and its meaning. `{name}` in a text is replaced by a
fact. Facts are computed by the game: its options as text, numbers, and texts made from the table `words` of a language.
These words are facts themselves, but conditions may only ask for what is the same in every language.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias, get_args

from ludotheque.core.errors import OptionError
from ludotheque.core.inputs import show

Language: TypeAlias = Literal["en", "fr", "it", "de"]
LANGUAGES: tuple[str, ...] = get_args(Language)

Medium: TypeAlias = Literal["terminal", "browser"]
"""Where the rules are read. It is a fact like others: how to write a move matters only where moves are typed."""
Fact: TypeAlias = bool | int | str
Facts: TypeAlias = Mapping[str, Fact]
BlockKind: TypeAlias = Literal["paragraph", "list", "terms", "figure", "steps"]

_BLOCKS: dict[str, BlockKind] = {
    "paragraph": "paragraph",
    "item": "list",
    "term": "terms",
    "figure": "figure",
    "step": "steps",
}
"""For each kind of paragraph in an outline: what it becomes, or becomes a part of."""
_LISTS: set[BlockKind] = {"list", "terms", "steps"}
"""The blocks of several entries."""
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class RulebookEntry:
    """A text with the rules that it explains: a paragraph, an item of a list, a step, or the meaning of a term."""

    text: str
    rules: tuple[str, ...]
    term: str
    """The name whose meaning the text is, in a list of terms; empty elsewhere."""


@dataclass(frozen=True, slots=True)
class RulebookBlock:
    """A part of a section: one paragraph, one list, one figure with its caption, or one example in steps."""

    kind: BlockKind
    entries: tuple[RulebookEntry, ...]
    """One, unless it is a list or an example."""
    figure: str
    """Which figure to draw, or of which example these are the steps; empty where there is neither."""


@dataclass(frozen=True, slots=True)
class RulebookSection:
    """A heading and what is below it."""

    title: str
    blocks: tuple[RulebookBlock, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game under its options, in one language."""

    title: str
    sections: tuple[RulebookSection, ...]

    def format(self) -> str:
        """Write the rules as Markdown, without figures."""
        parts = [f"# {self.title}"]
        for section in self.sections:
            parts.append(f"## {section.title}")
            texts = [block for block in section.blocks if block.kind != "figure"]
            parts += ["\n".join(_format_entries(block)) for block in texts]
        return "\n\n".join(parts)


def _format_entries(block: RulebookBlock) -> Iterator[str]:
    for number, entry in enumerate(block.entries, start=1):
        match block.kind:
            case "list":
                yield f"- {entry.text}"
            case "terms":
                yield f"- **{entry.term}.** {entry.text}"
            case "steps":
                yield f"{number}. {entry.text}"
            case _:
                yield entry.text


@dataclass(frozen=True, slots=True)
class OutlineParagraph:
    """A line of an outline."""

    id: str
    kind: Literal["paragraph", "sentence", "item", "term", "figure", "step"] = "paragraph"
    rules: tuple[str, ...] = ()
    when: Mapping[str, Fact | list[Fact]] | None = None
    figure: str = ""

    def is_shown(self, facts: Facts) -> bool:
        """Whether every fact that the condition names has a value that it allows."""
        return all(
            facts[name] in (wanted if isinstance(wanted, list) else [wanted])
            for name, wanted in (self.when or {}).items()
        )


@dataclass(frozen=True, slots=True)
class OutlineSection:
    """A section of an outline."""

    id: str
    paragraphs: tuple[OutlineParagraph, ...]


@dataclass(frozen=True)
class RulebookSource:
    """The outline of a game's rules and their words in one language, before any options."""

    outline: tuple[OutlineSection, ...]
    texts: Mapping[str, Any]

    @property
    def words(self) -> Mapping[str, str]:
        """Words of the language that the game makes facts from: numbers, names of pieces."""
        words: Mapping[str, str] = self.texts.get("words", {})
        return words

    def fill(self, facts: Facts) -> Rulebook:
        """Select the paragraphs that the facts call for and put the facts into their texts."""
        facts = {**self.words, **facts}
        sections = []
        for section in self.outline:
            texts = self.texts[section.id]
            if blocks := _make_blocks(section, texts, facts):
                sections.append(RulebookSection(_fill(texts["title"], facts), tuple(blocks)))
        return Rulebook(_fill(self.texts["title"], facts), tuple(sections))


def check_language(language: str) -> None:
    """Raise OptionError for a language that the rules are not told in."""
    if language not in LANGUAGES:
        raise OptionError(f"language must be one of {', '.join(LANGUAGES)}, not {show(language)}.")


def load_rulebook(package: str, language: str) -> RulebookSource:
    """Load the rules in the folder `rules` of a package. Raises OptionError for a language that there is not."""
    check_language(language)
    return _load(package, language)


def find_placeholders(text: str) -> set[str]:
    """Name the facts that a text asks for."""
    return set(_PLACEHOLDER.findall(text))


@cache  # no more than there are games and languages
def _load(package: str, language: str) -> RulebookSource:
    texts = _read(package, language)
    return RulebookSource(_load_outline(package), set_french_spaces(texts) if language == "fr" else texts)


def set_french_spaces(texts: Any) -> Any:
    """Set the spaces at which no line ends, before and inside of punctuation. Files have plain ones, which are seen."""
    if isinstance(texts, dict):
        return {name: set_french_spaces(text) for name, text in texts.items()}
    if isinstance(texts, list):
        return [set_french_spaces(text) for text in texts]
    narrow = re.sub(r" (?=[;!?])", "\N{NARROW NO-BREAK SPACE}", texts)
    return re.sub(r" (?=[:»])|(?<=«) ", "\N{NO-BREAK SPACE}", narrow)


@cache
def _load_outline(package: str) -> tuple[OutlineSection, ...]:
    return tuple(
        OutlineSection(section["id"], tuple(_read_paragraph(**line) for line in section["paragraphs"]))
        for section in _read(package, "outline")["sections"]
    )


def _read_paragraph(rules: list[str] | None = None, **fields: Any) -> OutlineParagraph:
    return OutlineParagraph(rules=tuple(rules or ()), **fields)


def _read(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(package) / "rules" / f"{name}.toml").read_text(encoding="utf-8"))


def _make_blocks(section: OutlineSection, texts: Mapping[str, Any], facts: Facts) -> list[RulebookBlock]:
    blocks: list[RulebookBlock] = []
    for paragraph, entry in _select(section, texts, facts):
        kind = _BLOCKS[paragraph.kind]
        if blocks and kind == blocks[-1].kind and kind in _LISTS:
            blocks[-1] = replace(blocks[-1], entries=(*blocks[-1].entries, entry))
        else:
            figure = _fill(paragraph.figure or paragraph.id, facts) if kind == "figure" else paragraph.figure
            blocks.append(RulebookBlock(kind, (entry,), figure))
    return blocks


def _select(
    section: OutlineSection, texts: Mapping[str, Any], facts: Facts
) -> Iterator[tuple[OutlineParagraph, RulebookEntry]]:  # fmt: skip
    """Give each paragraph that is shown with its text; sentences are added to what they go on from."""
    last: tuple[OutlineParagraph, RulebookEntry] | None = None
    for paragraph in section.paragraphs:
        if not paragraph.is_shown(facts):
            continue
        words = texts[paragraph.id]
        term, text = words if paragraph.kind == "term" else ("", words)
        entry = RulebookEntry(_fill(text, facts), paragraph.rules, _fill(term, facts))
        if paragraph.kind == "sentence" and last is not None:
            before, said = last
            rules = tuple(dict.fromkeys(said.rules + entry.rules))
            last = before, RulebookEntry(f"{said.text} {entry.text}", rules, said.term)
            continue
        if last is not None:
            yield last
        last = (replace(paragraph, kind="paragraph") if paragraph.kind == "sentence" else paragraph), entry
    if last is not None:
        yield last


def _fill(text: str, facts: Facts) -> str:
    return _PLACEHOLDER.sub(lambda found: str(facts[found[1]]), text)
