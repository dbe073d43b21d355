"""`ludotheque learn`: learn a game by doing, task by task, in this terminal."""

import argparse

from ludotheque.cli.arguments import Commands, Parser, add_games, add_language, find_language, read_game
from ludotheque.cli.playing.exercise import HELP, Student
from ludotheque.cli.screen import Screen
from ludotheque.core import registry
from ludotheque.core.errors import OptionError
from ludotheque.core.game import AnyGame
from ludotheque.core.records.notes import choose_words
from ludotheque.core.teaching.lessons import HasLessons

LATER = {
    "en": "To go on from here: {command}",
    "fr": "Pour continuer à partir d’ici : {command}",
    "it": "Per continuare da qui: {command}",
    "de": "Hier geht es weiter: {command}",
}
LAST = {
    "en": "That was the last lesson. To play: {command}",
    "fr": "C’était la dernière leçon. Pour jouer : {command}",
    "it": "Era l’ultima lezione. Per giocare: {command}",
    "de": "Das war die letzte Lektion. Zum Spielen: {command}",
}


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "learn",
        help="learn a game by doing",
        description="Learn a game by doing: one small task after the other, in English, French, Italian or German.",
        epilog="Example: ludotheque learn tsuro --edition kosmos --language fr",
    )
    add_games(parser, _add_more)
    parser.set_defaults(run=run)


def _add_more(parser: Parser) -> None:
    parser.add_argument("--lesson", type=int, metavar="N", help="begin with lesson N; usually the first")
    add_language(parser, "the language of the lessons")


def run(arguments: argparse.Namespace) -> int:
    game = read_game(arguments)
    lessons = list(game.lessons()) if isinstance(game, HasLessons) else []
    if not lessons:
        raise OptionError(f"{game.title} has no lessons; ludotheque rules {game.id} tells how to play.")
    first = 1 if arguments.lesson is None else arguments.lesson
    if not 1 <= first <= len(lessons):
        raise OptionError(f"--lesson must be from 1 to {len(lessons)}, not {first}.")
    screen, language = Screen(), find_language(arguments)
    screen.tell(HELP[language])
    for number, lesson in enumerate(lessons[first - 1 :], start=first):
        title = f"{number}/{len(lessons)} {choose_words(lesson.title, language)}"
        if not Student(lesson.load(), title, screen, language).run():
            chosen = "" if arguments.language is None else f" --language {language}"
            command = f"ludotheque learn {_write_game(game)} --lesson {number}{chosen}"
            screen.show(LATER[language].format(command=command))
            return 0
    screen.tell(LAST[language].format(command=f"ludotheque terminal {_write_game(game)} --bot easy"))
    return 0


def _write_game(game: AnyGame) -> str:
    """Write a game and its options, where they are not the usual ones, as on the command line."""
    usual = registry.make(game.id).options.format()
    options = game.options.format().items()
    flags = [f"--{name.replace('_', '-')} {value}" for name, value in options if usual[name] != value]
    return " ".join([game.id, *flags])
