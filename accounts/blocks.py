"""Blocks: two users who do not meet at tables, in the chat or by invitation."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from accounts.models import User


def block(*, user: User, other: User) -> None:
    """Block another user, who is not told. Blocking oneself does nothing."""
    if user.pk != other.pk:
        user.blocked.add(other)


def unblock(*, user: User, other: User) -> None:
    """Lift a block. One in the other direction stays."""
    user.blocked.remove(other)


def blocked_with(user: User) -> QuerySet[User]:
    """Everybody whom the user blocks or who blocks the user."""
    return User.objects.filter(Q(blocked_by=user.pk) | Q(blocked=user.pk)).values("pk")  # type: ignore[return-value]


def are_apart(user: User, others: Iterable[int | None]) -> bool:
    """Whether there is a block, either way, between the user and any of the others."""
    ids = [other for other in others if other is not None]
    return User.objects.filter(Q(blocked_by=user.pk) | Q(blocked=user.pk), pk__in=ids).exists()
