"""The group of moderators, which has exactly its permissions after every migration."""

from __future__ import annotations

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.db.models.signals import m2m_changed, post_migrate

from accounts.models import User
from accounts.people.rights import GROUP, make_group


def keep() -> None:
    """Connect the handlers that make the group and let its members into the administration.

    The group is made after migrations, not in one: Django makes permissions then, and permissions
    added by a later version reach the group as well.
    """
    post_migrate.connect(
        make_after_migration, sender=apps.get_app_config("games"), dispatch_uid="moderators"
    )
    m2m_changed.connect(let_in, sender=User.groups.through, dispatch_uid="moderators")


def make_after_migration(**_: object) -> None:
    """Make the permissions of both apps, then the group."""
    for name in ("games", "accounts"):
        create_permissions(apps.get_app_config(name), verbosity=0)
    make_group()


def let_in(
    action: str, instance: User, reverse: bool, pk_set: set[int] | None, **_: object
) -> None:
    """Set `is_staff`, which the administration asks for, when users join or leave the group.

    Staff with permissions or groups of their own stay staff.
    """
    if action not in ("post_add", "post_remove", "post_clear"):
        return
    users = User.objects.filter(pk__in=pk_set or ()) if reverse else [instance]
    for user in users:
        own = user.is_superuser or user.user_permissions.exists()
        member = user.groups.filter(name=GROUP).exists()
        staff = member or ((own or user.groups.exists()) and user.is_staff)
        if staff != user.is_staff:
            User.objects.filter(pk=user.pk).update(is_staff=staff)
            user.is_staff = staff
