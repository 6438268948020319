"""Ratings: what finished tables say of how well somebody plays a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.tables import Table


class Rating(models.Model):
    """The strength of a user in a game, and the doubt about it.

    It stays without a name when the account is deleted: what it says of others still counts.
    """

    game = models.CharField(max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="ratings",
        db_index=False,
    )
    mu = models.FloatField()
    sigma = models.FloatField()
    tables = models.PositiveIntegerField()  # that it is made of

    class Meta:
        constraints = [
            models.UniqueConstraint(name="rating_one_per_game", fields=["user", "game"]),
            models.CheckConstraint(name="rating_has_doubt", condition=Q(sigma__gt=0)),
        ]
        indexes = [
            models.Index(
                fields=["game", "-mu", "id"],
                condition=Q(user__isnull=False),
                name="rating_best_of_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.mu:.0f}"


class RatedSeat(models.Model):
    """The change of a player's rating by one finished table."""

    pk = models.CompositePrimaryKey("table_id", "place")
    table = models.ForeignKey(Table, models.CASCADE, related_name="rated_seats", db_index=False)
    place = models.PositiveSmallIntegerField()
    rating = models.ForeignKey(Rating, models.CASCADE, related_name="seats", db_index=False)
    at = models.DateTimeField()  # when the table ended
    rank = models.PositiveSmallIntegerField()  # as it counts
    weight = models.FloatField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="rated_once_at_a_table", fields=["table", "rating"]),
            models.CheckConstraint(
                name="rated_with_a_weight", condition=Q(weight__gt=0, weight__lte=1)
            ),
            models.CheckConstraint(
                name="rated_has_doubt", condition=Q(sigma__gt=0, sigma_before__gt=0)
            ),
            models.CheckConstraint(name="rated_has_a_rank", condition=Q(rank__gte=1)),
        ]
        indexes = [
            models.Index(fields=["rating", "at", "table"], name="rated_by_moment"),
            models.Index(fields=["at", "table"], name="rated_since"),
        ]

    def __str__(self) -> str:
        return f"seat {self.place} at {self.table_id}: {self.mu:.0f}"
