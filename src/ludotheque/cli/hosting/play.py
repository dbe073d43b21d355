"""`ludotheque play`: run the server on this machine and open the browser; if it runs already, only open the browser."""

import argparse
import time
import urllib.error
import urllib.request
import webbrowser
from threading import Thread

from ludotheque.cli.arguments import Commands
from ludotheque.cli.hosting.serve import add_settings, load_config, serve
from ludotheque.cli.screen import Screen
from ludotheque.core.errors import StoreInUse

START_SECONDS = 60.0
"""How long a server that has taken the database has to start."""
ANSWER_SECONDS = 10.0
"""How long it has to answer."""
_POLL_SECONDS = 0.1


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "play",
        help="play in the browser",
        description="Run the server on this machine and open the browser. If the port is taken, another one will do; "
        "if the server runs already, only the browser is opened. With --share others in your home network can join; "
        "a button on the page does the same, and either is remembered.",
        epilog="All settings are those of ludotheque serve.",
    )
    parser.add_argument("--browser", action=argparse.BooleanOptionalAction, default=True, help="open the browser")
    parser.add_argument(
        "--share",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="let others in your home network join, now and in future; usually as it was last time, at first not",
    )
    add_settings(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve and open, or open what another process serves."""
    config = load_config(arguments, log_level="warning")
    patience = time.monotonic() + START_SECONDS
    while True:
        try:
            return serve(
                config,
                or_free=True,
                on_start=_open_browser if arguments.browser else lambda _url: None,
                is_shareable=True,
                share=arguments.share,
            )
        except StoreInUse as in_use:
            if in_use.url and _answers(in_use.url):
                Screen().show(f"Ludothèque is open already: {in_use.url} (settings given here do not change it)")
                if arguments.browser:
                    webbrowser.open(in_use.url)
                return 0
            if time.monotonic() > patience:
                raise
        time.sleep(_POLL_SECONDS)  # it is starting, or ending: then this one serves


def _open_browser(url: str) -> None:
    # In a thread, because a browser in a terminal would keep the server waiting.
    Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _answers(url: str) -> bool:
    """Whether a server answers at an address, even one that cannot store anything at the moment."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # it is this machine
    try:
        with opener.open(f"{url}/healthz", timeout=ANSWER_SECONDS):
            return True
    except urllib.error.HTTPError as error:
        error.close()
        return error.code == 503
    except (OSError, ValueError):
        return False
