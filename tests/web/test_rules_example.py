"""The example in the rules, step by step: by mouse and keyboard, in every language and width, also at a table."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser_harness import NewUser
from tests.web.layout import LANGUAGES, NARROW, SMALL_DESK, find_cut_texts, resize, scrolls, speak

STEPS = 10


def find_example(page: Page) -> Locator:
    """Give the figure of the example."""
    return page.locator("figure", has=page.get_by_role("slider"))


def expect_step(example: Locator, step: int) -> None:
    """The step is shown: its number, and a tile for each of the turns so far."""
    expect(example).to_contain_text(f"{step}/{STEPS}")
    expect(example.locator("rect.card")).to_have_count(step - 1)
    expect(example.locator("rect.laid")).to_have_count(min(step - 1, 1))


def test_the_example_is_stepped_through_by_mouse_and_by_keyboard(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/rules/tsuro")
    example = find_example(page)
    expect_step(example, 1)
    expect(example.get_by_role("button").first).to_be_disabled()
    captions = {example.locator("p").inner_text()}
    for step in range(2, STEPS + 1):
        example.get_by_role("button").last.click()
        expect_step(example, step)
        captions.add(example.locator("p").inner_text())
    assert len(captions) == STEPS
    expect(example.locator("p")).to_contain_text("player 1 is out")
    expect(example.locator("path.cross")).to_have_count(1)
    expect(example.get_by_role("button").last).to_be_disabled()
    slider = example.get_by_role("slider")
    slider.press("Home")
    expect_step(example, 1)
    slider.press("ArrowRight")
    expect_step(example, 2)
    slider.press("End")
    expect_step(example, STEPS)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_language_tells_the_example_on_every_width(new_user: NewUser, dark: bool) -> None:
    page = new_user(dark=dark).page
    page.goto("/rules/tsuro")
    told = set()
    for language in LANGUAGES:
        speak(page, language)
        page.reload()  # so that what is read is not the language before
        for size in (NARROW, SMALL_DESK):
            resize(page, size)
            example = find_example(page)
            example.get_by_role("slider").press("End")
            expect_step(example, STEPS)
            assert not find_cut_texts(example.locator("p"))
            assert not scrolls(page)[0]
        told.add(example.locator("p").inner_text())
    assert len(told) == len(LANGUAGES)


def test_the_example_is_in_the_rules_of_the_table_and_its_keys_do_not_look_back(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("tsuro", [{"kind": "me"}, {"kind": "bot", "level": "random"}], options={"players": "2"})
    ann.page.get_by_role("button", name="Rules").click()
    example = find_example(ann.page)
    example.get_by_role("slider").press("ArrowRight")
    expect_step(example, 2)
    expect(ann.page.get_by_role("dialog")).to_be_visible()


def test_kosmos_has_no_example(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/rules/tsuro?edition=kosmos")
    expect(page.locator("figure").first).to_be_visible()
    expect(page.get_by_role("slider")).to_have_count(0)
