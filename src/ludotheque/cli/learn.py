"""`ludotheque learn`: learn a game by doing, task by task, in this terminal."""

import argparse
from typing import Any

from ludotheque.cli.arguments import Commands, Parser, add_games, add_language, find_language, read_game
from ludotheque.cli.screen import Screen
from ludotheque.cli.telling import tell_board, tell_event, tell_moves
from ludotheque.core.errors import LudothequeError, OptionError
from ludotheque.core.exercise import Exercise, find_child, find_stop, set_words
from ludotheque.core.lessons import HasLessons, Lesson
from ludotheque.core.match import Ply
from ludotheque.core.notes import Note, Question, Words, choose_words
from ludotheque.core.palette import paint
from ludotheque.core.tree import Node

HELP = "Type the number of a move or the move itself. Also: m moves, b board, a show the answer, q quit."


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
    screen.tell(HELP)
    for number, lesson in enumerate(lessons[first - 1 :], start=first):
        if not _Student(lesson, f"{number}/{len(lessons)}", screen, language).run():
            screen.show(f"To go on from here: ludotheque learn {game.id} --lesson {number}")
            return 0
    screen.tell(f"That was the last lesson. To play: ludotheque terminal {game.id} --bot easy")
    return 0


class _Student:
    """Somebody in one lesson."""

    def __init__(self, lesson: Lesson, number: str, screen: Screen, language: str) -> None:
        self._title = f"{number} {choose_words(lesson.title, language)}"
        self._exercise: Exercise = lesson.load()
        self._game = self._exercise.game
        self._screen = screen
        self._language = language
        self._names = [name or f"Player {seat}" for seat, name in enumerate(self._exercise.seats, start=1)]

    def run(self) -> bool:
        """Go through the lesson; False if the student quits."""
        self._screen.show(f"\n{paint(self._title, 'bold', colour=self._screen.colour)}\n")
        node: Node | None = self._exercise.start
        while node is not None:
            note = node.note or Note(node.place)
            self._show_board(node)
            self._say(note.words)
            if note.question is None:
                if not node.children or not self._go_on():
                    return not node.children
                before, node = node, find_stop(node.children[0])
                self._tell_way(before, node)
                continue
            after = self._ask(node, note.question)
            if after is None:
                return False
            node = self._follow(node, after)
        return True

    def _ask(self, node: Node, question: Question) -> Node | None:
        """Ask until the answer is right; return what it leads to, or None if the student quits."""
        self._say(question.words)
        while True:
            line = self._screen.ask("> ")
            match line:
                case None | "q":
                    return None
                case "" | "?":
                    self._screen.tell(HELP)
                case "m":
                    self._screen.show(tell_moves(self._game, node.state, self._screen.width))
                case "b":
                    self._show_board(node)
                case "a":
                    return self._answer(node, self._find_answer(node, question))
                case _:
                    if (after := self._try(node, line)) is not None:
                        return after

    def _try(self, node: Node, line: str) -> Node | None:
        """Judge what was typed; return what a right move leads to."""
        moves = self._game.legal_moves(node.state)
        try:
            if line.isdecimal() and line.isascii():
                if not 1 <= len(line) <= 9 or not 1 <= int(line) <= len(moves):
                    self._screen.show(f"The moves are numbered from 1 to {len(moves)}.")
                    return None
                move = moves[int(line) - 1]
            else:
                move = self._game.parse_move(node.state, line)
            self._game.apply(node.state, move)
        except LudothequeError as error:  # the rules' own reason
            self._screen.tell(f"✗ {error}")
            return None
        return self._answer(node, move)

    def _answer(self, node: Node, move: Any) -> Node | None:
        answer = self._exercise.judge(node, move)
        after = find_child(node, move)
        if after is None:
            state = self._game.apply(node.state, move)
            after = Node(node.place, state, Ply(0, self._exercise.solver, move, node.state, state), parent=node)
        if not answer.is_right:
            if answer.words:
                self._say(answer.words, "✗ ")
            else:
                self._screen.tell(f"✗ {self._tell(after)}")
            return None
        self._screen.tell(self._tell(after))
        self._say(answer.words or {"en": ""}, "✓ ")
        return after

    def _find_answer(self, node: Node, question: Question) -> Any:
        """Choose a right answer: one that has a move of its own, or whatever is right."""
        for answer in question.answers:
            if answer.is_right and answer.move is not None:
                return self._game.parse_move(node.state, answer.move)
        return next(move for move in self._game.legal_moves(node.state) if self._exercise.judge(node, move).is_right)

    def _follow(self, node: Node, after: Node) -> Node | None:
        """Go on from what a right answer has led to; None at the end."""
        if after.note is not None:
            return after
        following = after.children or node.children
        if not following:
            return None
        stop = find_stop(following[0])
        if stop.note is None:
            return None
        self._tell_way(after if after.children else node, stop)
        return stop

    def _tell_way(self, before: Node, stop: Node) -> None:
        """Tell what has happened between two positions."""
        told = []
        node: Node | None = stop
        while node is not None and node is not before:
            told.append(self._tell(node))
            node = node.parent
        self._screen.tell("\n".join(filter(None, reversed(told))))

    def _tell(self, node: Node) -> str:
        if (ply := node.ply) is None:
            return ""
        events = self._game.events(ply.before, ply.move, ply.after, self._exercise.solver)
        return " ".join(filter(None, (tell_event(self._game, event, self._names) for event in events)))

    def _say(self, words: Words, sign: str = "") -> None:
        if words:
            self._screen.tell(f"{sign}{choose_words(set_words(words), self._language)}")

    def _go_on(self) -> bool:
        return self._screen.ask("… ") not in (None, "q")

    def _show_board(self, node: Node) -> None:
        observation = self._game.observe(node.state, self._exercise.solver)
        self._screen.show(f"\n{tell_board(self._game, observation, colour=self._screen.colour)}\n")
