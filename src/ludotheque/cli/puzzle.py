"""`ludotheque puzzle`: solve a puzzle in this terminal."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from ludotheque.cli.arguments import Commands, add_language, find_language
from ludotheque.cli.puzzles import read_puzzles
from ludotheque.cli.screen import Screen
from ludotheque.cli.telling import tell_board, tell_event, tell_moves
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError, PuzzleError
from ludotheque.core.notes import Question, choose_words
from ludotheque.core.palette import paint
from ludotheque.core.tree import Node
from ludotheque.core.verify import verify
from ludotheque.files import write_record
from ludotheque.puzzles.collection import find_puzzle, find_puzzle_of, list_puzzles
from ludotheque.puzzles.puzzle import Puzzle
from ludotheque.puzzles.record import tell
from ludotheque.puzzles.record import write_record as make_record

WORDS = {
    "en": {
        "you": "You are player {seat}. Difficulty: {difficulty} of 4.",
        "help": "Type the number of a move or the move itself. Also: b board, m moves, a answer, q quit.",
        "right": "Right!",
        "wrong": "Not that one.",
        "answer": "The answer is {move}.",
        "solved": "Solved. Another one: ludotheque puzzle",
    },
    "fr": {
        "you": "Vous êtes le joueur {seat}. Difficulté : {difficulty} sur 4.",
        "help": "Tapez le numéro d’un coup ou le coup lui-même. Ou bien : b plateau, m coups, a réponse, q quitter.",
        "right": "Exact !",
        "wrong": "Ce n’est pas celui-là.",
        "answer": "La réponse est {move}.",
        "solved": "Résolu. Un autre : ludotheque puzzle",
    },
    "it": {
        "you": "Sei il giocatore {seat}. Difficoltà: {difficulty} su 4.",
        "help": "Scrivi il numero di una mossa o la mossa stessa. Oppure: b tabellone, m mosse, a risposta, q esci.",
        "right": "Giusto!",
        "wrong": "Non è questa.",
        "answer": "La risposta è {move}.",
        "solved": "Risolto. Un altro: ludotheque puzzle",
    },
    "de": {
        "you": "Du bist Spieler {seat}. Schwierigkeit: {difficulty} von 4.",
        "help": "Gib die Nummer eines Zugs oder den Zug selbst ein. Außerdem: b Brett, m Züge, a Antwort, q Ende.",
        "right": "Richtig!",
        "wrong": "Der ist es nicht.",
        "answer": "Die Antwort ist {move}.",
        "solved": "Gelöst. Noch eines: ludotheque puzzle",
    },
}


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "puzzle",
        help="solve a puzzle in this terminal",
        description="Solve a puzzle: a position in which only one move does what is asked for.",
        epilog="Example: ludotheque puzzle tsuro --language fr",
    )
    parser.add_argument("game", nargs="?", choices=registry.list_games(), metavar="GAME", help="of this game; else any")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--day", action="store_true", help="the puzzle of the day (UTC), the same for everybody")
    which.add_argument("--id", metavar="ID", help="a certain one that ships")
    which.add_argument("--file", type=Path, metavar="FILE", help="any of this file of puzzles")
    parser.add_argument("--seed", metavar="TEXT", help="the same text, the same puzzle")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write it as a record, with its answer, instead")
    add_language(parser, "the language of the puzzle")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    puzzle = _choose(arguments)
    record = make_record(puzzle)
    if arguments.record is not None:
        write_record(arguments.record, record)
        return 0
    return _Solving(puzzle, verify(record).tree.root, Screen(), find_language(arguments)).run()


def _choose(arguments: argparse.Namespace) -> Puzzle:
    if arguments.id is not None:
        return find_puzzle(arguments.id)
    if arguments.day:
        return find_puzzle_of(datetime.now(UTC).date(), arguments.game)
    puzzles = list_puzzles(arguments.game) if arguments.file is None else read_puzzles(arguments.file)
    if not puzzles:
        raise PuzzleError("There are no puzzles to choose from.")
    return Random(arguments.seed).choice(puzzles)


class _Solving:
    """One puzzle at one terminal."""

    def __init__(self, puzzle: Puzzle, root: Node, screen: Screen, language: str) -> None:
        self._puzzle = puzzle
        self._game = puzzle.game
        self._node = root
        self._screen = screen
        self._language = language
        self._words = WORDS[language]

    def run(self) -> int:
        """Ask until everything is answered or somebody quits; return the exit code."""
        seat = self._game.actor(self._node.state)
        assert isinstance(seat, int), "a puzzle asks a seat"  # noqa: S101 - for the type checker
        title = f"{self._game.title}: {choose_words(tell(self._puzzle, 'title'), self._language)} ({self._puzzle.id})"
        self._screen.show(paint(title, "bold", colour=self._screen.colour))
        self._screen.tell(self._words["you"].format(seat=seat + 1, difficulty=self._puzzle.difficulty))
        while (note := self._node.note) is not None and note.question is not None:
            self._show_board(seat)
            self._screen.tell(choose_words(note.question.words, self._language))
            self._show_moves()
            if not self._ask(note.question):
                return 0
        self._show_end(seat)
        return 0

    def _ask(self, question: Question) -> bool:
        """Ask for a move until it is right, and play it; False to quit."""
        while True:
            line = self._screen.ask("> ")
            if line is None or line == "q":
                return False
            if line in ("", "?"):
                self._screen.tell(self._words["help"])
            elif line == "b":
                self._show_board(self._game.actor(self._node.state))
            elif line == "m":
                self._show_moves()
            elif line == "a":
                move = next(answer.move for answer in question.answers if answer.is_right)
                self._screen.tell(self._words["answer"].format(move=move))
            elif self._try(question, line):
                return True

    def _try(self, question: Question, line: str) -> bool:
        """Judge a move; True if it is right."""
        state = self._node.state
        moves = self._game.legal_moves(state)
        try:
            is_number = line.isdecimal() and line.isascii() and len(line) < 5 and 1 <= int(line) <= len(moves)
            move = moves[int(line) - 1] if is_number else self._game.parse_move(state, line)
            after = self._game.apply(state, move)
        except LudothequeError as error:
            self._screen.tell(f"{error}\n{self._words['help']}")
            return False
        answer = question.answer(self._game.format_move(state, move))
        verdict = self._words["right" if answer.is_right else "wrong"]
        self._screen.tell(f"{verdict} {choose_words(answer.words, self._language)}")
        if answer.is_right:
            self._go_on(move, after)
        return answer.is_right

    def _go_on(self, move: Any, after: Any) -> None:
        """Go where a right answer leads; one that no branch shows ends the puzzle."""
        shown = next((each for each in self._node.children if each.ply is not None and each.ply.move == move), None)
        self._node = shown or Node(self._node.place, after, parent=self._node)

    def _show_end(self, seat: int) -> None:
        """Show what may follow."""
        names = [str(number + 1) for number in range(self._game.seats)]
        while self._node.children:
            self._node = self._node.children[0]
            if (ply := self._node.ply) is not None:
                for event in self._game.events(ply.before, ply.move, ply.after, seat):
                    if line := tell_event(self._game, event, names):
                        self._screen.tell(line)
        self._show_board(seat)
        if self._node.note is not None:
            self._screen.tell(choose_words(self._node.note.words, self._language))
        self._screen.tell(self._words["solved"])

    def _show_board(self, seat: Any) -> None:
        seen = self._game.observe(self._node.state, seat)
        self._screen.show(f"\n{tell_board(self._game, seen, colour=self._screen.colour)}\n")

    def _show_moves(self) -> None:
        self._screen.show(tell_moves(self._game, self._node.state, self._screen.width))
        self._screen.tell(self._words["help"])
