"""Pictures in other languages: every text that a game draws has its words in all of them."""

import re
from random import Random
from typing import Any

import pytest

from ludotheque.core import registry
from ludotheque.core.game import CHANCE, Presented, TranslatesPictures, draw_series
from ludotheque.core.match import Match
from ludotheque.core.pictures.translation import find_untranslated, translate_picture
from ludotheque.core.teaching.rulebook import LANGUAGES

OTHERS = [language for language in LANGUAGES if language != "en"]
SETS: list[tuple[str, dict[str, str]]] = [
    ("tsuro", {"players": "8"}),
    ("tsuro", {"edition": "davinci", "players": "3", "pass_the_pile": "on"}),
    ("tsuro", {"edition": "kosmos", "players": "2"}),
    ("tao", {"players": "3"}),
    ("tao", {"players": "4", "teams": "on"}),
    ("tao", {"players": "4", "teams": "on", "team_rounds": "together", "opposition": "compass"}),
    ("turris", {}),
]


def play_pictures(game_id: str, options: dict[str, str]) -> tuple[Any, list[str]]:
    """Play at random, and draw some positions as everybody sees them."""
    game = registry.make_from_text(game_id, options)
    assert isinstance(game, Presented)
    match: Match[Any, Any, Any] = Match(game)
    rng = Random(3)
    states = [match.state]
    while match.outcome is None:
        match.play(rng.choice(game.legal_moves(match.state)))
        states.append(match.state)
    shown = [*states[::9], *states[-3:]]
    return game, [game.picture(game.observe(state, viewer)) for state in shown for viewer in (None, 0)]


@pytest.mark.parametrize(("game_id", "options"), SETS)
def test_every_text_of_a_picture_is_translated(game_id: str, options: dict[str, str]) -> None:
    game, pictures = play_pictures(game_id, options)
    package = f"{type(game).__module__.rpartition('.')[0]}.display"
    for picture in pictures:
        assert game.translate_picture(picture, "en") == picture
        for language in OTHERS:
            assert find_untranslated(picture, package, language) == set()
            other = game.translate_picture(picture, language)
            assert other != picture
            assert not re.search(r">[^<]*\b(player|Player|edition|round|the)\b[^<]*</text>", other)
            assert re.sub(r">[^<]*</text>", "", other) == re.sub(r">[^<]*</text>", "", picture)


def test_what_is_drawn_in_a_row_speaks_one_language() -> None:
    game = registry.make_from_text("turris", {})
    state = game.apply(game.start(), game.legal_moves(game.start())[0])
    assert game.actor(state) is not CHANCE
    assert isinstance(game, Presented)
    assert isinstance(game, TranslatesPictures)
    [english], [german] = (draw_series(game, [game.observe(state, None)], language) for language in ("en", "de"))
    assert "to place</text>" in english
    assert "setzt</text>" in german


def test_what_stands_in_a_template_is_translated_too() -> None:
    said = {"Players 1 and 3 win after 4 rounds": "Spieler 1 und 3 gewinnen nach 4 Runden",
            "Yellow Unicorn: player 2 covers a card": "Gelbes Einhorn: Spieler 2 deckt eine Karte zu",
            "3   team 5": "3   Team 5"}  # fmt: skip
    for english, german in said.items():
        told = translate_picture(f"<text>{english}</text>", "ludotheque.games.tao.display", "de")
        assert told == f"<text>{german}</text>"


def test_templates_are_for_languages_that_we_speak() -> None:
    package = "ludotheque.games.turris.display"
    assert translate_picture("<text>White &amp; black</text>", package, "de") == "<text>White &amp; black</text>"
    assert find_untranslated("<text>White &amp; black</text><text>a1</text>", package, "de") == {"White & black"}
    with pytest.raises(KeyError):
        translate_picture("<text>White</text>", package, "xx")
