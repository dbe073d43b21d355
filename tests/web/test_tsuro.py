"""Whole games of Tsuro in a real browser against a real server."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.web.house import Visitor
from tests.web.playing import play_by_keys, play_out
from tests.web.tsuro import play_pointing

Invite = Callable[..., Visitor]

BOTS = [{"kind": "bot", "level": "random"}] * 7
GAMES = {
    "calliope with bonus": (4, {"edition": "calliope", "elimination_bonus": "on", "pass_the_pile": "on"}),
    "daVinci": (2, {"edition": "davinci", "suicide_covers": "any"}),
    "Kosmos for two": (2, {"edition": "kosmos"}),
    "Kosmos for five": (5, {"edition": "kosmos"}),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_mouse(invite: Invite, name: str) -> None:
    players, options = GAMES[name]
    ann = invite(still=name != "daVinci")
    options = {**options, "players": str(players)}
    ann.open_table("tsuro", [{"kind": "me"}, *BOTS[: players - 1]], options=options)
    assert play_out(ann.page, partial(play_pointing, touch=False)) > 0
    assert ann.page.locator("#end").inner_text()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_touch_on_a_phone(invite: Invite, name: str) -> None:
    players, options = GAMES[name]
    ann = invite(phone=True)
    options = {**options, "players": str(players)}
    ann.open_table("tsuro", [{"kind": "me"}, *BOTS[: players - 1]], options=options)
    assert play_out(ann.page, partial(play_pointing, touch=True)) > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_game_by_the_keyboard_alone(invite: Invite, name: str) -> None:
    players, options = GAMES[name]
    ann = invite()
    options = {**options, "players": str(players)}
    ann.open_table("tsuro", [{"kind": "me"}, *BOTS[: players - 1]], options=options)
    assert play_out(ann.page, play_by_keys) > 0
