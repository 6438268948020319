"""The names of guests. No account can have a name that begins like theirs (`accounts.names`)."""

from __future__ import annotations

import secrets

PREFIX = "Guest"

WORDS = (
    "Almond", "Banjo", "Bongo", "Canary", "Cashew", "Cedar", "Cicada", "Clover", "Coral", "Cricket",
    "Dolphin", "Falcon", "Fern", "Finch", "Gecko", "Ginger", "Guava", "Heron", "Hibiscus", "Ibis",
    "Jasmine", "Kestrel", "Lagoon", "Lark", "Lemon", "Lime", "Lobster", "Magpie", "Mango", "Maraca",
    "Marlin", "Mimosa", "Nutmeg", "Orchid", "Osprey", "Otter", "Palm", "Papaya", "Parrot",
    "Pelican", "Pepper", "Plover", "Quince", "Robin", "Saffron", "Sparrow", "Starling", "Swallow",
    "Tern", "Toucan", "Turtle", "Vanilla", "Walnut", "Willow", "Wren",
)  # fmt: skip


def guest_name() -> str:
    """A friendly name for a guest, such as "Guest-Heron-482"; perhaps one that is taken."""
    return f"{PREFIX}-{secrets.choice(WORDS)}-{100 + secrets.randbelow(9_900)}"
