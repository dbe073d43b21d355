"""Decks as values, as text and as files: what is read, what is refused and what the error says."""

from typing import Any

import pytest

from ludotheque.core.errors import OptionError
from ludotheque.games.tao.cards import RECONSTRUCTED_DECK, Card, format_deck, parse_card, parse_deck, parse_deck_file
from ludotheque.games.tao.options import TaoOptions
from tests.games.tao.option_sets import DUPLICATES
from tests.games.tao.positions import make

RECONSTRUCTED = (
    "wa1,wa2to,wa3,wa4,wo1,wo2dr,wo3,wo4,fi1,fi2bi,fi3,fi4,ea1,ea2un,ea3,ea4,me1,me2ti,me3,me4"
)  # fmt: skip


def test_the_usual_deck_is_written_out_in_records() -> None:
    """A later, better reconstruction must not change what an old record means."""
    assert TaoOptions().format()["deck"] == RECONSTRUCTED
    assert parse_deck(RECONSTRUCTED) == RECONSTRUCTED_DECK


def test_text_and_deck_are_the_same_thing() -> None:
    text = make(players=2, deck=DUPLICATES).options.format()["deck"]
    assert text == "wa1*2,wa1ti,wa2to*2,wo1bi*2,wo2dr,wo12,fi1un*2,fi2bi,ea1*2,ea2un,me1to,me2,me2ti"
    assert TaoOptions.parse({"players": "2", "deck": text}) == TaoOptions(players=2, deck=DUPLICATES)  # type: ignore[arg-type] # rows are welcome
    assert format_deck(parse_deck(" me4 , wa1,wa1*2")) == "wa1*3,me4"


def test_the_order_of_the_cards_does_not_matter() -> None:
    assert make(players=2, deck=DUPLICATES[::-1]).options == make(players=2, deck=list(DUPLICATES)).options


def test_cards_have_codes_and_titles() -> None:
    assert Card("fire", 2, "bird").code == "fi2bi"
    assert Card("fire", 2, "bird").title == "Fire 2 (Vermilion Bird)"
    assert Card("metal", 12).title == "Metal 12"
    assert parse_card("me12") == Card("metal", 12)


@pytest.mark.parametrize("text", ["", "me", "me0", "me100", "xx1", "me1xx", "me01", "ME1", "me1ti ", "me１"])
def test_what_is_no_card(text: str) -> None:
    assert parse_card(text) is None


@pytest.mark.parametrize(
    ("players", "size", "works"),
    [(2, 15, False), (2, 16, True), (3, 17, False), (3, 18, True), (4, 19, False), (4, 20, True), (2, 201, False)],
)
def test_a_deck_has_twelve_cards_and_two_a_player_at_least(players: int, size: int, works: bool) -> None:
    """Option `deck`: 12 + 2 × players cards or more, and no more than a table can hold."""
    deck = [("water", 1)] * size
    if works:
        assert len(make(players=players, deck=deck).options.deck) == size
    else:
        with pytest.raises(OptionError, match=rf"deck must have {12 + 2 * players} to 200 cards .*, not {size}"):
            make(players=players, deck=deck)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (("ice", 1), "deck, card 17: the element must be one of water, wood, fire, earth, metal, not 'ice'"),
        ((1, 1), "the element must be"),
        ((["water"], 1), "the element must be"),
        (("water", 0), "the value must be a whole number from 1 to 99, not 0"),
        (("water", -1), "the value must be"),
        (("water", 100), "the value must be"),
        (("water", 1.0), "the value must be"),
        (("water", True), "the value must be"),
        (("water", "1"), "the value must be"),
        (("water", 1, "lion"), "the power must be one of tiger, dragon, bird, unicorn, tortoise or left out"),
        (("water", 1, 0), "the power must be"),
        (("water",), r"a card is \(element, value\) or \(element, value, power\)"),
        (("water", 1, None, 2), "a card is"),
        ("wa1", "a card is"),
        (None, "a card is"),
        (Card("water", 0), "the value must be"),
        (Card("mud", 1), "the element must be"),
    ],
)
def test_what_is_no_card_is_refused_by_number_and_reason(row: Any, says: str) -> None:
    """Bad input: known elements, positive whole values, known powers."""
    with pytest.raises(OptionError, match=says):
        make(players=2, deck=[("water", 1)] * 16 + [row])


@pytest.mark.parametrize("deck", [None, 7, {"cards": []}])
def test_what_is_no_deck_is_refused(deck: object) -> None:
    with pytest.raises(OptionError, match="deck must be a list of cards"):
        make(players=2, deck=deck)


@pytest.mark.parametrize("word", ["", "wa", "wa1*0", "wa1*", "wa1*1000", "wa1**2", "water1", "w" * 500])
def test_text_that_is_no_deck_is_refused(word: str) -> None:
    """Bad input: the error names the word that is wrong and shows what is right."""
    with pytest.raises(OptionError, match=r"is no card; cards look like wa1, wo2dr or me4\*3") as caught:
        TaoOptions.parse({"deck": f"wa1*16,{word}"})
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["wa1*201", "wa1*199,wa1,me2", "wa1*999," * 3000 + "wa1", ",".join(["wa1"] * 201)])
def test_a_deck_that_is_too_large_is_refused_as_soon_as_it_is(text: str) -> None:
    """Option `deck`: at most 200 cards, counted while they are read."""
    with pytest.raises(OptionError, match="deck must have at most 200 cards; here are more"):
        TaoOptions.parse({"deck": text})
    assert len(parse_deck("wa1*199,me2")) == 200


def test_so_is_a_file() -> None:
    rows = '{ element = "water", value = 1, count = 200 }, { element = "fire", value = 1 }, { element = "fog" }'
    with pytest.raises(OptionError, match="deck must have at most 200 cards; here are more"):
        parse_deck_file(f"cards = [{rows}]")


def test_teams_need_four() -> None:
    """Option `teams`: four players only."""
    for players in (2, 3):
        with pytest.raises(OptionError, match=f"teams needs 4 players, not {players}"):
            make(players=players, teams=True)


@pytest.mark.parametrize("players", [1, 5, True, "4"])
def test_two_to_four_play(players: Any) -> None:
    with pytest.raises(OptionError, match="players must be a whole number from 2 to 4"):
        make(players=players)


def test_a_file_is_read() -> None:
    """Option `deck`: the TOML form, with counts, and with powers left out or given."""
    file = """
    cards = [
      { element = "water", value = 1, count = 10 },
      { element = "water", value = 2, power = "tortoise" },
      { element = "metal", value = 12, count = 5 },
    ]
    """
    deck = parse_deck_file(file)
    assert format_deck(deck) == "wa1*10,wa2to,me12*5"
    assert make(players=2, deck=deck).seats == 2
    assert TaoOptions.specs()["deck"].parse_file is parse_deck_file


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("cards = [", "is not a TOML file"),
        ("cards = " + "[" * 5000, "is not a TOML file"),
        ("cards = " + "9" * 5000, "is not a TOML file"),
        ("", "must hold cards ="),
        ("cards = []", "must hold cards ="),
        ("cards = 3", "must hold cards ="),
        ("deck = []", "has 'deck', which means nothing here"),
        ("cards = [3]", "deck, card 1: a card is written"),
        ('cards = [{ element = "water" }]', "card 1: the value must be a whole number from 1 to 99, not None"),
        ("cards = [{ value = 1 }]", "the element must be one of .*, not None"),
        ('cards = [{ element = "water", value = 1, powers = "bird" }]', "'powers' means nothing here"),
        ('cards = [{ element = "water", value = 1, power = "lion" }]', "the power must be one of"),
        ('cards = [{ element = "water", value = 1, power = "" }]', "the power must be one of"),
        ('cards = [{ element = "water", value = 1, count = 0 }]', "the count must be a whole number from 1 to 200"),
        ('cards = [{ element = "water", value = 1, count = 1.5 }]', "the count must be"),
        ('cards = [{ element = "water", value = 1 }, { element = "fog", value = 1 }]', "deck, card 2: the element"),
    ],
)
def test_a_file_that_is_no_deck_is_refused(file: str, says: str) -> None:
    """Bad input: the error says which card is wrong and why."""
    with pytest.raises(OptionError, match=says):
        parse_deck_file(file)
