"""Life at a table in real browsers: friends, watchers, reloads, restarts, one device for two, clocks."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from tests.web import tao, turris
from tests.web.browser_harness import House, Visitor
from tests.web.playing import decide_once, is_over, play_out, wait_for_turn
from tests.web.tsuro import play_pointing

Invite = Callable[..., Visitor]

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}

click = partial(play_pointing, touch=False)
Decide = Callable[[Page], None]
DECIDE: dict[str, Decide] = {
    "tsuro": click,
    "tao": partial(tao.play_pointing, touch=False),
    "turris": turris.play_on_tower,
}
"""How somebody decides once in each game."""

for_every_game = pytest.mark.parametrize("game", DECIDE)


def listen(page: Page) -> list[dict[str, Any]]:
    """Keep every message that a page is sent from now on."""
    heard: list[dict[str, Any]] = []

    def hear(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(json.loads(frame)))

    page.on("websocket", hear)
    return heard


def read_log(page: Page) -> list[str]:
    return page.locator("ol[aria-label=Log] li").all_inner_texts()


def test_two_friends_play_and_a_third_watches_who_sees_no_hand(invite: Invite) -> None:
    ann, ben, eve = invite(), invite(), invite()
    ann.page.goto("/")
    ann.page.get_by_role("article", name="Tsuro").get_by_role("button", name="Play with friends").click()
    link = ann.page.get_by_role("textbox", name="Link to this table").input_value()
    ann.page.get_by_role("button", name="Add a bot").first.click()
    ann.page.get_by_role("button", name="Add a bot").first.click()
    expect(ann.page.get_by_role("button", name="Free the seat")).to_have_count(2)

    ben.page.goto(link)
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()

    heard = listen(eve.page)
    expect(ben.page.locator(".bar")).to_be_visible()
    eve.page.goto(link)
    for visitor in (ann, ben, ann):  # both place their markers, then Ann lays the first tile
        assert decide_once(visitor.page, click)
    expect(eve.page.locator(".board svg[role=img]")).to_be_visible()
    assert eve.page.locator("[data-tile]").count() == 0
    expect(eve.page.locator("ol[aria-label=Log]")).to_contain_text("lays tile")
    positions = [message for message in heard if "observation" in message]
    assert positions
    for message in positions:
        assert message["viewer"] is None
        assert message["observation"]["hand"] is None
        assert message["moves"] == []
        drawn = [event for ply in message.get("plies", []) for event in ply["events"] if event["type"] == "TileDrawn"]
        assert all(event["tile"] is None for event in drawn)


def find_actor(visitors: tuple[Visitor, ...]) -> Visitor:
    """Give the one whose turn it is."""
    for _look in range(200):
        for visitor in visitors:
            if visitor.page.locator(".bar.mine").count():
                return visitor
        visitors[0].page.wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")


@pytest.mark.parametrize("game", ["tao", "turris"])
def test_a_third_watches_the_other_games_too(invite: Invite, game: str) -> None:
    ann, ben, eve = invite(), invite(), invite()
    table = ann.open_table(game, [ME, OPEN], options={"players": "2"} if game == "tao" else {})
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()
    heard = listen(eve.page)
    expect(ben.page.locator(".bar")).to_be_visible()
    eve.page.goto(f"/table/{table}")
    expect(eve.page.locator(".bar")).to_be_visible()
    for _decision in range(4):
        actor = find_actor((ann, ben))
        assert decide_once(actor.page, DECIDE[game])
    ply = actor.page.locator(".bar").get_attribute("data-ply")
    expect(eve.page.locator(f".bar[data-ply='{ply}']")).to_be_visible()
    assert eve.page.get_by_role("region", name="Your hand").count() == 0
    positions = [message for message in heard if "observation" in message]
    assert positions
    for message in positions:
        assert message["viewer"] is None
        assert message["observation"].get("hand") is None
        assert message["moves"] == []


def test_friends_chat_and_one_can_be_muted(invite: Invite) -> None:
    ann, ben = invite(), invite()
    table = ann.open_table("tsuro", [ME, OPEN], options={"players": "2"})
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()
    for visitor in (ann, ben):
        visitor.page.get_by_role("tab", name="Chat").click()
    ben.page.get_by_label("Say something").fill("Hello <b>there</b>")
    ben.page.get_by_label("Say something").press("Enter")
    expect(ann.page.get_by_text("Hello <b>there</b>")).to_be_visible()
    ann.page.get_by_role("button", name="Mute").click()
    expect(ann.page.get_by_text("Hello <b>there</b>")).to_have_count(0)
    ben.page.get_by_label("Say something").fill("Still there?")
    ben.page.get_by_label("Say something").press("Enter")
    expect(ben.page.get_by_text("Still there?")).to_be_visible()
    expect(ann.page.get_by_text("Still there?")).to_have_count(0)


@for_every_game
def test_a_reload_returns_to_the_same_state(invite: Invite, game: str) -> None:
    ann = invite()
    ann.open_table(game, [ME, BOT])
    assert decide_once(ann.page, DECIDE[game])
    assert wait_for_turn(ann.page)
    log, ply = read_log(ann.page), ann.page.locator(".bar").get_attribute("data-ply")
    ann.page.reload()
    assert wait_for_turn(ann.page)
    assert ann.page.locator(".bar").get_attribute("data-ply") == ply
    assert read_log(ann.page) == log
    assert decide_once(ann.page, DECIDE[game])


def test_a_move_is_taken_back(invite: Invite) -> None:
    ann = invite()
    ann.open_table("tsuro", [ME, BOT], options={"players": "2"}, take_back=True)
    assert wait_for_turn(ann.page)
    before = ann.page.locator(".bar").get_attribute("data-ply")
    click(ann.page)
    expect(ann.page.locator(f".bar.mine:not([data-ply='{before}'])")).to_be_visible()
    ann.page.get_by_role("button", name="Take back").click()
    expect(ann.page.locator(f".bar.mine[data-ply='{before}']")).to_be_visible()
    expect(ann.page.locator(".bar")).to_contain_text("Choose where to start")


@pytest.mark.parametrize("game", ["tsuro", "tao"])
def test_pass_and_play_hides_hands_between_turns(invite: Invite, game: str) -> None:
    ann = invite()
    ann.page.goto(f"/new/{game}?shared")
    ann.page.get_by_role("button", name="Start", exact=True).click()
    curtain = ann.page.get_by_role("dialog")
    turns = 0
    while turns < 4 and not is_over(ann.page):  # in Tsuro, the first tile may put both out
        expect(curtain).to_be_visible()
        shown = curtain.evaluate("node => node.getBoundingClientRect().width >= innerWidth")
        assert shown, "the curtain covers everything"
        curtain.get_by_role("button").click()
        expect(curtain).to_have_count(0)
        turns += 1
        while not curtain.count() and decide_once(ann.page, DECIDE[game]):
            pass  # who has played a power of Tao decides once more
    assert turns >= 3


def test_nothing_is_hidden_between_turns_of_an_open_game(invite: Invite) -> None:
    ann = invite()
    ann.page.goto("/new/turris?shared")
    ann.page.get_by_role("button", name="Start", exact=True).click()
    for _turn in range(3):
        assert decide_once(ann.page, DECIDE["turris"])
        assert ann.page.get_by_role("dialog").count() == 0


def test_sounds_are_off_until_they_are_turned_on(invite: Invite) -> None:
    ann = invite()
    count_tones = """
      window.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };
    """
    ann.page.add_init_script(count_tones)
    ann.open_table("turris", [ME, BOT])
    switch = ann.page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert decide_once(ann.page, DECIDE["turris"])
    assert wait_for_turn(ann.page)
    assert ann.page.evaluate("window.tones") == 0
    switch.click()
    ann.page.reload()  # the device remembers
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert wait_for_turn(ann.page)
    assert ann.page.evaluate("window.tones") == 0, "what has happened before is not heard"
    assert decide_once(ann.page, DECIDE["turris"])
    ann.page.wait_for_function("window.tones > 0")


def test_a_rematch_moves_the_seats_on(invite: Invite) -> None:
    ann = invite()
    first = ann.open_table("tsuro", [ME, BOT], options={"players": "2"})
    play_out(ann.page, click)
    ann.page.get_by_role("button", name="Rematch").click()
    expect(ann.page).not_to_have_url(f"/table/{first}")
    expect(ann.page.locator("ul[aria-label=Players] li").nth(1)).to_contain_text("(you)")


@for_every_game
def test_when_time_runs_out_a_bot_plays_on(invite: Invite, game: str) -> None:
    ann = invite()
    ann.open_table(game, [ME, BOT], clock={"kind": "move", "seconds": 1}, timeout="bot")
    expect(ann.page.get_by_role("timer").first).to_be_visible()
    expect(ann.page.get_by_text("a bot plays on")).to_be_visible()


def test_a_hint_is_shown_and_can_be_played(invite: Invite) -> None:
    ann = invite()
    ann.open_table("tsuro", [ME, BOT], options={"players": "2"}, hints=True)
    assert wait_for_turn(ann.page)
    ann.page.get_by_role("button", name="Hint").click()
    ply = ann.page.locator(".bar").get_attribute("data-ply")
    ann.page.locator(".hint button").first.click()
    expect(ann.page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()


@for_every_game
def test_the_game_goes_on_when_the_server_was_restarted(browser: Browser, tmp_path: Path, game: str) -> None:
    house = House(tmp_path)
    house.open()
    ann = Visitor(browser, house.url)
    try:
        ann.open_table(game, [ME, BOT])
        assert decide_once(ann.page, DECIDE[game])
        assert wait_for_turn(ann.page)
        log = read_log(ann.page)
        house.close()
        expect(ann.page.get_by_text("Connection lost")).to_be_visible()
        house.open()
        expect(ann.page.get_by_text("Connection lost")).to_have_count(0, timeout=20_000)
        assert wait_for_turn(ann.page)
        assert read_log(ann.page) == log
        assert decide_once(ann.page, DECIDE[game])
    finally:
        ann.context.close()
        house.close()
    # The browser says itself that the server was away; nothing else may be wrong.
    assert all("WebSocket" in complaint or "ERR_CONNECTION" in complaint for complaint in ann.complaints)
