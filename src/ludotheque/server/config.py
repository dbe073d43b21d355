"""The settings of a server, each declared once: flag, variable, key of a file and checks follow from that.

A flag wins over the environment, the environment over the file, the file over what is usual.
"""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from ludotheque.core.errors import OptionError

ENVIRONMENT = "LUDOTHEQUE_"


@dataclass(frozen=True, slots=True)
class Setting:
    """What a setting says about itself."""

    help: str
    metavar: str
    parse: Callable[[str], Any]
    """Text to value; raises ValueError."""
    allowed: str
    """What values there are, as the end of the sentence "port must be ..."."""
    choices: tuple[str, ...] = ()
    is_switch: bool = False


def _parse_whole(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        value = int(text)
        if not least <= value <= most:
            raise ValueError
        return value

    return parse


def _parse_pace(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 10:  # also refuses what is not a number
        raise ValueError
    return value


def _parse_switch(text: str) -> bool:
    if text not in {"on", "off"}:
        raise ValueError
    return text == "on"


def _parse_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError
    _ = parts.port  # raises ValueError where it is none
    return f"{parts.scheme}://{parts.netloc}"


def _parse_networks(text: str) -> tuple[str, ...]:
    return tuple(str(ip_network(part.strip())) for part in text.split(",") if part.strip())


def _parse_choice(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError
        return text

    return parse


def _setting(default: Any, parse: Callable[[str], Any], metavar: str, allowed: str, help: str, **more: Any) -> Any:  # noqa: A002 - as in argparse
    return field(default=default, metadata={"setting": Setting(help, metavar, parse, allowed, **more)})


@dataclass(frozen=True, kw_only=True)
class Config:
    """How a server is to run."""

    host: str = _setting(
        "127.0.0.1", str, "HOST", "a name or an address",
        "the address to listen on: 127.0.0.1 is this machine only, 0.0.0.0 everybody who can reach it",
    )  # fmt: skip
    port: int = _setting(
        8000,
        _parse_whole(0, 65535),
        "PORT",
        "a whole number from 0 to 65535",
        "the port to listen on; 0 takes a free one",
    )
    database: str = _setting(
        "", str, "URL", "such as sqlite:///FILE",
        "where everything is kept, as sqlite:///FILE; usually a file in your data directory",
    )  # fmt: skip
    public_url: str = _setting(
        "", _parse_url, "URL", "such as https://games.example",
        "the address that people use when a proxy stands before the server, such as https://games.example",
    )  # fmt: skip
    trusted_proxies: tuple[str, ...] = _setting(
        (), _parse_networks, "LIST", "addresses or networks with commas between them",
        "proxies that may say whom they forward (X-Forwarded-For), as addresses or networks: 127.0.0.1,10.0.0.0/8",
    )  # fmt: skip
    bot_workers: int = _setting(
        1, _parse_whole(1, 64), "N", "a whole number from 1 to 64", "in how many processes bots think"
    )
    bot_pace: float = _setting(
        1.0, _parse_pace, "FACTOR", "a number from 0 to 10",
        "how long bots take at least: 1 is like people, 0 at once",
    )  # fmt: skip
    rate_limits: bool = _setting(
        True,
        _parse_switch,
        "",
        "on or off",
        "count requests by address and player, and refuse too many",
        is_switch=True,
    )
    log_format: str = _setting(
        "human", _parse_choice("human", "json"), "", "human or json", "a line for people, or a JSON object a line",
        choices=("human", "json"),
    )  # fmt: skip
    log_level: str = _setting(
        "info", _parse_choice("debug", "info", "warning", "error"), "", "debug, info, warning or error",
        "how much to log", choices=("debug", "info", "warning", "error"),
    )  # fmt: skip

    @classmethod
    def settings(cls) -> dict[str, Setting]:
        """Give the settings by name, in the order in which they are declared."""
        return {f.name: f.metadata["setting"] for f in fields(cls)}

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """Give what is usual."""
        return {f.name: f.default for f in fields(cls) if f.default is not MISSING}

    @classmethod
    def load(
        cls,
        flags: Mapping[str, str | bool],
        environment: Mapping[str, str] = os.environ,
        usual: Mapping[str, Any] | None = None,
    ) -> Self:
        """Put flags, environment and a file together, over what is usual. Raises OptionError or OSError.

        The file is named by the flag or variable `config`; without either there is none.
        """
        flags = dict(flags)
        file = flags.pop("config", None) or environment.get(f"{ENVIRONMENT}CONFIG")
        values = dict(usual or {})
        if file:
            values |= _read_file(Path(str(file)), cls.settings())
        for name, setting in cls.settings().items():
            variable = f"{ENVIRONMENT}{name.upper()}"
            if (text := environment.get(variable)) is not None:
                values[name] = _parse(setting, variable, text)
        for name, given in flags.items():
            flag = f"--{name.replace('_', '-')}"
            values[name] = given if isinstance(given, bool) else _parse(cls.settings()[name], flag, given)
        return cls(**values)


def _read_file(path: Path, settings: Mapping[str, Setting]) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path} is not a TOML file: {error}.") from None
    values = {}
    for name, value in table.items():
        if name not in settings:
            raise OptionError(f"{path}: there is no setting {name!r}; there are: {', '.join(settings)}.")
        values[name] = _parse(settings[name], f"{path}: {name}", _write(value))
    return values


def _write(value: object) -> str:
    """Write a value of TOML as the text of a flag."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ",".join(str(part) for part in value)
    return str(value)


def _parse(setting: Setting, where: str, text: str) -> Any:
    try:
        return setting.parse(text)
    except ValueError:
        raise OptionError(f"{where} must be {setting.allowed}, not {text!r}.") from None
