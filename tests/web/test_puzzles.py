"""Puzzles in the browser: the list, the one of the day, and solving them on the board, on a desk and on a phone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core.game import CHANCE
from ludotheque.puzzles.collection import find_puzzle, list_puzzles
from ludotheque.puzzles.puzzle import Puzzle
from ludotheque.puzzles.record import load_puzzle
from tests.web.actions import click_or_tap
from tests.web.browser_harness import NewUser
from tests.web.layout import LANGUAGES, NARROW, SMALL_DESK, find_cut_texts, resize, scrolls, speak
from tests.web.test_access import assert_accessible

TITLES = {
    "en": "Puzzle of the day",
    "fr": "Le problème du jour",
    "it": "Il rompicapo del giorno",
    "de": "Rätsel des Tages",
}
WRONG = {"en": "Not quite", "fr": "Pas tout à fait", "it": "Non proprio", "de": "Nicht ganz"}
ASKED = {"en": "Only one of your tiles", "fr": "Une seule de vos", "it": "Solo una delle tue", "de": "Nur eines deiner"}


def pick(game: str, motif: str) -> Puzzle:
    return next(puzzle for puzzle in list_puzzles(game) if puzzle.motif == motif)


def list_moves(puzzle: Puzzle) -> list[str]:
    return [puzzle.game.format_move(puzzle.state, move) for move in puzzle.game.legal_moves(puzzle.state)]


def answer(page: Page, number: int, *, touch: bool = False) -> None:
    """Play a legal move by its number, from the list of moves."""
    moves = page.locator(".more details").first
    if moves.get_attribute("open") is None:
        click_or_tap(moves.locator("summary"), touch=touch)
    click_or_tap(moves.locator("li button").nth(number), touch=touch)


def solve(page: Page, puzzle: Puzzle, *, touch: bool = False) -> None:
    """Answer right, a second time where that is asked, and go on to the end."""
    words = page.get_by_role("region", name="Task")
    answer(page, list_moves(puzzle).index(puzzle.answer), touch=touch)
    expect(words).to_contain_text("Right!")
    solution = puzzle.prove()
    after = puzzle.game.apply(puzzle.state, solution.answer)
    moves: list[Any] = list(puzzle.game.legal_moves(after))
    page.get_by_role("button", name="Go on").click()
    if solution.then and len(solution.then) < len(moves):
        answer(page, moves.index(solution.then[0]), touch=touch)
        page.get_by_role("button", name="Go on").click()
    while page.get_by_role("button", name="Go on").count():
        page.get_by_role("button", name="Go on").click()
    expect(words).to_contain_text("Solved!")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_the_puzzle_of_the_day_is_solved_and_counted(new_user: NewUser, *, phone: bool) -> None:
    ann = new_user(phone=phone, dark=phone, plan=True)
    page = ann.page
    page.goto("/puzzles")
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_visible()
    assert_accessible(page, "the puzzles")
    click_or_tap(page.get_by_role("link", name="Solve it"), touch=phone)
    page.wait_for_url("**/puzzle/*")
    puzzle = find_puzzle(page.url.rpartition("/")[2])
    expect(page.get_by_role("region", name="Task")).to_be_visible()
    assert_accessible(page, "a puzzle")
    solve(page, puzzle, touch=phone)
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    assert_accessible(page, "a solved puzzle")
    click_or_tap(page.get_by_role("link", name="All puzzles"), touch=phone)
    expect(page.get_by_text("✓ Solved")).to_be_visible()
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    page.reload()
    expect(page.get_by_text("✓ Solved")).to_be_visible()
    assert ann.console_errors == []


@pytest.mark.parametrize(
    "puzzle", [pick("tsuro", "stay_in"), pick("tao", "win_stone"), pick("turris", "win")], ids=lambda puzzle: puzzle.id
)
def test_wrong_answers_are_explained_and_the_next_puzzle_follows(new_user: NewUser, puzzle: Puzzle) -> None:
    page = new_user(plan=True).page
    page.goto(f"/puzzle/{puzzle.id}")
    words = page.get_by_role("region", name="Task")
    wrong = next(number for number, move in enumerate(list_moves(puzzle)) if move != puzzle.answer)
    answer(page, wrong)
    expect(words).to_contain_text("Not quite")
    solve(page, puzzle)
    expect(words).to_contain_text("How often bots fail here")
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).not_to_have_url(f"/puzzle/{puzzle.id}")
    expect(words.locator(".question")).to_be_visible()


def has_line(puzzle: Puzzle) -> int:
    """Give the number of a wrong move after which others do something, too."""
    wrong = puzzle.prove().wrong
    moves = list(puzzle.game.legal_moves(puzzle.state))
    return next(number for number, move in enumerate(moves) if move in wrong and wrong[move].line)


def count_decisions(puzzle: Puzzle, number: int) -> int:
    """Count the decisions of the line after a wrong move, the move included; draws are no steps of their own."""
    exercise = load_puzzle(puzzle)
    node = exercise.refute(exercise.tree.root, puzzle.game.legal_moves(puzzle.state)[number])
    count = 0
    while node is not None:
        count += node.ply is not None and node.ply.actor is not CHANCE
        node = node.children[0] if node.children else None
    return count


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(
    "puzzle",
    [pick("tsuro", "survive_two"), pick("tao", "win_stone"), pick("turris", "win")],
    ids=lambda puzzle: puzzle.id,
)
def test_what_refutes_a_wrong_answer_is_played_on_the_board(new_user: NewUser, puzzle: Puzzle, *, phone: bool) -> None:
    ann = new_user(plan=True, phone=phone)
    page = ann.page
    page.goto(f"/puzzle/{puzzle.id}")
    words = page.get_by_role("region", name="Task")
    number = has_line(puzzle)
    answer(page, number, touch=phone)
    expect(words).to_contain_text("Not quite")
    click_or_tap(page.get_by_role("button", name="What happens then?"), touch=phone)
    go_on = page.get_by_role("button", name="Go on")
    expect(go_on).to_be_focused()
    expect(words.locator(".happened")).not_to_be_empty()
    assert_accessible(page, "what follows a wrong answer")
    steps = 1
    while go_on.count():
        told = words.locator(".happened").inner_text()
        page.keyboard.press("Enter")
        expect(words.locator(".happened")).not_to_have_text(told)
        steps += 1
    assert steps == count_decisions(puzzle, number)
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(words.locator(".question")).to_be_visible()
    solve(page, puzzle, touch=phone)
    assert ann.console_errors == []


@pytest.mark.parametrize("game", ["tsuro", "tao", "turris"])
def test_a_puzzle_is_solved_by_keys_alone(new_user: NewUser, game: str) -> None:
    """From the question through the list of moves to the end, without a pointer."""
    page = new_user(plan=True).page
    puzzle = next(puzzle for puzzle in list_puzzles(game) if not puzzle.prove().then)
    page.goto(f"/puzzle/{puzzle.id}")
    moves = page.locator(".more details").first
    if moves.get_attribute("open") is None:
        moves.locator("summary").press("Enter")
    button = moves.locator("li button").nth(list_moves(puzzle).index(puzzle.answer))
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("Right!")
    go_on, solved = page.get_by_role("button", name="Go on"), page.get_by_text("Solved!")
    expect(go_on).to_be_focused()
    while go_on.count():  # a line may follow the answer
        page.keyboard.press("Enter")
        expect(go_on.or_(solved)).to_be_visible()
    expect(solved).to_be_visible()
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()


def test_who_is_shown_the_answer_has_not_solved_it(new_user: NewUser) -> None:
    page = new_user(plan=True).page
    puzzle = pick("tsuro", "stay_in")
    page.goto(f"/puzzle/{puzzle.id}")
    answer(page, next(number for number, move in enumerate(list_moves(puzzle)) if move != puzzle.answer))
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("region", name="Task")).to_contain_text("Another time")
    assert page.evaluate("localStorage.getItem('ludotheque.puzzles')") is None


def test_every_language_tells_puzzles_in_place(new_user: NewUser) -> None:
    page = new_user().page
    puzzle = pick("tsuro", "stay_in")
    page.goto("/puzzles")
    for language in LANGUAGES:
        speak(page, language)
        expect(page.locator(".today h2")).to_have_text(TITLES[language])
        for size in (NARROW, SMALL_DESK):
            resize(page, size)
            assert not find_cut_texts(page.locator(".today p, main li .title, main li .note"))
            assert not scrolls(page)[0]
    page.goto(f"/puzzle/{puzzle.id}")
    answer(page, next(number for number, move in enumerate(list_moves(puzzle)) if move != puzzle.answer))
    for language in LANGUAGES:
        speak(page, language)
        expect(page.locator(".words .question")).to_contain_text(ASKED[language])
        expect(page.locator(".words .verdict strong")).to_have_text(WRONG[language])
        for size in (NARROW, SMALL_DESK):
            resize(page, size)
            assert not find_cut_texts(page.locator(".words p, .words .button"))
            assert not scrolls(page)[0]


def test_a_puzzle_that_is_not_there_is_said_to_be_missing(new_user: NewUser) -> None:
    ann = new_user()
    ann.page.goto("/puzzle/tsuro-00000000")
    expect(ann.page.get_by_role("alert")).to_be_visible()
    ann.console_errors.clear()
