"""Telling moderators what waits for them: now and then a mail to each, listing all that is new.

What waits is read from the database, so a lost job loses nothing; what a moderator was told of is
stored as `Alert`, so any number of workers tell it once.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Act, Alert, Appeal, Report, User
from accounts.moderation.appeals import may_answer
from accounts.moderation.selectors import appeals_open, reports_open, tables_frozen
from accounts.notices.kinds import Moderation
from accounts.notices.selecting import owe
from accounts.people.rights import RIGHT
from config.web.addresses import address_of
from games.models import Table
from games.rules.registry import GAMES
from games.storing.rows import run
from games.telling.reading import reading_as
from games.telling.wording import title_of

PAUSE = timedelta(minutes=10)
"""Between two mails to one moderator."""


class WaitingMatters(NamedTuple):
    """The number of open reports, open appeals and frozen tables together."""

    total: int


COUNTS = """
    select (select count(*) from accounts_report where status = 'open')
        + (select count(*) from accounts_appeal where status = 'open')
        + (select count(*) from games_table where status = 'playing' and frozen_at is not null)
"""


def waiting_now() -> WaitingMatters:
    """What waits for the moderators, for the number in their menu."""
    return WaitingMatters(*run(COUNTS, [])[0])


def moderators_tell(now: datetime) -> None:
    """Mail every moderator for whom there is news and who has had no such mail lately."""
    if not waiting_now().total:
        return
    reachable = User.objects.with_perm(RIGHT).exclude(email="").exclude(mails=User.Mails.OFF)
    for moderator in reachable.order_by("pk"):
        with transaction.atomic():
            moderator_tell(moderator.pk, now)


def moderator_tell(user_id: int, now: datetime) -> None:
    """Mail one moderator; their row is locked, so that workers wait for each other."""
    moderator = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if moderator.is_suspended or moderator.mail_problem:
        return
    if moderator.alerts.filter(at__gt=now - PAUSE).exists():
        return
    known = set(moderator.alerts.values_list("about", flat=True))
    with reading_as(moderator):
        news = [(about, line) for about, line in news_for(moderator) if about not in known]
        if not news:
            return
        told = Alert.objects.bulk_create(
            Alert(moderator=moderator, about=about, at=now) for about, _line in news
        )
        owe(
            [moderator.pk],
            Moderation,
            f"{moderator.pk} {told[-1].pk}",
            lines=[line for _about, line in news],
        )


def news_for(moderator: User) -> Iterator[tuple[str, dict[str, str]]]:
    """What a moderator may act on: the key of each, and its line in the mail."""
    for table in tables_frozen(moderator):
        if not has_frozen(moderator, table):
            title = title_of(GAMES[table.game]) if table.game in GAMES else table.game
            words = _("Table {number}, {game}, has stopped.").format(number=table.pk, game=title)
            yield f"table {table.pk} {table.frozen_at}", line_of("table", table, words)
    for report in reports_open(moderator):
        words = _("Report {number} is waiting for an answer.").format(number=report.pk)
        yield f"report {report.pk}", line_of("matter", report, words)
    for appeal in appeals_open(moderator):
        if may_answer(moderator, appeal):
            words = _("Appeal {number} is waiting for an answer.").format(number=appeal.pk)
            yield f"appeal {appeal.pk}", line_of("appeal", appeal, words)


def has_frozen(moderator: User, table: Table) -> bool:
    """Whether it was this moderator who froze the table."""
    froze = Act.objects.filter(kind=Act.Kind.FREEZE, table_id=table.pk, at__gte=table.frozen_at)
    return froze.filter(moderator_id=moderator.pk).exists()


def line_of(page: str, thing: Table | Report | Appeal, words: str) -> dict[str, str]:
    """Return a line of the mail: words, and the address of the page for moderators."""
    return {"words": words, "url": address_of(f"moderation:{page}", thing.pk)}
