"""Pictures of every screen of every game, on a phone and on a desk, light and dark: `make screenshots`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.web.browser_harness import House, Visitor, launching

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
"""For each picture of a game: the game, how many play, its options, and after how many decisions it is taken."""


def play_by_list(page: Page) -> None:
    """Decide once: the middle one of the moves that do not lose at once."""
    page.get_by_role("tab", name="Moves", exact=True).click()
    moves = page.locator("[role=tabpanel] li button")
    texts = moves.all_inner_texts()
    good = [index for index, text in enumerate(texts) if "you are out" not in text] or [0]
    ply = page.locator(".bar").get_attribute("data-ply")
    moves.nth(good[len(good) // 2]).click()
    page.mouse.move(0, 0)
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible(timeout=30_000)


def wait(page: Page) -> bool:
    """Wait for our turn; False when the game is over."""
    expect(page.locator(".bar.mine, #end").first).to_be_visible(timeout=60_000)
    return page.locator("#end").count() == 0


def begin(visitor: Visitor, name: str) -> None:
    """Open a table and wait for our turn."""
    game, seats, options, _decisions = TABLES[name]
    visitor.open_table(game, [ME, *[BOT] * (seats - 1)], options=options, hints=True)
    expect(visitor.page.locator("[role=tablist]")).to_be_visible()
    assert wait(visitor.page)


def play_on(page: Page, decisions: int) -> bool:
    """Decide so many times; False if the game is over before it is our turn again."""
    for _count in range(decisions):
        if not wait(page):
            return False
        play_by_list(page)
    return wait(page)


def shoot_game(visitor: Visitor, name: str) -> Iterator[str]:
    """Play a game; give a name whenever a picture is to be taken."""
    page = visitor.page
    begin(visitor, name)
    yield f"{name}-1-begin"
    while not play_on(page, TABLES[name][-1]):  # out too soon: another game
        begin(visitor, name)
    page.get_by_role("tab", name="Log", exact=True).click()
    page.keyboard.press("1")
    page.wait_for_timeout(400)
    yield f"{name}-2-middle"
    assert not play_on(page, 100)
    page.get_by_role("tab", name="Log", exact=True).click()
    page.wait_for_timeout(400)
    yield f"{name}-3-end"


def shoot_screens(visitor: Visitor) -> Iterator[str]:
    """Visit the screens around a game."""
    page = visitor.page
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
    visitor.open_table("tsuro", [ME, BOT, OPEN, OPEN], options={"players": "4"})
    expect(page.get_by_role("textbox", name="Link to this table")).to_be_visible()
    yield "waiting"
    visitor.open_table("tsuro", [ME, ME], options={"players": "2"})
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "pass-and-play"


def shoot_players(visitor: Visitor, language: str) -> Iterator[str]:
    """Visit what is about players and devices. Nothing is found by its words: they are in any language."""
    page, ask = visitor.page, visitor.context.request
    ask.post("/api/players", data={"name": "Annalena"})
    link = ask.post("/api/me/links", data={}).json()["path"]
    visitor.context.clear_cookies()  # another device
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


def shoot_in_languages(browser: Browser, url: str, manner: str, **look: bool) -> None:
    """Take the pictures whose words are long in some languages."""
    for language in ("de", "fr"):
        visitor = Visitor(browser, url, language=language, **look)
        for picture in shoot_players(visitor, language):
            visitor.page.screenshot(path=FOLDER / f"{picture}-{manner}.png")
        visitor.leave()


def shoot(browser: Browser, url: str, names: list[str]) -> None:
    """Take all pictures whose names begin with one of `names`; all if there are none."""
    for phone in (False, True):
        for dark in (False, True):
            manner = f"{'phone' if phone else 'desk'}-{'dark' if dark else 'light'}"
            visitor = Visitor(browser, url, phone=phone, dark=dark)
            for name in ["screens", *TABLES]:
                if names and name not in names:
                    continue
                for picture in shoot_screens(visitor) if name == "screens" else shoot_game(visitor, name):
                    path = FOLDER / f"{picture}-{manner}.png"
                    is_long = name == "screens" or (phone and "begin" not in picture)
                    visitor.page.screenshot(path=path, full_page=is_long)
                    sys.stdout.write(f"{path.name}\n")
            visitor.leave()
            if not names or "players" in names:
                shoot_in_languages(browser, url, manner, phone=phone, dark=dark)


def main() -> None:
    """Take the pictures; arguments choose some of them: `screens`, `players`, `tsuro`, `tao`, ..."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright, launching(playwright) as browser:
        house = House(Path(folder))
        house.open()
        try:
            shoot(browser, house.url, sys.argv[1:])
        finally:
            house.close()


if __name__ == "__main__":
    main()
