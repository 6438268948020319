"""Messages that name somebody: `@` before a name."""

from __future__ import annotations

import re

NAMES = r"""
    m.text ~* (
        '@' || regexp_replace(r.username, '([^[:alnum:]])', '\\\1', 'g') || '(?![[:alnum:]_])'
    )
"""
"""The condition that a message `m` names a user `r`."""


def is_named(name: str, text: str) -> bool:
    """Return whether a text names somebody; a longer name that begins like theirs does not."""
    named = re.search(rf"@{re.escape(name)}(?!\w)", text, re.IGNORECASE)
    return bool(name) and named is not None
