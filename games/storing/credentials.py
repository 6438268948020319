"""What a socket was opened with, and whether it still holds when a move arrives."""

from __future__ import annotations

from functools import cache

import msgspec
from django.conf import settings
from django.utils.module_loading import import_string


class Credential(msgspec.Struct, frozen=True):
    """A session or a token's hash, and the password hash of its user at that time."""

    user_id: int | None
    password: str
    session: str
    token: str


@cache
def still_holds() -> str:
    """Return the SQL condition under which `c.credential`, a credential as a JSON object, holds."""
    condition: str = import_string(settings.CREDENTIAL_HOLDS)
    return condition
