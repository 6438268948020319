"""What administrators do for all at once. Every act is logged with its effect: who, what, why."""

from __future__ import annotations

import getpass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.announcing.reading import forget
from accounts.models import Act, Announcement, User
from accounts.moderation.log import NoReason, record
from accounts.people.rights import NotAllowed
from games.changing import halting
from games.models import Outage
from games.models.time import LONGEST_REASON

MAY_STOP = "games.add_outage"
"""The right to stop the site and to let it go on."""


def at_the_machine() -> User:
    """Who uses a command: nobody with an account, but the log has their name on the machine."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        name = "?"
    return User(pk=0, username=f"manage.py ({name})"[:60])


def check_may(by: User, right: str) -> None:
    """Raise NotAllowed unless somebody has a right; who is at the machine has all."""
    if by.pk != 0 and not by.has_perm(right):
        raise NotAllowed


@transaction.atomic
def site_stop(*, by: User, text_en: str, text_de: str = "") -> Outage:
    """Stop the site, and say why on every page. Raises NotAllowed, NoReason, AlreadyDone."""
    check_may(by, MAY_STOP)
    text_en, text_de = text_en.strip(), text_de.strip()
    if not text_en or max(len(text_en), len(text_de)) > LONGEST_REASON:
        raise NoReason
    stop = halting.site_stop(text_en=text_en, text_de=text_de)
    record(by, Act.Kind.STOP, text_en, stop=stop.pk, german=text_de)
    forget()
    return stop


@transaction.atomic
def site_go_on(*, by: User, why: str) -> Outage:
    """Let the site go on; all clocks are put off. Raises NotAllowed, NoReason, AlreadyDone."""
    check_may(by, MAY_STOP)
    stop = halting.site_go_on()
    assert stop.until is not None
    record(by, Act.Kind.GO_ON, why, stop=stop.pk, seconds=(stop.until - stop.since).total_seconds())
    forget()
    return stop


@transaction.atomic
def announcement_save(
    *,
    by: User,
    announcement: Announcement,
    work_since: datetime | None = None,
    work_until: datetime | None = None,
    read_only: bool = False,
) -> None:
    """Announce something, or change what is announced; perhaps with work that is planned.

    Without `work_since` there is none: what was planned is called off. Whoever has put it away sees
    it again. Raises NotPossible.
    """
    if announcement.pk:
        announcement.edition += 1
    if work_since is not None and work_until is not None:
        announcement.work = halting.work_plan(
            since=work_since, until=work_until, read_only=read_only, before=announcement.work
        )
    elif announcement.work is not None:
        halting.work_call_off(announcement.work)
        announcement.work = None
    announcement.save()
    record(by, Act.Kind.ANNOUNCE, announcement.text_en, **facts_of(announcement))
    forget()


@transaction.atomic
def announcement_withdraw(*, by: User, announcement: Announcement) -> None:
    """Delete an announcement; its work is called off, or ends now if it has begun."""
    facts = facts_of(announcement)
    if announcement.work is not None:
        halting.work_call_off(announcement.work)
    announcement.delete()
    record(by, Act.Kind.WITHDRAW, announcement.text_en, **facts)
    forget()


def facts_of(announcement: Announcement) -> dict[str, Any]:
    """An announcement for the log."""
    facts = {
        "announcement": announcement.pk,
        "german": announcement.text_de,
        "since": announcement.since.isoformat(),
        "until": announcement.until.isoformat(),
        "signed_in_only": announcement.signed_in_only,
    }
    if (work := announcement.work) is not None and work.until is not None:
        facts["work"] = [work.since.isoformat(), work.until.isoformat(), work.read_only]
    return facts
