"""Protected hours and days away that one press adds: nights, weekends, hours at work."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.models import User
from config.web.refusal import Malformed
from games.changing.clocks import own_time_of, own_time_set
from games.clocks.calendar import Days, Hours, united


class Preset(msgspec.Struct, frozen=True):
    """Protected hours, or days away from today on, that are added to what somebody has."""

    words: StrOrPromise
    hours: tuple[Hours, ...] = ()
    days: int = 0


EVERY_DAY, WORKDAYS, WEEKEND = range(7), range(5), (5, 6)
OF_THE_WEEK = {
    "nights": Preset(
        _("Every night from 22 to 8"), tuple(Hours(day, 22 * 60, 8 * 60) for day in EVERY_DAY)
    ),
    "weekends": Preset(_("Weekends"), tuple(Hours(day, 0, 0) for day in WEEKEND)),
    "work": Preset(
        _("Weekdays from 9 to 17"),
        tuple(Hours(day, 9 * 60, 17 * 60) for day in WORKDAYS),
    ),
}
AWAY = {
    "today": Preset(_("Today"), days=1),
    "week": Preset(_("A week from today"), days=7),
    "fortnight": Preset(_("Two weeks from today"), days=14),
}
NOTHING = "nothing"
"""Protects no hours any more."""
PRESETS = {**OF_THE_WEEK, **AWAY, NOTHING: Preset("")}


@transaction.atomic
def preset_take(*, user: User, name: str) -> None:
    """Add a preset to a user's calendar. Raises Malformed, and what setting their time raises."""
    preset = PRESETS.get(name)
    if preset is None:
        raise Malformed(field="preset")
    User.objects.select_for_update().get(pk=user.pk)  # so that two at once both count
    calendar, _remind = own_time_of(user.pk, user.zone.key)
    hours = [] if name == NOTHING else united([*calendar.hours, *preset.hours])
    own_time_set(
        user_id=user.pk, zone=user.zone.key, hours=hours, away=away_with(preset, calendar.away)
    )


def away_with(preset: Preset, away: tuple[Days, ...]) -> list[Days]:
    """Return absences with that of a preset; those that are over, or within it, are forgotten."""
    today = timezone.localdate()
    kept = [days for days in away if days.last >= today]
    if not preset.days:
        return kept
    new = Days(today, today + timedelta(days=preset.days - 1))
    if any(days.first <= new.first and new.last <= days.last for days in kept):
        return kept
    kept = [days for days in kept if days.first < new.first or days.last > new.last]
    return sorted([*kept, new], key=lambda days: days.first)
