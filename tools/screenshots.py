"""Takes screenshots of every screen in every language, three sizes, light and dark: `make screenshots`.

A game is played once for each size. Where a picture is due, the page is reloaded in every language.
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.patience import PATIENCE_MS
from tests.web.actions import play_one_move, wait_for_turn
from tests.web.browser_harness import DESK, PHONE, BrowserUser, LiveServer, launch_chromium

FOLDER = Path(__file__).parent.parent / "build" / "screenshots"
LANGUAGES = "en", "fr", "it", "de"
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": DESK["width"], "height": DESK["height"]},
    "phone": {"width": PHONE["width"], "height": PHONE["height"]},
    "landscape": {"width": PHONE["height"], "height": PHONE["width"]},
}

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}

TABLES: dict[str, tuple[str, int, dict[str, str], int]] = {
    "tsuro": ("tsuro", 4, {"players": "4"}, 6),
    "tsuro-kosmos": ("tsuro", 2, {"edition": "kosmos", "players": "2"}, 6),
    "tsuro-eight": ("tsuro", 8, {"players": "8"}, 3),
    "tao": ("tao", 3, {"players": "3"}, 6),
    "tao-teams": ("tao", 4, {"players": "4", "teams": "on"}, 4),
    "turris": ("turris", 2, {}, 9),
}
"""For each game: game id, number of seats, options, and the number of own moves before the second screenshot."""


class Picture(NamedTuple):
    """A screen that is ready to be photographed."""

    name: str
    restore: Callable[[Page], None] = lambda _page: None
    """Brings the screen back after the page was reloaded."""
    is_long: bool = False
    """Whether what is below the first screen belongs to the picture."""


def play_from_list(page: Page) -> None:
    """Play from the move list: the middle one of the moves that do not lose at once."""
    page.get_by_role("tab", name="Moves", exact=True).click()
    moves = page.locator("[role=tabpanel] li button")
    texts = moves.all_inner_texts()
    good = [index for index, text in enumerate(texts) if "you are out" not in text] or [0]
    moves.nth(good[len(good) // 2]).click()
    page.mouse.move(0, 0)


def open_game(user: BrowserUser, name: str) -> None:
    """Open a table and wait for our turn."""
    game, seats, options, _moves = TABLES[name]
    user.open_table(game, [ME, *[BOT] * (seats - 1)], options=options, hints=True)
    assert wait_for_turn(user.page)


def play_moves(page: Page, count: int) -> bool:
    """Play so many moves; False if the game is over before it is our turn again."""
    return all(play_one_move(page, play_from_list) for _move in range(count)) and wait_for_turn(page)


def pick_first(page: Page) -> None:
    """Pick the first tile or card, which previews a move."""
    assert wait_for_turn(page)
    page.keyboard.press("1")


def wait_for_result(page: Page) -> None:
    """Wait until the result is shown."""
    assert not wait_for_turn(page)


def shoot_game(user: BrowserUser, name: str) -> Iterator[Picture]:
    """Play a game, and stop at its beginning, in its middle and at its end."""
    open_game(user, name)
    yield Picture(f"{name}-1-begin", wait_for_turn)  # type: ignore[arg-type] # what it returns does not matter
    while not play_moves(user.page, TABLES[name][-1]):  # eliminated too soon: play another game
        open_game(user, name)
    yield Picture(f"{name}-2-middle", pick_first)
    assert not play_moves(user.page, 100)
    yield Picture(f"{name}-3-end", wait_for_result)
    yield Picture(f"{name}-4-end-whole", wait_for_result, is_long=True)


def shoot_screens(user: BrowserUser) -> Iterator[Picture]:
    """Visit the screens outside a game."""
    page = user.page
    for name, path in {
        "home": "/",
        "games": "/games",
        "settings": "/settings",
        **{f"new-{game}": f"/new/{game}" for game in ("tsuro", "tao", "turris")},
        **{f"rules-{game}": f"/rules/{game}" for game in ("tsuro", "tao", "turris")},
    }.items():
        page.goto(path)
        yield Picture(name, is_long=True)
    user.open_table("tsuro", [ME, BOT, OPEN, OPEN], options={"players": "4"})
    yield Picture("waiting", lambda page: expect(page.locator("svg.qr, [role=img]").first).to_be_visible(), True)
    user.open_table("tsuro", [ME, ME], options={"players": "2"})
    yield Picture("pass-and-play", lambda page: expect(page.get_by_role("dialog").first).to_be_visible())


def shoot_devices(user: BrowserUser) -> Iterator[Picture]:
    """Visit the screens about players and devices."""
    page, ask = user.page, user.context.request
    ask.post("/api/players", data={"name": "Annalena"})
    link = ask.post("/api/me/links", data={}).json()["path"]
    user.context.clear_cookies()  # another device
    ask.post("/api/players", data={"name": "Maximilian"})
    page.goto(link)
    yield Picture("link", lambda page: expect(page.locator("main button").first).to_be_visible())
    page.locator("main button").first.click()
    expect(page.locator("main button")).to_have_count(0)
    ask.post("/api/me/links", data={})
    page.goto("/")

    def open_player(page: Page) -> None:
        page.locator("button.me").click()
        expect(page.locator("dialog section").first).to_be_visible()

    yield Picture("player", open_player)


def photograph(page: Page, picture: Picture, size: str) -> None:
    """Take a screen in every language, light and dark."""
    for language in LANGUAGES:
        page.evaluate("language => localStorage.setItem('ludotheque.language', language)", language)
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("main")).to_be_visible()
        picture.restore(page)
        page.wait_for_load_state("networkidle")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            expect(page.locator("html")).to_have_attribute("data-theme", theme)
            page.evaluate("Promise.allSettled(document.getAnimations().map(animation => animation.finished))")
            path = FOLDER / f"{picture.name}-{size}-{theme}-{language}.png"
            page.screenshot(path=path, full_page=picture.is_long)
    sys.stdout.write(f"{picture.name}-{size}\n")
    page.evaluate("localStorage.setItem('ludotheque.language', 'en')")
    page.reload()


def shoot(browser: Browser, url: str, names: list[str]) -> None:
    """Take the sets of screenshots called `names`; all if there are none."""
    sets = {"screens": shoot_screens, "devices": shoot_devices}
    for size, viewport in SIZES.items():
        for name in names or [*sets, *TABLES]:
            user = BrowserUser(browser, url, phone=size != "desk")
            user.page.set_viewport_size(viewport)
            for picture in sets[name](user) if name in sets else shoot_game(user, name):
                photograph(user.page, picture, size)
            user.close()


def main() -> None:
    """Take screenshots; arguments select sets of them: `screens`, `devices`, `tsuro`, `tao`, ..."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright, launch_chromium(playwright) as browser:
        # A server that friends can reach, so that it has a link for them.
        server = LiveServer(Path(folder), "play", "--no-browser", "--share", "--lan-address", "127.0.0.2")
        server.start()
        expect.set_options(timeout=PATIENCE_MS)
        try:
            shoot(browser, server.url, sys.argv[1:])
        finally:
            server.stop()


if __name__ == "__main__":
    main()
