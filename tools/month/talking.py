"""What people say at their tables, what they report, and what moderators decide about it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest import mock

from django.db.models import Max
from django.utils import timezone

from accounts.chat import talking, unread
from accounts.models import Appeal, ChatRead, Decision, Message, Report, User
from accounts.moderation import acts, alerts, appeals, decisions, matters, reporting
from accounts.people.rights import make_group
from games.models import Seat
from tools.month.chats import ChatMessage, ModerationNews
from tools.month.hearing import AT_ONCE
from tools.month.people import Person

if TYPE_CHECKING:
    from tools.month.world import World

MODERATORS = ("judge1", "judge2")
TALKS, NAMES_ONE, READS, REPORTS, APPEALS, GRANTS = 0.12, 0.3, 0.6, 0.1, 0.8, 0.5
"""How often somebody who looks at a table says something there, names somebody in it, reads the
chat, reports a message; appeals against a decision, and is granted that."""
HOUR = timedelta(hours=1)
NAMES_SLEEPER = 6 * HOUR


class Talk:
    """The chats of a month, and the moderators, who look in several times a day."""

    def __init__(self, world: World) -> None:
        self.world, self.journal = world, world.journal
        self.moderators = [self.moderator_make(name) for name in MODERATORS]
        self.last = 0  # the latest message that was noted

    def moderator_make(self, name: str) -> User:
        """Make somebody who moderates and does not play."""
        moderator = User.objects.create(
            username=name, email=f"{name}@example.org", password="!", mails="turn"
        )
        moderator.groups.add(make_group())
        self.world.post.users[moderator.email] = moderator.pk
        self.journal.moderators.append(moderator.pk)
        self.world.in_(self.world.chance.uniform(0, 8 * 3600), lambda: self.moderate(moderator))
        return moderator

    def deed(self, work: Callable[[], object]) -> None:
        """Do something at the present moment of the month, and note what came of it."""
        with self.at_present():
            self.world.deed(work)
        self.look()

    def at_present(self) -> contextlib.AbstractContextManager[object]:
        """Have the clock show the time of the month, for what is not told what time it is."""
        return mock.patch.object(timezone, "now", return_value=self.world.now)

    # --- People ---

    def attend(self, person: Person, seat: Seat) -> None:
        """Read the chat of a table, say something in it, report something that was said there."""
        chance = self.world.chance
        latest = Message.objects.filter(table=seat.table_id).aggregate(id=Max("pk"))["id"]
        if latest and chance.random() < READS:
            facts: dict[str, Any] = {
                "user": person.user,
                "table_id": seat.table_id,
                "number": latest,
            }
            self.deed(partial(unread.chat_read, **facts))
            self.report(person, seat.table_id)
        if chance.random() < TALKS:
            self.say(person, seat)

    def say(self, person: Person, seat: Seat) -> None:
        """Say something, sometimes to somebody by name."""
        others = list(seat.table.seats.exclude(user=None).exclude(user=person.id))
        named = None
        if others and self.world.chance.random() < NAMES_ONE:
            named = self.world.chance.choice(others).user
        self.write(person.id, seat, named)

    def write(self, author: int, seat: Seat, named: User | None) -> None:
        """Have somebody write a message at the table of a seat."""
        text = f"Message {next(self.world.numbers)}."
        if named is not None:
            text = f"@{named.username} {text}"
        user = User.objects.get(pk=author)  # who may be muted by now
        self.deed(partial(talking.message_say, table=seat.table, user=user, text=text))

    def name_sleeper(self) -> None:
        """Have somebody named who is asleep and wishes to hear of it at once.

        Chance alone leaves a short month few mentions, and who looks in may read those first.
        """
        self.world.in_(NAMES_SLEEPER.total_seconds(), self.name_sleeper)
        playing = Seat.objects.filter(table__status="playing", resigned_at=None)
        seats = playing.exclude(user=None).exclude(table__in=self.world.live).order_by("pk")
        for seat in seats if self.world.is_up else ():
            assert seat.user_id is not None
            wishes, named = self.journal.wishes[seat.user_id], self.world.people[seat.user_id]
            at_once = any(wishes.pace(way, seat.table_id) in AT_ONCE for way in wishes.paces)
            others = seats.filter(table=seat.table_id, user__muted_until=None)
            author = others.exclude(user=seat.user_id).first()
            if at_once and wishes.chat and author and named.is_asleep(self.world.now):
                assert author.user_id is not None
                self.write(author.user_id, seat, named.user)
                return

    def report(self, person: Person, table: int) -> None:
        """Report a message of somebody else, now and then."""
        if self.world.chance.random() > REPORTS:
            return
        said = Message.objects.filter(table=table, hidden=False, user__isnull=False)
        message = said.exclude(user=person.id).order_by("-pk").first()
        if message is not None:
            facts: dict[str, Any] = {"reporter": person.user, "text": "Rude.", "message": message}
            self.deed(partial(reporting.report_make, **facts))

    def look_at_decisions(self, person: Person) -> None:
        """Read what moderators have decided about oneself, and appeal against some of it."""
        for decision in Decision.objects.filter(user=person.id, read_at=None):
            self.deed(partial(decisions.decision_read, user=person.user, decision_id=decision.pk))
            if self.world.chance.random() < APPEALS:
                self.deed(partial(appeals.appeal_make, decision=decision, text="It was a joke."))

    # --- Moderators ---

    def moderate(self, moderator: User) -> None:
        """Look at what waits, decide about it, and come back some hours later."""
        self.world.in_(self.world.chance.uniform(2, 9) * 3600, lambda: self.moderate(moderator))
        if not self.world.is_up:
            return
        for report in Report.objects.filter(status=Report.Status.OPEN).order_by("pk"):
            self.settle(moderator, report)
        for appeal in Appeal.objects.filter(status=Appeal.Status.OPEN).order_by("pk"):
            if appeals.may_answer(moderator, appeal):
                self.answer(moderator, appeal)

    def settle(self, moderator: User, report: Report) -> None:
        """Warn, mute, or hide what was said, and close the report; or dismiss it."""
        dice, about, message = self.world.chance.random(), report.about, report.message
        facts: dict[str, Any] = {"moderator": moderator, "report": report, "why": "That was rude."}
        until = self.world.now + timedelta(days=2)
        if dice < 0.3 and about:
            self.deed(partial(acts.user_warn, user=about, **facts))
        elif dice < 0.5 and about:
            self.deed(partial(acts.user_mute, user=about, until=until, **facts))
        elif dice < 0.7 and message:
            self.deed(partial(acts.message_hide, message=message, **facts))
        self.deed(partial(matters.report_settle, dismiss=dice >= 0.7, **facts))

    def answer(self, moderator: User, appeal: Appeal) -> None:
        """Grant an appeal, or let the decision stand."""
        grant = self.world.chance.random() < GRANTS
        facts: dict[str, Any] = {
            "moderator": moderator,
            "appeal": appeal,
            "why": "Looked at again.",
        }
        self.deed(partial(appeals.appeal_answer, grant=grant, **facts))

    def alerts_tell(self) -> None:
        """Do the worker's job that tells moderators what waits."""
        with self.at_present():
            alerts.moderators_tell(self.world.now)

    # --- What came of it ---

    def look(self) -> None:
        """Note what was said, read and hidden, what was decided, and what was heard of reports.

        Whatever a process was cut off from may be done, or not.
        """
        now, journal = self.world.now, self.journal
        for message in Message.objects.filter(pk__gt=self.last).select_related("user"):
            self.last = message.pk
            seats = Seat.objects.filter(table=message.table_id, resigned_at=None)
            readers = seats.exclude(user=None).exclude(user=message.user_id)
            names = dict(readers.values_list("user_id", "user__username"))
            named = {user for user, name in names.items() if f"@{name} " in message.text}
            number = int(message.text.rstrip(".").rpartition(" ")[2])
            journal.said.append(
                ChatMessage(number, message.pk, message.table_id, now, set(names), named)
            )
        for user, table, number in ChatRead.objects.values_list("user", "table", "number"):
            journal.reads.setdefault((user, table), {}).setdefault(number, now)
        for number in Message.objects.filter(hidden=True).values_list("pk", flat=True):
            journal.hidden.setdefault(number, [now, None])
        for number, times in journal.hidden.items():
            if times[1] is None and not Message.objects.get(pk=number).hidden:
                times[1] = now
        for decision in Decision.objects.select_related("appeal"):
            journal.news.setdefault(
                (decision.pk, "made"), ModerationNews("decided", decision.user_id, now)
            )
            appeal = getattr(decision, "appeal", None)
            if appeal is not None and appeal.status != Appeal.Status.OPEN:
                key = (decision.pk, str(appeal.status))
                journal.news.setdefault(key, ModerationNews("decided", decision.user_id, now))
        for report in Report.objects.exclude(status=Report.Status.OPEN):
            if report.reporter_id is not None:
                key = (report.pk, "heard")
                journal.news.setdefault(key, ModerationNews("heard", report.reporter_id, now))
