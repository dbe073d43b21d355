"""Links for friends: who can follow them, who follows them, and what is shared of a finished game."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.actions import finish_game
from tests.web.browser_harness import BrowserUser, LiveServer, NewUser
from tests.web.qr_decoder import read_qr
from tests.web.turris_actions import wait_for_tower

ME = {"kind": "me"}
OPEN = {"kind": "open"}


def read_code(page: Page) -> str:
    """Read the QR code on the page."""
    code = page.get_by_role("img", name="QR code of the link")
    border, size = 2, int((code.get_attribute("viewBox") or "").split()[2])
    drawn = re.findall(r"M(\d+) (\d+)h1", code.locator("path").get_attribute("d") or "")
    return read_qr({(int(x) - border, int(y) - border) for x, y in drawn}, size - 2 * border)


def read_link(page: Page) -> str:
    return page.get_by_role("textbox", name="Link to this table").input_value()


# ── Who can follow a link ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_link_that_nobody_else_can_follow_says_so(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("tsuro", [ME, OPEN], options={"players": "2"})
    expect(ann.page.get_by_text("Nobody else can open this link yet.")).to_be_visible()
    expect(ann.page.get_by_text("ludotheque play --share")).to_be_visible()
    assert ann.page.get_by_role("img", name="QR code of the link").count() == 0
    assert read_link(ann.page).startswith("http://127.0.0.1:")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[LiveServer]:
    """`ludotheque play` on a machine whose address in the home network is 127.0.0.2."""
    server = LiveServer(tmp_path, "play", "--no-browser", "--lan-address", "127.0.0.2")
    server.start()
    yield server
    server.stop()


def test_a_friend_in_the_home_network_is_let_in_and_joins(browser: Browser, play: LiveServer) -> None:
    ann = BrowserUser(browser, play.url)
    ann.open_table("tsuro", [ME, OPEN], options={"players": "2"})
    expect(ann.page.get_by_text("Nobody else can open this link yet.")).to_be_visible()
    ann.page.get_by_role("button", name="Let friends in my home network join").click()
    expect(ann.page.get_by_text("Everybody in your home network can open this link.")).to_be_visible()
    link = read_link(ann.page)
    assert link.startswith(f"http://127.0.0.2:{play.port}/join/")
    assert read_code(ann.page) == link

    ben = BrowserUser(browser, f"http://127.0.0.2:{play.port}")
    ben.page.goto(link)
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name="Start the game").click()
    expect(ben.page.locator(".bar")).to_be_visible()

    ann.page.get_by_role("button", name="Invite to watch").click()
    ann.page.get_by_role("button", name="Keep the network out").click()
    expect(ann.page.get_by_text("Nobody else can open this link yet.")).to_be_visible()
    ann.close()
    ben.close()


# ── Who follows it ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_guest_is_asked_for_a_name_and_finds_a_seat_first(new_user: NewUser) -> None:
    ann, ben, cleo = new_user(), new_user(phone=True), new_user()
    table = ann.open_table("tsuro", [ME, OPEN, OPEN], options={"players": "3"})
    code = ann.context.request.get(f"/api/tables/{table}").json()["code"]
    page = ben.page
    page.goto(f"/join/{code}")
    name = page.get_by_role("textbox", name="Your name")
    expect(name).to_have_value(re.compile("Guest"))
    expect(page.get_by_text("invites you to play")).to_be_visible()
    seat = page.get_by_role("button", name="Sit here").first
    expect(seat).to_be_in_viewport()
    order = "([one, other]) => one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING"
    share = page.get_by_role("heading", name="Link to this table")
    assert page.evaluate(order, [seat.element_handle(), share.element_handle()])
    name.fill("bot:easy")
    seat.click()
    expect(page.get_by_text("Only bots have such a name.")).to_be_visible()
    name.fill("Ben")
    seat.click()
    expect(ann.page.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    expect(name).to_have_count(0)

    cleo.page.goto(f"/join/{code}")  # who does not care about names just sits down
    cleo.page.get_by_role("button", name="Sit here").click()
    expect(ann.page.get_by_role("listitem").filter(has_text="Guest")).to_have_count(2)
    ben.console_errors[:] = [text for text in ben.console_errors if "status of 400" not in text]


# ── Rematch ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_rematch_is_asked_for_and_starts_when_it_is_accepted(new_user: NewUser) -> None:
    ann, ben = new_user(), new_user()
    table = finish_game([ann, ben])
    ben.page.get_by_role("button", name="Rematch").click()
    expect(ben.page.get_by_text("The game starts as soon as everybody has agreed.")).to_be_visible()
    call = ann.page.get_by_role("alert").filter(has_text="Ben wants a rematch")
    expect(call).to_be_in_viewport()
    call.get_by_role("button", name="Accept").click()
    for user in (ann, ben):
        expect(user.page).not_to_have_url(re.compile(table))
        expect(user.page.locator(".bar")).to_be_visible()


def test_a_rematch_goes_on_without_those_who_decline_or_are_gone(new_user: NewUser) -> None:
    ann, ben, cleo = new_user(), new_user(), new_user()
    finish_game([ann, ben, cleo])
    ben.page.get_by_role("button", name="Rematch").click()
    expect(ben.page.get_by_text(re.compile("Waiting for .* and .*"))).to_be_visible()
    cleo.page.get_by_role("button", name="Decline").click()
    expect(cleo.page.get_by_text("You have declined the rematch.")).to_be_visible()
    expect(ben.page.get_by_text("Cleo does not want a rematch.")).to_be_visible()
    ann.page.goto("/")  # neither yes nor no
    ben.page.get_by_role("button", name="Start without").click()
    expect(ben.page.locator(".bar")).to_be_visible()
    expect(ben.page.locator("ul[aria-label=Players] li").filter(has_text="bot")).to_have_count(2)


# ── Sharing the result ───────────────────────────────────────────────────────────────────────────────────────────────

COUNT_COLOURS = """async image => {
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return new Set(new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
}"""
RECORD_SHARES = """
  window.shared = [];
  navigator.canShare = () => true;
  navigator.share = async ({ text, url, files }) => {
    const described = files.map(({ name, type, size }) => [name, type, size > 1000]);
    window.shared.push(JSON.stringify({ text, url, files: described }));
  };
"""


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
def test_a_finished_game_is_shared_as_picture_text_and_link(new_user: NewUser, game: str) -> None:
    ann, ben = new_user(), new_user(plan=True)
    ann.page.add_init_script(RECORD_SHARES)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    finish_game([ann, ben], game)
    page = ann.page
    if game == "turris":
        wait_for_tower(page)
    page.get_by_role("button", name="Share").click()
    picture = page.get_by_role("img", name="Picture of the board")
    expect(picture).to_be_visible()
    assert picture.evaluate(COUNT_COLOURS) > 100
    with page.expect_download() as download:
        page.get_by_role("link", name="Save", exact=True).click()
    assert download.value.suggested_filename.startswith(f"{game}-")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name="Copy the result").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()) !== ''", polling=100)
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.match(rf"{game.title()}: .+ wins\n1st .+\n2nd ", text), text
    page.get_by_role("button", name="Share …").click()
    page.wait_for_function("window.shared.length === 1")
    shared = json.loads(page.evaluate("window.shared[0]"))
    assert shared["text"] == text
    [[name, kind, is_whole]] = shared["files"]
    assert (kind, is_whole) == ("image/png", True)
    assert name.startswith(f"{game}-")
