"""A player who does not see the board: finds everything by role and name, types commands and listens to the answers."""

import re

from playwright.sync_api import Locator, Page, expect

RESULT = re.compile("^(You win!|You share the win|.* wins|.* share the win)$")


class BlindPlayer:
    """What such a player works with: the command field, its answers, the announcements, the headings."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.field: Locator = page.get_by_role("textbox", name="Commands")
        self.answer: Locator = page.get_by_role("status", name="Commands")
        self.news: Locator = page.get_by_role("log", name="News")
        self.turn: Locator = page.get_by_role("heading", name="Your turn", exact=True)
        self.ready: Locator = page.locator("[aria-busy=false]", has=self.turn)
        """Our turn, and no move of ours is on its way: until then it stays our turn, without legal moves."""
        self.result: Locator = page.get_by_role("heading", name=RESULT)

    def wait_for_turn(self) -> bool:
        """Wait until it is our turn; False when the game is over."""
        expect(self.field).to_be_attached()
        expect(self.ready.or_(self.result).first).to_be_visible()
        return self.result.count() == 0

    def enter(self, command: str) -> None:
        """Type a command."""
        self.field.fill(command)
        self.field.press("Enter")

    def ask(self, command: str, expected: str) -> list[str]:
        """Type a command and wait for an answer with these words, a regular expression; give its lines."""
        self.enter(command)
        expect(self.answer).to_have_text(re.compile(expected))
        return self.answer.get_by_role("paragraph").all_inner_texts()

    def list_options(self) -> list[str]:
        """Ask for the legal moves; give them without their numbers."""
        _count, *options = self.ask("o", "^There (is one move|are [0-9]+ moves)")
        for number, option in enumerate(options, start=1):
            assert option.startswith(f"{number}: ")
        return [option.split(": ", 1)[1] for option in options]

    def play(self, option: str) -> None:
        """Play a move by its number or notation, and wait until it is announced."""
        lines = self.news.get_by_role("paragraph")
        heard = lines.all_inner_texts()
        self.enter(option)
        expect(lines).not_to_have_text(heard)
        expect(self.answer).to_be_empty()

    def play_to_end(self, avoid: str = "you are out", most: int = 150) -> int:
        """Play the first move that does not sound bad until the game is over; give the number of own moves."""
        for count in range(most):
            if not self.wait_for_turn():
                return count
            options = self.list_options()
            good = [number for number, option in enumerate(options, start=1) if avoid not in option]
            self.play(str(good[0] if good else 1))
        raise AssertionError(f"the game is not over after {most} moves")
