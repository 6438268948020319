"""Changing what is stored about people."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import ModelForm
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _

from accounts.models import Preferences, User, check_time_zone
from config.web.refusal import Refused
from games.changing.clocks import own_time_set
from games.models import OwnTime

CONFIRMED_WITHIN = timedelta(days=7)
"""So long an account waits for its address to be confirmed; then it goes, and its name is free."""


class UnknownPreference(Refused):
    """No such language, theme or time zone: only a forged form asks for one."""

    code, status, text = "malformed", 400, _("There is no such language, theme or time zone.")


def language_choose(*, user: User | None, language: str) -> None:
    """Store a user's language; for a visitor only check it. Raises UnknownPreference."""
    if language not in dict(settings.LANGUAGES):
        raise UnknownPreference
    if user:
        User.objects.filter(pk=user.pk).update(language=language)


def theme_choose(*, user: User | None, theme: str) -> None:
    """Store a user's theme; for a visitor only check it. Raises UnknownPreference."""
    if theme not in Preferences.Theme.values:
        raise UnknownPreference
    if user:
        User.objects.filter(pk=user.pk).update(theme=theme)


@transaction.atomic
def zone_choose(*, user: User | None, zone: str) -> None:
    """Store a browser's time zone for a user who has none. Raises UnknownPreference."""
    try:
        check_time_zone(zone)
    except ValidationError as error:
        raise UnknownPreference from error
    if user is None or not User.objects.filter(pk=user.pk, time_zone="").update(time_zone=zone):
        return
    if OwnTime.objects.filter(user=user).exists():  # protected hours are those of the zone
        own_time_set(user_id=user.pk, zone=zone)


def user_set_up(*, user: User, language: str, time_zone: str, arrival: str) -> None:
    """Give a new account the browser's language and, if it exists, its time zone.

    `arrival` is the page its owner wanted to see; anything but a page of this site is dropped.
    """
    user.language = language if language in dict(settings.LANGUAGES) else ""
    try:
        check_time_zone(time_zone)
        user.time_zone = time_zone
    except ValidationError:
        user.time_zone = ""
    user.arrival = arrival if is_page(arrival) else ""
    user.save(update_fields=["language", "time_zone", "arrival"])


def account_await(*, user: User) -> None:
    """Wait for the address of a new account to be confirmed; it goes if nobody does."""
    User.objects.filter(pk=user.pk).update(confirm_by=timezone.now() + CONFIRMED_WITHIN)


@transaction.atomic
def preferences_store(form: ModelForm[User]) -> None:
    """Store a valid form. Protected hours are those of the zone: clocks follow a new one."""
    if "time_zone" in form.changed_data:
        own_time_set(user_id=form.instance.pk, zone=form.instance.zone.key)
    form.save()


def is_page(address: str) -> bool:
    """Whether an address is the path of a page of this site other than the front page."""
    if not 1 < len(address) <= 200 or not address.startswith("/") or not address.isprintable():
        return False
    return url_has_allowed_host_and_scheme(address, allowed_hosts=None)


def arrival_forget(*, user: User) -> None:
    """Forget the page a newcomer signed up for: they have been led there."""
    User.objects.filter(pk=user.pk).update(arrival="")
