"""A finished game for others: as an animation, as a record, and on a page of another site."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import FrameLocator, Page, Route, expect

from tests.web.browser_harness import NewUser
from tests.web.layout import NARROW, SMALL_DESK, resize, speak, wait_for_frame
from tests.web.test_access import assert_accessible
from tests.web.test_review import SIZES, play_short_game

BOT = {"kind": "bot", "level": "random"}
ELSEWHERE = "127.0.0.2"
"""The address of another site, on this machine too: Chromium lets no page of the internet frame what is local."""
RECORD_CALLS = """
  window.calls = [];
  const plain = window.fetch;
  window.fetch = (address, options) => {
    window.calls.push([address, options.credentials]);
    return plain(address, options);
  };
"""
"""Keeps which addresses a page asks for, and whether its browser may say who asks."""
FRAMED = {
    "en": ("Open in Ludothèque", "Move 1 of", "Player 1", "There is no finished game to show here."),
    "fr": ("Ouvrir dans Ludothèque", "Coup 1 sur", "Joueur 1", "Il n’y a pas de partie terminée à montrer ici."),
    "it": ("Apri in Ludothèque", "Mossa 1 di", "Giocatore 1", "Qui non c’è una partita finita da mostrare."),
    "de": ("In Ludothèque öffnen", "Zug 1 von", "Spieler 1", "Hier gibt es keine beendete Partie zu zeigen."),
}


SHARE = {"en": "Share", "fr": "Partager", "it": "Condividi", "de": "Teilen"}


def assert_fits(page: Page, where: str) -> None:
    wait_for_frame(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where


@SIZES
def test_a_finished_game_is_saved_as_animation_and_record(new_user: NewUser, *, phone: bool) -> None:
    ann = new_user(phone=phone)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ann.page
    table = play_short_game(ann)
    held: list[Route] = []
    # The first request alone: the picture itself asks for the same address afterwards.
    page.route("**/animation.gif?lang=en", lambda route: held.append(route), times=1)  # noqa: PLW0108 - Playwright marks it
    page.route("**/animation?kind=gif&lang=en", lambda route: route.fulfill(json={"progress": 0.4}))
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Share")
    dialog.get_by_role("radio", name="GIF").check(force=True)
    expect(dialog.get_by_role("status").filter(has_text="Drawing the game: 40%")).to_be_visible()
    expect(dialog.get_by_role("progressbar")).to_have_attribute("value", "0.4")
    expect(dialog.get_by_role("link", name="Save", exact=True)).to_have_count(0)
    assert_accessible(page, "an animation that is being drawn")
    held.pop().continue_()
    shown = dialog.get_by_role("img", name="The game as an animation")
    for kind, start in (("GIF", b"GIF89a"), ("WebP", b"RIFF")):
        dialog.get_by_role("radio", name=kind).check(force=True)
        expect(shown).to_have_attribute("src", re.compile(rf"animation\.{kind.lower()}\?lang=en$"))
        assert shown.evaluate("async (image) => (await image.decode(), image.naturalWidth)") == 800
        with page.expect_download() as download:
            dialog.get_by_role("link", name="Save", exact=True).click()
        assert re.fullmatch(rf"tsuro-\w+\.{kind.lower()}", download.value.suggested_filename)
        assert Path(download.value.path()).read_bytes().startswith(start)
    with page.expect_download() as download:
        dialog.get_by_role("link", name="Save the record").click()
    assert re.fullmatch(r"tsuro-\w+\.ludo", download.value.suggested_filename)
    assert '[Game "tsuro"]' in Path(download.value.path()).read_text(encoding="utf-8")

    dialog.get_by_text("Show it on your own page").click()
    code = dialog.get_by_role("textbox", name="Code for your page").input_value()
    assert re.match(rf'<iframe src="http://127.0.0.1:\d+/embed/{table}" title="Tsuro" ', code)
    dialog.get_by_role("button", name="Copy the code").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == code
    assert_accessible(page, "the dialog Share")
    for language, title in SHARE.items():
        speak(page, language)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        assert_fits(page, f"the dialog Share in {language}")


@contextmanager
def run_blog(address: str) -> Iterator[str]:
    """Serve a page of another site that frames an address of ours; give its own address."""

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = f'<!doctype html><title>A blog</title><iframe src="{address}" title="A game"></iframe>'
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - as it is called there
            pass

    with ThreadingHTTPServer((ELSEWHERE, 0), Blog) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://{ELSEWHERE}:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def list_calls(table: str) -> list[list[str]]:
    """List what a framed page asks for, and that it does not say for whom."""
    return [[f"/api/tables/{table}/embed", "omit"], [f"/api/tables/{table}/replay", "omit"]]


def step_through_frame(frame: FrameLocator, table: str) -> int:
    """Step through a framed game by buttons, keys and slider, which are one mechanism; give the number of moves."""
    slider = frame.get_by_role("slider", name="Step through the game")
    expect(slider).to_have_value("0")
    expect(frame.locator("li .name")).to_have_text(["Player 1", "Player 2"])
    last = int(slider.get_attribute("max") or 0)
    assert last >= 3

    frame.get_by_role("button", name="One move on").click()
    expect(slider).to_have_value("1")
    told = frame.locator("[aria-live=polite]")
    expect(told).to_contain_text(f"Move 1 of {last}")
    expect(told).to_contain_text("Player")
    frame.get_by_role("button", name="One move on").press("ArrowRight")
    expect(slider).to_have_value("2")
    frame.get_by_role("button", name="One move on").press("Home")
    expect(slider).to_have_value("0")
    slider.press("End")
    expect(slider).to_have_value(str(last))
    expect(told).to_contain_text("The game is over")
    slider.press("ArrowLeft")
    link = frame.get_by_role("link", name="Open in Ludothèque")
    expect(link).to_have_attribute("href", re.compile(rf"^/table/{table}\?ply=\d+$"))
    expect(link).to_have_attribute("target", "_blank")
    assert frame.locator("main").evaluate("() => window.calls") == list_calls(table)
    return last


def test_a_page_of_another_site_shows_a_game_and_learns_nothing_of_who_looks(new_user: NewUser) -> None:
    ann = new_user()
    table = play_short_game(ann)
    origin = ann.page.url.partition("/table")[0]
    kept = ann.page.evaluate("JSON.stringify(localStorage)")
    cookies = ann.context.cookies()
    assert cookies
    ann.page.add_init_script(RECORD_CALLS)
    with run_blog(f"{origin}/embed/{table}?ply=0") as blog:
        ann.page.goto(blog)
        last = step_through_frame(ann.page.frame_locator("iframe"), table)

    # Not even where the browser would tell: at an address of our own, and with the cookie of a player.
    ann.page.goto(f"{origin}/embed/{table}")
    expect(ann.page.get_by_role("slider")).to_have_value(str(last))
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.page.get_by_role("slider")).to_have_value(str(last - 1))
    assert ann.page.evaluate("window.calls") == list_calls(table)
    assert ann.context.cookies() == cookies
    ann.page.goto(f"{origin}/favicon.svg")
    assert ann.page.evaluate("JSON.stringify(localStorage)") == kept


@pytest.mark.parametrize(("game", "phone"), [("tsuro", True), ("tao", False), ("turris", True)])
def test_a_framed_game_is_for_everybody(new_user: NewUser, game: str, *, phone: bool) -> None:
    ann = new_user(phone=phone)
    page = ann.page
    options = {} if game == "turris" else {"options": {"players": "2"}}
    table = ann.open_table(game, [BOT, BOT], **options)
    expect(page.locator("#end")).to_be_attached()
    for language, (link, move, player, _) in FRAMED.items():
        page.goto(f"/embed/{table}?ply=0&lang={language}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_role("link", name=link)).to_be_visible()
        page.keyboard.press("ArrowRight")
        expect(page.locator("[aria-live=polite]")).to_contain_text(move)
        expect(page.locator("li .name").first).to_have_text(player)
        for size in (NARROW, SMALL_DESK):
            resize(page, size)
            assert_fits(page, f"{game} in {language} at {size}")
    assert_accessible(page, f"a framed game of {game}")


def test_what_cannot_be_framed_says_so(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    table = ann.open_table("tsuro", [{"kind": "me"}, {"kind": "me"}], options={"players": "2"})
    expect(page.locator("section.board")).to_be_visible()
    for language, (*_, none) in FRAMED.items():
        for address in (table, "AAAAAAAAAAAA"):
            page.goto(f"/embed/{address}?lang={language}")
            expect(page.get_by_role("alert")).to_have_text(none)
    ann.console_errors.clear()  # browsers report what is refused
