"""What a reader waits for that the worker does: told on their pages as soon as it has come.

A session knows which letters it has asked for, also that of a visitor, and whether it waits for a
message for trial.
"""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Hook, Letter, User
from accounts.people.selectors import hook_of
from accounts.signing_in.doors import is_asking
from games.page import drawing

LETTERS, TRIAL = "letters", "trial"
"""The keys in a session."""
MOST_LETTERS = 5


class Awaited(NamedTuple):
    """What a session waits for, or has waited for in vain."""

    letters: list[Letter]
    trial: Hook | None

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is to come."""
        going = any(letter.next_at is not None for letter in self.letters)
        return not going and (self.trial is None or self.trial.trying_since is None)


def letter_await(session: SessionBase, letter: Letter) -> None:
    """Have the pages of a session tell how a letter does."""
    session[LETTERS] = [*session.get(LETTERS, []), letter.pk][-MOST_LETTERS:]


def trial_await(session: SessionBase) -> None:
    """Have the pages of a session tell how a message for trial does."""
    session[TRIAL] = True


def awaited_by(request: HttpRequest) -> Awaited | None:
    """What a reader waits for, or None. What is settled well is told of no more."""
    session = getattr(request, "session", None)
    if session is None or not (LETTERS in session or TRIAL in session):
        return None
    letters = list(Letter.objects.filter(pk__in=session.get(LETTERS, [])).order_by("pk"))
    if not letters:
        session.pop(LETTERS, None)
    user = getattr(request, "user", None)
    trial = hook_of(user) if TRIAL in session and isinstance(user, User) else None
    if trial is None or trial.trying_since is None:
        session.pop(TRIAL, None)
    return Awaited(letters, trial) if letters or trial else None


@require_safe
@never_cache
def awaited(request: HttpRequest) -> HttpResponse:
    """The words for an open page; 204 if nothing is awaited, 200 if that is all, else 202.

    With `?door` only another site is meant, with which somebody signs in.
    """
    if "door" in request.GET:
        return HttpResponse(status=202 if is_asking(request.session) else 204)
    found = awaited_by(request)
    if found is None:
        return HttpResponse(status=204)
    status = 200 if found.is_settled else 202
    return HttpResponse(drawing.render("awaited.html", {"awaited": found}), status=status)
