"""Choosing a place in Turris: every legal place is seen and reached, and its points are known before it is built on."""

from base64 import b64encode

from playwright.sync_api import Page, expect

from tests.web.actions import wait_for_turn
from tests.web.browser_harness import NewUser
from tests.web.layout import wait_for_frame
from tests.web.turris_actions import SMALL, wait_for_tower

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "me"}
OPEN = {"kind": "open"}

COUNT_RED = """async encoded => {
    const bytes = Uint8Array.from(atob(encoded), letter => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, picture.width, picture.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
        if (data[at] > 140 && data[at] - data[at + 1] > 90 && data[at] - data[at + 2] > 100) count++;
    return count / (picture.width * picture.height);
}"""


def measure_red(page: Page) -> float:
    """Measure which part of the tower's picture is as red as a lit place."""
    wait_for_frame(page)
    share: float = page.evaluate(COUNT_RED, b64encode(page.locator("canvas").screenshot()).decode())
    return share


def play_from_list(page: Page, *moves: str) -> None:
    """Play moves whose words begin so, from the move list."""
    for move in moves:
        ply = page.locator(".bar").get_attribute("data-ply")
        page.get_by_role("tab", name="Moves", exact=True).click()
        page.locator("[role=tabpanel] li button").filter(has_text=move).first.click()
        expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()
    page.mouse.move(0, 0)


def find_by_hovering(page: Page, text: str) -> tuple[float, float]:
    """Move the mouse over the tower, from its middle outwards, until a place is named that is described so."""
    box = page.locator("canvas").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    steps = [(x, y) for x in range(-6, 7) for y in range(-3, 7)]
    for x, y in sorted(steps, key=lambda step: step[0] ** 2 + step[1] ** 2):
        at = middle[0] + box["height"] / 24 * x, middle[1] + box["height"] / 24 * y
        page.mouse.move(*at)
        page.evaluate("new Promise(requestAnimationFrame)")
        if any(text in named for named in page.locator(".place").all_inner_texts()):
            return at
    raise AssertionError(f"no place is called {text}")


def test_a_place_behind_the_tower_is_found_and_chosen_and_the_tower_turns_to_it(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    page.set_viewport_size(SMALL)
    ann.open_table("turris", [ME, ME], options={"first": "white"})
    assert wait_for_turn(page)
    wait_for_tower(page)
    before = page.locator("[data-turn]").get_attribute("data-turn")
    assert before
    # Walls along the south and the west, two levels high; the camera looks at their outer corner.
    play_from_list(page, *(f"standing on {column}," for column in ("a1", "b1", "c1", "a2", "a3")))
    tower = page.locator("[data-turn]")
    wait_for_frame(page)
    expect(tower).to_have_attribute("data-turn", before)  # it has turned to moves of the list, and back again
    at = find_by_hovering(page, "Lying on c2 and c3, level 1")
    expect(tower).to_have_attribute("data-turn", before)  # what is only under the pointer does not turn away from it
    page.mouse.click(*at)
    expect(page.locator(".acts .primary")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Lying on c2 and c3")).to_have_count(1)
    expect(page.locator(f"[data-turn]:not([data-turn='{before}'])")).to_be_visible()
    ply = page.locator(".bar").get_attribute("data-ply")
    page.locator(".acts .primary").click()
    expect(page.locator(f".bar:not([data-ply='{ply}'])")).to_be_visible()


def test_the_first_move_is_an_open_plan_and_not_a_red_ring(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    page.set_viewport_size(SMALL)
    ann.open_table("turris", [ME, ME], options={"first": "white"})
    assert wait_for_turn(page)
    wait_for_tower(page)
    expect(page.get_by_text("Every tinted square is open")).to_be_visible()
    quiet = measure_red(page)
    page.mouse.click(*find_by_hovering(page, "level 1"))
    expect(page.locator(".acts .primary")).to_be_visible()
    page.locator(".acts .primary").click()
    expect(page.locator(".seats li").nth(1)).to_have_attribute("aria-current", "true")
    page.mouse.move(0, 0)
    page.wait_for_function("document.querySelector('.place') === null")
    assert quiet < measure_red(page) / 4


def test_the_points_of_each_view_are_shown_before_anything_is_built(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    ann.open_table("turris", [ME, ME], options={"first": "white"})
    assert wait_for_turn(page)
    values, changes = page.locator(".views .value"), page.locator(".views .change")
    page.keyboard.press("n")
    expect(page.locator(".place")).to_have_text("Lying on a1 and b1, level 1")
    # White and black, view by view: south, east, north, west, roof, and their sums.
    assert changes.all_inner_texts() == ["+2", "", "+1", "", "+2", "", "+1", "", "+2", "", "+8", ""]
    assert values.all_inner_texts() == ["2", "0", "1", "0", "2", "0", "1", "0", "2", "0", "8", "0"]
    expect(page.get_by_role("img", name="South: white 2, black 0")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="white 8 (+8), black 0")).to_have_count(1)
    assert page.locator(".seats .note").first.inner_text().startswith("20")  # nothing is built yet
    page.keyboard.press("Escape")
    assert values.all_inner_texts() == ["0"] * 12
    play_from_list(page, "lying on a1 and b1")
    assert values.all_inner_texts()[-2:] == ["8", "0"]
    # Black standing on a2 would hide half of what white shows to the north.
    page.get_by_role("tab", name="Moves", exact=True).click()
    page.locator("[role=tabpanel] li button").filter(has_text="standing on a2").hover()
    expect(changes.nth(4)).to_have_text("−1")
    expect(changes.nth(5)).to_have_text("+2")


def test_seats_wear_their_wood_wherever_they_are_shown(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    page.goto("/new/turris")
    expect(page.locator("form [data-wood]")).to_have_count(2)
    ann.open_table("turris", [ME, OPEN])
    expect(page.locator("main ol [data-wood]")).to_have_count(2)
    expect(page.locator("main ol li").first).to_contain_text("white:")
    page.goto("/")
    expect(page.locator(".marks [data-wood=light]").first).to_be_visible()
    ann.open_table("turris", [ME, BOT], options={"first": "white"})
    assert wait_for_turn(page)
    expect(page.locator(".seats [data-wood]")).to_have_count(2)
    play_from_list(page, "lying on a1 and b1")
    page.get_by_role("tab", name="Log", exact=True).click()
    expect(page.locator("[role=tabpanel] [data-wood=light]").first).to_be_visible()
    expect(page.locator("[role=tabpanel] [data-wood=dark]").first).to_be_visible()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("textbox", name="Say something").fill("A fine tower.")
    page.keyboard.press("Enter")
    expect(page.locator("[role=tabpanel] li [data-wood=light]")).to_be_visible()
    expect(page.locator("[class^=seat-]")).to_have_count(0)  # none of the eight colours anywhere


def test_the_end_shows_the_winner_and_marks_who_has_more_in_each_view(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    page = ann.page
    ann.open_table("turris", [BOT, BOT])
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#end ~ ol [data-wood]")).to_have_count(2)
    final = page.locator("#end ~ .game .views")
    expect(final.locator("figure")).to_have_count(5)
    for view in final.locator("figure").all():
        light, dark = (int(text) for text in view.locator(".value").all_inner_texts())
        assert view.locator(".value.light.ahead").count() == (light >= dark)
        assert view.locator(".value.dark.ahead").count() == (dark >= light)
        assert view.locator(".best").count() == (2 if light == dark else 1)
