"""Noting when a session was last used."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError, transaction
from django.http import HttpRequest

logger = logging.getLogger(__name__)

USED = "used"
"""The key in a session: when its last use was noted."""
USED_EVERY = timedelta(hours=1)
"""The shortest time between two notes of the last use of a session."""


def last_use_note(request: HttpRequest, now: datetime) -> None:
    """Note a use; where nothing can be written, the page is shown all the same."""
    request.session[USED] = now.timestamp()
    mine = UserSession.objects.filter(session_key=request.session.session_key)
    try:
        with transaction.atomic():
            request.session.save()
            if not mine.update(last_seen_at=now):  # it began before sessions were listed
                UserSession.objects.create_from_request(request)
    except (DatabaseError, UpdateError):
        logger.warning("The last use of a session could not be noted")
        request.session.modified = False
