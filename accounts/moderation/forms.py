"""The forms of the acts of moderators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.models import ReadyAnswer, Rule
from accounts.models.moderation import LONGEST
from accounts.moderation.tables import SeenTable
from config.web.lines import Lines
from games.telling.wording import introduced

Ready = Sequence[tuple[str, str]]


def ready_answers() -> Ready:
    """Return the reasons that moderators have ready, each with its title."""
    return [(one.text, one.title) for one in ReadyAnswer.objects.all()]


class ActForm(forms.Form):
    """An act on a thing; `sure` is what has to be ticked first, if it says anything."""

    def __init__(
        self,
        data: Any = None,
        *,
        prefix: str,
        thing: Any,
        ready: Ready = (),
        sure: StrOrPromise = "",
    ) -> None:
        super().__init__(data, prefix=prefix)
        self.thing = thing
        if sure:
            self.fields["sure"] = forms.BooleanField(label=sure)
        if "ready" in self.fields and ready:
            self.fields["ready"].choices = [("", "–"), *ready]  # type: ignore[attr-defined]
        else:
            self.fields.pop("ready", None)


class WhyForm(ActForm):
    """An act; each has a reason, one's own or one that is ready."""

    ready = forms.ChoiceField(label=_("A ready reason"), required=False)
    why = forms.CharField(
        label=_("Why"), max_length=LONGEST, required=False, widget=Lines(attrs={"rows": 3})
    )

    def clean(self) -> dict[str, Any]:
        """Take the ready reason where there is no other; one is needed."""
        told = super().clean() or {}
        ready = told.pop("ready", "")
        told.pop("sure", None)
        told["why"] = told.get("why", "").strip() or ready
        if not told["why"] and "why" not in self.errors:
            self.add_error("why", _("Every action needs a reason."))
        return told


class RuleForm(WhyForm):
    """An act that a user is told of, with what they owe the others."""

    rule = forms.ChoiceField(label=_("What it is about"), choices=Rule)
    field_order: Sequence[str] = ("days", "rule", "ready", "why")


class DaysForm(RuleForm):
    """An act that ends by itself."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=3650, initial=7)


class SettleForm(WhyForm):
    """Closing a report."""

    answer = forms.CharField(
        label=_("Answer to whoever reported it (may stay empty)"),
        required=False,
        max_length=LONGEST,
        widget=Lines(attrs={"rows": 3}),
    )
    others = forms.BooleanField(
        label=_("Also the other open reports about the same"), required=False
    )


class ReplaceForm(WhyForm):
    """Giving a seat to somebody else."""

    place = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    name = forms.CharField(label=_("New user (empty: a bot)"), required=False, max_length=60)
    field_order = ("place", "name", "ready", "why")

    def __init__(self, *args: Any, thing: SeenTable, **options: Any) -> None:
        super().__init__(*args, thing=thing, **options)
        seats = [(seat.place, f"{seat.place + 1}. {introduced(seat)}") for seat in thing.row.seats]
        self.fields["place"].choices = seats  # type: ignore[attr-defined]


class BackForm(WhyForm):
    """Taking a table back to an entry."""

    number = forms.IntegerField(
        label=_("Back to entry"), min_value=1, help_text=_("You find its number in the log below.")
    )
    field_order = ("number", "ready", "why")


class ReadyAnswerForm(forms.ModelForm[ReadyAnswer]):
    """A reason or an answer that moderators have ready."""

    class Meta:
        model = ReadyAnswer
        fields = ("title", "text")
        widgets = {"text": Lines(attrs={"rows": 4})}
