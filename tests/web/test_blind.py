"""Playing without seeing the board: whole games by typed commands, and where the focus and the announcements go."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.actions import BOT_NAME
from tests.web.blind_actions import BlindPlayer
from tests.web.browser_harness import NewUser
from tests.web.tsuro_actions import STRAIGHT_TILES

ME = {"kind": "me"}
BOT = {"kind": "bot", "level": "random"}

GAMES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "tsuro": (
        {"players": "2"},
        {
            "h": "^Tile [0-9]+: top left to .*, .* to left",
            "p c3": "^c3: empty.*Out at top left: leads to c4, bottom left",
            "s": "you: in, 3 tiles",
            "b": "A board of 6 by 6 squares",
        },
    ),
    "tao": (
        {"players": "2"},
        {
            "h": "(Water|Wood|Fire|Earth|Metal) [1-4]",
            "p fire": "^Fire (counts|is in play|does not count)",
            "p path": "cards on the path; the first 3 can be taken",
            "p 2": f"^{BOT_NAME}: .*in this round",
            "s": "Round 1 of 5, worth 1.*you: −?[0-9]+ in this round, stones worth 0",
            "b": "On the path, clockwise from the marker",
        },
    ),
    "turris": (
        {"first": "white"},
        {
            "h": "you \\(white\\): 19 blocks left",
            "p a1": "^a1: [2-9] levels high.*white, (standing|lying towards)",
            "p 1": "^Level 1.*a1: white, ",
            "p north": "^North: white [0-9]+, black [0-9]+.*Level 1: ",
            "s": "you \\(white\\): [0-9]+ points",
            "b": "a1, from the ground: white (standing|lying towards)",
        },
    ),
}
"""For each game: the options of the shortest game, and commands with what their answers say after the first move."""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_typed_commands(new_user: NewUser, game: str) -> None:
    """By the accessibility tree alone: roles, names and text, never the board."""
    options, questions = GAMES[game]
    ann = new_user(plan=True)  # a tower that nobody sees need not be drawn in 3D
    ann.open_table(game, [ME, BOT], options=options, clock={"kind": "total", "seconds": 900})
    player = BlindPlayer(ann.page)
    assert player.wait_for_turn()
    ann.page.keyboard.press("/")
    expect(player.field).to_be_focused()
    plain = ["then:" not in option for option in player.list_options()]  # no card of Tao that asks one more question
    player.play(str(plain.index(True) + 1))
    expect(player.field).to_be_focused()
    assert player.wait_for_turn()
    for command, expected in questions.items():
        player.ask(command, expected)
    player.ask("l", f"^{BOT_NAME} ")
    player.ask("l 9", "(Guest [0-9]+|You) (start|take|play|give|place)")
    player.ask("c", f"you: [0-9]+\\smin.*{BOT_NAME}: [0-9]+\\smin")
    player.ask("w", f"^Your turn: .*Seat 1: you, circle.*Seat 2: {BOT_NAME}.*square")
    player.ask("?", "o: your moves, numbered.*Places for p: ")
    player.ask("p nowhere", "There is no place nowhere")
    player.ask("999", "There is no move 999; there are [0-9]+")
    player.ask("nonsense", "There is no command nonsense")
    count = len(player.list_options())
    player.ask(f"o {count}", f"^{count}: ")
    assert player.play_to_end() > 0
    player.ask("w", "^The game is over: .*(win|share)")
    player.ask("1", "It is not your turn")
    player.ask("s", f"you.*{BOT_NAME}")
    expect(player.news).to_contain_text(re.compile("The game is over: .*(win!|wins\\.|win\\.)$"))


def test_a_move_can_be_typed_in_notation(new_user: NewUser) -> None:
    ann = new_user(plan=True)
    ann.open_table("turris", [ME, BOT], options={"first": "white"})
    player = BlindPlayer(ann.page)
    assert player.wait_for_turn()
    player.ask("zz", "There is no command zz")
    player.play("A1B1")  # small letters and capitals are the same
    expect(player.news).to_contain_text("lying on a1 and b1")


@pytest.mark.parametrize(
    ("language", "game", "field", "answers"),
    [
        (
            "de-DE",
            "tsuro",
            "Befehle",
            {"?": "deine Züge", "s": "du: dabei", "p a1": "Ausgang oben links: führt nach a2"},
        ),
        ("fr-FR", "tao", "Commandes", {"?": "vos coups", "s": "Manche 1 sur 5", "p bois": "Bois"}),
        ("it-IT", "turris", "Comandi", {"?": "le tue mosse", "s": "tu .bianco.: 0 punti", "p 1": "Livello 1"}),
    ],
)
def test_the_letters_are_the_same_and_the_answers_are_in_the_language(
    new_user: NewUser, language: str, game: str, field: str, answers: dict[str, str]
) -> None:
    ann = new_user(language=language, plan=True)
    ann.open_table(game, [ME, BOT], options=GAMES[game][0])
    answer = ann.page.get_by_role("status", name=field)
    for command, expected in answers.items():
        ann.page.get_by_role("textbox", name=field).fill(command)
        ann.page.get_by_role("textbox", name=field).press("Enter")
        expect(answer).to_contain_text(re.compile(expected))


def test_the_field_is_out_of_sight_until_it_is_used(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("tao", [ME, BOT], options={"players": "2"})
    player = BlindPlayer(ann.page)
    assert player.wait_for_turn()
    box = player.field.bounding_box()
    region = ann.page.get_by_role("region", name="Commands")
    assert region.evaluate("node => node.getBoundingClientRect().width") <= 1
    assert box is not None
    player.ask("w", "Your turn")
    ann.page.reload()  # the device remembers
    assert player.wait_for_turn()
    assert region.evaluate("node => node.getBoundingClientRect().width") > 100
    ann.page.get_by_role("button", name="Close: Commands").click()
    player.turn.click()
    assert region.evaluate("node => node.getBoundingClientRect().width") <= 1


def first_move(page: Page) -> Locator:
    return page.get_by_role("tabpanel", name="Moves").get_by_role("listitem").first.get_by_role("button")


def test_the_focus_stays_where_it_makes_sense(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("tsuro", [ME, BOT], options={"players": "2", "tiles": STRAIGHT_TILES})
    page, player = ann.page, BlindPlayer(ann.page)
    assert player.wait_for_turn()

    page.keyboard.press("w")
    expect(first_move(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Moves")).to_be_focused()
    assert player.wait_for_turn()
    page.keyboard.press("ArrowDown")
    expect(first_move(page)).to_be_focused()
    page.keyboard.press("End")
    expect(page.get_by_role("tabpanel", name="Moves").get_by_role("button").last).to_be_focused()

    page.keyboard.press("l")
    expect(page.get_by_role("list", name="Log").get_by_role("button").last).to_be_focused()
    page.get_by_role("tab", name="Log").press("ArrowRight")
    expect(page.get_by_role("tab", name="Moves")).to_be_focused()
    page.keyboard.press("Tab")
    expect(first_move(page)).to_be_focused()
    page.keyboard.press("b")
    expect(page.get_by_role("group", name="The board in words")).to_be_focused()
    page.keyboard.press("c")
    expect(page.get_by_role("textbox", name="Say something")).to_be_focused()
    expect(page.get_by_role("textbox", name="Say something")).to_have_value("")

    for name in ("Rules", "Invite to watch"):
        page.get_by_role("button", name=name).press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Close").press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.get_by_role("button", name=name)).to_be_focused()

    hand = page.get_by_role("region", name="Your tiles")
    place = hand.get_by_role("button", name="Place")
    tiles = hand.get_by_role("listitem").get_by_role("button")
    for pick in range(4 * tiles.count()):  # each tile in each rotation, until one is legal
        tiles.nth(pick // 4).press("Enter")
        if place.is_enabled():
            break
    place.press("Enter")
    expect(hand).to_be_focused()


def test_the_focus_stays_on_the_plan_of_a_tower(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("turris", [ME, BOT], options={"first": "white"})
    page = ann.page
    page.get_by_role("button", name="Plan").click()
    place = page.get_by_role("button", name="Place a block standing on a1")
    place.press("Enter")
    place.press("Enter")
    expect(page.get_by_role("group", name="Plan")).to_be_focused()


def test_the_keys_of_every_game_are_listed(new_user: NewUser) -> None:
    ann = new_user()
    for game, key in (("tsuro", "R"), ("tao", "1 … 5"), ("turris", "N P")):
        ann.open_table(game, [ME, BOT], options=GAMES[game][0])
        assert BlindPlayer(ann.page).wait_for_turn()
        ann.page.keyboard.press("?")
        keys = ann.page.get_by_role("dialog").get_by_role("term")
        expect(keys.get_by_text(key, exact=True)).to_be_visible()
        expect(keys.get_by_text("/", exact=True)).to_be_visible()


def test_what_happened_is_announced_before_whose_turn_it_is_and_only_once(new_user: NewUser) -> None:
    """By these options the bot has two moves, each of them one block beside ours: no bonus follows it."""
    ann, eve = new_user(plan=True), new_user(plan=True)
    options = {"first": "white", "ground_lying": "first_only"}
    table = ann.open_table("turris", [ME, BOT], options=options, take_back=True)
    player = BlindPlayer(ann.page)
    assert player.wait_for_turn()
    lines = player.news.get_by_role("paragraph")
    player.play("1")
    expect(lines.last).to_have_text(re.compile(f"^{BOT_NAME} places .*Your turn: Choose a place for your block\\.$"))
    heard = lines.all_inner_texts()
    assert [line.count("Your turn") for line in heard] == [0] * (len(heard) - 1) + [1]
    assert "standing on a1" in heard[0]

    eve.page.goto(f"/table/{table}")
    expect(ann.page.get_by_text("1 watching")).to_be_visible()
    assert lines.all_inner_texts() == heard, "nothing is said twice because something else has changed"

    ann.page.get_by_role("button", name="Take back").press("Enter")
    expect(lines.last).to_have_text("Moves were taken back. Your turn: Choose a place for your block.")
    player.play("2")
    expect(player.news).to_contain_text("Moves were taken back.")
    expect(player.news).to_contain_text("lying on a1 and b1")


def test_what_the_keys_choose_is_said(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("turris", [ME, BOT], options={"first": "white"})
    player = BlindPlayer(ann.page)
    assert player.wait_for_turn()
    ann.page.keyboard.press("n")
    expect(player.news).to_contain_text("Place a block lying on a1 and b1, level 1")
    ann.page.keyboard.press(" ")
    expect(player.news).to_contain_text("Standing")
    ann.open_table("tao", [ME, BOT], options=GAMES["tao"][0])
    assert player.wait_for_turn()
    ann.page.keyboard.press("1")
    expect(player.news).to_contain_text("Put it in front of a player")
    ann.open_table("tsuro", [ME, BOT], options=GAMES["tsuro"][0])
    assert player.wait_for_turn()
    ann.page.keyboard.press("ArrowDown")
    expect(player.news).to_contain_text(re.compile("Start at a6, top left"))


def test_a_page_of_a_game_has_a_heading_for_every_part(new_user: NewUser) -> None:
    ann = new_user()
    ann.open_table("tsuro", [ME, BOT], options=GAMES["tsuro"][0])
    assert BlindPlayer(ann.page).wait_for_turn()
    names = ann.page.get_by_role("heading", level=2).all_inner_texts()
    assert names == ["Players", "Your turn", "Commands", "Board", "Your tiles", "Log, moves, chat"]
