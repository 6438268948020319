"""Where the links of pages lead, for whom they were shown to."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

from tests.pages.document import Page

THEIRS = "/admin/"  # Django's own pages, with a link for every way to sort and filter
ADDRESSES = ("action", "formaction", "data-page", "data-live")  # posted to, or fetched by scripts


class Links:
    """Addresses by viewer; of those that differ only by a number one is followed."""

    def __init__(self) -> None:
        self.seen: dict[tuple[int, str], tuple[Client, str, str]] = {}
        self.been: set[tuple[int, str]] = set()
        self.unknown: list[str] = []

    def add(self, client: Client, address: str, page: Page) -> None:
        """The links of a page that was found at this address."""
        for target in page.addresses():
            if target.startswith("#"):
                continue  # `faults_of` knows what is on the page itself
            whole = urlsplit(urljoin(f"http://testserver{address}", target))
            if whole.netloc != "testserver" or (whole.query and whole.path.startswith(THEIRS)):
                continue
            path = whole.path + (f"?{whole.query}" if whole.query else "")
            alike = re.sub(r"=\d+", "=", path)  # one step of a log stands for all
            self.seen.setdefault((id(client), alike), (client, path, f"{target!r} on {address}"))
        for element in page.all:
            for name in ADDRESSES:
                if posted := element.get(name):
                    path = urlsplit(urljoin(address, posted)).path
                    try:
                        resolve(path)
                    except Resolver404:
                        self.unknown.append(f"{element}: there is no {path}")

    def found(self, client: Client, address: str) -> None:
        """An address that somebody has been to: it leads somewhere."""
        self.been.add((id(client), address))

    def broken(self) -> list[str]:
        """The links that lead nowhere."""
        found = list(self.unknown)
        for client, path, where in self.seen.values():
            if (id(client), path) in self.been:
                continue
            answer = client.get(path, follow=True)
            if answer.status_code >= 400:
                found.append(f"{where}: {answer.status_code}")
        return found
