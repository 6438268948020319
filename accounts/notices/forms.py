"""Forms about notices."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import NoticePreferences, User
from accounts.models.users import names_in
from games.models import Table


def hours() -> list[tuple[int, str]]:
    """The hours of a day as choices."""
    return [(hour, f"{hour:02}:00") for hour in range(24)]


class PacesForm(forms.ModelForm[User]):
    """How soon a user wants to hear of their tables, on each way."""

    daily_hour = forms.TypedChoiceField(
        label=_("Hour, if one digest a day"), choices=hours, coerce=int
    )

    class Meta:
        model = User
        fields = names_in(NoticePreferences)
        help_texts = {
            "quiet_minutes": _("Counted from the first turn that waits."),
        }


class HookForm(forms.Form):
    """An address to which notices are posted."""

    url = forms.CharField(
        label=_("Address"),
        max_length=250,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )


class TablesForm(forms.Form):
    """A pace for each of a user's tables in play."""

    def __init__(self, tables: list[tuple[Table, str]], chosen: dict[int, str], *args: Any) -> None:
        super().__init__(*args)
        choices = [("", _("as for all tables")), *User.Pace.choices]
        for table, name in tables:
            self.fields[f"table-{table.pk}"] = forms.ChoiceField(
                label=name, choices=choices, required=False, initial=chosen.get(table.pk, "")
            )
