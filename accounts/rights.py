"""Who may moderate what. A moderator has a permission that the group "moderators" gives."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from config.web.refusal import Refused
from games.models import Seat, Table

GROUP = "moderators"
RIGHT = "accounts.add_act"
RIGHTS = {
    "accounts": (
        "add_act",
        "view_act",
        "view_appeal",
        "view_message",
        "view_report",
        "view_user",
        *(f"{right}_readyanswer" for right in ("add", "change", "delete", "view")),
    ),
    "games": ("view_table", "view_logentry"),
}
"""The group's permissions, by app. `add_act` is the right to act; all others are to look."""


class AccountNeeded(Refused):
    """Guests play; whatever others have to put up with takes an account."""

    code, status = "account_needed", 403
    text = _("This takes an account. Yours is one step away, and your tables stay with you.")


def need_account(user: User) -> None:
    """Raise AccountNeeded for a guest."""
    if user.is_guest:
        raise AccountNeeded


class NotAllowed(Refused):
    """Not a moderator, or one who is involved."""

    code, status = "not_allowed", 403
    text = _("You cannot moderate this: you are part of it, or it is not your right.")


def is_moderator(user: object) -> bool:
    """Whether somebody is a moderator."""
    return isinstance(user, User) and not user.is_suspended and user.has_perm(RIGHT)


def moderators() -> QuerySet[User]:
    """Return the moderators who may act now."""
    held = Q(suspended_until__isnull=True) | Q(suspended_until__lte=timezone.now())
    return User.objects.with_perm(RIGHT).filter(held)


def may_moderate_table(user: User, table_id: int) -> bool:
    """Not a table they sit at or have opened; that holds for administrators too."""
    if not is_moderator(user):
        return False
    if Table.objects.filter(pk=table_id, host=user).exists():
        return False
    return not Seat.objects.filter(table=table_id, user=user).exists()


def may_moderate_user(user: User, other: User) -> bool:
    """Not themselves; and only superusers moderate other moderators."""
    if not is_moderator(user) or user.pk == other.pk:
        return False
    return user.is_superuser or not is_moderator(other)


def shares_table(user: User, other: User) -> bool:
    """Whether two users sit at a table in play."""
    seats = Seat.objects.filter(goes_on=True)
    mine = seats.filter(user=user, table__status=Table.Status.PLAYING)
    return seats.filter(user=other, table__in=mine.values("table")).exists()


def make_group() -> Group:
    """The group of moderators with exactly its permissions. Doing it again changes nothing."""
    group, _new = Group.objects.get_or_create(name=GROUP)
    group.permissions.set(
        permission
        for app, names in RIGHTS.items()
        for permission in Permission.objects.filter(content_type__app_label=app, codename__in=names)
    )
    return group
