"""Without network: the page says so at once, keeps what was done, and is never blank."""

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.actions import forgive_network, play_by_keyboard, play_one_move, wait_for_turn
from tests.web.browser_harness import NewUser
from tests.web.tsuro_actions import play_by_pointer

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}


def abort(route: Route) -> None:
    route.abort()


def read_ply(page: Page) -> str:
    return page.locator(".bar").get_attribute("data-ply") or ""


def test_a_move_without_network_stays_on_the_board_until_it_is_sent_or_taken_back(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    ann.open_table("tsuro", [ME, BOT], options={"players": "2"})
    assert wait_for_turn(page)
    ply = read_ply(page)
    ann.context.set_offline(True)
    expect(page.get_by_role("alert").filter(has_text="You are offline")).to_be_visible()

    play_by_pointer(page, touch=False)
    expect(page.locator(".bar")).to_contain_text("Not sent yet")
    expect(page.locator(".board .mark")).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".bar")).to_contain_text("Your turn")
    expect(page.locator(".board .mark")).to_have_count(0)

    play_by_pointer(page, touch=False)
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("Are you there?")
    page.get_by_label("Say something").press("Enter")
    line = page.get_by_role("listitem").filter(has_text="Are you there?")
    expect(line).to_contain_text("Not sent yet")
    assert read_ply(page) == ply

    ann.context.set_offline(False)
    expect(page.get_by_text("You are offline")).to_have_count(0)
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()
    expect(page.get_by_text("Not sent yet")).to_have_count(0)
    expect(line).to_have_count(1)
    forgive_network(ann)


def test_a_network_that_falls_silent_is_noticed_by_its_deadline(new_user: NewUser) -> None:
    """No socket is closed and no event tells: only the answers are missing."""
    ann = new_user(plan=True)
    page = ann.page
    is_silent = False

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if is_silent else server.send(message))
        server.on_message(lambda message: None if is_silent else socket.send(message))

    page.route_web_socket("**/socket?*", relay)
    page.clock.install()
    ann.open_table("turris", [ME, BOT], options={"first": "white"})
    assert wait_for_turn(page)
    is_silent = True
    page.clock.fast_forward(11_000)  # a ping is sent
    page.clock.fast_forward(9_000)  # and not answered
    expect(page.get_by_role("alert").filter(has_text="Connection lost")).to_be_visible()
    is_silent = False
    page.clock.fast_forward(60_000)
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    forgive_network(ann)


@pytest.mark.parametrize(
    ("chunk", "game", "sentence"),
    [
        ("Table-*.js", "tsuro", "This part of the page could not be loaded."),
        ("tao-*.js", "tao", "This part of the page could not be loaded."),
        ("towerRenderer-*.js", "turris", "The 3D tower could not be loaded."),
    ],
)
def test_what_cannot_be_loaded_is_said_and_tried_again(new_user: NewUser, chunk: str, game: str, sentence: str) -> None:
    ann = new_user(first_visit=True)
    page = ann.page
    page.route(f"**/assets/{chunk}", abort)
    ann.open_table(game, [ME, BOT], options={"players": "2"} if game == "tao" else {})
    expect(page.get_by_text(sentence)).to_be_visible()
    if game == "turris":
        assert play_one_move(page, play_by_keyboard)  # by the plan
    ann.context.set_offline(True)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    page.unroute(f"**/assets/{chunk}")
    ann.context.set_offline(False)  # it is tried again by itself
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    expect(page.locator(".board canvas" if game == "turris" else ".board svg").first).to_be_visible()
    forgive_network(ann)


def test_a_language_that_cannot_be_loaded_leaves_a_page_to_read(new_user: NewUser) -> None:
    ann = new_user(first_visit=True, language="de-CH")
    page = ann.page
    page.route("**/assets/de-*.js", abort)
    page.goto("/")
    expect(page.get_by_text("Deutsch could not be loaded.")).to_be_visible()
    expect(page.get_by_role("heading", name="Tsuro")).to_be_visible()
    page.unroute("**/assets/de-*.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Mit Freunden spielen").first).to_be_visible()
    forgive_network(ann)


def test_without_any_script_there_is_something_to_read(new_user: NewUser) -> None:
    ann = new_user(first_visit=True)
    ann.page.route("**/assets/index-*.js", abort)
    ann.page.goto("/")
    expect(ann.page.get_by_role("link", name="Try again")).to_be_visible()
    ann.page.unroute("**/assets/index-*.js")
    ann.page.get_by_role("link", name="Try again").click()
    expect(ann.page.get_by_role("heading", name="Tsuro")).to_be_visible()
    forgive_network(ann)
