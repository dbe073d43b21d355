"""`ludotheque serve`: run the server until it is told to end."""

import argparse
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludotheque.cli.arguments import Commands, Parser
from ludotheque.cli.screen import Screen
from ludotheque.server.config import ENVIRONMENT, Config
from ludotheque.server.config_fields import Setting

if TYPE_CHECKING:
    from ludotheque.store.lock import StoreLock

_EPILOG = f"""\
Every setting can also be given by the environment ({ENVIRONMENT}PORT=9000) or in a file for --config, one a line:

  host = "0.0.0.0"
  port = 9000
  public_url = "https://games.example"
  trusted_proxies = ["127.0.0.1"]

A flag wins over the environment, the environment over the file. docs/server.md says more.
"""


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "serve",
        help="run the server, for browsers and bots",
        description="Run the server: people play in the browser, bots over WebSockets. Ctrl+C ends it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_settings(parser)
    parser.set_defaults(run=run)


def add_settings(parser: Parser) -> None:
    """Add a flag for every setting of a server."""
    parser.add_argument("--config", metavar="FILE", default=argparse.SUPPRESS, help="a file with settings, in TOML")
    usual = Config()
    for name, setting in Config.settings().items():
        _add_setting(parser, name, setting, getattr(usual, name))


def _add_setting(parser: Parser, name: str, setting: Setting, default: object) -> None:
    flag = f"--{name.replace('_', '-')}"
    common: dict[str, Any] = {"dest": f"setting_{name}", "default": argparse.SUPPRESS}
    if setting.is_switch:
        text = f"{setting.help}; usually {'on' if default else 'off'}"
        parser.add_argument(flag, action=argparse.BooleanOptionalAction, help=text, **common)
    else:
        text = f"{setting.help}; usually {default}" if default else setting.help
        parser.add_argument(flag, metavar=setting.metavar, choices=setting.choices, help=text, **common)


def load_config(arguments: argparse.Namespace, **usual: str) -> Config:
    """Put the settings together, over what is `usual` for this command. Raises OptionError or OSError."""
    flags = {
        name.removeprefix("setting_"): value for name, value in vars(arguments).items() if name.startswith("setting_")
    }
    if hasattr(arguments, "config"):
        flags["config"] = arguments.config
    return Config.load(flags, usual=usual)


def run(arguments: argparse.Namespace) -> int:
    return serve(load_config(arguments))


def serve(config: Config, *, or_free: bool = False, on_start: Callable[[str], None] = lambda _url: None) -> int:
    """Serve, and say where; `on_start` is told the address to open on this machine.

    Raises StoreInUse if another server has the database open. That is found out before the port is taken: whoever
    starts the same server twice is told of the server and not of its port.
    """
    from ludotheque.store.address import default_address, make_lock  # noqa: PLC0415 - other commands need no database

    with make_lock(config.database or default_address()) as lock:
        return _serve(config, lock, or_free=or_free, on_start=on_start)


def _serve(config: Config, lock: "StoreLock", *, or_free: bool, on_start: Callable[[str], None]) -> int:
    from ludotheque.server import run as server  # noqa: PLC0415 - the other commands start without a web framework

    listener = server.bind(config.host, config.port, or_free=or_free)
    host, port = listener.getsockname()[:2]
    url = _write_url("127.0.0.1" if host in {"0.0.0.0", "::"} else host, port)  # noqa: S104 - compared, not bound

    def tell() -> None:
        lock.tell(url)
        screen = Screen()
        screen.show(f"Ludothèque is open: {config.public_url or url}")
        if host in {"0.0.0.0", "::"} and not config.public_url and (nearby := _find_own_address()):  # noqa: S104 - same
            screen.show(f"For others near you:  {_write_url(nearby, port)}")
        screen.show("Ctrl+C ends it; games go on when it is started again.")
        sys.stdout.flush()
        on_start(url)

    with listener:
        return server.run(config, listener, tell)


def _write_url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _find_own_address() -> str | None:
    """Find the address of this machine in its network: the one that a packet to the outside would carry."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; connecting a datagram socket sends nothing
        except OSError:
            return None
        address: str = probe.getsockname()[0]
        return address
