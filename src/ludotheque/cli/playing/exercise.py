"""An exercise at a terminal: position by position, question by question, in the language of whoever answers."""

from typing import Any

from ludotheque.cli.playing.telling import tell_board, tell_event, tell_moves
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import LudothequeError
from ludotheque.core.match import Ply
from ludotheque.core.pictures.palette import paint
from ludotheque.core.records.notes import Note, Question, Words, choose_words
from ludotheque.core.records.tree import Node
from ludotheque.core.teaching.exercise import Exercise, find_child, find_stop, set_words

HELP = {
    "en": "Type the number of a move or the move itself. Also: m moves, b board, w why not, a show the answer, q quit.",
    "fr": "Tapez le numéro d’un coup ou le coup lui-même. Ou bien : m coups, b plateau, w pourquoi pas, a voir la "
    "réponse, q quitter.",
    "it": "Scrivi il numero di una mossa o la mossa stessa. Oppure: m mosse, b tabellone, w perché no, a vedi la "
    "risposta, q esci.",
    "de": "Gib die Nummer eines Zugs oder den Zug selbst ein. Außerdem: m Züge, b Brett, w warum nicht, a Antwort "
    "zeigen, q Ende.",
}
WHY_NOT = {
    "en": "w shows what may follow.",
    "fr": "w montre ce qui peut s’ensuivre.",
    "it": "w mostra che cosa può succedere.",
    "de": "w zeigt, was dann passieren kann.",
}
NOTHING_TO_SHOW = {
    "en": "w plays out a wrong answer, where there is something to see.",
    "fr": "w déroule la suite d’une mauvaise réponse, quand il y a quelque chose à voir.",
    "it": "w mostra il seguito di una risposta sbagliata, quando c’è qualcosa da vedere.",
    "de": "w spielt vor, was auf eine falsche Antwort folgt, wenn es etwas zu sehen gibt.",
}
BACK = {
    "en": "Back to your turn.",
    "fr": "Retour à votre coup.",
    "it": "Torniamo alla tua mossa.",
    "de": "Zurück zu deinem Zug.",
}


class Student:
    """Somebody who answers one exercise."""

    def __init__(self, exercise: Exercise, title: str, screen: Screen, language: str) -> None:
        self._title = title
        self._exercise = exercise
        self._game = exercise.game
        self._screen = screen
        self._language = language
        self._names = [name or f"Player {seat}" for seat, name in enumerate(self._exercise.seats, start=1)]
        self._refutation: Node | None = None
        """What shows why the move that was tried last is wrong."""

    def run(self) -> bool:
        """Go through the exercise; False if the student quits."""
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
        self._refutation = None
        while True:
            line = self._screen.ask("> ")
            match line:
                case None | "q":
                    return None
                case "" | "?":
                    self._screen.tell(HELP[self._language])
                case "m":
                    self._screen.show(tell_moves(self._game, node.state, self._screen.width))
                case "b":
                    self._show_board(node)
                case "w":
                    self._show_refutation()
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
            self._refutation = self._exercise.refute(node, move)
            if self._refutation is not None:
                self._screen.tell(WHY_NOT[self._language])
            return None
        self._screen.tell(self._tell(after))
        self._say(answer.words or {"en": ""}, "✓ ")
        return after

    def _show_refutation(self) -> None:
        """Play what follows the wrong move that was tried last, and show where that ends."""
        node = self._refutation
        if node is None:
            self._screen.tell(NOTHING_TO_SHOW[self._language])
            return
        end = node
        while end.children:
            end = end.children[0]
        self._tell_way(node.parent, end)
        self._show_board(end)
        self._screen.tell(BACK[self._language])

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

    def _tell_way(self, before: Node | None, stop: Node) -> None:
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
