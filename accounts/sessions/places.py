"""Where somebody is signed in: sessions are listed when they open, and end with their user."""

from __future__ import annotations

from collections.abc import Iterable

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models.signals import pre_delete
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import Device, User
from accounts.sessions.last_use import USED, USED_EVERY, last_use_note, session_list
from config.middleware import Middleware


def watch() -> None:
    """List each session as it is opened, by whatever way; and end all with their user."""
    user_logged_in.connect(session_opened, dispatch_uid="session_opened")
    pre_delete.connect(sessions_end, sender=User, dispatch_uid="sessions_end")


def session_opened(request: HttpRequest, **_: object) -> None:
    """Note a session in the list of its user, unless it is nobody's request."""
    request.session[USED] = timezone.now().timestamp()
    if hasattr(request, "user"):
        session_list(request)


def sessions_end(instance: User, **_: object) -> None:
    """End all sessions of a user."""
    listed = UserSession.objects.filter(user=instance)
    Session.objects.filter(session_key__in=listed.values("session_key")).delete()


def session_stays(request: HttpRequest | None) -> None:
    """Until the transaction ends, a new password ends no device of the session of a request."""
    key = request.session.session_key if request is not None else None
    with connection.cursor() as cursor:
        cursor.execute("select set_config('sobremesa.session', %s, true)", [key or ""])


def is_signed_in_by_session(request: HttpRequest) -> bool:
    """Return whether the session signs the user in; False for a token beside a cookie."""
    user = request.user
    return user.is_authenticated and request.session.get(SESSION_KEY) == str(user.pk)


class LastUseMiddleware(Middleware):
    """Notes when a session was last used. Its life begins anew with that."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if is_signed_in_by_session(request):
            now = timezone.now()
            if now.timestamp() - request.session.get(USED, 0) > USED_EVERY.total_seconds():
                last_use_note(request, now)
        return self.get_response(request)


class PlacesAdapter(DefaultUserSessionsAdapter):
    """allauth's adapter for sessions: whoever ends all others ends devices of no session, too."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """End sessions, with what was added in them."""
        ended = list(sessions)
        super().end_sessions(ended)
        users = {session.user_id for session in ended}
        Device.objects.filter(user__in=users, session_key="").delete()
