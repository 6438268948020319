"""The names and addresses by which other devices of a household reach this machine.

Standard library only, as for `config.running.play`.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys

EVERY = ("0.0.0.0", "::")  # noqa: S104 - compared with what was asked for
ELSEWHERE = "198.51.100.1"  # for documentation (RFC 5737); nothing is sent there
SIOCGIFADDR = 0x8915


def is_for_others(host: str) -> bool:
    """Whether other machines can reach a server that listens there."""
    if host == "localhost":
        return False
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def names_for(host: str) -> list[str]:
    """What a browser may call a site that listens at `host`, the best name first."""
    if host not in EVERY:
        return [host]
    name = socket.gethostname()
    found = [*own_addresses(), name, f"{name}.local"]
    return list(dict.fromkeys(found))


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine except loopback; that of the default route first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE, 9))
        found.append(str(probe.getsockname()[0]))
    with contextlib.suppress(OSError):
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        found += [str(address[0]) for *_, address in known]
    found += addresses_of_interfaces()
    return [address for address in dict.fromkeys(found) if is_for_others(address)]


def addresses_of_interfaces() -> list[str]:
    """The first IPv4 address of each network interface (Linux only)."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # one without an address
                asked = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, asked)
                found.append(socket.inet_ntoa(answer[20:24]))
    return found
