"""Laws about options: what is written can be read, what is read is written in one way, no text is too hostile."""

import tracemalloc
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core import registry
from ludotheque.core.errors import OptionError
from ludotheque.core.game import AnyGame
from ludotheque.core.options import Options
from ludotheque.testing.strategies import option_values, patient
from ludotheque.testing.subjects import Subject

LETTERS = "0123456789*,.-+_ abdefimnotuwre１²\x00é💥\n"
"""What texts of options are made of, and what they are not."""


def check(options: Options) -> None:
    """Hold options against the law."""
    texts = options.format()
    again = type(options).parse(texts)
    assert again == options
    assert hash(again) == hash(options)
    assert again.format() == texts


def test_what_format_writes_parse_reads(game: AnyGame) -> None:
    check(game.options)


@patient
@given(data=st.data())
def test_so_it_is_for_all_values_that_are_allowed(subject: Subject, data: st.DataObject) -> None:
    """Values one by one and together, custom decks and tile sets of every size among them."""
    check(draw_options(subject, data))


def draw_options(subject: Subject, data: st.DataObject) -> Options:
    """Draw options of a game; of values that are allowed one by one, but not together, the first ones."""
    options = registry.find(subject.id).Options()
    for name, value in data.draw(option_values(subject)).items():
        try:
            options = replace(options, **{name: value})
        except OptionError:
            continue
    return options


@patient
@given(data=st.data())
def test_a_text_is_refused_or_means_options_that_can_be_read_again(subject: Subject, data: st.DataObject) -> None:
    """Real texts with something changed, and garbage."""
    options = draw_options(subject, data)
    texts = options.format()
    if not texts:
        return
    name = data.draw(st.sampled_from(sorted(texts)))
    text = texts[name]
    where, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    mutated = text[:where] + data.draw(st.text(LETTERS, max_size=4)) + text[end:]
    for changed in (text, mutated, f"{text},{text}", f" {text} ", data.draw(st.text(LETTERS))):
        try:
            parsed = type(options).parse({**texts, name: changed})
        except OptionError as error:
            assert len(str(error)) < 600  # noqa: PT017 - both branches are right
        else:
            check(parsed)


def hostile_texts() -> list[str]:
    """Give long texts, and short ones that stand for much."""
    items = ["1", "wa1", "7*999", "wa1*999", "wa99to*200", "x", "9", " ", "*", "on", "１", "\x00"]
    return [f"{item}{mark}" * (30_000 // len(item)) for item in items for mark in (",", "")]


@pytest.mark.parametrize("text", hostile_texts(), ids=lambda text: repr(text[:12]))
def test_a_hostile_text_is_refused_in_a_few_words_and_nothing_is_made_of_it(subject: Subject, text: str) -> None:
    options_type = registry.find(subject.id).Options
    for name in options_type.specs():
        tracemalloc.start()
        try:
            with pytest.raises(OptionError) as caught:
                options_type.parse({name: text})
            assert tracemalloc.get_traced_memory()[1] < 4 * len(text) + 200_000
        finally:
            tracemalloc.stop()
        assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    "value", ["x" * 10**6, [1] * 10**6, ("water", 1) * 10**6, 10**6000, {"a": [1] * 10**6}], ids=type
)
def test_a_huge_value_is_refused_without_looking_at_all_of_it(subject: Subject, value: Any) -> None:
    for name in registry.find(subject.id).Options.specs():
        tracemalloc.start()
        try:
            with pytest.raises(OptionError) as caught:
                registry.make(subject.id, **{name: value})
            assert tracemalloc.get_traced_memory()[1] < 2_000_000
        finally:
            tracemalloc.stop()
        assert len(str(caught.value)) < 600


def test_a_strange_name_is_refused_in_a_few_words(subject: Subject) -> None:
    with pytest.raises(OptionError) as caught:
        registry.find(subject.id).Options.parse({"x" * 10**6: "1"})
    assert len(str(caught.value)) < 600


def test_the_laws_are_held_against_every_value_of_every_choice(subject: Subject) -> None:
    """In a short run, too."""
    played = [game.options.format() for game in subject.games]
    for option, spec in subject.specs.items():
        values = {"on", "off"} if spec.kind == "switch" else set(spec.choices)
        missing = values - {texts[option] for texts in played}
        assert not missing, f"no option set of {subject} has {option} = {' or '.join(sorted(missing))}"
