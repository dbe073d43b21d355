"""`ludotheque serve`: run the server until it is told to end."""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludotheque.cli.arguments import Commands, Parser
from ludotheque.cli.screen import Screen
from ludotheque.server.config import ENVIRONMENT, Config
from ludotheque.server.config_fields import ConfigSpec

if TYPE_CHECKING:
    from ludotheque.server.network.sharing import Sharing
    from ludotheque.store.lock import NoLock, StoreLock

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
    for name, spec in Config.specs().items():
        _add_setting(parser, name, spec, getattr(usual, name))


def _add_setting(parser: Parser, name: str, spec: ConfigSpec, default: object) -> None:
    flag = f"--{name.replace('_', '-')}"
    common: dict[str, Any] = {"dest": f"setting_{name}", "default": argparse.SUPPRESS}
    if spec.is_switch:
        text = f"{spec.help}; usually {'on' if default else 'off'}"
        parser.add_argument(flag, action=argparse.BooleanOptionalAction, help=text, **common)
    else:
        text = f"{spec.help}; usually {default}" if default else spec.help
        parser.add_argument(flag, metavar=spec.metavar, choices=spec.choices, help=text, **common)


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


def serve(
    config: Config,
    *,
    or_free: bool = False,
    on_start: Callable[[str], None] = lambda _url: None,
    is_shareable: bool = False,
    share: bool | None = None,
) -> int:
    """Serve, and say where; `on_start` is told the address to open on this machine.

    With `is_shareable`, the home network can be let in while the server runs; `share` says whether it is at the start,
    and None leaves that to what was last chosen.

    Raises StoreInUse if another server has the database open. That is found out before the port is taken: whoever
    starts the same server twice is told of the server and not of its port.
    """
    from ludotheque.server.network.sharing import Sharing  # noqa: PLC0415 - other commands need no server
    from ludotheque.server.processes.supervisor import check_processes  # noqa: PLC0415 - the same
    from ludotheque.store.address import (  # noqa: PLC0415 - nor a database
        default_address,
        find_file,
        is_postgresql,
        make_lock,
    )

    check_processes(config)
    database = config.database or default_address()
    with make_lock(database) as lock:
        file = find_file(default_address() if is_postgresql(database) else database)
        memory = file.with_name(f"{file.name}.shared") if is_shareable else None
        return _serve(config, lock, Sharing(config, memory, wanted=share), or_free=or_free, on_start=on_start)


def _serve(
    config: Config, lock: "StoreLock | NoLock", sharing: "Sharing", *, or_free: bool, on_start: Callable[[str], None]
) -> int:
    from ludotheque.server.network.addresses import format_url, is_any  # noqa: PLC0415 - same
    from ludotheque.server.processes import run as server  # noqa: PLC0415 - the other commands start without a web framework
    from ludotheque.server.processes.supervisor import supervise  # noqa: PLC0415 - same

    listener = server.bind(config.host, config.port, or_free=or_free)
    host, port = listener.getsockname()[:2]
    sharing.note_address(host, port)
    url = format_url("127.0.0.1" if is_any(host) else host, port)

    def tell() -> None:
        lock.advertise(url)
        screen = Screen()
        screen.show(f"Ludothèque is open: {config.public_url or url}")
        if not config.public_url and (nearby := sharing.url) and nearby != url:
            screen.show(f"For others near you:  {nearby}")
        elif sharing.can_change:
            screen.show("Only this machine can reach it; --share, or a button on the page, lets your home network in.")
        screen.show("Ctrl+C ends it; games go on when it is started again.")
        sys.stdout.flush()
        on_start(url)

    with listener:
        if config.processes > 1:
            return supervise(config, listener, tell)
        return server.run(config, listener, tell, sharing)
