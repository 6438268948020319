"""What a name looks like: two names that look alike have one skeleton (UTS 39)."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("confusables.txt")
JOINERS = "\u200c\u200d"
"""These join letters or keep them apart, and cannot be seen themselves."""
LIKE_L = str.maketrans("i", "l")
"""The table has 1, I and l as one, but not i; names are also read aloud in capitals: PAVEI."""


def skeleton(name: str) -> str:
    """Return what a name looks like, in any case: "Nora" and "N0RA" both as "nora"."""
    bare = unicodedata.normalize("NFD", name).translate(dict.fromkeys(map(ord, JOINERS)))
    shown = "".join(table().get(sign, sign) for sign in bare).casefold()
    small = "".join(table().get(sign, sign) for sign in shown).casefold()
    return unicodedata.normalize("NFD", small.translate(LIKE_L))


def bare_skeleton(name: str) -> str:
    """Return the skeleton without its marks: "Ádmin" as "Admin"."""
    return "".join(sign for sign in skeleton(name) if unicodedata.category(sign) != "Mn")


@cache
def table() -> dict[str, str]:
    """Return what each character looks like that looks like another."""
    lines = TABLE.read_text(encoding="ascii").splitlines()
    rows = (line.split() for line in lines if not line.startswith("#"))
    return {
        chr(int(sign, 16)): "".join(chr(int(one, 16)) for one in alike) for sign, *alike in rows
    }
