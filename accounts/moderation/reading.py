"""The values for the templates of the moderators' pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Act, Appeal, Message, Report, User
from accounts.models.moderation import CLAIMED_FOR
from accounts.moderation import matters, tables
from accounts.moderation.claims import claimed_by_other
from accounts.moderation.second_accounts import hints_about
from accounts.moderation.selectors import (
    acts_for,
    appeals_open,
    messages_for,
    reports_for,
    reports_open,
    tables_frozen,
)
from accounts.moderation.undoing import OF_REPORTS, undoable
from accounts.moderation.waiting import weeks
from accounts.people.rights import people_moderated_by, tables_moderated_by
from games.models import Seat, Table
from games.storing.rows import table_load

MOST = 50
"""Of each kind on a page."""

Facts = dict[str, Any]


def what_waits(moderator: User) -> Facts:
    """Return what a moderator has taken on, and what waits for anybody."""
    reports = reports_open(moderator)
    since = timezone.now() - CLAIMED_FOR
    mine = {"claimed_by": moderator.pk, "claimed_at__gt": since}
    return {
        "mine": reports.filter(**mine)[:MOST],
        "reports": reports.exclude(**mine)[:MOST],
        "appeals": appeals_open(moderator)[:MOST],
        "tables": tables_frozen(moderator)[:MOST],
        "weeks": weeks(),
    }


def with_links(
    moderator: User,
    acts: Iterable[Act],
    *,
    people: Iterable[int | None] = (),
    tables: Iterable[int | None] = (),
) -> Facts:
    """Return acts, each with whether the moderator can undo it by one click; and of all who and
    what are named on a page those whose own pages the moderator can find.
    """
    done = list(acts)
    still = undoable(done)
    known_people = numbers(people_moderated_by(moderator), *people, *(act.user_id for act in done))
    known_tables = numbers(tables_moderated_by(moderator), *tables, *(act.table_id for act in done))
    known_reports = numbers(reports_for(moderator), *(act.report_id for act in done))

    def may_undo(act: Act) -> bool:
        if act.kind in OF_REPORTS:
            return act.report_id in known_reports
        return act.user_id in known_people and act.table_id in {None, *known_tables}

    return {
        "done": [(act, act.pk in still and may_undo(act)) for act in done],
        "known_people": known_people,
        "known_tables": known_tables,
        "known_reports": known_reports,
    }


def numbers(things: QuerySet[Any], *wanted: int | None) -> set[int]:
    """Return those of the wanted numbers that are among some things."""
    return set(things.filter(pk__in=filter(None, wanted)).values_list("pk", flat=True))


def acts_about(moderator: User, **about: Any) -> QuerySet[Act]:
    """Return the latest acts about something."""
    return acts_for(moderator).filter(**about)[:MOST]


def of_report(moderator: User, report: Report) -> Facts:
    """Return the words around a report, what else is known, and who else looks at it."""
    decisions = report.about.decisions.order_by("-at")[:MOST] if report.about else ()
    return {
        "words": matters.words_around(report),
        "others": matters.others_about(report, moderator)[:MOST],
        "decisions": decisions,
        "remarks": report.remarks.select_related("moderator"),
        "watching": matters.watching(report, moderator),
        "claimed_by": claimed_by_other(report, moderator),
        **with_links(
            moderator,
            acts_about(moderator, report_id=report.pk),
            people=[report.reporter_id],
            tables=[report.table_id],
        ),
    }


def of_appeal(moderator: User, appeal: Appeal) -> Facts:
    """Return the decision that an appeal is against, and what was done about its user."""
    decision = appeal.decision
    acts = acts_about(moderator, user_id=decision.user_id)
    return {
        "decisions": [decision],
        **with_links(moderator, acts, tables=[decision.table_id]),
    }


def of_person(moderator: User, person: User) -> Facts:
    """Return what was decided, reported, played and said, and hints at second accounts."""
    here, hints = tables_moderated_by(moderator), hints_about(person)
    seats = Seat.objects.filter(user=person, table__in=here).select_related("table")
    return {
        "decisions": person.decisions.order_by("-at")[:MOST],
        "reports": reports_for(moderator).filter(about=person)[:MOST],
        "seats": seats.order_by("-table_id").defer("table__position")[:MOST],
        "said": messages_for(moderator).filter(user=person).order_by("-pk")[:MOST],
        "hints": hints,
        **with_links(
            moderator,
            acts_about(moderator, user_id=person.pk),
            people=[hint.number for hint in hints],
        ),
    }


def of_message(moderator: User, message: Message) -> Facts:
    """Return the reports of a message, and what was done about it."""
    return {
        "reports": reports_for(moderator).filter(message=message)[:MOST],
        **with_links(
            moderator,
            acts_about(moderator, details__message=message.pk),
            people=[message.user_id],
            tables=[message.table_id],
        ),
    }


def seen(table: Table) -> tables.SeenTable:
    """Return a table with all that games read of it."""
    return tables.SeenTable(table, table_load(table.pk))


def of_table(moderator: User, thing: tables.SeenTable) -> Facts:
    """Return a table in words, and what was reported, said and done there."""
    table, row = thing
    return {
        "table": table,
        "state": tables.state_in_words(thing),
        "terms": tables.facts_of(thing),
        "seats": tables.seat_lines(row),
        "log": tables.log_of(row),
        "reports": reports_for(moderator).filter(table=table.pk)[:MOST],
        "said": messages_for(moderator).filter(table=table.pk).order_by("-pk")[:MOST],
        **with_links(
            moderator,
            acts_about(moderator, table_id=table.pk),
            people=[seat.user_id for seat in row.seats],
        ),
    }
