"""Telling a group: a Postgres notification, heard when its transaction commits and not before.

A notification is one line, `table.7 {"type":"table.moved","number":43}`: a process with nobody in
the group stops reading at its name.
"""

from __future__ import annotations

import json
from typing import Any

from channels.layers import BaseChannelLayer
from django.db import connection

TOPIC = "sobremesa"
"""The channel in Postgres that all processes listen to; each database has its own."""
LARGEST = 7999
"""Bytes of one notification: Postgres asks for fewer than 8000."""

Message = dict[str, Any]

_names = BaseChannelLayer()


class MessageTooLarge(ValueError):
    """A message does not fit into one notification. Send a number and let the reader fetch."""


def notification(group: str, message: Message) -> str:
    """The payload for `pg_notify(TOPIC, …)`, for a statement that both stores and notifies.

    Raises TypeError for a bad group name or message, ValueError for a number that JSON lacks,
    and MessageTooLarge; all before the database is involved.
    """
    _names.require_valid_group_name(group)
    if not isinstance(message, dict):
        raise TypeError("A message must be a dict.")
    body = json.dumps(message, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    line = f"{group} {body}"
    if (size := len(line.encode())) > LARGEST:
        raise MessageTooLarge(
            f"The message to {group} takes {size} bytes, {LARGEST} are allowed:"
            " send a number and let the reader fetch the rest."
        )
    return line


def tell_after_commit(group: str, message: Message) -> None:
    """Tell a group when Django's current transaction commits; at once if there is none.

    What is rolled back is never heard; equal messages of one transaction are heard as one.
    Raises what `notification` raises, and the database's errors.
    """
    line = notification(group, message)
    with connection.cursor() as cursor:
        cursor.execute("select pg_notify(%s, %s)", [TOPIC, line])
