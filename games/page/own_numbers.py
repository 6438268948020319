"""Times in numbers of one's own, where the usual ones of a list do not fit."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.telling.paces import DAY

UNITS = [("1", _("minutes")), (str(60), _("hours")), (str(DAY), _("days"))]
"""Each by its minutes."""
MOST = 100_000
"""Of a unit: more than any pace, and less than the database stores."""
START, INCREMENT, CAP = "start", "increment", "cap"
NUMBERS = (START, INCREMENT, CAP)
FIELD_OF = {f"pace_{name}": name for name in NUMBERS}
"""Which field shows what is wrong with a pace."""


class OwnNumbers(forms.Form):
    """How much time at the start or for each answer, and for a budget what answers add to it."""

    def add_numbers(self) -> None:
        """Add the fields, each a number and its unit."""
        labels = [
            (START, _("Custom time"), _("Unit of the time")),
            (INCREMENT, _("A budget: more for each answer"), _("Unit of what an answer adds")),
            (CAP, _("A budget: at most at once"), _("Unit of the most at once")),
        ]
        for name, label, unit in labels:
            self.fields[name] = forms.IntegerField(
                label=label, required=False, min_value=0, max_value=MOST
            )
            self.fields[f"{name}_unit"] = forms.ChoiceField(
                label=unit, required=False, choices=UNITS, initial=str(DAY)
            )

    def minutes_in(self, name: str) -> int | None:
        """What a number says, in minutes; None where there is none."""
        number, unit = (self.cleaned_data.get(field) for field in (name, f"{name}_unit"))
        return None if number is None else number * int(unit or DAY)

    def ask_for(self, wanted: tuple[str, ...]) -> None:
        """Say at its field which number is missing, and which would not be used."""
        for name in NUMBERS:
            given = self.cleaned_data.get(name) is not None
            if name in wanted and not given and name not in self.errors:
                self.add_error(name, gettext("How much?"))
            elif given and name not in wanted:
                text = gettext("What you have chosen does not use this: leave it empty.")
                self.add_error(name, text)

    def numbers(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields, each number with its unit; none where they were not added."""
        return [(self[name], self[f"{name}_unit"]) for name in NUMBERS if name in self.fields]

    def shows_numbers(self) -> bool:
        """Whether there is something in the numbers that their reader should see at once."""
        return any(field.value() not in (None, "") or field.errors for field, _u in self.numbers())


def times_of(form: OwnNumbers) -> dict[str, int]:
    """The numbers of a valid form, in minutes, by their names; those only that are given."""
    told = {name: form.minutes_in(name) for name in NUMBERS}
    return {name: minutes for name, minutes in told.items() if minutes is not None}
