"""A few days of a few people, and whether the account of them would find what is wrong."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.models import Heartbeat, LogEntry, Outage
from tools.month.account import account_of
from tools.month.agreed import DAY
from tools.month.clocks import pieces
from tools.month.journal import Journal, Over
from tools.month.run import month, tables_are_whole
from tools.working import forget_jobs

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

Wound = Callable[[Journal], None]


def overs_of(journal: Journal) -> list[Over]:
    """Everything that came of it that somebody ran out of time."""
    return [over for question in journal.questions for over in question.overs]


def replace_over(journal: Journal, over: Over, **changes: Any) -> None:
    """Have something else come of it."""
    for question in journal.questions:
        question.overs = [
            dataclasses.replace(one, **changes) if one is over else one for one in question.overs
        ]


def notice_lost(journal: Journal) -> None:
    """All that say that a game has begun or is over."""
    lost = ("started", "finished")
    journal.arrived = [one for one in journal.arrived if one.kind not in lost]


def turn_lost(journal: Journal) -> None:
    """Of a question that stays open for long."""
    for question in journal.questions:
        until = question.until or journal.end
        if until - question.since < timedelta(hours=6):
            continue
        for one in journal.arrived:
            told = (one.kind, one.user, one.tables) == ("turn", question.user, (question.table,))
            if told and one.at - question.since < timedelta(minutes=10):
                journal.arrived.remove(one)
                return
    raise LookupError


def sent_twice(journal: Journal) -> None:
    """With the same mark, and nothing has died."""
    journal.cuts.clear()
    journal.arrived.append(journal.arrived[-1])


def told_twice(journal: Journal) -> None:
    """With another mark."""
    journal.cuts.clear()
    at, one = next((i, one) for i, one in enumerate(journal.arrived) if one.kind == "turn")
    journal.arrived.insert(at, one._replace(mark="another"))


def reminder_lost(journal: Journal) -> None:
    """All that came of them."""
    journal.arrived = [one for one in journal.arrived if one.kind != "reminder"]


def unwanted(journal: Journal) -> None:
    """The reader had switched the channel off."""
    one = next(one for one in journal.arrived if one.kind == "turn")
    journal.wishes[one.user].paces[one.channel] = "off"


def deadline_moved(journal: Journal) -> None:
    """By an hour."""
    question = next(question for question in journal.questions if question.clocks)
    clock = question.clocks[0]
    later = clock.deadline + timedelta(hours=1)
    question.clocks[0] = dataclasses.replace(clock, deadline=later)


def deadline_at_night(journal: Journal) -> None:
    """In the first protected hours of somebody."""
    for question in journal.questions:
        for at, clock in enumerate(question.clocks):
            times = pieces(clock, clock.stops, clock.deadline)
            nights = [end for start, end, kind in times if kind == "spared"]
            if nights and clock.spare > timedelta(hours=10):
                late = nights[0] - timedelta(minutes=10)
                question.clocks[at] = dataclasses.replace(clock, deadline=late)
                return
    raise LookupError


def expired_early(journal: Journal) -> None:
    """Half of the time was left."""
    over = next(over for over in overs_of(journal) if over.clock and over.clock.left)
    assert over.clock is not None
    early = over.clock.asked + over.clock.left / 2
    replace_over(journal, over, at=early)


def expired_while_down(journal: Journal) -> None:
    """The worker was away for longer than anybody knew."""
    until = next(over for over in overs_of(journal) if over.clock).at
    since = until - timedelta(hours=3)
    journal.passes = [one for one in journal.passes if not since < one[0] < until]


def excused_twice(journal: Journal) -> None:
    """With a span of their own each time."""
    for question in journal.questions:
        question.overs += [over for over in question.overs if over.kind == "excused"]


def not_excused(journal: Journal) -> None:
    """The table counts days."""
    over = next(over for over in overs_of(journal) if over.clock and over.terms.start < DAY)
    replace_over(journal, over, terms=over.terms._replace(start=3 * DAY))


def not_as_agreed(journal: Journal) -> None:
    """The table was to be closed."""
    over = next(over for over in overs_of(journal) if over.kind in ("absent", "missed"))
    replace_over(journal, over, terms=over.terms._replace(at_timeout="close"))


def nobody_asked(journal: Journal) -> None:
    """At a table in play, on one day."""
    day = journal.looks[-1]
    gone = day.tables[0]._replace(place=None, user=None, bot=None, since=None, deadline=None)
    journal.looks[-1] = day._replace(tables=[gone, *day.tables[1:]])


def clock_stopped(journal: Journal) -> None:
    """Of somebody who is asked, on one day."""
    day = journal.looks[0]
    tables = [
        one._replace(deadline=None) if one.deadline is not None and not one.bot else one
        for one in day.tables
    ]
    assert tables != day.tables
    journal.looks[0] = day._replace(tables=tables)


def bot_asleep(journal: Journal) -> None:
    """For an hour."""
    day = journal.looks[0]
    since = day.at - timedelta(hours=1)
    slow = day.tables[0]._replace(bot="random", since=since, moved_at=since)
    journal.looks[0] = day._replace(tables=[slow, *day.tables[1:]])


def kept_in_the_dark(journal: Journal) -> None:
    """Somebody who waits for days, has not looked in, and got nothing."""
    journal.arrived.clear()
    journal.visits.clear()


def calendar_is_old(journal: Journal) -> None:
    """It still has what it had a day ago."""
    at, fetched = next((i, f) for i, f in enumerate(journal.fetched) if f.deadlines)
    journal.fetched[at] = fetched._replace(deadlines={})


def feed_is_wrong(journal: Journal) -> None:
    """It says that it is their turn where it is not."""
    turn, others = "it is your turn", "others are playing"
    at, fetched = next((i, f) for i, f in enumerate(journal.fetched) if f.states)
    swapped = {
        table: state.removesuffix(turn) + others if state.endswith(turn) else turn
        for table, state in fetched.states.items()
    }
    journal.fetched[at] = fetched._replace(states=swapped)


def message_lost(journal: Journal) -> None:
    """Nobody was told of a chat."""
    journal.arrived = [one for one in journal.arrived if one.kind not in ("said", "mentioned")]


def message_told_of_twice(journal: Journal) -> None:
    """With another mark."""
    journal.cuts.clear()
    one = next(one for one in journal.arrived if one.kind == "said")
    journal.arrived.append(one._replace(mark="another"))


def message_in_two_mails(journal: Journal) -> None:
    """And nothing has died."""
    journal.cuts.clear()
    one = next(one for one in journal.arrived if one.channel == "mail" and one.said)
    journal.arrived.append(one._replace(mark="another"))


def chat_unwanted(journal: Journal) -> None:
    """The reader had switched that off."""
    one = next(one for one in journal.arrived if one.kind == "mentioned")
    journal.wishes[one.user].chat = False


def decision_lost(journal: Journal) -> None:
    """Whoever was warned has heard nothing of it."""
    journal.arrived = [one for one in journal.arrived if one.kind != "decided"]


def report_without_an_answer(journal: Journal) -> None:
    """Whoever has reported somebody has heard nothing of it."""
    journal.arrived = [one for one in journal.arrived if one.kind != "heard"]


def decision_told_twice(journal: Journal) -> None:
    """With another mark."""
    journal.cuts.clear()
    one = next(one for one in journal.arrived if one.kind == "decided")
    journal.arrived.append(one._replace(mark="another"))


def moderators_mailed_at_once(journal: Journal) -> None:
    """Twice within ten minutes."""
    journal.cuts.clear()
    one = next(one for one in journal.arrived if one.kind == "moderation")
    journal.arrived.insert(journal.arrived.index(one), one._replace(mark="another"))


WOUNDS: list[tuple[Wound, str]] = [
    (message_lost, "never told of message"),
    (message_told_of_twice, "owed []"),
    (message_in_two_mails, "was in a mail before"),
    (chat_unwanted, "of a chat, and unwanted"),
    (decision_lost, "decided never told"),
    (report_without_an_answer, "heard never told"),
    (decision_told_twice, "decided told too often"),
    (moderators_mailed_at_once, "moderator"),
    (notice_lost, "never told"),
    (turn_lost, "never told of their turn"),
    (sent_twice, "sent twice"),
    (told_twice, "told of this question before"),
    (reminder_lost, "not reminded"),
    (unwanted, "unwanted"),
    (deadline_moved, "the deadline is"),
    (deadline_at_night, "the deadline is in a protected hour"),
    (expired_early, "there was time until"),
    (expired_while_down, "there was time until"),
    (excused_twice, "excused again"),
    (not_excused, "was not excused before"),
    (not_as_agreed, "and close was agreed on"),
    (nobody_asked, "nobody is asked"),
    (clock_stopped, "no clock runs"),
    (bot_asleep, "a bot does not answer"),
    (kept_in_the_dark, "and never told"),
    (calendar_is_old, "the calendar says"),
    (feed_is_wrong, "their turn at"),
]


def test_a_few_days_are_right_and_what_is_wrong_would_be_found() -> None:
    forget_jobs()
    Heartbeat.objects.all().delete()
    Outage.objects.all().delete()
    found = month(seed="spring", days=4, users=10)
    assert found.problems == []
    figures = found.figures
    for name in (
        "crashes survived", "listening process: session ended", "vacation days spent",
        "excused, with one more span", "notices: mail turn", "notices: push turn",
        "notices: webhook turn", "deadlines in them", "people whose zone changed its clocks",
        "days on which all tables were looked at", "messages in chats", "that name somebody",
        "reports", "decisions about people", "appeals", "notices: mail moderation",
    ):  # fmt: skip
        assert figures[name] > 0, name
    for kind in ("said", "mentioned", "decided", "heard"):
        assert any(name.endswith(f" {kind}") for name in figures if name.startswith("notices")), (
            kind
        )
    assert figures["hours in which the worker was down"] > 6
    for wound, word in WOUNDS:
        journal = copy.deepcopy(found.journal)
        wound(journal)
        problems = account_of(journal)[1]
        assert any(word in problem for problem in problems), wound.__name__
    entry = LogEntry.objects.filter(kind="move", undone=False).order_by("-at", "-number")[5]
    LogEntry.objects.filter(table_id=entry.table_id, number=entry.number).update(undone=True)
    assert any(f"table {entry.table_id}" in problem for problem in tables_are_whole())
