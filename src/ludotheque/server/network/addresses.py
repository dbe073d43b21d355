"""Addresses of this machine, and of servers on it."""

import ipaddress
import socket

_PROBES = ("192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1", "169.254.0.1")
"""Where a packet is asked the way to: an address for documentation, then networks that may have no way out."""
_ANY = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared, not bound


def find_own_address() -> str | None:
    """Find the address of this machine in its network: the one that a packet to the outside would carry.

    Nothing is sent: connecting a datagram socket only looks up the way.
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
    """Whether a name or an address leads to the machine that asks."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def write_url(host: str, port: int) -> str:
    """Write the address of a server."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
