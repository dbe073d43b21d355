"""`ludotheque annotate`: write comments, branches and questions into a record."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ludotheque.cli.arguments import (
    Commands,
    add_language,
    add_place,
    add_record,
    find_language,
    find_node,
    read_and_verify,
)
from ludotheque.cli.records.replay import show_note
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import OptionError
from ludotheque.core.records.notes import Answer, Branch, Note, Question, Words
from ludotheque.core.records.record import parse_record
from ludotheque.core.records.tree import Tree
from ludotheque.core.records.verify import verify
from ludotheque.files import write_record


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "annotate",
        help="write comments, branches and questions into a record",
        description="Write down what there is to say about a position of a record. Branches and answers are checked by "
        "the rules, and nothing is written if they are not legal. Without anything to write, show what is noted.",
    )
    add_record(parser)
    add_place(parser, "the position after ply N; usually the last")
    parser.add_argument("--comment", metavar="TEXT", help="say this about the position; an empty text says nothing")
    parser.add_argument(
        "--add-branch", nargs="+", metavar=("NAME", "MOVE"), help="moves from here that were not played, with draws"
    )
    parser.add_argument("--question", metavar="TEXT", help="ask whoever decides here for a move")
    parser.add_argument("--right", action="append", default=[], metavar="MOVE", help="a right answer; may be repeated")
    parser.add_argument("--wrong", action="append", default=[], metavar="MOVE", help="a wrong answer; may be repeated")
    parser.add_argument("--remove", action="store_true", help="remove what is noted at the position, before the rest")
    add_language(parser, "the language of what is written")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write to this file; usually the same one")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    record, verification = read_and_verify(arguments.file)
    screen = Screen()
    is_asking = arguments.question is not None or arguments.right or arguments.wrong
    if arguments.comment is None and not arguments.add_branch and not is_asking and not arguments.remove:
        _list_notes(verification.tree, screen, find_language(arguments))
        return 0
    place = find_node(verification.tree, arguments).place
    before = [] if arguments.remove else [note for note in record.notes if note.place == place]
    note = _extend(before[0] if before else Note(place), arguments)
    changed = parse_record(replace(record, notes=_put(record.notes, note)).format())  # as it will be read
    verify(changed)
    path = arguments.output or arguments.file
    write_record(path, changed)
    screen.show(f"Noted at {place} in {path}.")
    return 0


def _list_notes(tree: Tree, screen: Screen, language: str) -> None:
    noted = [node.note for node in tree if node.note is not None]
    if not noted:
        screen.show("Nothing is noted in this record.")
    for note in noted:
        screen.show(f"@ {note.place}")
        show_note(note, screen, language)


def _put(notes: Sequence[Note], note: Note) -> tuple[Note, ...]:
    """Put a note where the one at its position was or, if there was none, at the end, after the branch it may be in."""
    kept = [note if each.place == note.place else each for each in notes]
    if note not in kept:
        kept.append(note)
    return tuple(each for each in kept if each != Note(each.place))


def _extend(note: Note, arguments: argparse.Namespace) -> Note:
    language = find_language(arguments)
    if arguments.comment is not None:
        note = replace(note, words=_say(note.words, language, arguments.comment))
    if arguments.add_branch:
        name, *moves = arguments.add_branch
        if not moves:
            raise OptionError("--add-branch takes the name of the branch and then its moves.")
        note = replace(note, branches=(*note.branches, Branch(name, tuple(moves))))
    question = note.question or Question()
    if arguments.question is not None:
        question = replace(question, words=_say(question.words, language, arguments.question))
    answers = {answer.move: answer for answer in question.answers}
    for move, is_right in (*((move, True) for move in arguments.right), *((move, False) for move in arguments.wrong)):
        answers[move] = replace(answers.get(move, Answer(move, is_right)), is_right=is_right)
    question = replace(question, answers=tuple(answers.values()))
    return note if question == Question() else replace(note, question=question)


def _say(words: Words, language: str, text: str) -> Words:
    """Replace what is said in a language; an empty text says nothing in it any more."""
    paragraphs = "\n".join(filter(None, (line.strip() for line in text.splitlines())))
    others = {key: value for key, value in words.items() if key != language}
    return {**others, language: paragraphs} if paragraphs else others
