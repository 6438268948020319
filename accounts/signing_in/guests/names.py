"""The names of guests: no account has one that begins like theirs (`accounts.names.allowed`)."""

from __future__ import annotations

import secrets

from accounts.names.allowed import OF_GUESTS

USUAL = "en"
WORDS = {
    "en": (
        "Almond", "Banjo", "Bongo", "Canary", "Cashew", "Cedar", "Cicada", "Clover", "Coral",
        "Cricket", "Dolphin", "Falcon", "Fern", "Finch", "Gecko", "Ginger", "Guava", "Heron",
        "Hibiscus", "Ibis", "Jasmine", "Kestrel", "Lagoon", "Lark", "Lemon", "Lime", "Lobster",
        "Magpie", "Mango", "Maraca", "Marlin", "Mimosa", "Nutmeg", "Orchid", "Osprey", "Otter",
        "Palm", "Papaya", "Parrot", "Pelican", "Pepper", "Plover", "Quince", "Robin", "Saffron",
        "Sparrow", "Starling", "Swallow", "Tern", "Toucan", "Turtle", "Vanilla", "Walnut",
        "Willow", "Wren",
    ),
    "de": (
        "Amsel", "Biber", "Birke", "Buche", "Dachs", "Delfin", "Distel", "Dohle", "Drossel",
        "Efeu", "Eiche", "Elster", "Eule", "Falke", "Farn", "Fenchel", "Fink", "Flieder", "Fuchs",
        "Gecko", "Ginster", "Grille", "Guave", "Hibiskus", "Hummel", "Ibis", "Igel", "Ingwer",
        "Jasmin", "Kastanie", "Klee", "Koralle", "Kranich", "Lagune", "Lerche", "Limette",
        "Linde", "Luchs", "Mango", "Meise", "Mimose", "Minze", "Mohn", "Muskat", "Nelke",
        "Olive", "Otter", "Palme", "Papaya", "Pelikan", "Pfeffer", "Quitte", "Reiher", "Robbe",
        "Safran", "Salbei", "Schwalbe", "Specht", "Tukan", "Vanille", "Walnuss", "Weide",
        "Zeder", "Zikade",
    ),
}  # fmt: skip


def guest_name(language: str, attempt: int) -> str:
    """Return a friendly name for a guest, such as "Guest-Heron-42"; perhaps one that is taken.

    Its number is longer after some attempts.
    """
    language = language if language in WORDS else USUAL
    least = 10 ** (1 + attempt // 5)
    number = least + secrets.randbelow(9 * least)
    return f"{OF_GUESTS[language]}-{secrets.choice(WORDS[language])}-{number}"
