"""`ludotheque conform`: hold a game of your own against the laws that every game must keep."""

import argparse
from importlib.util import find_spec

from ludotheque.cli.arguments import Commands
from ludotheque.cli.screen import Screen
from ludotheque.core import registry
from ludotheque.core.errors import BrokenGame, LudothequeError, OptionError
from ludotheque.core.pictures.palette import paint
from ludotheque.core.tracebacks import format_error, summarize_error


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "conform",
        help="hold a game against the laws that every game must keep",
        description="Hold what you have written against the laws that everything of its kind must keep.",
        epilog="Example: ludotheque conform game mygame",
    )
    kinds = parser.add_subparsers(title="what", metavar="WHAT", required=True)
    game = kinds.add_parser(
        "game",
        help="a game",
        description="Hold an installed game against every law, under its defaults and every other value of its "
        "options. The exit code is 0 if all of them hold, and 1 if one does not.",
    )
    game.add_argument("game", metavar="GAME", help="its id, as `ludotheque games` lists it")
    game.add_argument(
        "--examples", type=int, default=None, metavar="N", help="how many positions to try for each law; usually 25"
    )
    game.add_argument("--law", default="", metavar="TEXT", help="try only the laws whose sentence contains this")
    game.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if find_spec("pytest") is None or find_spec("hypothesis") is None:
        raise OptionError("The laws need pytest and Hypothesis (pip install ludotheque[testing]).")
    if arguments.examples is not None and arguments.examples < 1:
        raise OptionError(f"--examples must be 1 or more, not {arguments.examples}.")
    from ludotheque.testing.conformance import EXAMPLES, LawResult, conform, list_laws  # noqa: PLC0415 - optional
    from ludotheque.testing.subjects import Subject  # noqa: PLC0415 - same

    laws = list_laws(arguments.law)
    if not laws:
        raise OptionError(f"No law contains {arguments.law!r}; without --law, `ludotheque conform` lists all laws.")
    screen = Screen()
    subject = Subject(arguments.game)
    title = registry.find(subject.id).title
    try:
        sets = len(subject.games)
    except LudothequeError:
        raise
    except Exception as error:
        message = f"The game {subject} cannot be made under its default options:\n{format_error(error)}"
        raise BrokenGame(message, summarize_error(error)) from error

    def tell(result: LawResult) -> None:
        word, style = ("holds", "faint") if result.tried else ("-", "faint")
        if result.failures:
            word, style = "FAILS", "accent"
        note = "" if result.tried else " (does not apply)"
        screen.show(f"  {paint(f'{word:<5}', style, colour=screen.colour)}  {result.sentence}{note}")
        for case, failure in list(result.failures.items())[:2]:
            screen.show("\n".join(f"           {line}" for line in f"{case}: {failure}".splitlines()))
        if len(result.failures) > 2:
            screen.show(f"           and under {len(result.failures) - 2} more option sets")

    screen.show(f"{title}, under {sets} option set{'s' * (sets > 1)}:")
    results = conform(subject, tell, arguments.examples or EXAMPLES, laws)
    broken = sum(bool(result.failures) for result in results)
    kept = sum(bool(result.tried) and not result.failures for result in results)
    screen.show(f"{kept} law{'s' * (kept != 1)} hold{'s' * (kept == 1)}, {broken} do{'es' * (broken == 1)} not.")
    return 1 if broken else 0
