"""`ludotheque play`: run the server on this machine and open the browser."""

import argparse
import webbrowser
from threading import Thread

from ludotheque.cli.arguments import Commands
from ludotheque.cli.serve import add_settings, load_config, serve


def register(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="play in the browser",
        description="Run the server on this machine and open the browser. If the port is taken, another one will do. "
        "With --host 0.0.0.0 others in the same network can join.",
        epilog="All settings are those of ludotheque serve.",
    )
    parser.add_argument("--browser", action=argparse.BooleanOptionalAction, default=True, help="open the browser")
    add_settings(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve and open."""
    config = load_config(arguments, log_level="warning")
    return serve(config, or_free=True, on_start=_open_browser if arguments.browser else lambda _url: None)


def _open_browser(url: str) -> None:
    # In a thread, because a browser in a terminal would keep the server waiting.
    Thread(target=webbrowser.open, args=(url,), daemon=True).start()
