"""The acts that pages of moderators offer, each with what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_stubs_ext import StrOrPromise

from accounts.models import Appeal, Message, Report, User
from accounts.moderation import acts
from accounts.moderation.appeals import appeal_answer, may_answer
from accounts.moderation.claims import claimed_by_other, report_claim, report_release
from accounts.moderation.forms import (
    ActForm,
    BackForm,
    DaysForm,
    ReplaceForm,
    RuleForm,
    SettleForm,
    WhyForm,
)
from accounts.moderation.matters import check_report, remark_make, report_settle
from accounts.moderation.tables import SeenTable
from accounts.people.selectors import user_named
from games.changing.moderation import NoSuchSeat

T = TypeVar("T")
Said = dict[str, Any]
"""The values of a valid form, by field."""


@dataclass(frozen=True)
class PageAct(Generic[T]):
    """An act that a page offers."""

    label: StrOrPromise
    work: Callable[[User, T, Said], object]
    says: StrOrPromise  # what comes of it
    form: type[ActForm] = WhyForm
    sure: StrOrPromise = ""  # what has to be ticked first


Acts = Mapping[str, PageAct[T]]


def until(said: Said) -> Said:
    """Return what a form says, its days as the time when the act ends."""
    rest = {name: value for name, value in said.items() if name != "days"}
    return {"until": timezone.now() + timedelta(days=said["days"]), **rest}


# --- On people ---

USER_ACTS: dict[str, PageAct[User]] = {
    "warn": PageAct(
        _("Warn"),
        lambda m, user, said: acts.user_warn(moderator=m, user=user, **said),
        _("What you write is on every page of theirs until they have read it. They can appeal."),
        RuleForm,
    ),
    "mute": PageAct(
        _("Mute"),
        lambda m, user, said: acts.user_mute(moderator=m, user=user, **until(said)),
        _("They play on, but cannot write in any chat. They are told why, and can appeal."),
        DaysForm,
    ),
    "unmute": PageAct(
        _("Unmute"),
        lambda m, user, said: acts.user_unmute(moderator=m, user=user, **said),
        _("They can write again at once, and are told."),
    ),
    "suspend": PageAct(
        _("Suspend"),
        lambda m, user, said: acts.user_suspend(moderator=m, user=user, **until(said)),
        _(
            "They are kept out of everything. Their clocks run on, and at each of their tables "
            "what was agreed for when the time runs out happens. They are told why, and can "
            "appeal."
        ),
        DaysForm,
        _("Yes, keep them out for that long."),
    ),
    "readmit": PageAct(
        _("Readmit"),
        lambda m, user, said: acts.user_readmit(moderator=m, user=user, **said),
        _("They can sign in again at once, and are told."),
    ),
}


def user_acts(moderator: User, user: User) -> Acts[User]:
    """Return the acts that are possible on somebody as things are."""
    left_out = {
        "" if user.is_muted else "unmute",
        "" if user.is_suspended else "readmit",
    }
    return without(USER_ACTS, left_out)


def without(acts: Acts[T], names: set[str]) -> Acts[T]:
    """Return the acts but those of these names."""
    return {name: act for name, act in acts.items() if name not in names}


# --- On tables ---


def replace_seat(moderator: User, seen: SeenTable, said: Said) -> object:
    """Give a seat to the user the form names, if any. Raises NoSuchSeat if there is none such."""
    user = user_named(said["name"]) if said["name"] else None
    if said["name"] and user is None:
        raise NoSuchSeat
    return acts.seat_replace(
        moderator=moderator, table_id=seen.row.id, place=said["place"], user=user, why=said["why"]
    )


TABLE_ACTS: dict[str, PageAct[SeenTable]] = {
    "freeze": PageAct(
        _("Stop"),
        lambda m, seen, said: acts.table_freeze(moderator=m, table_id=seen.row.id, **said),
        _("Nobody can move and no clock runs until a moderator lets the table go on."),
    ),
    "thaw": PageAct(
        _("Let go on"),
        lambda m, seen, said: acts.table_thaw(moderator=m, table_id=seen.row.id, **said),
        _("The game goes on as it stands. Every clock starts again from the full time."),
    ),
    "correct": PageAct(
        _("Take back"),
        lambda m, seen, said: acts.entries_take_back(moderator=m, table_id=seen.row.id, **said),
        _(
            "The game goes on from that entry. Later moves are marked as undone, chance does not "
            "repeat itself, and every clock starts again from the full time."
        ),
        BackForm,
        _("Yes, undo all that was played after it."),
    ),
    "replace": PageAct(
        _("Hand over a seat"),
        replace_seat,
        _(
            "Whoever sits there leaves the table, and what they had planned is forgotten. "
            "A bot stays for good."
        ),
        ReplaceForm,
        _("Yes, give this seat away."),
    ),
    "close": PageAct(
        _("Close without a result"),
        lambda m, seen, said: acts.table_close(moderator=m, table_id=seen.row.id, **said),
        _("It ends for all who play there, nobody wins, and it cannot be opened again."),
        sure=_("Yes, end this table for good."),
    ),
}
IN_STATE = {"open": {"close"}, "playing": {"freeze", "correct", "replace", "close"},
            "frozen": {"thaw", "correct", "close"}}  # fmt: skip


def table_acts(moderator: User, seen: SeenTable) -> Acts[SeenTable]:
    """Return the acts that are possible at a table as things are."""
    return without(TABLE_ACTS, TABLE_ACTS.keys() - IN_STATE.get(seen.state, set()))


# --- On messages, reports and appeals ---

MESSAGE_ACTS: dict[str, PageAct[Message]] = {
    "hide": PageAct(
        _("Hide"),
        lambda m, message, said: acts.message_hide(moderator=m, message=message, **said),
        _("The message disappears everywhere at once. Its author is told why, and can appeal."),
        RuleForm,
    ),
}


def message_acts(moderator: User, message: Message) -> Acts[Message]:
    """Return the act that is possible on a message, unless it was done."""
    return {} if message.hidden else MESSAGE_ACTS


def at_report(name: str) -> PageAct[Report]:
    """Return an act on the user whom a report is about, as part of that report."""
    act = USER_ACTS[name]

    def work(moderator: User, report: Report, said: Said) -> object:
        check_report(moderator, report)
        if report.about is None:
            raise acts.NothingDone
        return act.work(moderator, report.about, {**said, "report": report})

    return PageAct(act.label, work, act.says, act.form, act.sure)


def hide_reported(moderator: User, report: Report, said: Said) -> object:
    """Hide the message that was reported."""
    check_report(moderator, report)
    if report.message is None:
        raise acts.NothingDone
    return acts.message_hide(moderator=moderator, message=report.message, report=report, **said)


def claim(moderator: User, report: Report) -> None:
    """Take on a report. Raises NotAllowed, ClaimedByOther."""
    check_report(moderator, report)
    report_claim(moderator, report)


REPORT_ACTS: dict[str, PageAct[Report]] = {
    "claim": PageAct(
        _("Take on"),
        lambda m, report, _said: claim(m, report),
        _("Nobody else can act on it until half an hour after your latest action."),
        ActForm,
    ),
    "release": PageAct(
        _("Let go"),
        lambda m, report, _said: report_release(m, report),
        _("Another moderator can take it on at once."),
        ActForm,
    ),
    **{name: at_report(name) for name in ("warn", "mute", "suspend")},
    "hide": PageAct(MESSAGE_ACTS["hide"].label, hide_reported, MESSAGE_ACTS["hide"].says, RuleForm),
    "settle": PageAct(
        _("Settled"),
        lambda m, report, said: report_settle(moderator=m, report=report, **said),
        _(
            "Something was done. Whoever reported it reads your answer; your "
            "reason is for moderators."
        ),
        SettleForm,
    ),
    "dismiss": PageAct(
        pgettext_lazy("a report", "Dismiss"),
        lambda m, report, said: report_settle(moderator=m, report=report, dismiss=True, **said),
        _(
            "Nothing needs doing. Whoever reported it reads your answer; your "
            "reason is for moderators."
        ),
        SettleForm,
    ),
    "note": PageAct(
        _("Note something for the others"),
        lambda m, report, said: remark_make(moderator=m, report=report, **said),
        _("It is shown on this page, for moderators only."),
    ),
}


def report_acts(moderator: User, report: Report) -> Acts[Report]:
    """Return the acts that are possible; one note alone where another moderator has it."""
    if claimed_by_other(report, moderator):
        return {"note": REPORT_ACTS["note"]}
    is_open = report.status == Report.Status.OPEN
    return without(
        REPORT_ACTS,
        {
            "claim" if report.holder == moderator else "release",
            *(() if report.about else ("warn", "mute", "suspend")),
            *(() if report.message and not report.message.hidden else ("hide",)),
            *(() if is_open else ("settle", "dismiss")),
        },
    )


APPEAL_ACTS: dict[str, PageAct[Appeal]] = {
    "grant": PageAct(
        _("Grant: lift the decision"),
        lambda m, appeal, said: appeal_answer(moderator=m, appeal=appeal, grant=True, **said),
        _("The decision ends at once. They read what you write."),
    ),
    "uphold": PageAct(
        _("The decision stands"),
        lambda m, appeal, said: appeal_answer(moderator=m, appeal=appeal, **said),
        _("It stays as it is. They read what you write, and cannot appeal again."),
    ),
}


def appeal_acts(moderator: User, appeal: Appeal) -> Acts[Appeal]:
    """Return the answers, as long as there is none and this moderator may give one."""
    is_open = appeal.status == Appeal.Status.OPEN
    return APPEAL_ACTS if is_open and may_answer(moderator, appeal) else {}
