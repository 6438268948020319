"""Who arrives over a socket with a session: read for all sockets that arrive together.

While one reading is under way others gather for the next, so thousands of pages that come back
after a restart cost two statements for many of them. One that comes alone waits for nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.utils.crypto import constant_time_compare

from accounts.backends import users_read
from accounts.models import User
from accounts.sessions.store import SessionStore
from config.socket.batcher import Batcher
from config.socket.by_loop import ByLoop
from games.storing.rows import run

AT_ONCE = 200  # sockets in one reading: the first of them need not wait for thousands

READ = """
    select session_key, session_data from django_session
    where session_key = any(%s) and expire_date > now()
"""


class Arrived(NamedTuple):
    """Whose socket it is, and its session if that is stored and has not run out."""

    user: User | AnonymousUser
    session: SessionStore


def arrived(keys: Collection[str]) -> dict[str, Arrived]:
    """By the key of a session, who is signed in with it: see `django.contrib.auth.get_user`.

    Keys of which no session is stored are left out.
    """
    decode = SessionStore().decode
    sessions = {key: decode(stored) for key, stored in run(READ, [list(keys)])}
    claimed = {key: claim for key, stored in sessions.items() if (claim := claimed_by(stored))}
    users = users_read({user_id for user_id, _hash in claimed.values()})
    found = {}
    for key in sessions:
        user_id, stamp = claimed.get(key, (0, ""))
        user = users.get(user_id)
        holds = user is not None and constant_time_compare(stamp, user.get_session_auth_hash())
        found[key] = Arrived(user if user and holds else AnonymousUser(), SessionStore(key))
    return found


def claimed_by(session: dict[str, Any]) -> tuple[int, str] | None:
    """The id of the user of a session, and the hash of the password it was begun with."""
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    user_id, stamp = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY)
    return (int(user_id), stamp) if user_id and stamp else None


Reading = Callable[[Collection[str]], dict[str, Arrived]]


class Arrivals:
    """The sockets of one event loop of which it is not known yet whose they are."""

    def __init__(self, read: Reading = arrived) -> None:
        self.read = read
        self.futures: dict[str, asyncio.Future[Arrived]] = {}
        self.waiting = Batcher(self._read, at_once=AT_ONCE)

    async def who(self, key: str) -> Arrived:
        """Who is signed in with a session. Raises what reading raises."""
        if not key or "\x00" in key:
            return nobody()
        if key not in self.futures:
            self.futures[key] = asyncio.get_running_loop().create_future()
            self.waiting.add(key)
        return await asyncio.shield(self.futures[key])  # others may wait for the same

    async def _read(self, keys: list[str]) -> None:
        futures = {key: self.futures.pop(key) for key in keys}
        try:
            users = await database_sync_to_async(self.read)(keys)
        except Exception as error:
            for future in futures.values():
                future.set_exception(error)
                future.exception()  # the socket may be gone: then nobody else takes note of it
            return
        for key, future in futures.items():
            future.set_result(users.get(key) or nobody())


def nobody() -> Arrived:
    """Somebody without a session."""
    return Arrived(AnonymousUser(), SessionStore())


_arrivals = ByLoop(Arrivals)


def arrivals() -> Arrivals:
    """The `Arrivals` of the running event loop; a process has one."""
    return _arrivals.here()
