"""Reads the signed-in user with a prepared statement.

Every session stores the name of this module: another one would sign everybody out.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.db import connection
from django.http import HttpRequest

from accounts.models import User
from games.storing.rows import run


@functools.cache
def statement() -> tuple[list[str], str]:
    """A user's fields, and the statement that reads users; its one parameter is a list of ids."""
    fields = User._meta.concrete_fields
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    return (
        [field.attname for field in fields],
        f"select {columns} from {User._meta.db_table} where id = any(%s)",  # noqa: S608 - our own names
    )


class Backend(AuthenticationBackend):
    """allauth's backend with a faster `get_user`: every page and socket begins with it."""

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """By address or by name, as was typed, and never by both: each try takes a hash."""
        typed = credentials.get("email") or credentials.get("username") or ""
        password = credentials.get("password") or ""
        way = self._authenticate_by_email if "@" in typed else self._authenticate_by_username
        user = way(typed, password)
        return user if isinstance(user, User) else None

    def user_can_authenticate(self, user: Any) -> bool:
        """Return True for a person who may sign in; a program acts with its token alone."""
        return user.owner_id is None and bool(super().user_can_authenticate(user))

    def get_user(self, user_id: Any) -> User | None:
        """The user of a session; None if the account is gone or may no longer sign in."""
        return users_read([int(user_id)]).get(int(user_id))


def users_read(ids: Iterable[int]) -> dict[int, User]:
    """Users by id, without accounts that are gone or may no longer sign in."""
    wanted = list(ids)
    names, sql = statement()
    found = run(sql, [wanted]) if wanted else []
    users = [User.from_db(connection.alias, names, record) for record in found]
    return {user.pk: user for user in users if Backend().user_can_authenticate(user)}
