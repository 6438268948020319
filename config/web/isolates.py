"""Names that are written from right to left, kept together wherever they stand.

A page, a mail, a title or a calendar shows a name within other text. Unicode's isolates do for it
what `<bdi>` does in HTML, and hold in attributes, translated sentences and plain text as well.
"""

from __future__ import annotations

import functools
import unicodedata

START, END = "\u2068", "\u2069"
FROM_RIGHT = frozenset(("R", "AL", "AN"))


def isolated(name: object) -> str:
    """Return a name as it stands in a text: within isolates if any of it is read from the right.

    Other names need none, as no sentence of the site is read from the right.
    """
    return _isolated(str(name))


@functools.lru_cache(maxsize=10_000)
def _isolated(text: str) -> str:
    if any(unicodedata.bidirectional(sign) in FROM_RIGHT for sign in text):
        return f"{START}{text}{END}"
    return text
