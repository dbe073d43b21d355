"""`ludotheque puzzle`: solve a puzzle in this terminal."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from ludotheque.cli.arguments import Commands, add_language, find_language
from ludotheque.cli.playing.exercise import HELP, Student
from ludotheque.cli.research.puzzles import read_puzzles
from ludotheque.cli.screen import Screen
from ludotheque.core import registry
from ludotheque.core.errors import PuzzleError
from ludotheque.core.records.notes import choose_words
from ludotheque.files import write_record
from ludotheque.puzzles.collection import find_puzzle, find_puzzle_of, list_puzzles
from ludotheque.puzzles.puzzle import Puzzle
from ludotheque.puzzles.record import load_puzzle, tell
from ludotheque.puzzles.record import write_record as make_record

YOU = {
    "en": "You are player {seat}. Difficulty: {difficulty} of 4.",
    "fr": "Vous êtes le joueur {seat}. Difficulté : {difficulty} sur 4.",
    "it": "Sei il giocatore {seat}. Difficoltà: {difficulty} su 4.",
    "de": "Du bist Spieler {seat}. Schwierigkeit: {difficulty} von 4.",
}
SOLVED = {
    "en": "That was it. Another one: ludotheque puzzle",
    "fr": "C’était tout. Un autre : ludotheque puzzle",
    "it": "Tutto qui. Un altro: ludotheque puzzle",
    "de": "Das war’s. Noch eines: ludotheque puzzle",
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
    if arguments.record is not None:
        write_record(arguments.record, make_record(puzzle))
        return 0
    exercise, screen, language = load_puzzle(puzzle), Screen(), find_language(arguments)
    title = f"{puzzle.game.title}: {choose_words(tell(puzzle, 'title'), language)} ({puzzle.id})"
    screen.tell(YOU[language].format(seat=exercise.solver + 1, difficulty=puzzle.difficulty))
    screen.tell(HELP[language])
    if Student(exercise, title, screen, language).run():
        screen.tell(SOLVED[language])
    return 0


def _choose(arguments: argparse.Namespace) -> Puzzle:
    if arguments.id is not None:
        return find_puzzle(arguments.id)
    if arguments.day:
        return find_puzzle_of(datetime.now(UTC).date(), arguments.game)
    puzzles = list_puzzles(arguments.game) if arguments.file is None else read_puzzles(arguments.file)
    if not puzzles:
        raise PuzzleError("There are no puzzles to choose from.")
    return Random(arguments.seed).choice(puzzles)
