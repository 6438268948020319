"""Blocks: two users who do not meet at tables, in the chat or by invitation.

A block between two people is one between their programs too, as rows of their own.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Friendship, User
from config.web.counting import check_most
from config.web.limits import BLOCKS


def block(*, user: User, other: User) -> None:
    """Block another user, who is not told; it ends a friendship. Blocking oneself does nothing.

    Both rows are locked, so that nobody becomes a friend of somebody who is blocking them. Raises
    TooMany.
    """
    if user.pk == other.pk:
        return
    with transaction.atomic():
        lock_both(user, other)
        check_most(BLOCKS, user.blocked.exclude(pk=other.pk).count())
        theirs = with_programs(other)
        for each in with_programs(user):
            each.blocked.add(*theirs)
            either = Q(user=each, friend__in=theirs) | Q(user__in=theirs, friend=each)
            Friendship.objects.filter(either).delete()


def lock_both(user: User, other: User) -> None:
    """Lock two users' rows, always in the same order."""
    pair = User.objects.filter(pk__in=(user.pk, other.pk)).order_by("pk")
    list(pair.select_for_update(of=("self",)).values_list("pk"))


def unblock(*, user: User, other: User) -> None:
    """Lift a block. One in the other direction stays."""
    for each in with_programs(user):
        each.blocked.remove(*with_programs(other))


def with_programs(user: User) -> list[User]:
    """Return somebody with their programs."""
    return [user, *user.programs.all()]


def blocks_follow(program: User, owner: User) -> None:
    """Give a new program the blocks of its owner, in both directions."""
    program.blocked.set(owner.blocked.all())
    program.blocked_by.set(owner.blocked_by.all())


def blocked_with(user: User) -> QuerySet[User]:
    """Everybody whom the user blocks or who blocks the user."""
    return User.objects.filter(Q(blocked_by=user.pk) | Q(blocked=user.pk)).values("pk")  # type: ignore[return-value]


def are_apart(user: User, others: Iterable[int | None]) -> bool:
    """Whether there is a block, either way, between the user and any of the others."""
    ids = [other for other in others if other is not None]
    return User.objects.filter(Q(blocked_by=user.pk) | Q(blocked=user.pk), pk__in=ids).exists()
