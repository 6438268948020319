"""What was thought about positions: hints, evaluations, and the analysis of a finished table."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models.fields import JSON, MaybeJSON
from games.models.tables import Table


class Thought(models.Model):
    """What an expert thinks of a question as one seat sees it; `found` when it has thought.

    `key` is a digest of all that it may know: so what was thought once serves whoever may ask.
    `source` says where the question is, for the job that thinks.
    """

    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="+")
    key = models.CharField(max_length=64, unique=True)
    source: JSON = models.JSONField()
    done = models.PositiveSmallIntegerField(default=0)  # percent
    found: MaybeJSON = models.JSONField(null=True, blank=True)
    failed = models.BooleanField(default=False)
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="thought_is_found_or_not", condition=Q(found__isnull=True) | Q(failed=False)
            )
        ]

    def __str__(self) -> str:
        return f"thought {self.pk}: {self.source}"


class Analysis(models.Model):
    """What the moves of a finished table were worth: once for each table.

    `work` is what is still to be looked at and what was found so far; `found` is all of it.
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="+")
    done = models.PositiveIntegerField(default=0)  # steps of the work …
    total = models.PositiveIntegerField(default=0)  # … of so many; 0 before it has begun
    work: JSON = models.JSONField(default=dict)
    found: MaybeJSON = models.JSONField(null=True, blank=True)
    failed = models.BooleanField(default=False)
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "analyses"
        constraints = [
            models.CheckConstraint(
                name="analysis_is_found_or_not", condition=Q(found__isnull=True) | Q(failed=False)
            )
        ]

    def __str__(self) -> str:
        return f"analysis of {self.table_id}: {self.done}/{self.total}"
