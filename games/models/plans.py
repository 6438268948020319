"""Studies and plans: trees of answers that users keep, and answers in advance."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.fields import JSONList, MaybeJSON
from games.models.tables import Table

MOST_STUDIES = 20
"""Studies that a user may keep of one table."""
LONGEST_NAME = 100
"""Characters of the name of a study."""


class Study(models.Model):
    """A tree of answers that a user has tried at a table, kept under a name.

    It starts from log entry `at` as far as the user knew it then; `seed` names the draw of all that
    was hidden from them. `moves` are answers of `games.trying.trees`; the board shows the position
    after answer `shown`. Whoever has the `key` may look at it once the game is over.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="studies", db_index=False
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    at = models.PositiveIntegerField()
    seed = models.PositiveIntegerField()
    moves = models.JSONField()
    shown = models.PositiveSmallIntegerField(null=True)  # the last one if it is not known
    # Once it was a note, and longer.
    name = models.CharField(max_length=500, blank=True, db_column="note")
    key = models.CharField(max_length=16, null=True, unique=True)  # noqa: DJ001 - unique
    kept_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "games_line"
        verbose_name_plural = "studies"
        constraints = [
            models.UniqueConstraint(
                name="line_once_per_number", fields=["user", "table", "number"]
            ),
            models.CheckConstraint(
                name="line_numbers_are_few", condition=Q(number__gte=1, number__lte=MOST_STUDIES)
            ),
        ]

    def __str__(self) -> str:
        return f"study {self.number} of {self.table_id}"


class Plan(models.Model):
    """Answers that a user has given in advance, for questions to come. Nobody else sees them.

    Either it has `steps`: seat, move, key of the question and whether its owner can see which
    answer it was; they count from log entry `at`, and those of other seats are conditions if it is
    `exact`. Or it is the `orders` of the user: they hold as long as the table, or until taken back.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="plans", db_index=False
    )
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    at = models.PositiveIntegerField()
    made = models.PositiveIntegerField()  # the latest entry when it was made
    exact = models.BooleanField(default=True)  # else others may do what they like
    steps: JSONList = models.JSONField(default=list)
    orders: MaybeJSON = models.JSONField(null=True, blank=True)  # as the game defines them
    looked = models.PositiveIntegerField(default=0)  # the entry the worker has looked at
    question = models.CharField(max_length=16, blank=True)  # that is answered next …
    due_at = models.DateTimeField(null=True, blank=True)  # … and when
    dropped = models.CharField(max_length=12, blank=True)  # why; empty while it holds …
    dropped_at = models.DateTimeField(null=True, blank=True)  # … and when
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="plan_one_per_seat",
                fields=["user", "table"],
                condition=Q(orders__isnull=True),
            ),
            models.UniqueConstraint(
                name="plan_one_orders_per_seat",
                fields=["user", "table"],
                condition=Q(orders__isnull=False),
            ),
            models.CheckConstraint(
                name="plan_due_for_a_question",
                condition=Q(due_at__isnull=True, question="")
                | Q(due_at__isnull=False, dropped="") & ~Q(question=""),
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(dropped=""), name="plan_due"),
            models.Index(
                fields=["dropped_at"], condition=Q(dropped_at__isnull=False), name="plan_dropped"
            ),
        ]

    def __str__(self) -> str:
        return f"plan of {self.user_id} at {self.table_id}"
