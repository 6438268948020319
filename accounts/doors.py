"""Signing in with an account of another site: the one thing that asks a server within a request.

The browser brings a code that is good for seconds and once, and is signed in by the very answer to
that request; so the other site has to be asked for it then. It is one that the operators have
chosen. All of its answer has a limit of time, and only few requests wait for one: the others are
told to try again, and all other pages go on.
"""

from __future__ import annotations

import socket
import threading
from typing import Any

import requests
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from config.web.outward import at_most, watched

SECONDS = 5.0
"""For one question, all together."""
MOST_WAITING = 2
"""Requests of a process that wait for another site at once."""

_places = threading.BoundedSemaphore(MOST_WAITING)


class Watched(HTTPConnection):
    """A connection that ends with the time of its context."""

    def _new_conn(self) -> socket.socket:
        return watched(super()._new_conn())


class WatchedTLS(HTTPSConnection):
    """The same with TLS."""

    def _new_conn(self) -> socket.socket:
        return watched(super()._new_conn())


class Pool(HTTPConnectionPool):
    """Makes such connections."""

    ConnectionCls = Watched


class PoolTLS(HTTPSConnectionPool):
    """Makes such connections with TLS."""

    ConnectionCls = WatchedTLS


class Adapter(HTTPAdapter):
    """Asks through such connections, also where there is a proxy."""

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        """Set up what connects."""
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": Pool, "https": PoolTLS}

    def proxy_manager_for(self, *args: Any, **options: Any) -> Any:
        """Return what connects through a proxy."""
        manager = super().proxy_manager_for(*args, **options)
        manager.pool_classes_by_scheme = {"http": Pool, "https": PoolTLS}
        return manager


class BoundedSession(requests.Session):
    """Asks another site, if not too many do so already."""

    def __init__(self) -> None:
        super().__init__()
        self.headers["Connection"] = "close"  # one that is kept would be watched no more
        for scheme in ("http://", "https://"):
            self.mount(scheme, Adapter())

    def request(self, *args: Any, **options: Any) -> requests.Response:
        """As that of the library, within the limits. Raises requests.RequestException."""
        if not _places.acquire(blocking=False):
            raise requests.ConnectionError("Too many are signing in with other sites just now.")
        try:
            with at_most(SECONDS) as deadline:
                answer = super().request(*args, **{"timeout": SECONDS, **options})
                deadline.check()
                return answer
        except TimeoutError as error:
            raise requests.Timeout(str(error)) from error
        finally:
            _places.release()


class DoorAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """allauth's adapter for accounts of other sites."""

    def get_requests_session(self) -> requests.Session:
        """What all providers ask with."""
        return BoundedSession()
