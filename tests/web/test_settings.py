"""The settings page: what is chosen there is done at once and remembered, and what is deleted is gone."""

from playwright.sync_api import Page, expect

from tests.web.browser_harness import NewUser

ME = {"kind": "me"}
BOT = {"kind": "bot", "level": "random"}


def open_settings(page: Page) -> None:
    """Go to the settings as a player would, by the header."""
    page.goto("/")
    page.get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()


def read_preferences(page: Page) -> dict[str, object]:
    stored: dict[str, object] = page.evaluate("JSON.parse(localStorage.getItem('ludotheque.preferences'))")
    return stored


def test_look_and_pace_are_chosen_and_remembered(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    open_settings(page)
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "light")
    page.get_by_role("group", name="Colours").get_by_role("radio", name="Dark").check()
    expect(html).to_have_css("color-scheme", "dark")
    expect(html).to_have_css("background-color", "rgb(28, 24, 20)")
    expect(html).to_have_attribute("data-motion", "reduced")
    page.get_by_role("group", name="Motion").get_by_role("radio", name="Full").check()
    expect(html).to_have_attribute("data-motion", "full")
    page.get_by_role("group", name="Pace of the bots").get_by_role("radio", name="Quick").check()
    page.get_by_role("switch", name="Sounds").check()
    assert read_preferences(page)["pace"] == "quick"
    assert page.evaluate("localStorage.getItem('ludotheque.sound')") == "on"
    page.get_by_role("group", name="Language").get_by_role("radio", name="Deutsch").check()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()

    # The theme is there before any code of the client has run: it cannot even be loaded.
    page.route("**/assets/*.js", lambda route: route.abort())
    page.reload()
    expect(html).to_have_css("color-scheme", "dark")
    expect(page.locator("meta[name=theme-color]").first).to_have_attribute("content", "#1c1814")
    assert all("ERR_FAILED" in error for error in ann.console_errors)
    ann.console_errors.clear()
    page.unroute("**/assets/*.js")
    page.reload()
    page.get_by_role("group", name="Farben").get_by_role("radio", name="Wie das Gerät").check()
    expect(html).to_have_css("color-scheme", "light")
    page.emulate_media(color_scheme="dark")
    expect(html).to_have_css("color-scheme", "dark")


def test_a_name_is_changed_on_the_settings_page(new_user: NewUser) -> None:
    page = new_user(phone=True).page
    page.goto("/")
    page.locator("button.me").click()  # on a phone the player's menu leads there
    page.get_by_role("link", name="All settings").click()
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Saved")).to_be_visible()
    expect(page.locator("button.me")).to_have_text("Ann")


def test_a_token_is_shown_once_works_and_is_revoked(new_user: NewUser) -> None:
    ann, program = new_user(), new_user()
    page = ann.page
    open_settings(page)
    page.get_by_role("textbox", name="What is it for?").fill("My bot")
    page.get_by_role("button", name="Make a token").click()
    secret = page.get_by_role("textbox", name="New token").input_value()
    tokens = page.get_by_role("list", name="Tokens for bots").get_by_role("listitem")
    expect(tokens).to_have_count(1)

    def ask() -> int:
        answer = program.context.request.get("/api/me", headers={"authorization": f"Bearer {secret}"})
        return answer.status

    assert ask() == 200
    page.reload()
    expect(tokens).to_contain_text("My bot")
    expect(page.get_by_role("textbox", name="New token")).to_have_count(0)
    page.get_by_role("button", name="Revoke: My bot").click()
    expect(tokens).to_have_count(0)
    assert ask() == 401


def test_everything_about_a_player_is_deleted_and_no_cookie_is_left(new_user: NewUser) -> None:
    ann, ben = new_user(), new_user()
    page = ann.page
    alone = ann.open_table("turris", [ME, BOT])
    shared = ann.open_table("tsuro", [ME, {"kind": "open"}], options={"players": "2"})
    ben.page.goto(f"/table/{shared}")
    ben.page.get_by_role("button", name="Sit here").click()
    expect(ben.page.get_by_text("The host starts the game")).to_be_visible()
    other_tab = ann.context.new_page()
    other_tab.goto(f"/table/{alone}")
    expect(other_tab.locator(".bar")).to_be_visible()

    open_settings(page)
    page.get_by_role("button", name="Delete everything about me").click()
    question = page.get_by_role("group", name="This cannot be undone")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    page.get_by_role("button", name="Delete everything about me").click()
    question.get_by_role("button", name="Delete for ever").click()
    for tab in (page, other_tab):
        expect(tab.get_by_role("heading", name="Everything is deleted")).to_be_visible()
    assert ann.context.cookies() == []
    assert page.evaluate("localStorage.length") == 0
    assert ann.context.request.get(f"/api/tables/{alone}").status == 404
    expect(ben.page.get_by_role("button", name="Fill with bots and start")).to_be_visible()  # Ben is the host now
    page.get_by_role("link", name="Start anew").click()
    expect(page.locator("button.me")).to_be_visible()
