"""Conditions that a host may set for joining a table, and their words."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class RatingBound(models.TextChoices):
    """The ratings from which, or up to which, a host may ask for."""

    NONE = "", _("any")
    BOUND_1300 = "1300", "1300"
    BOUND_1400 = "1400", "1400"
    BOUND_1500 = "1500", "1500"
    BOUND_1600 = "1600", "1600"
    BOUND_1700 = "1700", "1700"
    BOUND_1800 = "1800", "1800"


class TimeOuts(models.TextChoices):
    """The most time-outs in a hundred questions, for joining a table."""

    NONE = "", _("any number")
    BOUND_2 = "2", "2"
    BOUND_5 = "5", "5"
    BOUND_10 = "10", "10"
    BOUND_20 = "20", "20"


def rating_wanted(low: str, high: str) -> str:
    """Return which ratings are asked for, as a sentence."""
    if not low and not high:
        return ""
    if low and high:
        text = gettext("Only for ratings from {low} to {high}.")
    else:
        text = (
            gettext("Only for ratings of {low} and more.")
            if low
            else gettext("Only for ratings of {high} at most.")
        )
    return " ".join([text.format(low=low, high=high), gettext("Who is invited is let in anyway.")])


def time_outs_wanted(most: str) -> str:
    """Return how many time-outs those may have who join, as a sentence."""
    if not most:
        return ""
    text = gettext(
        "Only for people of whose questions at most {most} in a hundred ran out of time. Who is "
        "invited is let in anyway."
    )
    return text.format(most=most)
