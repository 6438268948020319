"""As whom a socket was opened, and whether that still holds when a move comes over it."""

from __future__ import annotations

import functools

import msgspec
from django.conf import settings
from django.utils.module_loading import import_string


class Credential(msgspec.Struct, frozen=True):
    """With what a socket was opened: a session, or a token's hash, of a user with a password."""

    user_id: int | None
    password: str
    session: str
    token: str


@functools.cache
def still_signed_in() -> str:
    """The condition in SQL, for a row `c` whose `credential` is one as a JSON object."""
    condition = import_string(settings.STILL_SIGNED_IN)
    assert isinstance(condition, str)
    return condition
