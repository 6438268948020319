"""The printed matter of Cuba: kinds, plantations, market, ships, cards and their figures.

Buildings are in `tiles.py`, law cards in `law_cards.py`. Clauses are those of RULES.md.
"""

from __future__ import annotations

MATERIALS = ("wood", "stone", "water")
PRODUCTS = ("citrus", "tobacco", "sugar")
GOODS = ("rum", "cigars")
MERCHANDISE = PRODUCTS + GOODS
KINDS = MATERIALS + MERCHANDISE

PIECES = {**dict.fromkeys(PRODUCTS, 18), **dict.fromkeys((*GOODS, *MATERIALS), 15)}  # C-1
MONEY = 170  # C-1, all pesos in the game
START_PESOS = 10  # SU-9
ROUNDS = 6

COLOURS = ("blue", "red", "yellow", "green", "purple")
CHARACTERS = ("worker", "tradeswoman", "architect", "foreman", "mayor")
VOTES = {character: votes for votes, character in enumerate(CHARACTERS, start=1)}
CARDS_PLAYED = 4  # in a round, of the five

# Plantations (C-3 to C-7)
ROWS, COLUMNS = "ABC", "1234"
FIELDS = tuple(row + column for row in ROWS for column in COLUMNS)
WAREHOUSE_FIELD = "A1"
BUILDING_SITES = FIELDS[1:]
CROSS = {
    field: tuple(other for other in FIELDS if other[0] == field[0] or other[1] == field[1])
    for field in FIELDS
}


def _layout(*rows: str) -> dict[str, str]:
    return dict(zip(FIELDS, " ".join(rows).split(), strict=True))


LAYOUTS = {
    "identical": _layout(
        "warehouse tobacco wood sugar",
        "tobacco stone water citrus",
        "wood citrus sugar stone",
    ),
    "red": _layout(
        "warehouse wood sugar tobacco",
        "wood stone citrus sugar",
        "citrus tobacco water stone",
    ),
    "blue": _layout(
        "warehouse citrus wood sugar",
        "sugar water stone tobacco",
        "stone tobacco citrus wood",
    ),
    "green": _layout(
        "warehouse stone sugar citrus",
        "tobacco wood citrus water",
        "stone sugar wood tobacco",
    ),
    "yellow": _layout(
        "warehouse water tobacco citrus",
        "citrus sugar wood stone",
        "wood stone sugar tobacco",
    ),
    "purple": _layout(
        "warehouse sugar water tobacco",
        "stone citrus wood sugar",
        "tobacco stone citrus wood",
    ),
}

# Market (C-8): `n` units lie on the dearest slots, so that the next unit costs DEAREST + 1 - n
SLOTS = {**dict.fromkeys(PRODUCTS, (6, 5, 4, 3, 2)), **dict.fromkeys(GOODS, (6, 5, 4))}
DEAREST = 6
SUPPLY_PRICE = 7
FULL_MARKET_PRICE = {**dict.fromkeys(PRODUCTS, 1), **dict.fromkeys(GOODS, 3)}
MARKET_START = {**dict.fromkeys(PRODUCTS, 3), **dict.fromkeys(GOODS, 2)}

# Harbour (C-9, C-10)
PIERS = (1, 2, 3)
_CARGO = {
    1: (2, 2, 1, 0, 0),
    2: (2, 1, 2, 0, 0),
    3: (1, 2, 2, 0, 0),
    4: (3, 0, 0, 2, 0),
    5: (0, 3, 0, 2, 0),
    6: (0, 0, 3, 0, 2),
    7: (3, 0, 0, 0, 2),
    8: (0, 1, 2, 2, 0),
    9: (1, 2, 0, 0, 2),
    10: (1, 0, 1, 3, 0),
    11: (1, 1, 0, 0, 3),
    12: (1, 1, 1, 1, 1),
    13: (2, 0, 2, 1, 0),
    14: (0, 2, 2, 0, 1),
    15: (0, 2, 1, 1, 1),
}
SHIPS = {
    ship: tuple(good for good, count in zip(MERCHANDISE, counts, strict=True) for _ in range(count))
    for ship, counts in _CARGO.items()
}

# Points for not acting, by the number of markers that lie there already
MARKERS = {"material": 1, "cheapest": 1, "architect": 2, "mayor": 2}
ARCHITECT_POINTS = (2, 1, 0)  # AR-3
MAYOR_POINTS = (4, 2, 0)  # M-3

FREE_HARVESTS = 2  # W-4
DROUGHT_HARVESTS = 1  # W-4, while the drought act is in force
TOWN_HALL_VOTES = 2  # PA-1
BUILDING_ACT_PESOS = 2  # AR-2
TAX_POINTS = DUTY_POINTS = 2  # C-12
BOTH_POINTS = 1  # C-12, in addition
LAWS_PASSED = 2  # PA-5
BUILDING_POINTS = 2

# Where points come from (section 6): loading, crane, not loading, not building, buildings used …
SOURCES = (
    "ships",
    "crane",
    "mayor",
    "architect",
    "uses",
    "dues",
    "subsidies",
    "buildings",
    "earlier",  # before points were counted by source
)
