"""Under which names a server may be asked for. Any other `Host` is refused, against DNS rebinding.

In DNS rebinding a page of another site lets its own name point to this machine: the browser then takes the server for
a part of that site and hands over its answers. The request still carries the name, so it is refused by the name.
"""

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from ludotheque.core.inputs import shorten
from ludotheque.server.config import Config
from ludotheque.server.errors import Refused


class Hosts:
    """The names of one server. Ports are not compared: another port cannot be rebound to."""

    def __init__(self, config: Config) -> None:
        self._names = {"localhost", *config.allowed_hosts}
        # An address in place of a name cannot be rebound. But who names the one address that people use means it.
        self._takes_addresses = not config.public_url
        if config.public_url:
            self._names.add(urlsplit(config.public_url).hostname or "")
        else:
            own = socket.gethostname().lower().rstrip(".")
            self._names |= {config.host.lower(), own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}

        self._names.discard("")

    def check(self, headers: Headers) -> None:
        """Raise Refused if a request is meant for another server. One without a `Host` comes from no browser."""
        hosts = headers.getlist("host")
        if not hosts or (len(hosts) == 1 and self._has(read_name(hosts[0]))):
            return
        raise Refused(
            "wrong_host",
            f"This server does not serve the host {shorten(hosts[0])}. Use its own address, "
            "or let whoever runs it add the name to the setting allowed_hosts.",
        )

    def _has(self, name: str) -> bool:
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return self._takes_addresses or address.is_loopback


def read_name(host: str) -> str:
    """Give the name in a `Host`, without its port; nothing for what is none."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises ValueError where it is none
    except ValueError:
        return ""
    if parts.netloc != host or "@" in host:
        return ""
    return (parts.hostname or "").rstrip(".")
