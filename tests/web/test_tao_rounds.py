"""The end of a round of Tao, and what helps beginners: previews of the sums, cards in words, one screen."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from ludotheque.server.table.seats.seats import BOT_NAMES
from tests.web.actions import wait_for_rest, wait_for_turn
from tests.web.browser_harness import BrowserUser, NewUser
from tests.web.layout import find_cut_names
from tests.web.tao_actions import close_round_end, play_by_keys

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}

LANDSCAPE = {"width": 844, "height": 390}


def sit_down(user: BrowserUser, players: int, **options: str) -> Page:
    """Play against bots, and wait for the first turn. Bots that begin may play a whole round by their Tortoises."""
    user.open_table("tao", [ME, *[BOT] * (players - 1)], options={"players": str(players), **options}, hints=True)
    assert wait_for_turn(user.page)
    close_round_end(user.page)
    return user.page


def find_mover(pages: list[Page]) -> Page:
    """Wait until both players have the same position; give the page of the one who decides."""
    first, second = pages
    ply = first.locator(".bar").get_attribute("data-ply")
    expect(second.locator(f".bar[data-ply='{ply}']")).to_be_visible()
    return next(page for page in pages if page.locator(".bar.mine").count())


def play(pages: list[Page], seat: int) -> Page:
    """Let whoever decides take a card from the path; give their page, when everybody has seen the move."""
    mover = find_mover(pages)
    ply = mover.locator(".bar").get_attribute("data-ply")
    play_by_keys(mover, seat)
    for page in pages:
        expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()
    return mover


# ── The end of a round ───────────────────────────────────────────────────────────────────────────────────────────────


def assert_sums_add_up(panel: Locator) -> list[int]:
    """Each player's sum is that of the cards shown; give the results."""
    results = []
    for row in panel.locator("li").all():
        cards = [card.get_attribute("aria-label") for card in row.locator(".card").all()]
        points, against = cards.count("Water 1"), cards.count("Fire 1")
        result = str(points - against).replace("-", "−")
        expect(row.locator(".sum")).to_have_text(f"{points} − {against} = {result}" if against else result)
        results.append(points - against)
    return results


def test_a_scored_round_is_shown_to_everybody_until_they_go_on(new_user: NewUser) -> None:
    ann, ben, eve = new_user(), new_user(reduced_motion=False), new_user()
    options = {"players": "2", "deck": "wa1*8,fi1*8"}
    table = ann.open_table("tao", [ME, OPEN], options=options)
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").click()
    ann.page.get_by_role("button", name=re.compile("Start")).click()
    eve.page.goto(f"/table/{table}")
    pages = [ann.page, ben.page]
    for page in [*pages, eve.page]:
        expect(page.locator(".path svg").first).to_be_visible()
    for seat in (1, 2, 1, 1, 2, 1, 2, 1):
        play(pages, seat)

    for page in [*pages, eve.page]:
        panel = page.get_by_role("region", name="Round 1 is scored")
        expect(panel).to_be_visible()
        expect(panel.locator(".elements")).to_have_text(re.compile("Water counts.*Fire counts against you"))
        results = assert_sums_add_up(panel)
        if results[0] == results[1]:
            expect(panel.locator(".tie").first).to_contain_text("Tie at")
            expect(panel.locator(".tie").nth(1)).to_contain_text("Points in Water")
        else:
            expect(panel.locator("li.won svg text").last).to_have_text("1")
        expect(page.get_by_role("log", name="News").get_by_text("Round 1 is scored in Water")).to_have_count(1)

    # Nobody waits for the other: who decides next closes it by deciding, and it stays with everybody else.
    mover = play(pages, 1)
    other = next(page for page in pages if page is not mover)
    expect(mover.locator(".round-end")).to_have_count(0)
    for page in (other, eve.page):
        expect(page.locator(".round-end")).to_be_visible()
    other.keyboard.press("Escape")
    eve.page.get_by_role("button", name="On to round 2").click()
    for page in (other, eve.page):
        expect(page.locator(".round-end")).to_have_count(0)


# ── What a move would do ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_card_and_a_place_preview_the_sums_of_everybody(new_user: NewUser) -> None:
    page = sit_down(new_user(), 3, deck="wa1*18")
    before = page.locator(".mats .result").all_inner_texts()
    page.keyboard.press("1")
    gives = page.locator("button.give")
    for seat, result in enumerate(before):
        after = f"{result} → {int(result) + 1}"
        expect(gives.nth(seat)).to_contain_text(after)
        gives.nth(seat).focus()
        shown = [after if seat == other else told for other, told in enumerate(before)]
        expect(page.locator(".mats .result")).to_have_text(shown)
        expect(gives.nth(seat)).to_have_accessible_name(re.compile(f"from {result} to {int(result) + 1}"))
    page.keyboard.press("Escape")
    expect(page.locator(".mats .result")).to_have_text(before)

    # The same for a move of the list, and for a card that is dragged.
    page.get_by_role("tab", name="Moves").click()
    page.locator("[role=tabpanel] li button").first.hover()
    expect(page.locator(".mats .result").first).to_have_text(f"{before[0]} → {int(before[0]) + 1}")
    mat = page.locator("[data-seat='2']").bounding_box()
    assert mat
    page.locator("g.place.open").first.hover(force=True)
    page.mouse.down()
    page.mouse.move(mat["x"] + 40, mat["y"] + 20, steps=5)
    expect(page.locator(".mats .result").last).to_have_text(f"{before[2]} → {int(before[2]) + 1}")
    page.mouse.move(5, 5)
    expect(page.locator(".mats .result")).to_have_text(before)
    page.mouse.up()


def test_every_way_of_the_stone_previews_the_sums_of_everybody(new_user: NewUser) -> None:
    page = sit_down(new_user(), 2, deck="me2ti*16")
    play_by_keys(page, 1)
    expect(page.locator("g.element.open")).to_have_count(2)
    chips = page.locator("[data-seat='0'] .stones span")
    expect(chips).to_have_count(2)
    now = page.locator("[data-seat='0'] .result").inner_text()
    for element in page.locator("g.element.open").all():
        name = (element.get_attribute("aria-label") or "").removeprefix("Move the stone to ")
        then = chips.filter(has=page.get_by_label(name, exact=True)).inner_text().strip()
        element.focus()
        expect(page.locator("[data-seat='0'] .result")).to_have_text(now if now == then else f"{now} → {then}")


# ── Cards in words ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_card_says_what_it_does_on_hover_and_on_focus(new_user: NewUser) -> None:
    page = sit_down(new_user(), 2, deck="ea2un*16")
    tip = page.get_by_role("tooltip")
    card = page.locator("g.place:not(.open)").first
    wait_for_rest(page)
    card.hover(force=True)
    expect(tip).to_contain_text("Earth 2 (Yellow Unicorn)")
    expect(tip).to_contain_text("cover another of your cards")
    expect(tip).to_contain_text("Earth counts for nothing now")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)

    page.mouse.move(0, 0)
    play_by_keys(page, 2)
    assert wait_for_turn(page)
    for place in ("g.place:not(.open)", "g.place.open", ".hand [data-card]", ".mats [data-card]"):
        card = page.locator(place).last
        card.focus()
        expect(tip).to_contain_text("cover another of your cards")
        expect(card).to_have_accessible_description(re.compile("cover another of your cards"))
    page.locator(".mats [data-card]").last.blur()
    expect(tip).to_have_count(0)
    expect(page.locator("text.against")).to_have_text("counts against you")
    expect(page.get_by_role("group", name="The stone stands on Water; Fire counts against you")).to_be_visible()


def test_a_card_that_comes_to_lie_under_a_pointer_at_rest_is_not_explained(new_user: NewUser) -> None:
    page = sit_down(new_user(), 2, deck="ea2un*16")
    tip = page.get_by_role("tooltip")
    wait_for_rest(page)
    card = page.locator("g.place:not(.open)").first
    box = card.bounding_box()
    assert box
    x, y = round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
    page.mouse.move(x, y)
    expect(tip).to_be_visible()
    card.evaluate("card => (card.style.visibility = 'hidden')")
    expect(tip).to_have_count(0)
    came = "card => new Promise(resolve => card.addEventListener('pointerover', resolve, { once: true }))"
    card.evaluate(f"card => {{ window.cameBack = ({came})(card); card.style.visibility = '' }}")
    page.evaluate("() => window.cameBack.then(() => undefined)")
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 1000))")  # due after the timer that would open the tip
    expect(tip).to_have_count(0)
    page.mouse.move(x + 1, y)
    expect(tip).to_be_visible()


def test_a_long_press_explains_a_card_and_does_not_pick_it(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    page = sit_down(ann, 2, deck="wa2to*16")
    box = page.locator("g.place.open").first.bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = ann.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    tip = page.get_by_role("tooltip")
    expect(tip).to_contain_text("take another turn at once")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tip).to_be_visible()
    expect(page.locator("button.give")).to_have_count(0)
    page.locator(".bar").tap()
    expect(tip).to_have_count(0)
    page.locator("g.place.open").first.tap(force=True)
    expect(page.locator("button.give")).to_have_count(2)


def test_the_rules_explain_the_signs(new_user: NewUser) -> None:
    page = new_user(language="de").page
    page.goto("/rules/tao")
    signs = page.locator("figure .signs li")
    expect(signs).to_have_count(10)
    expect(signs.first).to_have_text("Wasser")
    expect(signs.last).to_contain_text("Schwarze Schildkröte: noch ein Zug")


# ── Everything on one screen ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", ["de", "fr"])
def test_path_mats_and_hand_are_on_one_screen_of_a_phone(new_user: NewUser, language: str) -> None:
    ann = new_user(phone=True, language=language)
    for players, options in ((2, {}), (3, {}), (4, {"teams": "on"})):
        page = sit_down(ann, players, **options)
        for size in (None, LANDSCAPE):
            if size:
                page.set_viewport_size(size)  # type: ignore[arg-type] # a dict with these two keys
            for part in (".bar", ".path svg >> nth=0", ".hand [data-card] >> nth=1"):
                expect(page.locator(part)).to_be_in_viewport(ratio=1)
            for mat in page.locator(".mats section").all():
                expect(mat).to_be_in_viewport(ratio=1)
            names = page.locator(".mats .name").all()
            assert all(name.bounding_box()["width"] > 40 for name in names)  # type: ignore[index] # it is visible
            # The viewer's own mat, which is the first, says "you", which is short.
            assert find_cut_names(page.locator(".mats .name"), "section:not(:first-child) .name", BOT_NAMES) == []
        page.set_viewport_size({"width": 390, "height": 844})
