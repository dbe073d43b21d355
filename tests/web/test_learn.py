"""Learning a game by doing: lessons on the real board, by pointer, keys and list, on a desk and on a phone."""

import json
import re
import time

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import ludotheque
from ludotheque.core.teaching.lessons import HasLessons
from tests.patience import PATIENCE
from tests.web.actions import click_or_tap, wait_for_turn
from tests.web.browser_harness import NewUser
from tests.web.layout import LANGUAGES, NARROW, SMALL_DESK, find_cut_texts, resize, scrolls, speak
from tests.web.test_access import assert_accessible

OFFER = {"en": "New here?", "fr": "Première visite", "it": "Sei qui per la prima volta?", "de": "Neu hier?"}
WRONG = {"en": "Not quite", "fr": "Pas tout à fait", "it": "Non proprio", "de": "Nicht ganz"}
FILLED = {
    "en": "A block has filled the middle",
    "fr": "Un bloc a rempli le centre",
    "it": "Un blocco ha riempito il centro",
    "de": "Ein Block hat die Mitte gefüllt",
}


def lay(page: Page, tile: int, turns: int = 0, *, touch: bool = False) -> None:
    """Pick a tile of the hand, turn it and place it."""
    card = page.locator(f"[data-tile='{tile}']")
    for _ in range(turns + 1):
        click_or_tap(card, touch=touch)
    click_or_tap(page.locator(".ghost rect.rim"), touch=touch)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_lesson_is_gone_through_on_the_board(new_user: NewUser, *, phone: bool) -> None:
    ann = new_user(phone=phone, dark=phone)
    page = ann.page
    page.goto("/learn/tsuro")
    assert_accessible(page, "the lessons")
    page.get_by_role("link", name="Begin", exact=True).click()
    words = page.get_by_role("region", name="Task")
    expect(words).to_contain_text("Lay your path")
    expect(words).to_contain_text("straight on, to b4")
    lay(page, 14, touch=phone)
    expect(words).to_contain_text("Not quite")
    expect(words).to_contain_text("up to a5 or down to a3")
    expect(page.locator(".ghost")).to_be_visible()
    assert_accessible(page, "a wrong answer")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    lay(page, 6, touch=phone)
    expect(words).to_contain_text("Right!")
    expect(words).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.keyboard.press("Enter")
    expect(words).to_contain_text("Ada, in blue, has played")
    expect(words).to_be_in_viewport(ratio=1)
    lay(page, 33, 1, touch=phone)
    page.get_by_role("button", name="Go on").click()
    expect(words).to_contain_text("Well done!")
    page.get_by_role("link", name="Next: Others move, too").click()
    expect(words).to_contain_text("side by side in front of a6")
    assert_accessible(page, "a task")
    page.goto("/learn/tsuro")
    expect(page.locator("li.done")).to_have_count(1)
    expect(page.get_by_role("link", name="Continue")).to_have_attribute("href", "/learn/tsuro/others")
    assert ann.console_errors == []


def test_a_lesson_is_gone_through_by_keys_and_by_the_list(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/learn/tsuro/path")
    words, news = page.get_by_role("region", name="Task"), page.get_by_role("log")
    expect(news).to_contain_text("Lay a tile that takes you straight on")
    for key in "1", "r", "Enter":
        page.keyboard.press(key)
    expect(words).to_contain_text("Not quite")
    expect(news).to_contain_text("Not quite This one takes you up")
    page.get_by_role("button", name="Show me").click()
    expect(words).to_contain_text("Right!")
    expect(news).to_contain_text("Right! You lay tile 6 on a4.")
    page.keyboard.press("Enter")
    expect(words).to_contain_text("b4 lies in front of you")
    page.get_by_role("button", name="One step back").click()
    expect(words).to_contain_text("straight on, to b4")
    page.get_by_text("Moves", exact=True).click()
    page.get_by_role("button", name="Tile 6: leads to b4").press("Enter")
    expect(words).to_contain_text("Right!")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_lesson_of_tao_is_gone_through_on_the_board(new_user: NewUser, *, phone: bool) -> None:
    ann = new_user(phone=phone, dark=phone)
    page = ann.page
    page.goto("/learn/tao/walk")
    words = page.get_by_role("region", name="Task")
    expect(words).to_contain_text("Walk to Water 4")
    for seat, said in (1, "In front of Ada, the 4 points would be hers."), (0, "You have 4 points in Water."):
        click_or_tap(page.locator("g.place.open").nth(1), touch=phone)
        click_or_tap(page.locator("button.give").nth(seat), touch=phone)
        expect(words).to_contain_text(said)
    assert_accessible(page, "a task of Tao")
    page.get_by_role("button", name="Go on").click()
    expect(words).to_contain_text("Pay her back")
    click_or_tap(page.get_by_role("region", name="Your hand").locator("button").nth(1), touch=phone)
    click_or_tap(page.locator("button.give").nth(1), touch=phone)
    expect(words).to_contain_text("Ada is at −1 now.")
    assert not scrolls(page)[0]
    assert ann.console_errors == []


def test_a_lesson_of_tao_is_gone_through_by_keys(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/learn/tao/places")
    words, news = page.get_by_role("region", name="Task"), page.get_by_role("log")
    expect(news).to_contain_text("Walk to Water 4 and put it in front of yourself.")
    for card, said in ("1", "That is another card."), ("3", "It was the third card from the marker"):
        page.keyboard.press(card)
        expect(page.locator("button.give").first).to_be_visible()
        page.keyboard.press("1")
        expect(words).to_contain_text(said)
        expect(news).to_contain_text(said)
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(words).to_contain_text("Well done!")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_lesson_of_turris_is_gone_through_on_the_plan(new_user: NewUser, *, phone: bool) -> None:
    ann = new_user(phone=phone, dark=phone, plan=True)
    page = ann.page
    page.goto("/learn/turris/area")
    words = page.get_by_role("region", name="Task")
    expect(words).to_contain_text("your connected area has 3 squares")
    for column, said in ("b2", "That makes 4"), ("b1", "5 squares."):
        target = page.locator(f"g.target[aria-label*='standing on {column}']")
        click_or_tap(target, touch=phone)
        expect(page.locator(".ghost").first).to_be_visible()
        click_or_tap(target, touch=phone)
        expect(words).to_contain_text(said)
    assert_accessible(page, "a task of Turris")
    assert not scrolls(page)[0]
    assert ann.console_errors == []


def test_a_lesson_of_turris_is_gone_through_by_keys(new_user: NewUser) -> None:
    page = new_user(plan=True).page
    page.goto("/learn/turris/lie")
    words, news = page.get_by_role("region", name="Task"), page.get_by_role("log")
    expect(news).to_contain_text("Lay a block on the second level.")
    choose_by_keys(page, "level 1")
    page.keyboard.press("Enter")
    expect(words).to_contain_text("That one touches the ground")
    choose_by_keys(page, "level 2")
    page.keyboard.press("Enter")
    expect(news).to_contain_text("It rests on your block and on Ada’s.")
    page.keyboard.press("Enter")
    expect(words).to_contain_text("Well done!")


def choose_by_keys(page: Page, text: str) -> None:
    """Step through the places for a lying block until one is read out with this text."""
    news = page.get_by_role("log")
    for _ in range(30):
        page.keyboard.press("n")
        if text in news.inner_text().strip().splitlines()[-1]:
            return
    raise AssertionError(f"no place is on {text}")


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
def test_every_language_tells_the_lessons_in_place(new_user: NewUser, game: str) -> None:
    page = new_user(plan=True).page
    rules = ludotheque.make(game)
    assert isinstance(rules, HasLessons)
    first, *others = rules.lessons()
    page.goto(f"/learn/{game}")
    for language in LANGUAGES:
        speak(page, language)
        titles = [f"{number}. {lesson.title[language]}" for number, lesson in enumerate([first, *others], start=1)]
        expect(page.locator("ol .title")).to_have_text(titles)
        for size in (NARROW, SMALL_DESK):
            resize(page, size)
            assert not find_cut_texts(page.locator("ol .title, ol .note, main .button"))
            assert not scrolls(page)[0]
    page.goto(f"/learn/{game}/{first.id}")
    exercise = first.load()
    node, question = next(exercise.questions())
    moves = rules.legal_moves(node.state)
    page.locator(".more summary").first.click()
    wrong = next(number for number, move in enumerate(moves) if not exercise.judge(node, move).is_right)
    page.locator(".more li button").nth(wrong).click()
    said = exercise.judge(node, moves[wrong]).words
    assert said
    words = page.locator(".words")
    for language in LANGUAGES:
        speak(page, language)
        expect(words.locator("h2")).to_have_text(f"1. {first.title[language]}")
        expect(words.locator(".question")).to_have_text(question.words[language])
        expect(words.locator(".verdict")).to_have_text(f"{WRONG[language]} {said[language]}")
        for size in (NARROW, SMALL_DESK):
            resize(page, size)
            assert not find_cut_texts(words.locator("p, .button"))
            assert not scrolls(page)[0]


def test_a_language_is_chosen_during_a_lesson(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/learn/tsuro/path")
    page.get_by_role("combobox").select_option("de")
    expect(page.locator(".words")).to_contain_text("Leg deinen Weg")


def test_an_edition_has_lessons_of_its_own(new_user: NewUser) -> None:
    page = new_user().page
    page.goto("/learn/tsuro")
    expect(page.get_by_role("link", name="The dragon")).to_be_visible()
    page.get_by_role("radio", name="Kosmos").check()
    expect(page.get_by_role("link", name="Two players, four markers")).to_be_visible()
    expect(page.get_by_role("link", name="The dragon")).to_have_count(0)
    page.get_by_role("link", name="Two ways to set out").click()
    expect(page.get_by_role("region", name="Task")).to_contain_text("left side of a4")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_first_game_explains_what_happens_for_the_first_time(new_user: NewUser, *, phone: bool) -> None:
    ann = new_user(plan=True, phone=phone)
    page = ann.page
    page.goto("/")
    offer = page.get_by_role("region", name="New here?")
    expect(offer.get_by_role("link", name="Turris")).to_have_attribute("href", "/learn/turris")
    assert_accessible(page, "the offer")
    for language, title in reversed(OFFER.items()):
        speak(page, language)
        expect(page.locator("#learn-offer")).to_contain_text(title)
        assert not scrolls(page)[0], language
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = ann.request_table("turris", seats, options={"first": "white"})
    page.goto(f"/table/{table}?remarks")
    page.get_by_role("tab", name="Moves").click()
    moves = page.get_by_role("tabpanel").get_by_role("button")
    moves.filter(has_text="a1").filter(has_text="b1").first.click()
    assert wait_for_turn(page)
    remark = page.get_by_role("main").get_by_text("A block has filled the middle")
    if remark.count() == 0:  # unless the bot has filled it: b1 is beside it
        moves.filter(has_text="b2").first.click()
    expect(remark).to_be_visible()
    assert_accessible(page, "a remark")
    for language, text in reversed(FILLED.items()):
        speak(page, language)
        told = page.get_by_role("main").locator("p", has_text=text)
        expect(told).to_be_visible()
        assert not find_cut_texts(told.locator("span, button"))
        assert not scrolls(page)[0], language
    page.get_by_role("button", name="Fine").click()
    expect(remark).to_have_count(0)
    page.goto("/")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(offer).to_have_count(0)
    assert ann.console_errors == []


def test_a_weak_move_in_the_first_game_is_remarked_on_and_can_be_taken_back(new_user: NewUser) -> None:
    """What a bot thinks of moves is not the same every time, so its opinion is given here; all else is the server's."""
    ann = new_user(plan=True)
    page = ann.page
    opinions: list[str] = []

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["type"] == "hint":
                ranked = sorted(message["moves"], key=lambda move: str(move["move"]))
                message["moves"] = [{**move, "value": 0.9 if move is ranked[0] else 0.1} for move in ranked]
                opinions.append(ranked[0]["move"])
            socket.send(json.dumps(message))

        server.on_message(hear)

    page.route_web_socket(re.compile("/socket"), relay)
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = ann.request_table("turris", seats, options={"first": "white"}, hints=True)
    page.goto(f"/table/{table}?remarks")
    assert wait_for_turn(page)
    page.get_by_role("tab", name="Moves").click()
    moves = page.get_by_role("tabpanel").get_by_role("button")
    expect(moves.first).to_be_visible()
    gives_up_at = time.monotonic() + PATIENCE
    while not opinions and time.monotonic() < gives_up_at:
        page.wait_for_timeout(20)
    assert opinions
    remark = page.get_by_role("main").get_by_text("A bot would rather have played")
    moves.last.click()
    expect(remark).to_be_visible()
    assert_accessible(page, "a remark on a weak move")
    said = page.get_by_role("main").locator("p", has_text="A bot would rather have played")
    said.get_by_role("button", name="Take back").click()
    expect(remark).to_have_count(0)
    expect(page.locator(".bar.mine[data-ply='0']")).to_be_visible()
    assert ann.console_errors == []
