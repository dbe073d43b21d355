"""The kinds of settings of a server. A field of `Config` is declared by one of these, and all else follows from it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Setting:
    """What a setting says about itself."""

    help: str
    allowed: str
    """What values there are, as the end of the sentence "port must be ..."."""
    parse: Callable[[str], Any]
    """Text to value; raises ValueError."""
    metavar: str | None = None
    choices: tuple[str, ...] | None = None
    is_switch: bool = False


def text(default: str, *, metavar: str, allowed: str, help: str) -> Any:  # noqa: A002 - as in argparse
    """Declare a setting that is any text."""
    return _declare(default, Setting(help, allowed, str, metavar))


def number(default: float, *, least: int, most: int, metavar: str, help: str) -> Any:  # noqa: A002
    """Declare a setting that is a number between two limits, both included; a whole one if its default is."""

    def parse(text: str) -> float:
        value = type(default)(text)
        if not least <= value <= most:
            raise ValueError
        return value

    kind = "a whole number" if isinstance(default, int) else "a number"
    return _declare(default, Setting(help, f"{kind} from {least} to {most}", parse, metavar))


def switch(default: bool, *, help: str) -> Any:  # noqa: A002
    """Declare a setting that is on or off."""
    setting = Setting(help, "on or off", lambda text: _choose(text, ("on", "off")) == "on", is_switch=True)
    return _declare(default, setting)


def choice(*choices: str, help: str) -> Any:  # noqa: A002
    """Declare a setting that is one of a few words, usually the first."""
    return _declare(
        choices[0], Setting(help, f"one of {', '.join(choices)}", lambda text: _choose(text, choices), choices=choices)
    )


def url(*, help: str) -> Any:  # noqa: A002
    """Declare a setting that is the address of a site, or nothing."""

    def parse(text: str) -> str:
        parts = urlsplit(text)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/") or parts.query:
            raise ValueError
        _ = parts.port  # raises ValueError where it is none
        return f"{parts.scheme}://{parts.netloc}"

    return _declare("", Setting(help, "an address such as https://games.example", parse, "URL"))


def address(*, help: str) -> Any:  # noqa: A002
    """Declare a setting that is an address of a machine, or nothing."""
    setting = Setting(help, "an address such as 192.168.1.7", lambda text: str(ip_address(text)), "ADDRESS")
    return _declare("", setting)


def networks(*, help: str) -> Any:  # noqa: A002
    """Declare a setting that is a list of addresses or networks, usually empty."""

    def parse(text: str) -> tuple[str, ...]:
        return tuple(str(ip_network(part.strip())) for part in text.split(",") if part.strip())

    return _declare((), Setting(help, "addresses or networks with commas between them", parse, "LIST"))


def hosts(*, help: str) -> Any:  # noqa: A002
    """Declare a setting that is a list of names of machines, usually empty."""

    def parse(text: str) -> tuple[str, ...]:
        names = tuple(part.strip().lower() for part in text.split(",") if part.strip())
        if any(urlsplit(f"//{name}").hostname != name for name in names):
            raise ValueError
        return names

    return _declare((), Setting(help, "names without ports, with commas between them", parse, "LIST"))


def _declare(default: Any, setting: Setting) -> Any:
    return field(default=default, metadata={"setting": setting})


def _choose(text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ValueError
    return text
