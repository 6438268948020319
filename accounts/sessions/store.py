"""Sessions in the database, read with a prepared statement."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import connection

from games.storing.rows import run

MOVES = [
    "update accounts_device set session_key = %s where session_key = %s",
    "update usersessions_usersession set session_key = %s where session_key = %s",
]
"""What belongs to a session and would end with it."""
READ = "select session_data from django_session where session_key = %s and expire_date > now()"


class SessionStore(DatabaseStore):
    """Django's session store with a faster `load`: every page and socket begins with it."""

    def load(self) -> dict[str, Any]:
        """The session's contents; empty, and without a key, if there is none or it has expired."""
        found = run(READ, [self.session_key])
        if not found:
            self._session_key = None
            return {}
        return self.decode(found[0][0])

    def cycle_key(self) -> None:
        """Go on under a new key, as after a new password, with what was added in the session."""
        contents, before = dict(self.items()), self.session_key
        self.create()
        self._session_cache = contents
        if before:
            with connection.cursor() as cursor:
                for statement in MOVES:
                    cursor.execute(statement, [self.session_key, before])
            self.delete(before)
