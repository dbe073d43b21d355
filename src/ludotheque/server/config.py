"""The config of a server: from flags, environment variables and a file.

Flags override environment variables, those override the file, and the file overrides the defaults.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

from ludotheque.core.errors import OptionError
from ludotheque.server.config_fields import ConfigSpec, address, choice, hosts, networks, number, switch, text, url

ENVIRONMENT = "LUDOTHEQUE_"
"""The prefix of environment variables."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """How a server is run. `load` checks values; the constructor does not."""

    host: str = text(
        "127.0.0.1",
        metavar="HOST",
        allowed="a name or an address",
        help="the address to listen on: 127.0.0.1 is this machine only, 0.0.0.0 everybody who can reach it",
    )
    port: int = number(8000, least=0, most=65535, metavar="PORT", help="the port to listen on; 0 takes a free one")
    database: str = text(
        "",
        metavar="URL",
        allowed="such as sqlite:///FILE or postgresql://USER@HOST/NAME",
        help="where everything is kept, as sqlite:///FILE or postgresql://USER@HOST/NAME; "
        "usually a file in your data directory",
    )
    public_url: str = url(
        help="the address that people use when a proxy stands before the server, such as https://games.example"
    )
    allowed_hosts: tuple[str, ...] = hosts(
        help="more names that people reach the server by, such as games.lan,playroom; requests for others are refused"
    )
    lan_address: str = address(
        help="the address of this machine in the home network, for links to send to friends; usually found by itself"
    )
    trusted_proxies: tuple[str, ...] = networks(
        help="proxies that may say for whom they ask (X-Forwarded-For), as addresses or networks: 127.0.0.1,10.0.0.0/8"
    )
    processes: int = number(
        1, least=1, most=64, metavar="N", help="how many processes serve on this machine; more than one need PostgreSQL"
    )
    bot_workers: int = number(
        1, least=1, most=64, metavar="N", help="in how many processes bots think, for each process that serves"
    )
    bot_pace: float = number(
        1.0, least=0, most=10, metavar="FACTOR", help="how long bots take: 1 is like people, 0 as fast as they can"
    )
    warm_up: bool = switch(True, help="compile what bots search with at the start; until then they think slowly")
    review_seconds: int = number(
        15,
        least=0,
        most=3600,
        metavar="SECONDS",
        help="how long the review of a finished game may take of a processor; 0 is no reviews",
    )
    chat: bool = switch(True, help="let people chat at tables whose host wants it; off is no chat at all")
    max_connections: int = number(
        0,
        least=0,
        most=100_000,
        metavar="N",
        help="how many connections there may be at a time; 0 is as many as the limit of open files allows",
    )
    rate_limits: bool = switch(True, help="count requests by address and player, and refuse too many")
    log_format: str = choice("human", "json", help="a line for people, or a JSON object a line")
    log_level: str = choice("info", "debug", "warning", "error", help="how much to log")

    @classmethod
    def specs(cls) -> dict[str, ConfigSpec]:
        """Return the specs of all fields by name, in the order of declaration."""
        return {f.name: f.metadata["spec"] for f in fields(cls)}

    @classmethod
    def load(
        cls,
        flags: Mapping[str, str | bool],
        environment: Mapping[str, str] = os.environ,
        usual: Mapping[str, Any] | None = None,
    ) -> Self:
        """Merge flags, environment variables and a file over the defaults in `usual`. Raises OptionError or OSError.

        The file is named by the flag or variable `config`; without either, no file is read.
        """
        flags = dict(flags)
        file = flags.pop("config", None) or environment.get(f"{ENVIRONMENT}CONFIG")
        values = dict(usual or {})
        if file:
            values |= _read_file(Path(str(file)), cls.specs())
        for name, spec in cls.specs().items():
            variable = f"{ENVIRONMENT}{name.upper()}"
            if (given := environment.get(variable)) is not None:
                values[name] = _parse(spec, variable, given)
        for name, value in flags.items():
            flag = f"--{name.replace('_', '-')}"
            values[name] = value if isinstance(value, bool) else _parse(cls.specs()[name], flag, value)
        return cls(**values)


def _read_file(path: Path, specs: Mapping[str, ConfigSpec]) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path} is not a TOML file: {error}.") from None
    values = {}
    for name, value in table.items():
        if name not in specs:
            raise OptionError(f"{path}: there is no setting {name!r}; there are: {', '.join(specs)}.")
        values[name] = _parse(specs[name], f"{path}: {name}", _format_toml(value))
    return values


def _format_toml(value: object) -> str:
    """Format a TOML value like the text of a flag."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ",".join(str(part) for part in value)
    return str(value)


def _parse(spec: ConfigSpec, where: str, given: str) -> Any:
    try:
        return spec.parse(given)
    except ValueError:
        raise OptionError(f"{where} must be {spec.allowed}, not {given!r}.") from None
