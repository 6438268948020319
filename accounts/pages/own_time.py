"""The page where users say when their clocks stand still."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from itertools import groupby
from typing import Any

import msgspec
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from accounts.pages import presets
from accounts.pages.presets import preset_take
from accounts.people.selectors import user_of
from config.web.refusal import Refused, refusals_said
from games.changing.clocks import days_left, own_time_of, own_time_set
from games.clocks.calendar import MOST_A_WEEKDAY, Calendar, Days, Hours, overlapping

FIELD_OF = {"away": "first"}
"""Where the page shows what is wrong."""


def time_of(minutes: int) -> time:
    """A wall-clock time."""
    return time(minutes // 60, minutes % 60)


def minutes_of(wall: time) -> int:
    """A wall-clock time in minutes from midnight."""
    return wall.hour * 60 + wall.minute


def row_of(day: int, number: int) -> str:
    """What the names of the fields of a weekday's protected times end in; the first is plain."""
    return f"{day}_{number}" if number > 1 else f"{day}"


Row = tuple[forms.BoundField, forms.BoundField]
"""From and to."""


class Weekday(msgspec.Struct, frozen=True):
    """The fields of a weekday: those that are in use, and more of them."""

    name: str
    rows: list[Row]
    more: list[Row]

    @property
    def is_wrong(self) -> bool:
        """Whether one of those that are not in use has an error to be shown."""
        return any(field.errors for row in self.more for field in row)


class OwnTimeForm(forms.Form):
    """Protected hours for each day of the week, absences, and when to be reminded."""

    remind = forms.TypedChoiceField(
        label=gettext_lazy("Remind me"),
        coerce=int,
        choices=[
            ("0", gettext_lazy("never")),
            ("50", gettext_lazy("at half of the time")),
            ("25", gettext_lazy("at a quarter of the time")),
            ("10", gettext_lazy("at a tenth of the time")),
        ],
    )
    first = forms.DateField(
        label=gettext_lazy("First day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    last = forms.DateField(
        label=gettext_lazy("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, calendar: Calendar, remind: int, data: Any = None) -> None:
        super().__init__(data, initial={"remind": str(remind)})
        self.calendar = calendar
        shown = self.fields["remind"]
        assert isinstance(shown, forms.ChoiceField)
        offered = [*shown.choices]  # type: ignore[misc]
        if str(remind) not in {value for value, _words in offered}:
            text = _("at {percent} % of the time").format(percent=remind)
            shown.choices = [*offered, (str(remind), text)]
        for day, name in WEEKDAYS.items():
            self._weekday(day, str(name))
        for number, days in enumerate(calendar.away):
            label = _("{first} to {last}: remove").format(
                first=date_said(days.first), last=date_said(days.last)
            )
            self.fields[f"drop_{number}"] = forms.BooleanField(label=label, required=False)

    def _weekday(self, day: int, name: str) -> None:
        stored = self._stored(day)
        for number in range(1, MOST_A_WEEKDAY + 1):
            hours = stored[number - 1] if number <= len(stored) else None
            texts = [_("{day}, from"), _("{day}, to")]
            if number > 1:
                texts = [_("{day}, time {number}, from"), _("{day}, time {number}, to")]
            start, end = (text.format(day=name, number=number) for text in texts)
            row = row_of(day, number)
            self._time(f"from_{row}", start, hours.start if hours else None)
            self._time(f"to_{row}", end, hours.end if hours else None)

    def _stored(self, day: int) -> list[Hours]:
        return sorted(
            (hours for hours in self.calendar.hours if hours.weekday == day),
            key=lambda hours: hours.start,
        )

    def _time(self, name: str, label: str, minutes: int | None) -> None:
        self.fields[name] = forms.TimeField(
            label=label,
            required=False,
            initial=None if minutes is None else time_of(minutes),
            widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        )

    def week(self) -> Iterator[Weekday]:
        """The fields of each day of the week."""
        for day, name in WEEKDAYS.items():
            names = [row_of(day, number) for number in range(1, MOST_A_WEEKDAY + 1)]
            rows = [(self[f"from_{row}"], self[f"to_{row}"]) for row in names]
            used = max(1, len(self._stored(day)))
            yield Weekday(str(name), rows[:used], rows[used:])

    @property
    def is_week_wrong(self) -> bool:
        """Return True if a field of the week has an error to show."""
        names = {f"{name}_{row}" for row in self._rows() for name in ("from", "to")}
        return bool(names & self.errors.keys())

    def absences(self) -> list[forms.BoundField]:
        """A field for each absence that is announced."""
        return [self[f"drop_{number}"] for number in range(len(self.calendar.away))]

    def clean(self) -> None:
        for row in self._rows():
            start, end = (self.cleaned_data.get(f"{name}_{row}") for name in ("from", "to"))
            if (start is None) != (end is None) and not self.errors:
                missing = "to" if end is None else "from"
                self.add_error(f"{missing}_{row}", _("Both times are needed, or neither."))
        found = self._hours()
        if wrong := overlapping(found.values()):
            row = [row for row, hours in found.items() if hours == wrong][-1]
            self.add_error(f"from_{row}", _("This overlaps another protected time of the day."))
        first, last = (self.cleaned_data.get(name) for name in ("first", "last"))
        if first and not last:
            self.cleaned_data["last"] = first
        if last and not first:
            self.add_error("first", _("When does it begin?"))

    def _rows(self) -> dict[str, int]:
        numbers = range(1, MOST_A_WEEKDAY + 1)
        return {row_of(day, number): day for day in WEEKDAYS for number in numbers}

    def _hours(self) -> dict[str, Hours]:
        found = {}
        for row, day in self._rows().items():
            start, end = (self.cleaned_data.get(f"{name}_{row}") for name in ("from", "to"))
            if start is not None and end is not None:
                found[row] = Hours(day, minutes_of(start), minutes_of(end))
        return found

    def hours(self) -> list[Hours]:
        """The protected hours of the valid form."""
        return list(self._hours().values())

    def away(self) -> list[Days]:
        """The absences of the valid form; those that are over are forgotten."""
        values = self.cleaned_data
        today = timezone.localdate()
        kept = [
            days
            for number, days in enumerate(self.calendar.away)
            if not values.get(f"drop_{number}") and days.last >= today
        ]
        new = [Days(values["first"], values["last"])] if values.get("first") else []
        return sorted([*kept, *new], key=lambda days: days.first)

    def refuse(self, refused: Refused) -> None:
        """Show why nothing was stored, at its field if there is one."""
        name = FIELD_OF.get(refused.field, refused.field)
        self.add_error(name if name in self.fields else None, str(refused))


def week_in_words(hours: Iterable[Hours]) -> list[tuple[str, str]]:
    """Return the protected hours, for weekdays in a row that have the same: "Mon–Fri", "9–17"."""
    times = {day: [one for one in hours if one.weekday == day] for day in WEEKDAYS}
    said = {day: ", ".join(map(hours_in_words, found)) for day, found in times.items()}
    rows = [(list(days), text) for text, days in groupby(WEEKDAYS, said.__getitem__) if text]
    return [(days_in_words(days), text) for days, text in rows]


def days_in_words(days: Sequence[int]) -> str:
    """Return weekdays in a row: "Mon", "Mon–Fri"."""
    if len(days) == len(WEEKDAYS):
        return _("Every day")
    return "–".join(str(WEEKDAYS_ABBR[day]) for day in dict.fromkeys((days[0], days[-1])))


def hours_in_words(hours: Hours) -> str:
    """Return protected hours of a day: "22:00–08:00"."""
    if hours.start == hours.end == 0:
        return _("all day")
    return "–".join(time_of(at).isoformat("minutes") for at in (hours.start, hours.end))


def date_said(day: date) -> str:
    """A day in the reader's style."""
    return date_format(datetime.combine(day, time()), "DATE_FORMAT")


@login_required
@never_cache
def own_time(request: HttpRequest) -> HttpResponse:
    """The reader's protected hours, absences and vacation days; a preset is taken at once."""
    user = user_of(request)
    zone = user.zone.key
    calendar, remind = own_time_of(user.pk, zone)
    if "preset" in request.POST:
        with refusals_said(request):
            preset_take(user=user, name=request.POST["preset"])
            messages.success(request, _("Your settings are saved."))
        return redirect("own_time")
    form = OwnTimeForm(calendar, remind, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            own_time_set(
                user_id=user.pk,
                zone=zone,
                hours=form.hours(),
                away=form.away(),
                remind=form.cleaned_data["remind"],
            )
        except Refused as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("Your settings are saved."))
            return redirect("own_time")
    facts = {
        "form": form,
        "zone": zone,
        "days_left": days_left(calendar),
        "protected": week_in_words(calendar.hours),
        "presets": presets.OF_THE_WEEK,
        "absences": presets.AWAY,
    }
    status = 422 if form.errors else 200
    return render(request, "accounts/own_time.html", facts, status=status)
