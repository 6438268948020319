"""Noting when a session was last used."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError, transaction
from django.http import HttpRequest

from config.web.clients import address_of

logger = logging.getLogger(__name__)

USED = "used"
"""The key in a session: when its last use was noted."""
USED_EVERY = timedelta(hours=1)
"""The shortest time between two notes of the last use of a session."""


def session_list(request: HttpRequest) -> None:
    """List a session for its user, unless nobody knows the address it is used from."""
    if address_of(request) is not None:
        UserSession.objects.create_from_request(request)


def last_use_note(request: HttpRequest, now: datetime) -> None:
    """Note a use; where nothing can be written, the page is shown all the same."""
    request.session[USED] = now.timestamp()
    mine = UserSession.objects.filter(session_key=request.session.session_key)
    try:
        with transaction.atomic():
            request.session.save()
            if not mine.update(last_seen_at=now):  # it began before sessions were listed
                session_list(request)
    except (DatabaseError, UpdateError):
        logger.warning("The last use of a session could not be noted")
        request.session.modified = False
