"""Takes screenshots of every screen, in phone and desktop size, light and dark: `make screenshots`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.actions import play_one_move, wait_for_turn
from tests.web.browser_harness import BrowserUser, LiveServer, launch_chromium

FOLDER = Path(__file__).parent.parent / "build" / "screenshots"

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}

TABLES: dict[str, tuple[str, int, dict[str, str], int]] = {
    "tsuro": ("tsuro", 4, {"players": "4"}, 6),
    "tsuro-kosmos": ("tsuro", 2, {"edition": "kosmos", "players": "2"}, 6),
    "tsuro-eight": ("tsuro", 8, {"players": "8"}, 3),
    "tao": ("tao", 3, {"players": "3"}, 6),
    "turris": ("turris", 2, {}, 9),
}
"""For each game: game id, number of seats, options, and the number of own moves before the second screenshot."""


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


def shoot_game(user: BrowserUser, name: str) -> Iterator[str]:
    """Play a game; yield a file name whenever a screenshot is due."""
    page = user.page
    open_game(user, name)
    yield f"{name}-1-begin"
    while not play_moves(page, TABLES[name][-1]):  # eliminated too soon: play another game
        open_game(user, name)
    page.get_by_role("tab", name="Log", exact=True).click()
    page.keyboard.press("1")
    page.wait_for_timeout(400)
    yield f"{name}-2-middle"
    assert not play_moves(page, 100)
    page.get_by_role("tab", name="Log", exact=True).click()
    page.wait_for_timeout(400)
    yield f"{name}-3-end"


def shoot_screens(user: BrowserUser) -> Iterator[str]:
    """Visit the screens outside a game."""
    page = user.page
    page.goto("/")
    expect(page.locator("button.me")).to_be_visible()
    page.wait_for_timeout(300)
    yield "home"
    for game in ("tsuro", "tao", "turris"):
        page.goto(f"/new/{game}")
        expect(page.locator("form")).to_be_visible()
        yield f"new-{game}"
        page.goto(f"/rules/{game}")
        expect(page.locator("h2").first).to_be_visible()
        yield f"rules-{game}"
    user.open_table("tsuro", [ME, BOT, OPEN, OPEN], options={"players": "4"})
    expect(page.get_by_role("img", name="QR")).to_be_visible()
    yield "waiting"
    user.open_table("tsuro", [ME, ME], options={"players": "2"})
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "pass-and-play"


def shoot_players(user: BrowserUser, language: str) -> Iterator[str]:
    """Visit the screens about players and devices. Finds nothing by its text, which may be in any language."""
    page, ask = user.page, user.context.request
    ask.post("/api/players", data={"name": "Annalena"})
    link = ask.post("/api/me/links", data={}).json()["path"]
    user.context.clear_cookies()  # another device
    ask.post("/api/players", data={"name": "Maximilian"})
    page.goto(link)
    expect(page.locator("main button")).to_be_visible()
    yield f"link-{language}"
    page.locator("main button").click()
    expect(page.locator("main button")).to_have_count(0)
    ask.post("/api/me/links", data={})
    page.goto("/")
    page.locator("button.me").click()
    expect(page.locator("dialog section")).to_have_count(2)
    yield f"player-{language}"
    page.locator("dialog section button").last.click()
    expect(page.locator("dialog li")).to_have_count(3)
    yield f"devices-{language}"
    page.locator("dialog .ways button").last.click()
    yield f"log-out-{language}"


def shoot_in_languages(browser: Browser, url: str, suffix: str, **look: bool) -> None:
    """Take screenshots in the languages with the longest words."""
    for language in ("de", "fr"):
        user = BrowserUser(browser, url, language=language, **look)
        for picture in shoot_players(user, language):
            user.page.screenshot(path=FOLDER / f"{picture}-{suffix}.png")
        user.close()


def shoot(browser: Browser, url: str, names: list[str]) -> None:
    """Take the sets of screenshots called `names`; all if there are none."""
    for phone in (False, True):
        for dark in (False, True):
            suffix = f"{'phone' if phone else 'desk'}-{'dark' if dark else 'light'}"
            user = BrowserUser(browser, url, phone=phone, dark=dark)
            for name in ["screens", *TABLES]:
                if names and name not in names:
                    continue
                for picture in shoot_screens(user) if name == "screens" else shoot_game(user, name):
                    path = FOLDER / f"{picture}-{suffix}.png"
                    is_long = name == "screens" or (phone and "begin" not in picture)
                    user.page.screenshot(path=path, full_page=is_long)
                    sys.stdout.write(f"{path.name}\n")
            user.close()
            if not names or "players" in names:
                shoot_in_languages(browser, url, suffix, phone=phone, dark=dark)


def main() -> None:
    """Take screenshots; arguments select sets of them: `screens`, `players`, `tsuro`, `tao`, ..."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright, launch_chromium(playwright) as browser:
        server = LiveServer(Path(folder))
        server.start()
        try:
            shoot(browser, server.url, sys.argv[1:])
        finally:
            server.stop()


if __name__ == "__main__":
    main()
