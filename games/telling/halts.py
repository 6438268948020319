"""Why nothing can be changed now, in words; and the one way to refuse it."""

from __future__ import annotations

import math

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.errors import Halted
from games.storing.halts import Stop, halt_now, is_halted
from games.telling.reading import zoned

LONGEST_WAIT = 3600
"""Seconds after which programs may try again at the latest."""


def reason_of(stop: Stop) -> str:
    """Why the site is stopped, in the active language or else in English."""
    own = stop.text_de if (translation.get_language() or "").startswith("de") else stop.text_en
    return own or stop.text_en


def halted(stop: Stop | None) -> Halted:
    """The refusal while the site is stopped."""
    if stop is None:
        return Halted()
    if stop.until is None:
        return Halted(f"{Halted.text} {reason_of(stop)}".strip())
    text = _("Maintenance is under way until {until}: nothing can be changed, and no clock runs.")
    assert stop.until is not None
    refused = Halted(text.format(until=zoned(stop.until)))
    left = math.ceil((stop.until - timezone.now()).total_seconds())
    refused.retry_after = min(max(left, 1), LONGEST_WAIT)
    return refused


def check_open() -> None:
    """Raise Halted while the site is stopped, as far as this process knows."""
    if (stop := halt_now()) is not None:
        raise halted(stop)


def check_stored() -> None:
    """The same as it is stored, for who could store nothing."""
    if is_halted():
        raise halted(halt_now())
