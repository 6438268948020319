"""Who may moderate what. A moderator has a permission that the group "moderators" gives."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from config.web.refusal import Refused
from games.models import Seat, Table

GROUP = "moderators"
RIGHT = "accounts.add_act"
RIGHTS = {"accounts": ("add_act",), "games": ("view_table",)}
"""The group's permissions, by app: to act, and to look at every table."""


class AccountNeeded(Refused):
    """Guests play; whatever others have to put up with takes an account."""

    code, status = "account_needed", 403
    text = _("You need an account for this. Yours is one step away, and your tables stay with you.")


def need_account(user: User) -> None:
    """Raise AccountNeeded for a guest."""
    if user.is_guest:
        raise AccountNeeded


class NotAllowed(Refused):
    """Not a moderator, or one who is involved."""

    code, status = "not_allowed", 403
    text = _("You cannot moderate this: you are part of it, or it is not your right.")


def is_operator(user: object) -> bool:
    """Return whether somebody is staff with any right that moderators do not have."""
    own = {f"{app}.{name}" for app, names in RIGHTS.items() for name in names}
    return isinstance(user, User) and user.is_staff and not user.get_all_permissions() <= own


def is_moderator(user: object) -> bool:
    """Whether somebody is a moderator."""
    return isinstance(user, User) and not user.is_suspended and user.has_perm(RIGHT)


def moderators() -> QuerySet[User]:
    """Return the moderators who may act now."""
    held = Q(suspended_until__isnull=True) | Q(suspended_until__lte=timezone.now())
    return User.objects.with_perm(RIGHT).filter(held)


def tables_moderated_by(user: User) -> QuerySet[Table]:
    """Return all tables but those a moderator sits at or has opened, administrators too."""
    if not is_moderator(user):
        return Table.objects.none()
    own = Seat.objects.filter(table=OuterRef("pk"), user=user.pk)
    return Table.objects.exclude(Exists(own)).exclude(host=user.pk)


def people_moderated_by(user: User) -> QuerySet[User]:
    """Return all users but the moderator; and only superusers moderate other moderators."""
    if not is_moderator(user):
        return User.objects.none()
    others = User.objects.exclude(pk=user.pk)
    return others if user.is_superuser else others.exclude(pk__in=moderators().values("pk"))


def may_moderate_table(user: User, table_id: int) -> bool:
    """Return whether a table is among those that a user moderates."""
    return tables_moderated_by(user).filter(pk=table_id).exists()


def may_moderate_user(user: User, other: User) -> bool:
    """Return whether somebody is among those whom a user moderates."""
    return people_moderated_by(user).filter(pk=other.pk).exists()


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
