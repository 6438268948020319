"""Signing in with an account of another site: the one thing that asks a server within a request.

The browser brings a code that is good for seconds and once, and is signed in by the very answer to
that request; so the other site has to be asked for it then. It is one that the operators have
chosen. Its answer has a limit of time, and only few requests wait for one: the others are told to
try again, and all other pages go on.
"""

from __future__ import annotations

import threading
from typing import Any

import requests
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter

SECONDS = 5.0
"""For connecting, and between two parts of an answer."""
MOST_WAITING = 2
"""Requests of a process that wait for another site at once."""

_places = threading.BoundedSemaphore(MOST_WAITING)


class BoundedSession(requests.Session):
    """Asks another site, if not too many do so already."""

    def request(self, *args: Any, **options: Any) -> requests.Response:
        """As that of the library, within the limits. Raises requests.ConnectionError."""
        if not _places.acquire(blocking=False):
            raise requests.ConnectionError("Too many are signing in with other sites just now.")
        try:
            return super().request(*args, **{"timeout": SECONDS, **options})
        finally:
            _places.release()


class DoorAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """allauth's adapter for accounts of other sites."""

    def get_requests_session(self) -> requests.Session:
        """What all providers ask with."""
        return BoundedSession()
