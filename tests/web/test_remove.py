"""A host removes people from a table, in real browsers: what the host does, and what they see who are removed."""

from playwright.sync_api import Page, expect

from tests.web.browser_harness import BrowserUser, NewUser

ME = {"kind": "me"}
OPEN = {"kind": "open"}


def make_users(new_user: NewUser, *names: str) -> list[BrowserUser]:
    """Make users with names of their own: two guests may have the same number."""
    users = [new_user(plan=True) for _name in names]
    for user, name in zip(users, names, strict=True):
        user.page.goto("/")
        expect(user.page.locator("button.me")).to_be_visible()
        assert user.context.request.patch("/api/me", data={"name": name}).ok
    return users


def remove(page: Page, name: str, way: str) -> None:
    """As the host, remove somebody: the button beside their name, then the dialog."""
    page.get_by_role("button", name=f"Remove {name}").first.click()
    page.get_by_role("dialog", name=f"Remove {name}?").get_by_role("button", name=way, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def see_removed(user: BrowserUser) -> None:
    """See the page of somebody who was removed for good. The browser has noted that the server refused them."""
    expect(user.page.get_by_role("heading", name="You have been removed")).to_be_visible()
    expect(user.page.get_by_role("alert")).to_contain_text("The host has removed you from this table.")
    user.console_errors = [error for error in user.console_errors if "403" not in error]


def test_a_host_removes_a_player_from_the_waiting_room_and_lets_them_back_in(new_user: NewUser) -> None:
    name = "Ben"
    ann, ben = make_users(new_user, "Ann", name)
    table = ann.open_table("tsuro", [ME, OPEN, OPEN], options={"players": "3"})
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").first.click()
    expect(ben.page.get_by_role("button", name="Leave the table")).to_be_visible()
    assert ben.page.get_by_role("button", name="Remove").count() == 0

    remove(ann.page, name, "Remove")
    expect(ben.page.get_by_role("alert")).to_contain_text("You no longer have a seat here")
    assert ann.page.get_by_role("button", name="Let back in").count() == 0
    ben.page.get_by_role("button", name="Sit here").first.click()
    expect(ben.page.get_by_role("alert")).to_have_count(0)

    remove(ann.page, name, "Remove and keep out")
    see_removed(ben)
    ben.page.reload()
    see_removed(ben)
    expect(ann.page.get_by_text(f"{name} is kept out.")).to_be_visible()
    ann.page.get_by_role("button", name="Let back in").click()
    expect(ann.page.get_by_text(f"{name} is kept out.")).to_have_count(0)
    ben.page.reload()
    ben.page.get_by_role("button", name="Sit here").first.click()
    expect(ann.page.get_by_role("button", name=f"Remove {name}")).to_be_visible()


def test_a_host_removes_a_player_and_somebody_who_talks_during_a_game(new_user: NewUser) -> None:
    ann, ben, eve = make_users(new_user, "Ann", "Ben", "Eve")
    table = ann.open_table("turris", [ME, OPEN])
    ben.page.goto(f"/table/{table}")
    ben.page.get_by_role("button", name="Sit here").click()
    expect(ben.page.get_by_role("button", name="Leave the table")).to_be_visible()
    eve.page.goto(f"/table/{table}")
    ann.page.get_by_role("button", name="Start the game").click()

    eve.page.get_by_role("tab", name="Chat", exact=True).click()
    eve.page.get_by_label("Say something").fill("What a blunder!")
    eve.page.get_by_role("button", name="Send").click()
    ann.page.get_by_role("tab", name="Chat", exact=True).click()
    expect(ann.page.get_by_text("What a blunder!")).to_be_visible()
    remove(ann.page, "Eve", "Remove and keep out")
    see_removed(eve)

    assert ben.page.get_by_role("button", name="Remove").count() == 0
    remove(ann.page, "Ben", "Remove")
    expect(ann.page.get_by_text("a bot plays on")).to_be_visible()
    ben.page.get_by_role("button", name="Take my seat back").click()
    expect(ann.page.get_by_text("a bot plays on")).to_have_count(0)
    remove(ann.page, "Ben", "Remove and keep out")
    see_removed(ben)
    expect(ann.page.get_by_text("a bot plays on")).to_be_visible()
