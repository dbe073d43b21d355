"""Every rule of docs/rules is explained to players in every language, and what is explained is a rule."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module, resources
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

import ludotheque
from ludotheque.core.errors import OptionError
from ludotheque.core.game import Presented
from ludotheque.core.options import OptionSpec
from ludotheque.core.registry import find
from ludotheque.core.teaching import rulebook
from ludotheque.core.teaching.examples import HasExamples
from ludotheque.core.teaching.rulebook import LANGUAGES, Medium, OutlineParagraph, RulebookSource, load_rulebook
from tests.strategies import option_sets

ROOT = Path(__file__).parent.parent.parent
GAMES = ludotheque.list_games()

NUMBERED = re.compile(r"^(?:(\d+)\. \*\*|\*\*(\d+)\. |- \*\*([a-z])\) )", re.MULTILINE)
"""`1. **Setup.**`, `**1. Setup.**`, `- **a) Contact.**`."""
RULING = re.compile(r"\*Ruling\*\s+`(\w+)`|^\| `(\w+)` \| [A-Z]", re.MULTILINE)
"""`*Ruling* `name``, or a row of a table of rulings."""
OPTIONS = re.compile(r"^\| option \|", re.MULTILINE)


@dataclass(frozen=True)
class Rules:
    """The rules of a game, by the names that the texts for players call them."""

    to_explain: set[str]
    """Numbers, letters and names of rulings, and the headings of sections that have none of these."""
    names: set[str]
    """All that a text may refer to: these, and every heading."""


def read_rules(text: str) -> Rules:
    """Find what a page of docs/rules settles. Where numbers begin anew, rules go by the heading as well."""
    sections = [part.partition("\n") for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]]
    bodies = {heading: body for heading, _, body in sections}
    numbers = {heading: ["".join(found) for found in NUMBERED.findall(body)] for heading, body in bodies.items()}
    every = [number for listed in numbers.values() for number in listed]
    begin_anew = len(set(every)) < len(every)
    to_explain = {"".join(found) for found in RULING.findall(text)}
    for heading, body in bodies.items():
        to_explain |= {f"{heading} {number}" if begin_anew else number for number in numbers[heading]}
        if not (numbers[heading] or RULING.search(body) or OPTIONS.search(body)):
            to_explain.add(heading)
    return Rules(to_explain, to_explain | set(bodies))


def rules_of(game_id: str) -> Rules:
    return read_rules((ROOT / "docs" / "rules" / f"{game_id}.md").read_text(encoding="utf-8"))


def package_of(game_id: str) -> str:
    return f"{import_module(find(game_id).__module__).__package__}.display"


def source_of(game_id: str, language: str) -> RulebookSource:
    return load_rulebook(package_of(game_id), language)


def paragraphs_of(game_id: str) -> list[OutlineParagraph]:
    return [paragraph for section in source_of(game_id, "en").outline for paragraph in section.paragraphs]


def list_values(spec: OptionSpec) -> Sequence[Any]:
    if spec.least is not None and spec.most is not None:
        return range(spec.least, spec.most + 1)
    return spec.choices or (False, True)


def every_game(game_id: str) -> Iterator[Presented[Any, Any, Any]]:
    """Make a game with all options that it has: every choice, number and switch with every other, and some tables."""
    specs = {name: spec for name, spec in find(game_id).Options.specs().items() if spec.kind != "table"}
    combinations = product(*map(list_values, specs.values()))
    for options in [*option_sets(game_id), *(dict(zip(specs, combined, strict=True)) for combined in combinations)]:
        with suppress(OptionError):  # these do not go together
            game = ludotheque.make(game_id, **options)
            assert isinstance(game, Presented)
            yield game


def test_the_pages_of_rules_are_read_as_they_are_written() -> None:
    assert {"Hidden", "Kosmos 3", "Calliope and daVinci 12", "needs_both"} <= rules_of("tsuro").to_explain
    assert {"1", "14", "still_tied", "What is hidden", "The things"} <= rules_of("tao").to_explain
    assert {"a", "f", "draw", "barred_pass", "The bonus"} <= rules_of("turris").to_explain
    assert [len(rules_of(game_id).to_explain) for game_id in ("tsuro", "tao", "turris")] == [27, 35, 24]
    assert not {"Options", "The options", "Placing", "edition", "players"} & {
        rule for game_id in GAMES for rule in rules_of(game_id).to_explain
    }


@pytest.mark.parametrize("medium", get_args(Medium))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_is_explained(game_id: str, language: str, medium: Medium) -> None:
    explained = set()
    for game in every_game(game_id):
        for section in game.rulebook(language, medium).sections:
            explained |= {rule for block in section.blocks for entry in block.entries for rule in entry.rules}
    rules = rules_of(game_id)
    assert sorted(rules.to_explain - explained) == [], "no paragraph explains these"
    assert sorted(explained - rules.names) == [], "docs/rules does not know these"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_paragraph_is_shown_to_somebody(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    is_shown = OutlineParagraph.is_shown

    def look(self: OutlineParagraph, facts: rulebook.Facts) -> bool:
        told = is_shown(self, facts)
        if told:
            shown.append(self)
        return told

    monkeypatch.setattr(OutlineParagraph, "is_shown", look)
    for game in every_game(game_id):
        for medium in get_args(Medium):
            game.rulebook("en", medium)
    assert [paragraph.id for paragraph in paragraphs_of(game_id) if paragraph not in shown] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game_id", GAMES)
def test_a_language_has_words_for_the_outline_and_no_others(game_id: str, language: str) -> None:
    source, english = source_of(game_id, language), source_of(game_id, "en")
    assert set(source.texts) == {"title", *(section.id for section in source.outline)} | (
        {"words"} if english.words else set()
    )
    assert source.words.keys() == english.words.keys()
    for section in source.outline:
        texts, in_english = source.texts[section.id], english.texts[section.id]
        assert list(texts) == ["title", *(paragraph.id for paragraph in section.paragraphs)], "in this order"
        for paragraph in section.paragraphs:
            assert shape(texts[paragraph.id]) == shape(in_english[paragraph.id])
            assert isinstance(texts[paragraph.id], list) == (paragraph.kind == "term")


def shape(words: Any) -> list[set[str]]:
    """Give the facts that each text asks for."""
    return [rulebook.find_placeholders(text) for text in (words if isinstance(words, list) else [words])]


@pytest.mark.parametrize("game_id", GAMES)
def test_the_browser_draws_every_figure(game_id: str) -> None:
    view = (ROOT / "web" / "src" / "games" / game_id / "index.ts").read_text(encoding="utf-8")
    found = re.search(r"figures: \{(.*?)\}", view, re.DOTALL)
    assert found is not None
    drawn = set(re.findall(r"(\w+):", found[1]))
    named = set()
    for game in every_game(game_id):
        named |= {
            block.figure
            for section in game.rulebook("en", "browser").sections
            for block in section.blocks
            if block.kind == "figure"
        }
    assert named == drawn


@pytest.mark.parametrize("game_id", GAMES)
def test_every_example_is_shown_by_a_figure_or_by_steps(game_id: str) -> None:
    """The browser asks for an example by the name of the figure, or by the one that the steps have."""
    game = ludotheque.make(game_id)
    examples = game.examples if isinstance(game, HasExamples) else ()
    assert set(examples) <= {paragraph.figure or paragraph.id for paragraph in paragraphs_of(game_id)}


@pytest.mark.parametrize("game_id", GAMES)
def test_the_words_are_data_and_there_is_nothing_else_beside_them(game_id: str) -> None:
    files = sorted(path.name for path in (resources.files(package_of(game_id)) / "rules").iterdir())
    assert files == sorted(f"{name}.toml" for name in ("outline", *LANGUAGES))
    for name in files:
        tomllib.loads((resources.files(package_of(game_id)) / "rules" / name).read_text(encoding="utf-8"))
