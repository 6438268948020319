"""People who are about: they have had a page open in the last minutes, and do not hide it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Window
from django.db.models.functions import Lower

from accounts.models import User
from accounts.people.blocks import blocked_with
from accounts.people.selectors import people
from games.telling.selectors import friends_of

LATELY = timedelta(minutes=10)
MOST_NAMED = 12


class Here(NamedTuple):
    """Other people on the site now: some by name, friends first, and a number of the rest."""

    named: Sequence[User]
    more: int


def who_is_here(reader: User | AnonymousUser, now: datetime) -> Here:
    """Return who is about, by one statement.

    Only those who have an account are told names, and guests have none worth telling. Whoever hides
    is not counted either, and there is nobody between whom and the reader is a block.
    """
    here = people().filter(seen__at__gt=now - LATELY, shows_here=True)
    here = here.exclude(suspended_until__gt=now)
    if not isinstance(reader, User):
        return Here([], here.count())
    here = here.exclude(pk=reader.pk).exclude(pk__in=blocked_with(reader))
    if reader.is_guest:
        return Here([], here.count())
    far = ~Exists(friends_of(reader).filter(pk=OuterRef("pk")))
    here = here.order_by("is_guest", far, Lower("username"))
    first = list(here.annotate(count=Window(Count("pk")))[:MOST_NAMED])
    named = [person for person in first if not person.is_guest]
    return Here(named, (first[0].count if first else 0) - len(named))
