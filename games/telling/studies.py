"""Reading studies: users read their own, and everybody one whose link they have been given."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Study, Table


def studies_at(user_id: int | None, table_id: int) -> QuerySet[Study]:
    """Return the studies that a user keeps of a table, by number; none for visitors."""
    studies = Study.objects.filter(table=table_id, user=user_id)
    return studies.order_by("number") if user_id is not None else studies.none()


def shared_study(table_id: int, key: str) -> Study | None:
    """Return the study with this link; None if it is not shared.

    Nothing is shared while its game is played on, or its user is muted or suspended.
    """
    now = timezone.now()
    heard = Q(user__muted_until=None) | Q(user__muted_until__lte=now)
    heard &= Q(user__suspended_until=None) | Q(user__suspended_until__lte=now)
    studies = Study.objects.filter(heard, table=table_id, table__status=Table.Status.FINISHED)
    return studies.select_related("user").filter(key=key).first() if key else None


def all_studies_of(user_id: int) -> list[dict[str, Any]]:
    """Return every study of a user, as JSON values."""
    return [
        {
            "table": study.table_id,
            "entry": study.at,
            "draw": study.seed,
            "moves": study.moves,
            "name": study.name,
            "shared": study.key is not None,
            "at": study.kept_at.isoformat(),
        }
        for study in Study.objects.filter(user=user_id).order_by("pk")
    ]
