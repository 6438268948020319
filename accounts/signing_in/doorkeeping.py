"""Who came in, who did not, who went, and what was changed about how one comes in: in the log.

How many came in and how many did not is counted, too, for an alert (docs/reference/metrics.md).

Each line has the user's id, and that of the request, by which the proxy's log has the address. What
was typed is never told: names of nobody are often passwords in the wrong field.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from allauth.account import signals as account
from allauth.account.authentication import get_authentication_records
from allauth.mfa import signals as mfa
from django.contrib.auth import signals as auth
from django.db.models import Q
from django.dispatch import Signal
from django.http import HttpRequest

from accounts.models import User
from config.sight import figures
from config.sight.about import concerning

logger = logging.getLogger(__name__)

CHANGES: dict[Signal, str] = {
    account.user_signed_up: "Signed up",
    account.password_set: "A password was set",
    account.password_changed: "The password was changed",
    account.password_reset: "The password was reset",
    account.email_added: "An address was added",
    account.email_removed: "An address was removed",
    account.email_changed: "Another address is used",
    mfa.authenticator_added: "A second factor was added",
    mfa.authenticator_removed: "A second factor was removed",
    mfa.authenticator_reset: "A second factor was made anew",
}
"""What is written down of what somebody has changed."""


def watch() -> None:
    """Connect the handlers."""
    auth.user_logged_in.connect(came_in, dispatch_uid="came_in")
    auth.user_logged_out.connect(went, dispatch_uid="went")
    auth.user_login_failed.connect(did_not_come_in, dispatch_uid="did_not_come_in")
    mfa.authentication_failed.connect(no_second_factor, dispatch_uid="no_second_factor")
    for signal, words in CHANGES.items():
        signal.connect(noting(words), weak=False, dispatch_uid=words)


def noting(words: str) -> Callable[..., None]:
    """A handler that writes down that a user has changed something."""

    def note(user: User, **_: object) -> None:
        with concerning(user=user.pk):
            logger.info(words)

    return note


def came_in(request: HttpRequest | None, user: User, **_: object) -> None:
    """Write down a sign-in, and by what."""
    records = get_authentication_records(request, user) if request is not None else []
    ways = ", ".join(dict.fromkeys(str(record.get("method")) for record in records))
    figures.sign_ins.labels("let in").inc()
    with concerning(user=user.pk):
        logger.info("Signed in%s", f" by {ways}" if ways else "")


def went(user: User | None, **_: object) -> None:
    """Write down a sign-out; nothing of a session that had ended already."""
    if user is not None:
        with concerning(user=user.pk):
            logger.info("Signed out")


def did_not_come_in(credentials: dict[str, Any], **_: object) -> None:
    """Write down a sign-in that failed, with whose account it was for, if it is anybody's."""
    figures.sign_ins.labels("refused").inc()
    typed = str(credentials.get("username") or credentials.get("email") or "").replace("\0", "")
    known = User.objects.filter(Q(username__iexact=typed) | Q(email__iexact=typed))
    with concerning(user=known.values_list("pk", flat=True).first()):
        logger.warning("Not signed in")


def no_second_factor(user: User, **_: object) -> None:
    """Write down a second factor that did not hold."""
    figures.sign_ins.labels("refused").inc()
    with concerning(user=user.pk):
        logger.warning("Not signed in: the second factor")
