"""Life at a table in real browsers: friends, watchers, reloads, restarts, one device for two, clocks."""

import json
import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.patience import PATIENCE
from tests.web import tao_actions, turris_actions
from tests.web.actions import is_over, play_one_move, play_to_end, wait_for_turn
from tests.web.browser_harness import BrowserUser, LiveServer, NewUser
from tests.web.tsuro_actions import play_by_pointer

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}

click = partial(play_by_pointer, touch=False)
Play = Callable[[Page], None]
PLAY: dict[str, Play] = {
    "tsuro": click,
    "tao": partial(tao_actions.play_by_pointer, touch=False),
    "turris": partial(turris_actions.play_on_plan, touch=False),
}
"""Plays one move of each game; of Turris on the plan, for users who prefer it, because the tower takes long to draw."""

for_every_game = pytest.mark.parametrize("game", PLAY)


def record_messages(page: Page) -> list[dict[str, Any]]:
    """Collect every message that the page receives from now on."""
    received: list[dict[str, Any]] = []

    def attach(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: received.append(json.loads(frame)))

    page.on("websocket", attach)
    return received


def read_log(page: Page) -> list[str]:
    return page.locator("ol[aria-label=Log] .text").all_inner_texts()


def test_two_friends_play_and_a_third_watches_who_sees_no_hand(new_user: NewUser) -> None:
    ann, ben, eve = new_user(), new_user(), new_user()
    ann.page.goto("/")
    ann.page.get_by_role("article", name="Tsuro").get_by_role("button", name="Play with friends").click()
    link = ann.page.get_by_role("textbox", name="Link to this table").input_value()
    ann.page.get_by_role("button", name="Add a bot").first.click()
    ann.page.get_by_role("button", name="Add a bot").first.click()
    expect(ann.page.get_by_role("button", name="Free the seat")).to_have_count(2)

    ben.page.goto(link)
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()

    received = record_messages(eve.page)
    expect(ben.page.locator(".bar")).to_be_visible()
    eve.page.goto(link)
    for user in (ann, ben, ann):  # both place their markers, then Ann lays the first tile
        assert play_one_move(user.page, click)
    expect(eve.page.locator(".board svg[role=img]")).to_be_visible()
    assert eve.page.locator("[data-tile]").count() == 0
    expect(eve.page.locator("ol[aria-label=Log]")).to_contain_text("lays tile")
    positions = [message for message in received if "observation" in message]
    assert positions
    for message in positions:
        assert message["viewer"] is None
        assert message["observation"]["hand"] is None
        assert message["moves"] == []
        drawn = [event for ply in message.get("plies", []) for event in ply["events"] if event["type"] == "TileDrawn"]
        assert all(event["tile"] is None for event in drawn)


def find_actor(users: tuple[BrowserUser, ...]) -> BrowserUser:
    """Give the one whose turn it is."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for user in users:
            if user.page.locator(".bar.mine").count():
                return user
    raise AssertionError("it is nobody's turn")


@pytest.mark.parametrize("game", ["tao", "turris"])
def test_a_third_watches_the_other_games_too(new_user: NewUser, game: str) -> None:
    ann, ben, eve = (new_user(plan=True) for _user in range(3))
    table = ann.open_table(game, [ME, OPEN], options={"players": "2"} if game == "tao" else {})
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()
    received = record_messages(eve.page)
    expect(ben.page.locator(".bar")).to_be_visible()
    eve.page.goto(f"/table/{table}")
    expect(eve.page.locator(".bar")).to_be_visible()
    for _decision in range(4):
        actor = find_actor((ann, ben))
        assert play_one_move(actor.page, PLAY[game])
    ply = actor.page.locator(".bar").get_attribute("data-ply")
    expect(eve.page.locator(f".bar[data-ply='{ply}']")).to_be_visible()
    assert eve.page.get_by_role("region", name="Your hand").count() == 0
    positions = [message for message in received if "observation" in message]
    assert positions
    for message in positions:
        assert message["viewer"] is None
        assert message["observation"].get("hand") is None
        assert message["moves"] == []


def test_friends_chat_spectators_are_marked_and_one_can_be_muted(new_user: NewUser) -> None:
    ann, ben, eve = new_user(), new_user(), new_user()
    table = ann.open_table("tsuro", [ME, OPEN], options={"players": "2"})
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()
    for user in (ann, ben):
        user.page.get_by_role("tab", name="Chat").click()
    ben.page.get_by_label("Say something").fill("Hello <b>there</b>")
    ben.page.get_by_label("Say something").press("Enter")
    expect(ann.page.get_by_text("Hello <b>there</b>")).to_be_visible()
    eve.page.goto(f"/table/{table}")
    eve.page.get_by_role("tab", name="Chat").click()
    eve.page.get_by_label("Say something").fill("I only watch.")
    eve.page.get_by_label("Say something").press("Enter")
    lines = ann.page.get_by_role("list", name="Chat").get_by_role("listitem")
    expect(lines.filter(has_text="I only watch.")).to_contain_text("Spectator")
    expect(lines.filter(has_text="Hello <b>there</b>")).not_to_contain_text("Spectator")
    ann.page.get_by_role("button", name="Mute").first.click()
    expect(ann.page.get_by_text("Hello <b>there</b>")).to_have_count(0)
    ben.page.get_by_label("Say something").fill("Still there?")
    ben.page.get_by_label("Say something").press("Enter")
    expect(ben.page.get_by_text("Still there?")).to_be_visible()
    expect(ann.page.get_by_text("Still there?")).to_have_count(0)


@for_every_game
def test_a_reload_returns_to_the_same_state(new_user: NewUser, game: str) -> None:
    ann = new_user(plan=True)
    ann.open_table(game, [ME, BOT])
    assert play_one_move(ann.page, PLAY[game])
    assert wait_for_turn(ann.page)
    log, ply = read_log(ann.page), ann.page.locator(".bar").get_attribute("data-ply")
    ann.page.reload()
    assert wait_for_turn(ann.page)
    assert ann.page.locator(".bar").get_attribute("data-ply") == ply
    assert read_log(ann.page) == log
    assert play_one_move(ann.page, PLAY[game])


def test_a_move_is_taken_back(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("tsuro", [ME, BOT], options={"players": "2"}, take_back=True)
    assert wait_for_turn(ann.page)
    before = ann.page.locator(".bar").get_attribute("data-ply")
    click(ann.page)
    expect(ann.page.locator(f".bar.mine:not([data-ply='{before}'])")).to_be_visible()
    ann.page.get_by_role("button", name="Take back").click()
    expect(ann.page.locator(f".bar.mine[data-ply='{before}']")).to_be_visible()
    expect(ann.page.locator(".bar")).to_contain_text("Choose where to start")


@pytest.mark.parametrize("game", ["tsuro", "tao"])
def test_pass_and_play_hides_hands_between_turns(new_user: NewUser, game: str) -> None:
    ann = new_user()
    ann.page.goto(f"/new/{game}?shared")
    ann.page.get_by_role("button", name="Start", exact=True).click()
    dialog = ann.page.get_by_role("dialog")
    turns = 0
    while turns < 4 and not is_over(ann.page):  # in Tsuro, the first tile may put both out
        expect(dialog).to_be_visible()
        shown = dialog.evaluate("node => node.getBoundingClientRect().width >= innerWidth")
        assert shown, "the dialog covers the whole page"
        dialog.get_by_role("button").click()
        expect(dialog).to_have_count(0)
        turns += 1
        while not dialog.count() and play_one_move(ann.page, PLAY[game]):
            pass  # who has played a power of Tao decides once more
    assert turns >= 3


def test_nothing_is_hidden_between_turns_of_an_open_game(new_user: NewUser) -> None:
    ann = new_user(plan=True)
    ann.page.goto("/new/turris?shared")
    ann.page.get_by_role("button", name="Start", exact=True).click()
    for _turn in range(3):
        assert play_one_move(ann.page, PLAY["turris"])
        assert ann.page.get_by_role("dialog").count() == 0


def test_sounds_are_off_until_they_are_turned_on(new_user: NewUser) -> None:
    ann = new_user(plan=True)
    count_tones = """
      window.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };
    """
    ann.page.add_init_script(count_tones)
    ann.open_table("turris", [ME, BOT])
    switch = ann.page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert play_one_move(ann.page, PLAY["turris"])
    assert wait_for_turn(ann.page)
    assert ann.page.evaluate("window.tones") == 0
    switch.click()
    ann.page.reload()  # the device remembers
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert wait_for_turn(ann.page)
    assert ann.page.evaluate("window.tones") == 0, "what has happened before is not heard"
    assert play_one_move(ann.page, PLAY["turris"])
    ann.page.wait_for_function("window.tones > 0")


def test_a_rematch_moves_the_seats_on(new_user: NewUser) -> None:
    ann = new_user()
    first = ann.open_table("tsuro", [ME, BOT], options={"players": "2"})
    play_to_end(ann.page, click)
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page).not_to_have_url(f"/table/{first}")
    expect(ann.page.locator("ul[aria-label=Players] li").nth(1)).to_contain_text("(you)")


@for_every_game
def test_when_time_runs_out_a_bot_plays_on(new_user: NewUser, game: str) -> None:
    ann = new_user(plan=True)
    ann.open_table(game, [ME, BOT], clock={"kind": "move", "seconds": 1}, timeout="bot")
    expect(ann.page.get_by_text("a bot plays on")).to_be_visible()  # also when the bots have come to the end by then


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_hint_is_shown_moves_nothing_and_can_be_played(new_user: NewUser, *, phone: bool) -> None:
    ann = new_user(phone=phone)
    page = ann.page
    ann.open_table("tsuro", [ME, BOT], options={"players": "2"}, hints=True)
    assert wait_for_turn(page)
    hand = page.get_by_role("region", name="Your tiles")
    before, ply = hand.bounding_box(), page.locator(".bar").get_attribute("data-ply")
    page.get_by_role("button", name="Hint").click()
    hints = page.get_by_role("region", name="Hint").get_by_role("listitem")
    expect(hints).to_have_count(3)
    assert hand.bounding_box() == before
    shares = [int(share) for text in hints.all_inner_texts() for share in re.findall(r"(\d+)% to win", text)]
    assert shares
    assert shares == sorted(shares, reverse=True)
    page.get_by_role("region", name="Hint").get_by_role("button", name="Close").click()
    expect(hints).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    hints.first.get_by_role("button").click()
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()
    expect(hints).to_have_count(0)


def test_games_go_on_when_the_server_was_restarted(browser: Browser, tmp_path: Path) -> None:
    server = LiveServer(tmp_path)
    server.start()
    users = {game: BrowserUser(browser, server.url, plan=True) for game in PLAY}
    logs: dict[str, list[str]] = {}
    try:
        for game, user in users.items():
            user.open_table(game, [ME, BOT])
            assert play_one_move(user.page, PLAY[game])
            assert wait_for_turn(user.page)
            logs[game] = read_log(user.page)
        server.stop()
        for user in users.values():
            expect(user.page.get_by_text("Connection lost")).to_be_visible()
        server.start()
        for game, user in users.items():
            expect(user.page.get_by_text("Connection lost")).to_have_count(0)
            assert wait_for_turn(user.page)
            assert read_log(user.page) == logs[game]
            assert play_one_move(user.page, PLAY[game])
    finally:
        for user in users.values():
            user.context.close()
        server.stop()
    # The browser says itself that the server was away; nothing else may be wrong.
    said = [error for user in users.values() for error in user.console_errors]
    assert all("WebSocket" in error or "ERR_CONNECTION" in error for error in said)
