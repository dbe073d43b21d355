"""Before the game: friends meet, the host adds and removes seats, and the game starts with whoever is there."""

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browser_harness import NewUser

ME = {"kind": "me"}
OPEN = {"kind": "open"}


def count_seats(page: Page) -> int:
    return page.locator("ol > li").count()


def test_two_friends_start_without_the_free_seats_and_both_have_the_log(new_user: NewUser) -> None:
    ann, ben = new_user(), new_user()
    ann.page.goto("/")
    ann.page.get_by_role("article", name="Tao").get_by_role("button", name="Play with friends").click()
    expect(ann.page.get_by_role("button", name="1 more player is needed")).to_be_disabled()
    ben.page.goto(ann.page.get_by_role("textbox", name="Link to this table").input_value())
    ben.page.get_by_role("button", name="Sit here").first.click()
    ann.page.get_by_role("button", name="Start with 2 players").click()
    for user in (ann, ben):
        expect(user.page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(2)
        log = user.page.get_by_role("list", name="Log").get_by_role("listitem")
        expect(log.first).to_be_visible()
        heard = log.all_text_contents()
        user.page.reload()
        expect(log).to_have_text(heard)


def test_a_host_adds_and_removes_seats_and_the_options_follow(new_user: NewUser) -> None:
    ann, ben = new_user(), new_user()
    table = ann.open_table("tao", [ME, OPEN, OPEN, OPEN], options={"teams": "on"})
    seats = ann.page.locator("ol > li")
    expect(ann.page.get_by_text("Teams", exact=True)).to_be_visible()
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").nth(1).click()
    assert ben.page.get_by_role("button", name=re.compile("Remove seat|Add a seat")).count() == 0
    expect(ann.page.get_by_text("With fewer players this returns to the usual: Teams (off)")).to_be_visible()

    ann.page.get_by_role("button", name="Remove seat 2").click()
    expect(seats).to_have_count(3)
    for user in (ann, ben):
        expect(user.page.get_by_text("Changed with the number of players: Teams (off)")).to_be_visible()
        expect(user.page.get_by_text("Teams", exact=True)).to_have_count(0)
    expect(ben.page.locator("li.mine")).to_have_count(1)
    ann.page.get_by_role("button", name="Remove seat 3").click()
    expect(seats).to_have_count(2)
    assert ann.page.get_by_role("button", name="Remove seat").count() == 0  # two play at least
    for count in (3, 4):
        ann.page.get_by_role("button", name="Add a seat").click()
        expect(seats).to_have_count(count)
    expect(ann.page.get_by_role("button", name="Add a seat")).to_have_count(0)  # and four at most


def test_the_material_follows_the_number_of_seats(new_user: NewUser) -> None:
    ann, ben = new_user(), new_user()
    table = ann.open_table("tsuro", [ME, OPEN, OPEN, OPEN, OPEN], options={"edition": "kosmos"})
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").first.click()
    for count in (4, 3, 2):
        ann.page.get_by_role("button", name=re.compile("Remove seat")).last.click()
        expect(ann.page.locator("ol > li")).to_have_count(count)
    for user in (ann, ben):
        expect(user.page.get_by_text("Two play with two markers each.")).to_be_visible()
    ann.page.get_by_role("button", name="Start the game").click()
    for user in (ann, ben):  # a board of six by six has twenty-four sides, one of seven by seven twenty-eight
        expect(user.page.locator(".board svg").first).to_be_visible()
    ann.page.get_by_role("tab", name="Moves").click()
    expect(ann.page.get_by_text("There are 24 moves.")).to_be_visible()


def test_a_host_who_is_alone_leaves_nothing_behind(new_user: NewUser) -> None:
    ann = new_user()
    table = ann.open_table("turris", [ME, OPEN])
    ann.page.get_by_role("button", name="Leave the table").click()
    expect(ann.page).to_have_url(re.compile("/$"))
    assert ann.context.request.get(f"/api/tables/{table}").status == 404


def test_it_is_shown_from_when_on_a_bot_can_play_on_for_somebody_who_is_away(new_user: NewUser) -> None:
    ann, ben = new_user(plan=True), new_user(plan=True)
    left = {"replaceable_in": 4_000_000}  # longer than it can take until we look

    def forward(socket: WebSocketRoute) -> None:
        """Pass everything on, but say as the server would after some of the time has passed."""
        server = socket.connect_to_server()

        def receive(frame: str | bytes) -> None:
            message: dict[str, Any] = json.loads(frame)
            for seat in message.get("table", {}).get("seats", []):
                if seat["replaceable_in"] is not None:
                    seat.update(left)
            socket.send(json.dumps(message))

        server.on_message(receive)

    ann.page.route_web_socket(re.compile("/socket"), forward)
    table = ann.open_table("turris", [ME, OPEN])
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()
    expect(ben.page.locator(".bar")).to_be_visible()
    button = ann.page.get_by_role("button", name="Let a bot play on")
    assert button.count() == 0
    ben.page.goto("/")
    expect(ann.page.get_by_text(re.compile(r"away\s+· A bot can play on in (4000|3\d\d\d) s"))).to_be_visible()
    assert button.count() == 0
    expect(ann.page.get_by_text(re.compile(r"in 3\d\d\d s"))).to_be_visible()  # it counts down
    left["replaceable_in"] = 100
    eve = new_user(plan=True)
    eve.page.goto(f"/table/{table}")  # whoever comes lets the table be described once more
    expect(button).to_be_visible()
