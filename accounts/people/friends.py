"""Friends: one asks, the other agrees. Blocking somebody ends it."""

from __future__ import annotations

from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Friendship, User
from accounts.people.blocks import are_apart, lock_both
from accounts.people.rights import need_account
from accounts.people.selectors import people
from config.web.counting import check_most
from config.web.limits import FRIENDS
from config.web.refusal import Refused
from games.telling.selectors import friends_of


class NoFriend(Refused):
    """Not this one; whether there is a block is not told."""

    code, status, text = "not_now", 409, _("You cannot become friends.")


class Friends(NamedTuple):
    """A user's friends, those who ask them, and those whom they have asked."""

    agreed: list[User]
    asking: list[User]
    asked: list[User]


@transaction.atomic
def befriend(*, user: User, other: User) -> bool:
    """Ask somebody to be a friend, or agree. Whether they are friends now; repeating is harmless.

    Raises AccountNeeded, NoFriend, TooMany.
    """
    need_account(user)
    lock_both(user, other)
    if user.pk == other.pk or other.is_guest or are_apart(user, [other.pk]):
        raise NoFriend
    check_most(FRIENDS, Friendship.objects.filter(user=user).exclude(friend=other).count())
    Friendship.objects.get_or_create(user=user, friend=other)
    return are_friends(user, other)


@transaction.atomic
def unfriend(*, user: User, other: User) -> None:
    """End a friendship, decline one, or take the question back. The other one is not told."""
    lock_both(user, other)
    Friendship.objects.filter(user=user, friend=other).delete()
    Friendship.objects.filter(user=other, friend=user).delete()


def are_friends(user: User, other: User) -> bool:
    """Whether two users are friends."""
    return friends_of(user).filter(pk=other.pk).exists()


def friendships_of(user: User) -> Friends:
    """A user's friends and open questions, each by name."""
    mine = set(Friendship.objects.filter(user=user).values_list("friend_id", flat=True))
    theirs = set(Friendship.objects.filter(friend=user).values_list("user_id", flat=True))
    known = named(people().filter(pk__in=mine | theirs))
    return Friends(
        agreed=[other for other in known if other.pk in mine & theirs],
        asking=[other for other in known if other.pk in theirs - mine],
        asked=[other for other in known if other.pk in mine - theirs],
    )


def named(users: QuerySet[User]) -> list[User]:
    """Users in the order of their names."""
    return sorted(users, key=lambda user: user.username.casefold())
