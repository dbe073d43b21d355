"""Allowed values of the header `Host`. All others are refused, against DNS rebinding.

In DNS rebinding, another site lets its own name resolve to this machine: the browser then takes the server for a part
of that site and lets its scripts read the responses. The request still carries the site's name in `Host`.
"""

import ipaddress
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from ludotheque.core.inputs import shorten
from ludotheque.server.config import Config
from ludotheque.server.errors import Refused


class Hosts:
    """The host names of one server. Ports are not compared: DNS rebinding cannot change them."""

    def __init__(self, config: Config) -> None:
        self._names = {"localhost", *config.allowed_hosts}
        # An IP address cannot be rebound. But with a public URL, requests by address are not expected.
        self._takes_addresses = not config.public_url
        if config.public_url:
            self._names.add(urlsplit(config.public_url).hostname or "")
        else:
            own = socket.gethostname().lower().rstrip(".")
            self._names |= {config.host.lower(), own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}

        self._names.discard("")

    def check(self, headers: Headers) -> None:
        """Raise Refused if the host is not allowed. A request without `Host` passes: no browser sends one."""
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
    """Return the name in a `Host` header without its port; empty if the header is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises ValueError if it is not a number
    except ValueError:
        return ""
    if parts.netloc != host or "@" in host:
        return ""
    return (parts.hostname or "").rstrip(".")
