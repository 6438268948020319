"""Sessions in the database, read by a statement that is planned once."""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from games.storing.rows import run

READ = "select session_data from django_session where session_key = %s and expire_date > now()"


class SessionStore(DatabaseStore):
    """Django's own, but for the reading: every page and every socket begins with it."""

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing, and no key, if there is none or it is over."""
        found = run(READ, [self.session_key])
        if not found:
            self._session_key = None
            return {}
        return self.decode(found[0][0])
