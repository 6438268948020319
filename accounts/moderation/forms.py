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

from accounts.models import Message, Report, User
from accounts.models.moderation import LONGEST
from accounts.moderation import acts
from accounts.selectors import user_named
from config.web.lines import Lines
from games.changing.moderation import NoSuchSeat
from games.models import Table

T = TypeVar("T")


class WhyForm(forms.Form):
    """An act; each has a reason."""

    why = forms.CharField(
        label=_("Why"), max_length=LONGEST, widget=Lines(attrs={"rows": 2, "cols": 60})
    )


class DaysForm(WhyForm):
    """An act that ends by itself."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=3650, initial=7)


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
    form: type[WhyForm]
    work: Callable[[User, T, dict[str, Any]], object]


def until(told: dict[str, Any]) -> dict[str, Any]:
    """The form's days as the time when the act ends."""
    return {"until": timezone.now() + timedelta(days=told["days"]), "why": told["why"]}


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
        _("Warn"), WhyForm, lambda m, user, told: acts.user_warn(moderator=m, user=user, **told)
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
        WhyForm,
        lambda m, said, told: acts.message_hide(moderator=m, message=said, **told),
    ),
}
REPORT_ACTS: dict[str, ActForm[Report]] = {
    "settle": ActForm(
        _("Settled"),
        WhyForm,
        lambda m, report, told: acts.report_settle(moderator=m, report=report, **told),
    ),
    "dismiss": ActForm(
        pgettext_lazy("a report", "Dismiss"),
        WhyForm,
        lambda m, report, told: acts.report_settle(
            moderator=m, report=report, dismiss=True, **told
        ),
    ),
}
