"""IP addresses of this machine, and URLs of servers on it."""

import ipaddress
import socket

_PROBES = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1", "169.254.0.1")
"""Destinations for the route lookup: a documentation address, then private networks for lack of a default route."""
_ANY = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared, not bound


def find_own_address() -> str | None:
    """Find the IPv4 address of this machine in its network, the source of outgoing packets; None if there is none.

    Nothing is sent: connecting a datagram socket only looks up the route.
    """
    for probe in _PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as unsent:
            try:
                unsent.connect((probe, 9))
            except OSError:
                continue
            address: str = unsent.getsockname()[0]
            if not is_loopback(address) and address not in _ANY:
                return address
    return None


def is_any(host: str) -> bool:
    """Whether listening on a host means listening on all addresses."""
    return host in _ANY


def is_loopback(host: str) -> bool:
    """Whether a host name or an address is a loopback address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def format_url(host: str, port: int) -> str:
    """Format the http URL of a server; IPv6 addresses are bracketed."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
