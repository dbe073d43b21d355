"""What a stranger sends over HTTP is bounded before it is parsed: options, queries, cookies, errors, caches."""

import http.cookies
import tracemalloc

import pytest

from ludotheque.core import registry
from ludotheque.server.bounds import LONGEST_OPTION, LONGEST_QUERY, MOST_OPTIONS, MOST_PARAMETERS
from ludotheque.server.http.routes.games import _write_rules
from ludotheque.server.table.feed.feed import _encode_material
from ludotheque.server.table.games import MOST_GAMES, find_game
from tests.server.server_harness import Visitor, refusal

ELEMENTS = ("wa", "wo", "fi", "ea", "me")


def largest_deck(number: int) -> str:
    """Write a deck of 200 different cards, another one for every number."""
    cards = [f"{element}{value}{power}" for element in ELEMENTS for value in range(10, 100) for power in ("ti", "to")]
    return ",".join(cards[(number + index) % len(cards)] for index in range(200))


HOSTILE_OPTIONS = {
    "stands for much": "wa1*999," * 490,
    "more cards than there may be": "wa1*201",
    "more tiles than there may be": "1*999,1",
    "longest": "1," * (LONGEST_OPTION // 2),
    "too long": "x" * (LONGEST_OPTION + 1),
    "digits": "9" * LONGEST_OPTION,
    "blanks": " " * LONGEST_OPTION,
    "other digits": "１" * 100,
}


@pytest.mark.parametrize("text", HOSTILE_OPTIONS.values(), ids=HOSTILE_OPTIONS)
async def test_hostile_options_are_refused_in_a_few_words(ann: Visitor, text: str) -> None:
    for game, name in (("tao", "deck"), ("tsuro", "tiles"), ("tsuro", "players"), ("turris", "first")):
        registry.make(game)  # importing the game is not what this measures
        tracemalloc.start()
        try:
            shown = await ann.get(f"/api/games/{game}/material", params={name: text})
            wish = {"game": game, "options": {name: text}, "seats": [{"kind": "me"}, {"kind": "open"}]}
            opened = await ann.post("/api/tables", json=wish)
            assert tracemalloc.get_traced_memory()[1] < 2_000_000
        finally:
            tracemalloc.stop()
        for answer in (shown, opened):
            assert refusal(answer) == (400, "malformed" if len(text) > LONGEST_OPTION else "bad_option")
            assert answer.json()["error"].get("option") in (name, None)
            assert len(answer.content) < 600


async def test_the_largest_options_are_taken(ann: Visitor) -> None:
    deck = largest_deck(0)
    assert len(deck) < LONGEST_OPTION
    for name, options in (("tao", {"players": "2", "deck": deck}), ("tsuro", {"players": "2", "tiles": "1*126,2"})):
        assert (await ann.get(f"/api/games/{name}/material", params=options)).status_code == 200
        table = await ann.open_table(game=name, options=options)
        again = await ann.get(f"/api/games/{name}/material", params=table["options"])  # what is stored can be read
        assert again.status_code == 200


async def test_more_options_than_a_game_takes_are_refused_before_they_are_looked_at(ann: Visitor) -> None:
    options = {f"a{number}": "1" for number in range(MOST_OPTIONS + 1)}
    assert refusal(await ann.get("/api/games/tao/material", params=options)) == (400, "malformed")
    wish = {"game": "tao", "options": options, "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert refusal(await ann.post("/api/tables", json=wish)) == (400, "malformed")


@pytest.mark.parametrize("path", ["/api/games/tao/material", "/api/tables", "/api/games", "/", "/healthz"])
@pytest.mark.parametrize(
    "query", ["x" * (LONGEST_QUERY + 1), "a&" * MOST_PARAMETERS, "&".join(f"a{n}=1" for n in range(4000))], ids=len
)
async def test_a_query_that_is_too_long_is_not_parsed(
    stranger: Visitor, path: str, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parse(*_: object, **__: object) -> list[tuple[str, str]]:
        raise AssertionError("the query was parsed")

    monkeypatch.setattr("starlette.datastructures.parse_qsl", parse)
    answer = await stranger.get(f"{path}?{query}")
    assert refusal(answer) == (400, "malformed")
    assert len(answer.content) < 600


@pytest.fixture
def unquoted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What Python is asked to unquote of cookies."""
    asked: list[str] = []
    real = http.cookies._unquote  # what Starlette calls

    def unquote(text: str) -> str:
        asked.append(text)
        return str(real(text))

    monkeypatch.setattr(http.cookies, "_unquote", unquote)
    return asked


async def test_a_cookie_that_takes_long_to_unquote_is_none_of_ours(ann: Visitor, unquoted: list[str]) -> None:
    """Python unquotes backslashes in time that grows with the square of the length: CVE-2024-7592."""
    mine = f"ludotheque={ann.cookies['ludotheque']}"
    hostile = 'ludotheque="' + '\\"' * 10_000 + '"'
    async with Visitor(ann._transport.app) as stranger:  # type: ignore[attr-defined] # the server of these tests
        answer = await stranger.get("/api/me", headers={"cookie": hostile})
        assert refusal(answer) == (401, "no_player")
        answer = await stranger.get("/api/me", headers={"cookie": f'other="a\\"b"; {mine}; more="\\101"'})
        assert answer.json()["player"]["name"] == "Ann"
    assert unquoted
    assert not any("\\" in text for text in unquoted)


async def test_an_error_repeats_little_of_what_was_sent(ann: Visitor) -> None:
    answers = [
        await ann.post("/api/tables", json={"x" * 60_000: 1}),
        await ann.post("/api/tables", json={"game": "x" * 200, "seats": [{"kind": "me"}]}),
        await ann.get(f"/api/games/{'x' * 20_000}/material"),
        await ann.get("/api/tables", params={"show": "x" * 8000}),
        await ann.post(f"/api/tables/x/seats/{'9' * 20_000}", json={"kind": "open"}),
        await ann.get(f"/api/{'x' * 20_000}"),
    ]
    for answer in answers:
        assert answer.status_code in {400, 404}
        assert refusal(answer)[1] in {"malformed", "no_such_game", "no_such_page"}
        assert len(answer.content) < 600


def test_games_that_strangers_choose_do_not_fill_the_memory() -> None:
    """However many different decks are played with, what is kept of them has a limit."""
    find_game.cache_clear()
    _encode_material.cache_clear()
    _write_rules.cache_clear()
    tracemalloc.start()
    try:
        for number in range(3 * MOST_GAMES):
            _encode_material("tao", (("deck", largest_deck(number)),))
            _write_rules("tao", "fr", (("deck", largest_deck(number)),))
        assert tracemalloc.get_traced_memory()[0] < 24 * 2**20
    finally:
        tracemalloc.stop()
        find_game.cache_clear()
        _encode_material.cache_clear()
        _write_rules.cache_clear()
