"""Printing to whatever terminal there is: colour if it has colour, plain letters if it has no box characters."""

import os
import sys
import textwrap
import unicodedata
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress

_PLAIN = str.maketrans(
    "│║─═┼╟╢╤╧→·×–—−▲▼▒◐",
    "||--+||++>.x---^v:@",
)
_CORNERS = dict.fromkeys(map(ord, "┌┐└┘╔╗╚╝├┤┬┴╷╶╵╴"), "+")
_LETTERS = {ord("’"): "'", ord("ß"): "ss", ord("œ"): "oe", ord("Œ"): "OE"}
"""What no accent was taken off from."""
_HEAVY = dict.fromkeys(map(ord, "┃━┏┓┗┛┿╂╋"), "#")
"""Heavy lines stay distinct from light ones: they are where markers went, or what may be chosen."""


class Screen:
    """Standard output, as a place to show things."""

    def __init__(self) -> None:
        self._console = Console(highlight=False)
        self.colour = self._console.color_system is not None and not self._console.no_color
        self.is_interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._has_boxes = _can_encode("│┃╟→×")

    def show(self, text: str = "") -> None:
        """Print text that may contain ANSI colours."""
        print(text if self._has_boxes else _to_plain(text))

    def tell(self, text: str) -> None:
        """Print plain sentences, a paragraph a line, wrapped to the width of the terminal."""
        for line in text.split("\n"):
            self.show(textwrap.fill(line, self.width, subsequent_indent="  "))

    def show_markdown(self, text: str) -> None:
        """Print Markdown, laid out if this is a terminal."""
        if self._console.is_terminal and self._has_boxes:
            from rich.markdown import Markdown  # noqa: PLC0415 - a third of the time that any command takes to start

            self._console.print(Markdown(text))
        else:
            self.show(text)

    def ask(self, prompt: str) -> str | None:
        """Ask for a line; None at the end of the input."""
        try:
            return input(prompt if self._has_boxes else _to_plain(prompt)).strip()
        except EOFError:
            self.show()
            return None

    def hide(self) -> None:
        """Hide what was shown, so that the next player does not see it: clear the screen and what was scrolled off it.

        Where a terminal cannot do that, enough empty lines will have to do.
        """
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            print("\x1b[2J\x1b[3J\x1b[H", end="")
        else:
            print("\n" * 60)

    @property
    def width(self) -> int:
        """How many characters fit into a line."""
        return self._console.width


def make_console() -> Console:
    """Make a console for tables that prints text as it is: brackets and colons in names are no markup and no emoji."""
    return Console(highlight=False, markup=False, emoji=False)


def make_progress(*, is_shown: bool, with_counts: bool = True) -> "Progress":
    """Make the progress bar of a command, on standard error; with counts it says how many of how many are done."""
    from rich.progress import (  # noqa: PLC0415 - commands that need none start faster
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    counts = (MofNCompleteColumn(),) if with_counts else ()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), *counts, TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), disable=not is_shown, transient=True)


def _can_encode(text: str) -> bool:
    if os.environ.get("TERM") == "dumb":
        return False
    try:
        text.encode(sys.stdout.encoding or "utf-8")  # a text stream in memory has none and takes everything
    except UnicodeEncodeError:
        return False
    return True


def _to_plain(text: str) -> str:
    text = text.translate(_PLAIN).translate(_CORNERS).translate(_HEAVY).translate(_LETTERS)
    letters = (letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return "".join(letters).encode("ascii", "replace").decode()
