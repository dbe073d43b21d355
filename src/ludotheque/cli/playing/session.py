"""A game at one terminal: people at some seats, bots at the others, one line of input at a time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any

from ludotheque.arena.bot_process import name_error
from ludotheque.bots.bot import BOTS, SEARCH, Bot, find_bot, is_searching, parse_bot
from ludotheque.bots.warmup import warm_up_in_background
from ludotheque.cli.playing.telling import tell_board, tell_event, tell_moves
from ludotheque.cli.screen import Screen
from ludotheque.compiled.adapter import is_compiled
from ludotheque.core.errors import BrokenBot, LudothequeError
from ludotheque.core.fairness import PlySeededDealer, SeededDealer
from ludotheque.core.game import CHANCE, Presented
from ludotheque.core.match import Match
from ludotheque.core.pictures.palette import paint, paint_seat
from ludotheque.core.records.verify import make_record
from ludotheque.core.tracebacks import format_error

BOT_PREFIX = "bot:"
"""In the seat names of a record: this seat is played by the bot of that name."""

HELP = (
    "Type the number of a move or the move itself. Also: ? rules, b board, m moves, u take back, s save "
    "(s FILE names the file), q quit."
)


class Session:
    """One match, its players, and what each viewer has been told so far."""

    def __init__(
        self, match: Match[Any, Any, Any], seats: Sequence[str], rng: Random, screen: Screen, language: str
    ) -> None:
        self._match = match
        self._game = match.game
        self._seats = list(seats)
        self._screen = screen
        self._language = language
        self._rng = rng
        self._bots: dict[int, Bot[Any, Any]] = {}
        self._people = [seat for seat, name in enumerate(seats) if not name.startswith(BOT_PREFIX)]
        searches = any(is_searching(name.removeprefix(BOT_PREFIX)) for name in seats if name.startswith(BOT_PREFIX))
        # Compile what the bots need while people look at the board.
        self._warming = warm_up_in_background(self._game) if searches and is_compiled(self._game) else None
        self._told = dict.fromkeys([None, *self._people], len(match.plies))
        """For each viewer: how many plies have been told to them."""
        self._last_person: int | None = self._people[0] if len(self._people) == 1 else None

    def run(self) -> int:
        """Play until the end or until somebody quits; return the exit code."""
        while (actor := self._match.actor) is not None:
            if actor is CHANCE:
                raise AssertionError("a match with a dealer never waits for chance")
            if actor not in self._people:
                self._let_bot_play(actor)
                if not self._people:
                    self._tell(None)
            elif not self._hand_over(actor) or not self._decide(actor):
                return 0
        self._end()
        return 0

    def _let_bot_play(self, seat: int) -> None:
        """Play a bot's move. Raises BrokenBot if it fails, after saving the game."""
        with self._blame(seat, "cannot be made", format_error):
            bot = self._find_bot(seat)
        with self._blame(seat, "has failed", format_error):
            move = bot.choose(self._match.observe(seat))
        with self._blame(seat, "has failed", name_error):
            self._match.play(move)

    @contextmanager
    def _blame(self, seat: int, what: str, describe: Callable[[BaseException], str]) -> Iterator[None]:
        """Save the game if people have moved in it, and name the bot, when this raises an error."""
        try:
            yield
        except (Exception, SystemExit) as error:
            if any(ply.actor in self._people for ply in self._match.plies):
                self._save()
            if not is_custom(self._seats[seat]):
                raise  # it is our mistake, and needs our traceback
            name = self._seats[seat].removeprefix(BOT_PREFIX)
            raise BrokenBot(f"The bot {name} {what}: {describe(error)}") from error

    def _find_bot(self, seat: int) -> Bot[Any, Any]:
        """Return the bot at a seat; it is made when it first moves."""
        if self._warming is not None:
            if self._warming.is_alive():
                self._screen.tell("The bots are getting ready; the first time that takes a while.")
            self._warming.join()
            self._warming = None
        if seat not in self._bots:
            self._bots[seat] = find_bot(self._seats[seat].removeprefix(BOT_PREFIX))(self._game, self._rng)
        return self._bots[seat]

    # ── A person's decision ──────────────────────────────────────────────────────────────────────────────────────────

    def _hand_over(self, seat: int) -> bool:
        """With several people at one terminal, hide one's hand before another looks; False to quit."""
        if self._last_person not in (None, seat):
            self._screen.hide()
        if len(self._people) > 1 and self._last_person != seat:
            prompt = f"{self._name(seat)}, it is your turn. Press Enter when only you are looking. "
            if self._screen.ask(prompt) in (None, "q"):
                return False
        self._last_person = seat
        return True

    def _decide(self, seat: int) -> bool:
        """Ask until a move is made or taken back; False to quit."""
        self._tell(seat)
        self._show_board(seat)
        self._show_moves()
        while True:
            line = self._screen.ask(f"{self._name(seat)}> ")
            if line is None or line == "q":
                self._screen.show("Goodbye. (s before q saves the game.)")
                return False
            if line == "u":
                is_done = self._take_back(seat)
            else:
                is_done = not self._show(seat, line) and self._try_move(seat, line)
            if is_done:
                return True

    def _show(self, seat: int, line: str) -> bool:
        """Carry out a command that is not a move; False if the line is not such a command."""
        match line.split():
            case []:
                self._screen.tell(HELP)
            case ["?"]:
                self._show_rules()
            case ["b"]:
                self._show_board(seat)
            case ["m"]:
                self._show_moves()
            case ["s"]:
                self._save()
            case ["s", file]:
                self._save(file)
            case _:
                return False
        return True

    def _try_move(self, seat: int, line: str) -> bool:
        moves = self._game.legal_moves(self._match.state)
        try:
            if line.isdecimal() and line.isascii():
                number = line.lstrip("0")
                if not 1 <= len(number) <= 9 or int(number) > len(moves):
                    self._screen.show(f"The moves are numbered from 1 to {len(moves)}.")
                    return False
                move = moves[int(number) - 1]
            else:
                move = self._game.parse_move(self._match.state, line)
            self._match.play(move, actor=seat)
        except LudothequeError as error:
            self._screen.tell(f"{error}\n{HELP}")
            return False
        return True

    def _take_back(self, seat: int) -> bool:
        """Undo to this person's last decision; only bots' moves and chance may have come after it."""
        if len(self._people) > 1:
            self._screen.show("Moves can be taken back only against bots.")
            return False
        own = [ply.number for ply in self._match.plies if ply.actor == seat]
        if not own:
            self._screen.show("There is no move of yours to take back.")
            return False
        self._match.take_back(own[-1] - 1)
        self._told[seat] = len(self._match.plies)
        self._screen.show("Taken back.")
        return True

    def _save(self, file: str | None = None) -> None:
        now = datetime.now(UTC)
        path = Path(file or f"{self._game.id}-{now:%Y%m%d-%H%M%S}.ludo")
        record = make_record(self._match, self._seats, {"Date": f"{now:%Y-%m-%d}"})
        try:
            path.write_bytes(record.format().encode())
        except (OSError, ValueError) as error:  # a name with a zero character is a ValueError
            self._screen.show(f"Not saved: {path}: {getattr(error, 'strerror', None) or error}.")
        else:
            again = f"ludotheque resume {quote(str(path))}"
            if custom := [name.removeprefix(BOT_PREFIX) for name in self._seats if is_custom(name)]:
                again += f" --bot {quote(custom[0])}"
            self._screen.show(f"Saved as {path}. To go on later: {again}")

    # ── What is shown ────────────────────────────────────────────────────────────────────────────────────────────────

    def _name(self, seat: int) -> str:
        return paint_seat(self._plain_names()[seat], seat, colour=self._screen.colour)

    def _plain_names(self) -> list[str]:
        return [
            f"Player {seat + 1} ({name.removeprefix(BOT_PREFIX)})" if name.startswith(BOT_PREFIX) else printable(name)
            for seat, name in enumerate(self._seats)
        ]

    def _tell(self, viewer: int | None) -> None:
        """Tell a viewer what happened since they last looked."""
        news: list[str] = []
        for ply in self._match.plies[self._told[viewer] :]:
            told = self._game.events(ply.before, ply.move, ply.after, viewer)
            news += filter(None, (tell_event(self._game, event, self._plain_names()) for event in told))
        self._told[viewer] = len(self._match.plies)
        if news:
            self._screen.tell("\n".join(news))

    def _show_board(self, viewer: int | None) -> None:
        observation = self._game.observe(self._match.state, viewer)
        self._screen.show(f"\n{tell_board(self._game, observation, colour=self._screen.colour)}\n")

    def _show_moves(self) -> None:
        self._screen.show(tell_moves(self._game, self._match.state, self._screen.width))

    def _show_rules(self) -> None:
        if isinstance(self._game, Presented):
            self._screen.show_markdown(self._game.rulebook(self._language).format())
        else:
            self._screen.tell(f"{self._game.title} brings no rules to read.")
        self._screen.tell(f"\n{HELP}")

    def _end(self) -> None:
        viewer = self._people[0] if len(self._people) == 1 else None
        if len(self._people) > 1:  # everybody has been told the game so far in their own turns; the end is for all
            self._told[None] = min(self._told[seat] for seat in self._people)
        self._tell(viewer)
        self._show_board(viewer)
        outcome = self._match.outcome
        if outcome is not None:
            order = sorted(range(len(self._seats)), key=lambda seat: outcome.ranks[seat])
            for seat in order:
                points = "" if outcome.scores is None else f"  {outcome.scores[seat]} points"
                self._screen.show(f"  {outcome.ranks[seat]}. {self._name(seat)}{points}")
        if self._screen.is_interactive:
            answer = self._screen.ask("\ns saves the record, anything else ends. ")
            if answer is not None and answer.split()[:1] == ["s"]:
                self._save(*answer.split()[1:2])


def is_custom(name: str) -> bool:
    """Whether this name of a seat is that of a custom bot, `module:Class`, or of one that does not exist."""
    return name.startswith(BOT_PREFIX) and parse_bot(name.removeprefix(BOT_PREFIX))[0] not in {*BOTS, SEARCH}


def printable(name: str) -> str:
    """Remove control characters from a name; records are untrusted."""
    return "".join(character if character.isprintable() else "?" for character in name)


def announce(match: Match[Any, Any, Any], screen: Screen) -> None:
    """Print what is played and the commitment to the seed."""
    screen.show(paint(match.game.title, "bold", colour=screen.colour))
    screen.tell(", ".join(f"{name} {text}" for name, text in match.game.options.format().items()))
    if isinstance(match.dealer, SeededDealer | PlySeededDealer):
        screen.tell(f"Chance follows from a seed. Its SHA-256 is\n{match.dealer.commitment}")
        screen.tell("A saved record holds the seed, and ludotheque verify FILE proves that it was kept to.")
    screen.tell(HELP)
