"""Rows that a moderator may see: never those of a case in which they are involved.

Tables and people are selected in `accounts.people.rights`, all else here by these.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Act, Appeal, Message, Report, User
from accounts.people.rights import is_moderator, people_moderated_by, tables_moderated_by
from games.models import Table


def reports_for(moderator: User) -> QuerySet[Report]:
    """Return the reports that a moderator neither made, nor is about, nor plays at whose table."""
    if not is_moderator(moderator):
        return Report.objects.none()
    people, tables = people_moderated_by(moderator), tables_moderated_by(moderator)
    found = Report.objects.filter(
        Q(about=None) | Q(about__in=people), Q(table=None) | Q(table__in=tables)
    )
    return found.exclude(reporter=moderator.pk).select_related("about", "table", "claimed_by")


def appeals_for(moderator: User) -> QuerySet[Appeal]:
    """Return the appeals of people whom a moderator moderates; not all are theirs to answer."""
    people = people_moderated_by(moderator)
    return Appeal.objects.filter(decision__user__in=people).select_related("decision__user")


def reports_open(moderator: User) -> QuerySet[Report]:
    """Return the reports nobody has settled, the oldest first."""
    return reports_for(moderator).filter(status=Report.Status.OPEN).order_by("at")


def appeals_open(moderator: User) -> QuerySet[Appeal]:
    """Return the appeals that nobody has answered, the oldest first."""
    return appeals_for(moderator).filter(status=Appeal.Status.OPEN).order_by("at")


def tables_frozen(moderator: User) -> QuerySet[Table]:
    """Return the frozen tables, those frozen longest first."""
    frozen = tables_moderated_by(moderator).filter(
        status=Table.Status.PLAYING, frozen_at__isnull=False
    )
    return frozen.order_by("frozen_at").defer("position")


def messages_open() -> QuerySet[Message]:
    """Return what staff read: where the players talk among themselves, only what was reported."""
    reported = Exists(Report.objects.filter(message=OuterRef("pk")))
    return Message.objects.filter(Q(table__players_chat=False) | Q(reported))


def messages_for(moderator: User) -> QuerySet[Message]:
    """Return the messages at tables that a moderator moderates, hidden ones too."""
    open_here = messages_open().filter(table__in=tables_moderated_by(moderator))
    return open_here.select_related("user")


def acts_for(moderator: User) -> QuerySet[Act]:
    """Return the log of acts, without those about the moderator."""
    acts = Act.objects.exclude(user_id=moderator.pk)
    return acts if is_moderator(moderator) else acts.none()
