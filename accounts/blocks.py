"""Who does not want to meet whom: not at a table, not in the chat, not by invitation."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from accounts.models import User


def block(*, user: User, other: User) -> None:
    """From now on the two do not meet. The other is not told. Blocking oneself does nothing."""
    if user.pk != other.pk:
        user.blocked.add(other)


def unblock(*, user: User, other: User) -> None:
    """Take a block back. A block by the other stays."""
    user.blocked.remove(other)


def blocked_with(user: User) -> QuerySet[User]:
    """Everybody whom the user blocks or who blocks the user."""
    return User.objects.filter(Q(blocked_by=user.pk) | Q(blocked=user.pk)).values("pk")  # type: ignore[return-value]


def are_apart(user: User, others: Iterable[int | None]) -> bool:
    """Whether the user and one of the others do not want to meet."""
    ids = [other for other in others if other is not None]
    return User.objects.filter(Q(blocked_by=user.pk) | Q(blocked=user.pk), pk__in=ids).exists()
