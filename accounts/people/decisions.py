"""Decisions of moderators about users: where their users read them, and in which words."""

from __future__ import annotations

from typing import NamedTuple

from django.core import signing
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Act, Decision, Report, User
from config.web.addresses import address_of

SALT = "accounts.decisions"

SENTENCES: dict[str, str | Promise] = {
    Act.Kind.WARN: _("The moderators warn you."),
    Act.Kind.MUTE: _("You cannot write in chats for a while."),
    Act.Kind.SUSPEND: _("Your account is suspended."),
    Act.Kind.HIDE: _("A message of yours was hidden."),
}
"""Sentences that say a decision, by the kind of act."""
NEWS: dict[str, str | Promise] = {
    "lifted": _("It was lifted before its time."),
    "granted": _("Your appeal was granted: the decision is lifted."),
    "upheld": _("Your appeal was looked at, and the decision stands."),
}
"""Sentences that say the outcome of a decision."""
OUTCOMES: dict[str, str | Promise] = {
    Report.Status.OPEN: _("Nobody has looked at it yet."),
    Report.Status.SETTLED: _("The moderators have acted on it. Thank you."),
    Report.Status.DISMISSED: _("The moderators saw no reason to act. Thank you."),
}
"""Sentences that say the outcome of a report, for its reporter."""


def token_for(decision: Decision) -> str:
    """Return a signed token that names a decision; it does not expire.

    Whoever is suspended cannot sign in, and has to be able to read it and to appeal.
    """
    return signing.Signer(salt=SALT).sign(str(decision.pk))


def link_to(decision: Decision) -> str:
    """Return the full address of the page of a decision."""
    return address_of("decision", token_for(decision))


def decision_of(token: str) -> Decision | None:
    """Return the decision that a token was made for; None if it is forged or not kept any more."""
    try:
        pk = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None
    return Decision.objects.select_related("user", "appeal").filter(pk=pk).first()


def latest_suspension(user: User) -> Decision | None:
    """Return the decision by which a user is suspended now; none is known of long ago."""
    suspensions = user.decisions.filter(kind=Act.Kind.SUSPEND, lifted_at=None)
    return suspensions.order_by("-at").first()


def news_of(decision: Decision) -> str:
    """Return what has become of a decision: a name among `NEWS`, or empty."""
    appeal = getattr(decision, "appeal", None)
    if appeal is not None and appeal.status != appeal.Status.OPEN:
        return str(appeal.status)
    return "lifted" if decision.lifted_at else ""


class Unread(NamedTuple):
    """A decision that its user has not read: which, what was decided, why, and its page."""

    number: int
    sentence: str | Promise
    text: str
    token: str


def unread_by(user: User) -> list[Unread]:
    """Return the decisions about a user that they have not read, the oldest first."""
    return [
        Unread(decision.pk, SENTENCES[decision.kind], decision.text, token_for(decision))
        for decision in user.decisions.filter(read_at=None)
    ]
