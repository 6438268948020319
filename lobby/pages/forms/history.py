"""The form that searches among tables in play and finished."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names.allowed import LONGEST
from accounts.people.selectors import user_named
from lobby.lists.history import LEFT, Wanted
from lobby.pages.forms.filters import GameForm


class PersonField(forms.CharField):
    """The name of somebody, who becomes the value."""

    widget = forms.TextInput(
        {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
    )

    def clean(self, value: Any) -> User | None:
        name = super().clean(value)
        if not name:
            return None
        person = user_named(name)
        if person is None:
            raise forms.ValidationError(_("There is nobody with that name."))
        return person


class DayField(forms.DateField):
    """A day of some year in which there may be tables."""

    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    default_validators = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 1, 1))]


class HistoryForm(GameForm):
    """The search among tables in play and finished."""

    status = forms.ChoiceField(
        label=_("Status"),
        required=False,
        choices=[
            ("", _("any")),
            ("playing", _("in play")),
            ("finished", _("finished")),
            (LEFT, _("left early")),
        ],
    )
    person = PersonField(label=_("Played by"), required=False, max_length=LONGEST)
    other = PersonField(label=_("And by"), required=False, max_length=LONGEST)
    since = DayField(label=_("Opened from"), required=False)
    until = DayField(label=_("Opened until"), required=False)

    def clean(self) -> dict[str, Any]:
        """Say who is to be named, if what somebody has left is looked for."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("status") == LEFT and not values.get("person") and not self.errors:
            self.add_error("person", _("Name somebody who has left the tables."))
        return values

    def people(self) -> list[User]:
        """Who is asked for, each once."""
        named = [self.cleaned_data.get(field) for field in ("person", "other")]
        return list(dict.fromkeys(person for person in named if person))

    def wanted(self) -> Wanted | None:
        """What is looked for; None if something in the form is wrong."""
        if not self.is_valid():
            return None
        values = self.cleaned_data
        return Wanted(
            game=values["game"],
            people=tuple(person.pk for person in self.people()),
            status=values["status"],
            options=self.options_chosen(),
            since=values["since"],
            until=values["until"],
        )
