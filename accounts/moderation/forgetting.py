"""How long the logs of acts and of staff are kept.

The database gives up what is old and nothing else: migration 0016.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from accounts.models import Act, StaffEntry, User


def logs_forget(now: datetime) -> None:
    """Delete what is older than the settings say, but no reason for what still holds."""
    if days := kept_for(settings.STAFF_LOG_DAYS):
        StaffEntry.objects.filter(at__lt=now - days).delete()
    if days := kept_for(settings.ACTS_DAYS):
        held = User.objects.filter(Q(suspended_until__gt=now) | Q(muted_until__gt=now))
        old = Act.objects.filter(at__lt=now - days)
        old.exclude(user_id__isnull=False, user_id__in=held.values("pk")).delete()


def kept_for(days: int) -> timedelta | None:
    """So long, but at least as long as the database insists; None: for ever."""
    return timedelta(days=max(days, LEAST_DAYS)) if days > 0 else None


LEAST_DAYS = 90
"""Of which migration 0016 has the same number."""
