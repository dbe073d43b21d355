"""Options declare themselves once; checks, errors and text follow."""

from dataclasses import dataclass
from typing import Any

import pytest

import ludotheque
from ludotheque.core.errors import OptionError
from ludotheque.core.options import Options, choice, number, switch, table
from ludotheque.games.tao.cards import parse_deck
from ludotheque.games.tao.options import TaoOptions
from ludotheque.games.tsuro.editions import TsuroOptions


@dataclass(frozen=True, kw_only=True)
class Menu(Options):
    dish: str = choice("soup", "fish", default="soup", help="What to eat.")
    plates: int = number(1, 4, default=2, help="For how many.")
    wine: bool = switch(default=False, help="With wine.")
    courses: tuple[int, ...] = table(
        default=(),
        allowed="numbers",
        accepts=lambda value: isinstance(value, tuple),
        parse=lambda text: tuple(map(int, text.split("+"))) if text else (),
        format=lambda value: "+".join(map(str, value)),
        help="Which courses.",
    )
    coffee: str = choice("none", "black", "milk", default="none", help="With coffee.", omit_default=True)

    def check_together(self) -> None:
        if self.wine and self.dish == "soup":
            raise OptionError("no wine with soup.")


def test_defaults_are_allowed() -> None:
    assert Menu().format() == {"dish": "soup", "plates": "2", "wine": "off", "courses": "", "coffee": "none"}


@pytest.mark.parametrize(
    "menu", [Menu(), Menu(dish="fish", plates=4, wine=True, courses=(1, 2)), Menu(plates=1)], ids=repr
)
def test_parse_after_format_is_the_identity(menu: Menu) -> None:
    assert Menu.parse(menu.format()) == menu


def test_a_table_may_be_given_by_its_text() -> None:
    assert Menu.make({"courses": "1+2"}) == Menu(courses=(1, 2))
    assert TsuroOptions.make({"players": 2, "tiles": "1*6"}) == TsuroOptions(players=2, tiles=(1,) * 6)
    assert TsuroOptions.make({"tiles": "edition"}) == TsuroOptions()
    text = "wa1*10,wa2to,wo3*9"
    assert TaoOptions.make({"deck": text}) == TaoOptions(deck=parse_deck(text))
    assert TaoOptions.make({"opposition": "wa:fi,fi:wa"}).opposition == "wa:fi,fi:wa"
    with pytest.raises(OptionError, match="Tao: deck: 'wax' is no card"):
        ludotheque.make("tao", deck="wax")


def test_a_record_does_not_mention_an_option_that_came_later_and_has_its_default() -> None:
    """Games were recorded before there was coffee; the same games are still written in the same way."""
    assert Menu().format_for_record() == {"dish": "soup", "plates": "2", "wine": "off", "courses": ""}
    assert Menu(coffee="milk").format_for_record() == Menu(coffee="milk").format()
    assert Menu.parse(Menu().format_for_record()) == Menu()


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"dish": "pizza"}, "dish must be one of soup, fish, not 'pizza'"),
        ({"plates": 5}, "plates must be a whole number from 1 to 4, not 5"),
        ({"plates": True}, "plates must be"),
        ({"wine": "on"}, "wine must be on or off"),
        ({"courses": 3}, "courses must be numbers, not 3"),
        ({"courses": "1+x"}, "courses must be numbers, not '1\\+x'"),
        ({"plates": "2"}, "plates must be a whole number from 1 to 4, not '2'"),
        ({"wine": True}, "no wine with soup"),
        ({"dessert": 1}, "no option 'dessert'; there are: dish, plates, wine, courses, coffee"),
    ],
)
def test_values_that_are_not_allowed(values: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        Menu.make(values)


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        ({"plates": "two"}, "plates must be a whole number from 1 to 4, not 'two'"),
        ({"wine": "yes"}, "wine must be on or off"),
        ({"courses": "1+x"}, "courses must be numbers"),
        ({"dessert": "cake"}, "no option 'dessert'"),
    ],
)
def test_texts_that_are_not_allowed(texts: dict[str, str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        Menu.parse(texts)
