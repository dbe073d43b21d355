"""Players in real browsers: links to other devices, switching players, the list of devices, logging out."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser_harness import BrowserUser, NewUser
from tests.web.test_access import assert_accessible

ME = {"kind": "me"}
OPEN = {"kind": "open"}


def open_home_as(user: BrowserUser, name: str) -> Page:
    """Open the home page and take a name."""
    page = user.page
    page.goto("/")
    expect(page.locator("button.me")).to_be_visible()
    rename = user.context.request.patch("/api/me", data={"name": name})
    assert rename.ok, rename.text()
    page.reload()
    expect_name(page, name)
    return page


def expect_name(page: Page, name: str) -> None:
    expect(page.locator("button.me")).to_have_text(name)


def make_link(user: BrowserUser) -> str:
    """Give the path of a link that makes another device this player."""
    path: str = user.context.request.post("/api/me/links", data={}).json()["path"]
    return path


def open_devices(page: Page) -> None:
    page.locator("button.me").click()
    page.get_by_role("button", name="Devices and logging out").click()
    expect(page.get_by_role("dialog", name="Devices").get_by_role("listitem").first).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_link_asks_before_it_replaces_somebody_who_stays_reachable(new_user: NewUser, *, phone: bool) -> None:
    ann, ben = new_user(), new_user(phone=phone)
    open_home_as(ann, "Ann")
    page = open_home_as(ben, "Ben")
    link = make_link(ann)
    page.goto(link)
    expect(page.get_by_role("heading", name="Be Ann on this device?")).to_be_visible()
    expect(page.get_by_text("You are Ben here now.")).to_be_visible()
    assert_accessible(page, "the question of a link")
    page.get_by_role("link", name="No, stay Ben").click()
    expect_name(page, "Ben")

    page.goto(link)  # it was not used up
    page.get_by_role("button", name="Yes, be Ann").click()
    expect(page.get_by_role("heading", name="You are Ann on this device now.")).to_be_visible()
    page.get_by_role("link", name="Home", exact=True).click()
    expect_name(page, "Ann")

    page.locator("button.me").click()
    switch = page.get_by_role("button", name="Switch to Ben")
    expect(switch).to_be_visible()
    assert_accessible(page, "the menu with another player")
    switch.focus()
    page.keyboard.press("Enter")
    expect_name(page, "Ben")
    page.locator("button.me").click()
    page.get_by_role("button", name="Switch to Ann").click()
    expect_name(page, "Ann")


def test_a_first_visitor_by_a_link_is_asked_and_leaves_no_guest_behind(new_user: NewUser) -> None:
    ann, new = new_user(), new_user()
    open_home_as(ann, "Ann")
    new.page.goto(make_link(ann))
    new.page.get_by_role("button", name="Yes, be Ann").click()
    expect(new.page.get_by_role("heading", name="You are Ann on this device now.")).to_be_visible()
    assert [player["name"] for player in new.context.request.get("/api/me/players").json()["players"]] == ["Ann"]


def test_who_opens_their_own_link_is_told_so(new_user: NewUser) -> None:
    ann = new_user()
    page = open_home_as(ann, "Ann")
    page.goto(make_link(ann))
    expect(page.get_by_role("heading", name="You are already Ann here.")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_devices_are_listed_and_logged_out_where_a_table_says_so(new_user: NewUser, *, phone: bool) -> None:
    ann, other = new_user(phone=phone), new_user()
    page = open_home_as(ann, "Ann")
    other.page.goto(make_link(ann))
    other.page.get_by_role("button", name="Yes, be Ann").click()
    expect(other.page.get_by_role("heading", name="You are Ann on this device now.")).to_be_visible()
    other.open_table("tsuro", [ME, OPEN], options={"players": "2"})
    expect(other.page.get_by_role("textbox", name="Link to this table")).to_be_visible()
    make_link(ann)

    open_devices(page)
    dialog = page.get_by_role("dialog", name="Devices")
    expect(dialog.get_by_role("listitem")).to_have_count(3)
    expect(dialog.get_by_text("this device")).to_be_visible()
    assert_accessible(page, "devices")
    assert dialog.evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    dialog.get_by_role("button", name=re.compile("^Revoke: ")).click()
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    dialog.get_by_role("button", name=re.compile("^Log out: Chrome, ")).click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    told = other.page.get_by_role("alert")
    expect(told).to_contain_text("You are no longer at this table")


def test_logging_out_warns_on_the_last_device_and_starts_anew(new_user: NewUser) -> None:
    ann = new_user()
    page = open_home_as(ann, "Ann")
    open_devices(page)
    dialog = page.get_by_role("dialog", name="Devices")
    expect(dialog.get_by_role("button", name="Log out everywhere")).to_have_count(0)  # it is here, and nowhere else
    dialog.get_by_role("button", name="Log out here").press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("Ann will be lost for ever")
    assert_accessible(page, "the question before logging out")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    dialog.get_by_role("button", name="Log out here").click()
    dialog.get_by_role("button", name="Log out", exact=True).click()
    expect(page.locator("button.me")).to_have_text(re.compile("Guest"))


def test_logging_out_here_goes_back_to_who_the_browser_was(new_user: NewUser) -> None:
    ann, ben = new_user(), new_user()
    open_home_as(ann, "Ann")
    page = open_home_as(ben, "Ben")
    page.goto(make_link(ann))
    page.get_by_role("button", name="Yes, be Ann").click()
    page.get_by_role("link", name="Home", exact=True).click()
    open_devices(page)
    dialog = page.get_by_role("dialog", name="Devices")
    dialog.get_by_role("button", name="Log out here").click()
    expect(dialog.get_by_role("alert")).to_have_count(0)  # Ann has another device
    dialog.get_by_role("button", name="Log out", exact=True).click()
    expect_name(page, "Ben")


def test_logging_out_everywhere_ends_the_game_on_all_devices(new_user: NewUser) -> None:
    """What is open elsewhere says what happened and does not try to come back."""
    ann, other = new_user(), new_user(plan=True)
    page = open_home_as(ann, "Ann")
    other.page.goto(make_link(ann))
    other.page.get_by_role("button", name="Yes, be Ann").click()
    expect(other.page.get_by_role("heading", name="You are Ann on this device now.")).to_be_visible()
    sockets: list[str] = []
    other.page.on("websocket", lambda socket: sockets.append(socket.url))
    other.open_table("turris", [ME, ME])
    expect(other.page.locator(".bar, [role=dialog]").first).to_be_visible()
    open_devices(page)
    dialog = page.get_by_role("dialog", name="Devices")
    dialog.get_by_role("button", name="Log out everywhere", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text("Ann will be lost for ever")
    dialog.get_by_role("button", name="Log out", exact=True).click()
    expect(page.locator("button.me")).to_have_text(re.compile("Guest"))
    expect(other.page.get_by_text("You are no longer at this table")).to_be_attached()
    assert len(sockets) == 1


def test_a_name_that_does_not_work_is_explained(new_user: NewUser) -> None:
    ann = new_user()
    page = open_home_as(ann, "Ann")
    page.locator("button.me").click()
    page.get_by_role("textbox", name="Your name").fill("Bot 3")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Only bots have such a name")
    ann.console_errors = [text for text in ann.console_errors if "400" not in text]  # the browser notes every refusal
