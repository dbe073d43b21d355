"""How chance was decided, as a finished game shows it: what this device has added, and what it has checked itself."""

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from ludotheque.core.fairness import hash_nonce
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.verify import verify
from tests.patience import PATIENCE
from tests.web.actions import finish_game, wait_for_turn
from tests.web.browser_harness import BrowserUser, NewUser

TITLES = {
    "en-GB": "How chance was decided",
    "fr-FR": "Comment le hasard a décidé",
    "it-IT": "Come ha deciso il caso",
    "de-DE": "So hat der Zufall entschieden",
}


def open_proof(page: Page, language: str = "en-GB") -> Locator:
    """Unfold how chance was decided."""
    expect(page.locator("#end")).to_be_visible()
    proof = page.locator("details").filter(has_text=TITLES[language])
    proof.locator("summary").click()
    return proof


def repeat_until_revealed(users: list[BrowserUser], finish: Callable[[], str]) -> str:
    """Finish games until all devices have added to one; give its table.

    The server waits for their numbers for a few seconds only, in which a busy machine may not get round to them.
    """
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        table = finish()
        record = parse_record(users[0].context.request.get(f"/api/tables/{table}/record").text())
        if sum(each.nonce is not None for each in record.contributions) == len(users):
            return table
    raise AssertionError("some device has never added its number")


def finish_against_bots(user: BrowserUser) -> str:
    """Begin games by one click, and give them up, until this device has added to one; give its table."""
    return repeat_until_revealed([user], lambda: resign_against_bots(user))


def resign_against_bots(user: BrowserUser) -> str:
    user.page.goto("/")
    user.page.locator("article .ways button").first.click()
    assert wait_for_turn(user.page)
    table = user.page.url.rsplit("/", 1)[1]
    assert user.context.request.post(f"/api/tables/{table}/resign", data={}).ok
    return table


def test_two_friends_see_that_both_have_added_to_chance(new_user: NewUser) -> None:
    ann, ben = users = [new_user(), new_user()]
    table = repeat_until_revealed(users, lambda: finish_game(users))
    for user in users:
        proof = open_proof(user.page)
        expect(proof).to_contain_text("The seed is the one that the server committed to when the table was opened.")
        expect(proof).to_contain_text("This device has checked that its own number was used.")
        expect(proof).to_contain_text(re.compile(r"Random numbers were added by Guest \d+ and Ben\."))
        expect(proof).to_contain_text("ludotheque verify tsuro-")
        expect(proof.locator(".bad")).to_have_count(0)
    ann.page.reload()
    expect(open_proof(ann.page)).to_contain_text("its own number was used")
    record = parse_record(ben.context.request.get(f"/api/tables/{table}/record").text())
    assert [each.seat for each in record.contributions if each.nonce is not None] == [0, 1]
    assert verify(record).is_fair


@pytest.mark.parametrize("language", TITLES)
def test_a_game_against_bots_that_begins_by_one_click_has_a_number_of_this_device(
    new_user: NewUser, language: str
) -> None:
    user = new_user(language=language)
    table = finish_against_bots(user)
    proof = open_proof(user.page, language)
    record = parse_record(user.context.request.get(f"/api/tables/{table}/record").text())
    [own] = record.contributions
    assert own.nonce is not None
    expect(proof).to_contain_text(own.nonce)
    expect(proof).to_contain_text(own.hash)
    assert record.seed is not None
    expect(proof).to_contain_text(record.seed)
    expect(proof.locator("li")).to_have_count(3)
    expect(proof.locator(".bad")).to_have_count(0)


def lie(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Change what the server says about a table whose game is over."""

    def alter(frame: str) -> str:
        message = json.loads(frame)
        if message.get("table", {}).get("status") == "over":
            change(message["table"])
        return json.dumps(message)

    def handle(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda frame: socket.send(alter(str(frame))))

    page.route_web_socket(re.compile("/socket"), handle)


def test_a_server_that_publishes_another_seed_is_found_out(new_user: NewUser) -> None:
    user = new_user()
    other = "00" * 32
    lie(
        user.page,
        lambda table: table.update(
            seed=other, commitment="66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
        ),
    )
    finish_against_bots(user)
    proof = open_proof(user.page)
    expect(proof).to_contain_text("The seed is not the one that the server committed to when the table was opened.")
    expect(proof).to_contain_text("do not trust the draws of this game")


def test_a_server_that_exchanges_numbers_after_they_were_fixed_is_found_out(new_user: NewUser) -> None:
    user = new_user()
    nonce = "22" * 32
    lie(user.page, lambda table: table["nonces"].append({"seat": 1, "hash": hash_nonce(nonce), "nonce": nonce}))
    finish_against_bots(user)
    proof = open_proof(user.page)
    expect(proof).to_contain_text("not the ones that were announced when this device revealed its own")
    expect(proof).to_contain_text("do not trust the draws of this game")


def test_a_server_that_leaves_the_own_number_out_is_found_out(new_user: NewUser) -> None:
    user = new_user()
    lie(user.page, lambda table: table["nonces"][0].update(nonce=None))
    finish_against_bots(user)
    proof = open_proof(user.page)
    expect(proof).to_contain_text("This device revealed its number, but the server left it out.")
    expect(proof).to_contain_text(re.compile(r"Announced a random number but did not reveal it: Guest \d+\."))
    expect(proof).to_contain_text("do not trust the draws of this game")
