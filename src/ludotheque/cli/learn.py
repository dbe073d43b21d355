"""`ludotheque learn`: learn a game by doing, task by task, in this terminal."""

import argparse

from ludotheque.cli.arguments import Commands, Parser, add_games, add_language, find_language, read_game
from ludotheque.cli.exercise import HELP, Student
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import OptionError
from ludotheque.core.lessons import HasLessons
from ludotheque.core.notes import choose_words


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
            screen.show(f"To go on from here: ludotheque learn {game.id} --lesson {number}")
            return 0
    screen.tell(f"That was the last lesson. To play: ludotheque terminal {game.id} --bot easy")
    return 0
