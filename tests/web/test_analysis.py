"""The analysis board: opened from a game, a file or a text; every move by hand; a tree, a search, and an export."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core import registry
from ludotheque.core.fairness import SeededDealer
from ludotheque.core.game import CHANCE
from ludotheque.core.match import Match
from ludotheque.core.records.record import Record, parse_record
from ludotheque.core.records.verify import make_record, verify
from tests.web.browser_harness import NewUser
from tests.web.layout import LANGUAGES, NARROW, SMALL_DESK, resize, speak
from tests.web.test_access import assert_accessible
from tests.web.test_try_again import STRAIGHT, give_up, step_back

GAMES = ("tsuro", "tao", "turris")
DECIDES = {"en": "{} decides.", "fr": "{} décide.", "it": "Decide {}.", "de": "{} entscheidet."}


def record_game(game_id: str) -> Record:
    """Play a whole game at random, always the same, and record it."""
    game = registry.make(game_id)
    match, rng = Match(game, SeededDealer(bytes(32))), Random(1)
    while match.outcome is None:
        match.play(rng.choice(match.legal_moves))
    return make_record(match, ["Anna", "Ben", "Clara", "Dario"][: game.seats])


def open_record(page: Page, record: Record) -> None:
    page.goto("/analysis")
    page.get_by_label("Text of the record").fill(record.format())
    page.get_by_role("button", name="Open the game").click()
    expect(page.locator(".analysis[data-ply='0']")).to_be_visible()


def go_to(page: Page, ply: int) -> None:
    """Go to a position of the main line before anything else was tried."""
    page.get_by_role("navigation", name="Moves and variations").get_by_role("button").nth(ply).click()
    expect(page.locator(f".analysis[data-ply='{ply}']")).to_be_visible()


def find_decision(record: Record, after: int = 20) -> int:
    """Find a ply of a record after which a player decides."""
    return next(number for number, ply in enumerate(record.plies) if number >= after and ply.actor is not CHANCE)


def play_other(page: Page, played: str) -> None:
    """Play the first move of the list that is not the one that was played."""
    moves = page.locator("details").filter(has_text=re.compile("^Moves"))
    if moves.get_attribute("open") is None:
        moves.locator("summary").click()
    ply = int(page.locator(".analysis").get_attribute("data-ply") or 0)
    buttons = moves.get_by_role("listitem").get_by_role("button")
    expect(buttons.first).to_be_visible()
    for number in range(buttons.count()):
        before = page.locator(".analysis .variation").count()
        buttons.nth(number).click()
        expect(page.locator(f".analysis[data-ply='{ply + 1}']")).to_be_visible()
        current = page.locator("[aria-current=step]")
        if not (current.get_attribute("aria-label") or "").endswith(f": {played}"):
            expect(page.locator(".analysis .variation")).to_have_count(before + 1)
            return
        page.get_by_role("button", name="One move back").click()
        expect(page.locator(f".analysis[data-ply='{ply}']")).to_be_visible()


@pytest.mark.parametrize(("game", "phone"), [("tsuro", True), ("tao", False), ("turris", True)])
def test_a_record_is_opened_explored_by_hand_and_saved_with_its_variations(
    new_user: NewUser, tmp_path: Path, game: str, *, phone: bool
) -> None:
    page = new_user(plan=True, phone=phone).page
    record = record_game(game)
    open_record(page, record)
    ply = find_decision(record)
    go_to(page, ply)
    expect(page.locator(".status")).to_contain_text("decides.")
    play_other(page, record.plies[ply].move)
    for _ in range(3):  # what follows, draws included
        if page.get_by_role("button", name="Let chance draw").count() == 0:
            break
        before = page.locator(".analysis").get_attribute("data-ply")
        page.get_by_role("button", name="Let chance draw").click()
        expect(page.locator(f".analysis:not([data-ply='{before}'])")).to_be_visible()
    page.get_by_label("Note on this position").fill("Another way.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as .ludo").click()
    download.value.save_as(tmp_path / "x.ludo")
    text = (tmp_path / "x.ludo").read_text(encoding="utf-8")
    assert text.startswith(record.format().rstrip("\n"))
    proof = verify(parse_record(text))
    assert proof.is_fair
    assert proof.tree.branches() == ["v1"]
    assert "en: Another way." in text

    # The file is opened again, with what was found.
    page.get_by_role("button", name="Open something else").click()
    page.get_by_label("Choose a file").set_input_files(tmp_path / "x.ludo")
    expect(page.locator(".analysis .variation")).to_have_count(1)


@pytest.mark.parametrize(("game", "chance"), [("tsuro", "fair"), ("tao", "fast"), ("turris", "fair")])
def test_an_episode_of_an_environment_is_opened_as_a_file(
    new_user: NewUser, tmp_path: Path, game: str, chance: Any
) -> None:
    pytest.importorskip("numba")
    from ludotheque.envs import aec_env  # noqa: PLC0415 - it needs an extra

    env = aec_env(game, chance=chance)
    env.reset(seed=5)
    while not any(env.terminations.values()):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    record = env.episode.make_record(["policy", *["random"] * (len(env.agents) - 1)])
    (tmp_path / "episode.ludo").write_text(record.format(), encoding="utf-8")
    page = new_user(plan=True).page
    page.goto("/analysis")
    page.get_by_label("Choose a file").set_input_files(tmp_path / "episode.ludo")
    expect(page.locator(".analysis[data-ply='0']")).to_be_visible()
    go_to(page, find_decision(record))
    expect(page.locator(".status")).to_contain_text("decides.")
    go_to(page, len(record.plies))


def test_a_tree_is_walked_by_keyboard(new_user: NewUser) -> None:
    page = new_user(plan=True).page
    record = record_game("turris")
    open_record(page, record)
    ply = find_decision(record, 5)
    go_to(page, ply)
    play_other(page, record.plies[ply].move)
    variation = page.locator(".analysis").get_attribute("data-node")
    page.locator("h1").click()

    def press(key: str, ply: int) -> str:
        page.keyboard.press(key)
        expect(page.locator(f".analysis[data-ply='{ply}']")).to_be_visible()
        return page.locator(".analysis").get_attribute("data-node") or ""

    page.keyboard.press("ArrowUp")  # the move that was played instead
    expect(page.locator(f".analysis:not([data-node='{variation}'])")).to_be_visible()
    expect(page.locator("[aria-current=step]")).to_have_attribute(
        "aria-label", re.compile(re.escape(record.plies[ply].move) + "$")
    )
    page.keyboard.press("ArrowDown")
    expect(page.locator(f".analysis[data-node='{variation}']")).to_be_visible()
    press(",", ply)
    press("Home", 0)
    press(".", 1)
    press("ArrowRight", 2)
    press("End", len(record.plies))
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(f".analysis[data-ply='{len(record.plies) - 1}']")).to_be_visible()
    # What was added by hand can be deleted, what was recorded cannot.
    expect(page.get_by_role("button", name="Delete from here on")).to_have_count(0)
    page.locator(".variation").get_by_role("button").click()
    page.get_by_role("button", name="Delete from here on").click()
    expect(page.locator(".variation")).to_have_count(0)


def test_a_search_ranks_the_moves_beside_the_board(new_user: NewUser) -> None:
    page = new_user(plan=True).page
    record = record_game("turris")
    open_record(page, record)
    go_to(page, find_decision(record, len(record.plies) - 8))
    page.get_by_role("switch", name="Search").check(force=True)
    ranked = page.get_by_role("list", name="Moves, the best first").get_by_role("button")
    expect(ranked.first).to_contain_text(re.compile("%|proven"))
    expect(page.get_by_role("list", name="Expected shares of the win")).to_contain_text("%")
    ply = int(page.locator(".analysis").get_attribute("data-ply") or 0)
    ranked.first.click()
    expect(page.locator(f".analysis[data-ply='{ply + 1}']")).to_be_visible()


def test_what_is_proven_is_shown_as_proven(new_user: NewUser) -> None:
    """Kernels are not compiled in these tests, so the answer of a search that has proven everything is played in."""
    page = new_user(plan=True).page
    record = record_game("turris")
    open_record(page, record)

    with page.expect_response("**/api/analysis/position") as response:
        go_to(page, find_decision(record, 4))
    moves = [each["move"] for each in response.value.json()["moves"]][:3]
    rated = [
        {"move": move, "value": value, "visits": 9, "is_proven": True}
        for move, value in zip(moves, (1, 0.5, 0), strict=True)
    ]
    body = {"shares": [1, 0], "is_proven": True, "moves": rated}
    page.route("**/api/analysis/ranking", lambda route: route.fulfill(json=body))
    page.get_by_role("switch", name="Search").check(force=True)
    ranked = page.get_by_role("list", name="Moves, the best first").get_by_role("listitem")
    for item, words in zip(ranked.all(), ("proven win", "proven: 50%", "proven loss"), strict=False):
        expect(item).to_contain_text(words)
    expect(page.get_by_role("list", name="Expected shares of the win")).to_contain_text("proven")


def test_a_seats_view_shows_what_the_seat_may_know(new_user: NewUser) -> None:
    page = new_user().page
    record = record_game("tsuro")
    open_record(page, record)
    ply = find_decision(record)
    go_to(page, ply)
    actor = record.plies[ply].actor
    assert isinstance(actor, int)
    expect(page.get_by_text("This position as text")).to_be_visible()
    other = (actor + 1) % len(record.seats)
    with page.expect_response("**/api/analysis/position") as response:
        page.get_by_label("Look as").select_option(str(other))
    sent = response.value.json()
    assert (sent["viewer"], sent["moves"], sent["draws"], sent["text"]) == (other, [], [], None)
    expect(page.locator(".status")).to_contain_text(f"{record.seats[actor]} decides, and what they may do is hidden")
    expect(page.get_by_text("This position as text")).to_have_count(0)
    page.get_by_label("Look as").select_option("")
    expect(page.locator(".status")).to_have_text(f"{record.seats[actor]} decides.")


def test_a_finished_game_is_analysed_from_the_position_that_is_looked_at(new_user: NewUser) -> None:
    ann = new_user()
    page = ann.page
    give_up(ann, "tsuro", options=STRAIGHT)
    step_back(page)
    ply = re.sub(".*#", "", page.url)
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(f".analysis[data-ply='{ply}']")).to_be_visible()
    page.reload()
    expect(page.locator(f".analysis[data-ply='{ply}']")).to_be_visible()


def test_a_running_game_is_not_analysed(new_user: NewUser) -> None:
    ann = new_user()
    table = ann.request_table("tsuro", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
    ann.page.goto(f"/analysis?table={table}")
    expect(ann.page.get_by_role("alert")).to_be_visible()
    expect(ann.page.locator(".analysis")).to_have_count(0)
    ann.console_errors.clear()  # the browser reports the refusal, too


def test_what_is_wrong_is_said_beside_the_field(new_user: NewUser) -> None:
    ann = new_user(phone=True)
    page = ann.page
    page.goto("/analysis")
    record = page.get_by_label("Text of the record")
    record.fill(record_game("tsuro").format().replace("Anna", "Anne"))
    page.get_by_role("button", name="Open the game").click()
    expect(record).to_have_attribute("aria-invalid", "true")
    expect(record).to_have_accessible_description("The header was altered: its check does not match.")

    page.get_by_role("radio", name="Turris").check(force=True)
    position = page.get_by_label("Position as text")
    position.fill("nonsense")
    page.get_by_role("button", name="Set up this position").click()
    expect(position).to_have_accessible_description(re.compile("The state should go on with"))
    ann.console_errors.clear()  # the browser reports both refusals, too
    position.fill("")
    page.get_by_role("button", name="Begin at the start").click()
    expect(page.locator(".analysis[data-ply='0']")).to_be_visible()
    page.get_by_role("button", name="Let chance draw").click()
    expect(page.locator(".analysis[data-ply='1']")).to_be_visible()
    page.get_by_text("This position as text").click()
    text = page.locator(".state").inner_text()

    # The text of a position leads back to it.
    page.get_by_role("button", name="Open something else").click()
    page.get_by_role("radio", name="Turris").check(force=True)
    page.get_by_label("Position as text").fill(text)
    page.get_by_role("button", name="Set up this position").click()
    expect(page.locator(".status")).to_contain_text("decides.")


def test_a_record_can_be_dropped_on_the_page(new_user: NewUser) -> None:
    page = new_user(plan=True).page
    page.goto("/analysis")
    expect(page.get_by_label("Text of the record")).to_be_visible()
    drop = """text => {
        const data = new DataTransfer();
        data.items.add(new File([text], "game.ludo"));
        window.dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true, bubbles: true }));
    }"""
    page.evaluate(drop, record_game("turris").format())
    expect(page.locator(".analysis[data-ply='0']")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_accessible_and_fits_in_every_language(new_user: NewUser, game: str) -> None:
    page = new_user(plan=True).page
    page.goto("/analysis")
    expect(page.get_by_label("Position as text")).to_be_visible()
    assert_accessible(page, "opening an analysis")
    record = record_game(game)
    open_record(page, record)
    ply = find_decision(record)
    go_to(page, ply)
    page.get_by_role("switch", name="Search").check(force=True)
    expect(page.get_by_role("list", name="Moves, the best first").get_by_role("button").first).to_be_visible()
    actor = record.plies[ply].actor
    assert isinstance(actor, int)
    for size in (NARROW, SMALL_DESK):
        resize(page, size)
        for language in LANGUAGES:
            speak(page, language)
            expect(page.locator(".status")).to_have_text(DECIDES[language].format(record.seats[actor]))
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], (language, size, width)
        assert_accessible(page, f"the analysis board of {game}")
