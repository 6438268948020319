"""Posting to an address that a user has named: never into a network that is not public.

The name is resolved once and the connection goes to what was found, so that a second answer of the
name's server changes nothing. No redirect is followed. Time and size are limited, that of finding
the address too: a user's name server may say nothing as well.
"""

from __future__ import annotations

import http.client
import ipaddress
import queue
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import closing
from urllib.parse import urlsplit

from django.conf import settings

from accounts.mail.outcomes import Undeliverable, Unreachable
from config.web.outward import at_most, watched

SECONDS = 4.0
"""For everything after the name is resolved: an answer that drips is cut off."""
LOOK_UP_SECONDS = 2.0
"""For resolving the name."""
MOST_LOOK_UPS = 40
"""At once: each is a thread, which the resolver of the system may hold for longer than we wait."""
LONGEST_ANSWER = 2_000
"""So many bytes of it are read."""

EMBEDDING = [ipaddress.ip_network(net) for net in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16")]
"""Addresses of IPv6 that lead on to one of IPv4, which may be any."""
GIVEN_OUT, DOCUMENTATION = map(ipaddress.ip_network, ("2000::/3", "3fff::/20"))
"""Where all public addresses of IPv6 are; what lies elsewhere, Python may not know."""
CLOUDS = {ipaddress.ip_address("168.63.129.16")}
"""Public by its number, and yet within the network of a provider."""


class Pinned(http.client.HTTPSConnection):
    """A connection to an address that was looked up before; the name is for the certificate."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.address, self.trusting = address, ssl.create_default_context()

    def connect(self) -> None:
        """Connect to the address, and check the certificate against the name."""
        plain = watched(socket.create_connection((self.address, self.port), self.timeout))
        self.sock = self.trusting.wrap_socket(plain, server_hostname=self.host)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
    """The status of the answer, and how it begins. Raises Unreachable, Undeliverable."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 443
    connection = Pinned(host, port, address_of(host, port))
    path = parts.path or "/"
    target = f"{path}?{parts.query}" if parts.query else path
    try:
        with at_most(SECONDS) as deadline, closing(connection):
            connection.request("POST", target, body, dict(headers))
            answer = connection.getresponse()
            text = answer.read(LONGEST_ANSWER).decode("utf-8", "replace")
            deadline.check()
            return answer.status, " ".join(text.split())
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error


_look_ups = threading.BoundedSemaphore(MOST_LOOK_UPS)


def address_of(host: str, port: int) -> str:
    """What a name leads to. Raises Unreachable, and Undeliverable if it is not public."""
    try:
        addresses = looked_up(host, port)
    except (OSError, UnicodeError) as error:
        raise Unreachable(f"{host}: {error}") from error
    if host not in settings.NOTICE_HOSTS and not all(map(is_public, addresses)):
        raise Undeliverable(f"{host} is not a public address.")
    return addresses[0]


def looked_up(host: str, port: int) -> list[str]:
    """The addresses of a name. Raises OSError and UnicodeError, also if it takes too long."""
    if not _look_ups.acquire(blocking=False):
        raise TimeoutError("Too many names are being looked up.")
    answers: queue.SimpleQueue[list[str] | Exception] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([str(entry[4][0]) for entry in found])
        except Exception as error:
            answers.put(error)
        finally:
            _look_ups.release()

    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    try:
        answer = answers.get(timeout=LOOK_UP_SECONDS)
    except queue.Empty:
        raise TimeoutError("Its name server does not answer.") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def is_public(text: str) -> bool:
    """Whether an address is one of the public internet."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address.teredo is not None or any(address in net for net in EMBEDDING):
            return False
        if address not in GIVEN_OUT or address in DOCUMENTATION:
            return False
    return address.is_global and not address.is_multicast and address not in CLOUDS
