"""The kinds of fields of `Config`. Parsing, flags and help are derived from their specs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class ConfigSpec:
    """What is known about a field of `Config`."""

    help: str
    allowed: str
    """The allowed values, as the end of the sentence "port must be ..."."""
    parse: Callable[[str], Any]
    """Text to value; raises ValueError."""
    metavar: str | None = None
    choices: tuple[str, ...] | None = None
    is_switch: bool = False


def text(default: str, *, metavar: str, allowed: str, help: str) -> Any:  # noqa: A002 - as in argparse
    """Declare a field for any text."""
    return _declare(default, ConfigSpec(help, allowed, str, metavar))


def number(default: float, *, least: int, most: int, metavar: str, help: str) -> Any:  # noqa: A002
    """Declare a field for a number from `least` to `most`, both included; an integer if the default is one."""

    def parse(text: str) -> float:
        value = type(default)(text)
        if not least <= value <= most:
            raise ValueError
        return value

    kind = "a whole number" if isinstance(default, int) else "a number"
    return _declare(default, ConfigSpec(help, f"{kind} from {least} to {most}", parse, metavar))


def switch(default: bool, *, help: str) -> Any:  # noqa: A002
    """Declare a field that is on or off."""
    spec = ConfigSpec(help, "on or off", lambda text: _choose(text, ("on", "off")) == "on", is_switch=True)
    return _declare(default, spec)


def choice(*choices: str, help: str) -> Any:  # noqa: A002
    """Declare a field for one of several words; the first is the default."""
    return _declare(
        choices[0],
        ConfigSpec(help, f"one of {', '.join(choices)}", lambda text: _choose(text, choices), choices=choices),
    )


def url(*, help: str) -> Any:  # noqa: A002
    """Declare a field for the URL of a site, without a path; empty by default."""

    def parse(text: str) -> str:
        parts = urlsplit(text)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/") or parts.query:
            raise ValueError
        _ = parts.port  # raises ValueError if it is not a number
        return f"{parts.scheme}://{parts.netloc}"

    return _declare("", ConfigSpec(help, "an address such as https://games.example", parse, "URL"))


def address(*, help: str) -> Any:  # noqa: A002
    """Declare a field for an IP address; empty by default."""
    spec = ConfigSpec(help, "an address such as 192.168.1.7", lambda text: str(ip_address(text)), "ADDRESS")
    return _declare("", spec)


def networks(*, help: str) -> Any:  # noqa: A002
    """Declare a field for a list of IP addresses or networks; empty by default."""

    def parse(text: str) -> tuple[str, ...]:
        return tuple(str(ip_network(part.strip())) for part in text.split(",") if part.strip())

    return _declare((), ConfigSpec(help, "addresses or networks with commas between them", parse, "LIST"))


def hosts(*, help: str) -> Any:  # noqa: A002
    """Declare a field for a list of host names; empty by default."""

    def parse(text: str) -> tuple[str, ...]:
        names = tuple(part.strip().lower() for part in text.split(",") if part.strip())
        if any(urlsplit(f"//{name}").hostname != name for name in names):
            raise ValueError
        return names

    return _declare((), ConfigSpec(help, "names without ports, with commas between them", parse, "LIST"))


def _declare(default: Any, spec: ConfigSpec) -> Any:
    return field(default=default, metadata={"spec": spec})


def _choose(text: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise ValueError
    return text
