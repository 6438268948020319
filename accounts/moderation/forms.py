"""The forms of the acts of moderators, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Generic, NamedTuple, TypeVar

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Act, Appeal, Message, ReadyAnswer, Report, Rule, User
from accounts.models.moderation import LONGEST
from accounts.moderation import acts
from accounts.moderation.appeals import appeal_answer
from accounts.moderation.claims import report_claim, report_release
from accounts.moderation.matters import check_report, remark_make, report_settle
from accounts.moderation.undoing import act_undo
from accounts.selectors import user_named
from config.web.lines import Lines
from games.changing.moderation import NoSuchSeat
from games.models import Table

T = TypeVar("T")


def ready_answers() -> list[tuple[str, str]]:
    """Return the reasons that moderators have ready."""
    return [("", "–"), *((one.text, one.title) for one in ReadyAnswer.objects.all())]


class WhyForm(forms.Form):
    """An act; each has a reason, one's own or one that is ready."""

    ready = forms.ChoiceField(label=_("A ready reason"), choices=ready_answers, required=False)
    why = forms.CharField(
        label=_("Why"),
        max_length=LONGEST,
        required=False,
        widget=Lines(attrs={"rows": 2, "cols": 60}),
    )

    def clean(self) -> dict[str, Any]:
        """Take the ready reason where there is no other; one is needed."""
        told = super().clean() or {}
        ready = told.pop("ready", "")
        told["why"] = told.get("why", "").strip() or ready
        if not told["why"]:
            self.add_error("why", _("Each act needs a reason."))
        return told


class RuleForm(WhyForm):
    """An act that a user is told of, with what they owe the others."""

    rule = forms.ChoiceField(label=_("What it is about"), choices=Rule)


class DaysForm(RuleForm):
    """An act that ends by itself."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=3650, initial=7)


class SettleForm(WhyForm):
    """Closing a report."""

    answer = forms.CharField(
        label=_("Answer to whoever reported it (may stay empty)"),
        required=False,
        max_length=LONGEST,
        widget=Lines(attrs={"rows": 2, "cols": 60}),
    )
    others = forms.BooleanField(
        label=_("Also the other open reports about the same"), required=False
    )


class ReplaceForm(WhyForm):
    """Giving a seat to somebody else."""

    place = forms.IntegerField(label=_("Seat (1 is the first)"), min_value=1, max_value=20)
    name = forms.CharField(label=_("New user (empty: a bot)"), required=False, max_length=60)


class BackForm(WhyForm):
    """Taking a table back to an entry."""

    number = forms.IntegerField(label=_("Back to entry"), min_value=1)


class ActForm(NamedTuple, Generic[T]):
    """An act one can do on a page of the administration."""

    label: str | Promise
    form: type[forms.Form]
    work: Callable[[User, T, dict[str, Any]], object]


def until(told: dict[str, Any]) -> dict[str, Any]:
    """Return what a form says, its days as the time when the act ends."""
    rest = {name: value for name, value in told.items() if name != "days"}
    return {"until": timezone.now() + timedelta(days=told["days"]), **rest}


def replace_seat(moderator: User, table: Table, told: dict[str, Any]) -> object:
    """Give a seat to the user the form names, if any. Raises NoSuchSeat if there is none such."""
    user = user_named(told["name"]) if told["name"] else None
    if told["name"] and user is None:
        raise NoSuchSeat
    return acts.seat_replace(
        moderator=moderator, table_id=table.pk, place=told["place"] - 1, user=user, why=told["why"]
    )


USER_ACTS: dict[str, ActForm[User]] = {
    "warn": ActForm(
        _("Warn"), RuleForm, lambda m, user, told: acts.user_warn(moderator=m, user=user, **told)
    ),
    "mute": ActForm(
        _("Mute"),
        DaysForm,
        lambda m, user, told: acts.user_mute(moderator=m, user=user, **until(told)),
    ),
    "unmute": ActForm(
        _("Unmute"), WhyForm, lambda m, user, told: acts.user_unmute(moderator=m, user=user, **told)
    ),
    "suspend": ActForm(
        _("Suspend"),
        DaysForm,
        lambda m, user, told: acts.user_suspend(moderator=m, user=user, **until(told)),
    ),
    "readmit": ActForm(
        _("Readmit"),
        WhyForm,
        lambda m, user, told: acts.user_readmit(moderator=m, user=user, **told),
    ),
}
TABLE_ACTS: dict[str, ActForm[Table]] = {
    "freeze": ActForm(
        _("Stop"),
        WhyForm,
        lambda m, table, told: acts.table_freeze(moderator=m, table_id=table.pk, **told),
    ),
    "thaw": ActForm(
        _("Let go on"),
        WhyForm,
        lambda m, table, told: acts.table_thaw(moderator=m, table_id=table.pk, **told),
    ),
    "close": ActForm(
        _("Close without a result"),
        WhyForm,
        lambda m, table, told: acts.table_close(moderator=m, table_id=table.pk, **told),
    ),
    "replace": ActForm(_("Hand over a seat"), ReplaceForm, replace_seat),
    "correct": ActForm(
        _("Take back"),
        BackForm,
        lambda m, table, told: acts.entries_take_back(moderator=m, table_id=table.pk, **told),
    ),
}
MESSAGE_ACTS: dict[str, ActForm[Message]] = {
    "hide": ActForm(
        _("Hide"),
        RuleForm,
        lambda m, said, told: acts.message_hide(moderator=m, message=said, **told),
    ),
}


def at_report(work: Callable[[User, User, dict[str, Any]], object]) -> Callable[..., object]:
    """Return an act on the user whom a report is about, as part of that report."""

    def act(moderator: User, report: Report, told: dict[str, Any]) -> object:
        check_report(moderator, report)
        if report.about is None:
            raise acts.NothingDone
        return work(moderator, report.about, {**told, "report": report})

    return act


def hide_reported(moderator: User, report: Report, told: dict[str, Any]) -> object:
    """Hide the message that was reported."""
    check_report(moderator, report)
    if report.message is None:
        raise acts.NothingDone
    return acts.message_hide(moderator=moderator, message=report.message, report=report, **told)


def claim(moderator: User, report: Report) -> None:
    """Take on a report. Raises NotAllowed, ClaimedByOther."""
    check_report(moderator, report)
    report_claim(moderator, report)


REPORT_ACTS: dict[str, ActForm[Report]] = {
    "claim": ActForm(_("Take on"), forms.Form, lambda m, report, _told: claim(m, report)),
    "release": ActForm(_("Let go"), forms.Form, lambda m, report, _told: report_release(m, report)),
    **{
        name: ActForm(USER_ACTS[name].label, USER_ACTS[name].form, at_report(USER_ACTS[name].work))
        for name in ("warn", "mute", "suspend")
    },
    "hide": ActForm(MESSAGE_ACTS["hide"].label, RuleForm, hide_reported),
    "settle": ActForm(
        _("Settled"),
        SettleForm,
        lambda m, report, told: report_settle(moderator=m, report=report, **told),
    ),
    "dismiss": ActForm(
        pgettext_lazy("a report", "Dismiss"),
        SettleForm,
        lambda m, report, told: report_settle(moderator=m, report=report, dismiss=True, **told),
    ),
    "note": ActForm(
        _("Note something for the others"),
        WhyForm,
        lambda m, report, told: remark_make(moderator=m, report=report, **told),
    ),
}
APPEAL_ACTS: dict[str, ActForm[Appeal]] = {
    "grant": ActForm(
        _("Grant: lift the decision"),
        WhyForm,
        lambda m, appeal, told: appeal_answer(moderator=m, appeal=appeal, grant=True, **told),
    ),
    "uphold": ActForm(
        _("The decision stands"),
        WhyForm,
        lambda m, appeal, told: appeal_answer(moderator=m, appeal=appeal, **told),
    ),
}
ACT_ACTS: dict[str, ActForm[Act]] = {
    "undo": ActForm(_("Undo"), forms.Form, lambda m, act, _told: act_undo(moderator=m, act=act)),
}
