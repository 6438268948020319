"""The printed matter of Port Royal: 120 cards, 24 more of the expansion, 16 contracts (sheet 1)."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

COLOURS = ("yellow", "blue", "green", "red", "black")
CREW = ("priest", "captain", "settler", "jack")  # who goes on expeditions; the last is wild
PEOPLE = CREW[:3]

STARTING_COINS = 3
CUBES = 3
OPEN_CONTRACTS = 4
TAXED_FROM = 12  # with this many coins a player loses half of them to a tax increase
LAST_ROUND_AT = 12  # influence
FULL_HARBOUR = 5  # cards that please an admiral
ADMIRAL_COINS = 2
VICE_HARBOUR = (3, 4)  # numbers of cards that please a vice admiral
TAKES = (1, 1, 1, 1, 2, 3)  # by the number of ship colours in the harbour
CONTRACT_INFLUENCE = {1: (1, 1, 1), 2: (0, 1, 2)}
"""By edition, for a player's first, second and third contract (1.6). A table is played to its end
by the edition that it began with."""
LATEST_EDITION: Literal[2] = 2
CHEAP = 3  # the highest printed price that counts as cheap staff


class Card(msgspec.Struct, frozen=True):
    """One printed card. Cards with equal faces cannot be told apart."""

    id: int
    face: str  # the same for all copies: "sailor_1", "yellow_2_3"
    kind: str  # "person", "ship", "expedition" or "tax"
    name: str  # the word it goes by: "sailor", "trader_red", "yellow", "exp_cc", "swords"
    role: str = ""  # of a person, without colours: "trader"
    colour: str = ""  # of a ship, a trader or a clerk
    swords: int = 0  # a person has them, a ship needs them
    skull: bool = False  # never repelled
    coins: int = 0  # of a ship or an expedition
    gift: bool = False  # a ship that pays one more coin to somebody else
    cost: int = 0
    influence: int = 0
    needs: tuple[int, ...] = ()  # of an expedition: how many of each of PEOPLE
    extra: bool = False  # a tax increase that is no card: it belongs to no pile


# 1.1: face, price, influence, copies
BASE_PERSONS = (
    ("trader_yellow_1", 3, 1, 1),
    ("trader_yellow_2", 5, 2, 1),
    ("trader_blue_1", 3, 1, 1),
    ("trader_blue_2", 5, 2, 1),
    ("trader_green_1", 3, 1, 2),
    ("trader_red_1", 3, 1, 2),
    ("trader_black_1", 3, 1, 2),
    ("settler", 4, 1, 5),
    ("captain", 4, 1, 5),
    ("priest", 4, 1, 5),
    ("jack", 6, 1, 3),
    ("sailor_1", 3, 1, 7),
    ("sailor_2", 5, 2, 2),
    ("sailor_3", 7, 3, 1),
    ("pirate_1", 5, 1, 1),
    ("pirate_2", 7, 2, 1),
    ("pirate_3", 9, 3, 1),
    ("mademoiselle_2", 7, 2, 2),
    ("mademoiselle_3", 9, 3, 2),
    ("jester_1", 5, 1, 1),
    ("jester_2", 7, 2, 3),
    ("jester_3", 9, 3, 1),
    ("admiral_1", 5, 1, 1),
    ("admiral_2", 7, 2, 3),
    ("admiral_3", 9, 3, 2),
    ("governor", 8, 0, 4),
)

SKULL = 0  # in the tables of ships: no number of swords is enough

# 1.2: colour, swords, coins, copies
BASE_SHIPS = (
    *(
        ("yellow", *row)
        for row in ((1, 1, 3), (1, 2, 1), (2, 2, 2), (2, 3, 1), (4, 3, 2), (4, 4, 1))
    ),
    *(("blue", *row) for row in ((1, 1, 3), (1, 2, 1), (2, 2, 2), (2, 3, 1), (5, 3, 2), (5, 4, 1))),
    *(
        ("green", *row)
        for row in ((1, 1, 3), (1, 2, 1), (3, 2, 2), (3, 3, 1), (5, 3, 2), (5, 4, 1))
    ),
    *(("red", *row) for row in ((1, 1, 3), (3, 2, 3), (6, 3, 2), (SKULL, 3, 1), (SKULL, 4, 1))),
    *(("black", *row) for row in ((2, 1, 3), (4, 2, 3), (7, 3, 2), (SKULL, 3, 1), (SKULL, 4, 1))),
)

# 1.3: face, needs (priests, captains, settlers), coins, influence
EXPEDITIONS = (
    ("exp_cc", (2, 0, 0), 2, 4),
    ("exp_aa", (0, 2, 0), 2, 4),
    ("exp_hh", (0, 0, 2), 2, 4),
    ("exp_cch", (2, 0, 1), 3, 6),
    ("exp_aah", (0, 2, 1), 3, 6),
    ("exp_5p", (1, 1, 1), 3, 5),  # the last: only for five players
)

# 1.4: what decides who gets the coin, copies
TAXES = (("swords", 2), ("influence", 2))

# 1.5: the expansion
NEW_PERSONS = (
    ("clerk_yellow", 4, 1, 1),
    ("clerk_black", 4, 1, 1),
    ("clerk_blue", 6, 2, 1),
    ("clerk_red", 6, 2, 1),
    ("clerk_green", 9, 3, 1),
    ("gunner_1", 4, 1, 1),
    ("gunner_2", 6, 2, 2),
    ("gunner_3", 8, 3, 1),
    ("vice_1", 5, 1, 2),
    ("vice_2", 7, 2, 2),
    ("vice_3", 9, 3, 1),
)
NEW_SHIPS = (  # colour, swords, coins, gift
    ("yellow", 2, 1, False),
    ("yellow", 4, 3, True),
    ("blue", 1, 1, False),
    ("blue", 5, 3, True),
    ("green", 1, 1, False),
    ("green", 3, 3, True),
    ("red", 1, 1, False),
    ("red", 6, 3, True),
    ("black", 2, 1, False),
    ("black", SKULL, 3, True),
)
SWORDS = {"sailor": 1, "pirate": 2}


def person(number: int, face: str, cost: int, influence: int) -> Card:
    """The card of one person."""
    name = face.rstrip("_123")
    role, _, colour = name.partition("_")
    return Card(
        number,
        face,
        "person",
        name,
        role=role,
        colour=colour,
        swords=SWORDS.get(role, 0),
        cost=cost,
        influence=influence,
    )


def ship(number: int, colour: str, swords: int, coins: int, gift: bool = False) -> Card:
    """The card of one ship."""
    skull = swords == SKULL
    face = f"{colour}_{'skull' if skull else swords}_{coins}{'_gift' if gift else ''}"
    return Card(
        number,
        face,
        "ship",
        colour,
        colour=colour,
        swords=swords,
        skull=skull,
        coins=coins,
        gift=gift,
    )


def expedition(number: int, face: str, needs: tuple[int, ...], coins: int, influence: int) -> Card:
    """The card of one expedition."""
    return Card(number, face, "expedition", face, needs=needs, coins=coins, influence=influence)


def tax(number: int, name: str, extra: bool = False) -> Card:
    """The card of one tax increase, or the extra one that no card shows (3.6)."""
    return Card(number, f"{'extra_' if extra else ''}tax_{name}", "tax", name, extra=extra)


def print_cards() -> tuple[Card, ...]:
    """Every card there is, at the index that is its id."""
    cards: list[Card] = []
    for face, cost, influence, copies in BASE_PERSONS:
        cards += [person(len(cards) + n, face, cost, influence) for n in range(copies)]
    for colour, swords, coins, copies in BASE_SHIPS:
        cards += [ship(len(cards) + n, colour, swords, coins) for n in range(copies)]
    for name, copies in TAXES:
        cards += [tax(len(cards) + n, name) for n in range(copies)]
    for row in EXPEDITIONS:
        cards.append(expedition(len(cards), *row))
    for face, cost, influence, copies in NEW_PERSONS:
        cards += [person(len(cards) + n, face, cost, influence) for n in range(copies)]
    for colour, swords, coins, gift in NEW_SHIPS:
        cards.append(ship(len(cards), colour, swords, coins, gift))
    for name, _ in TAXES:
        cards.append(tax(len(cards), name, extra=True))
    return tuple(cards)


CARDS = print_cards()
FIFTH_PLAYERS_EXPEDITION = 119
BASE_PILE = range(119)
EXPANSION_PILE = range(120, 144)
EXTRA_TAXES = range(144, 146)
COPIES = Counter(card.face for card in CARDS[:144])  # face -> how many are printed
BASE_COPIES = Counter(card.face for card in CARDS[:120])


class ContractCard(msgspec.Struct, frozen=True):
    """One contract (1.6): what its spaces pay, first come, first served, and its track."""

    spaces: tuple[int, ...]
    roles: tuple[str, str] | None = None  # two persons who must both be in the display
    track: int = 0  # fields that a cube passes before the contract is fulfilled
    wants: int = 0  # traders, cheap persons, swords or colours of ships


CONTRACTS = {
    "comedian": ContractCard((4, 3, 2, 1, 0), ("priest", "jester")),
    "lady_killer": ContractCard((3, 2, 1, 0, 0), ("captain", "mademoiselle")),
    "maritime": ContractCard((4, 3, 2, 1, 0), ("captain", "vice")),
    "new_colony": ContractCard((3, 2, 1, 0, 0), ("settler", "gunner")),
    "trade_outpost": ContractCard((4, 3, 2, 1, 0), ("settler", "clerk")),
    "trader_prince": ContractCard((3, 2, 1, 0, 0), wants=2),
    "cheap_staff": ContractCard((5, 4, 3, 2, 1), wants=4),
    "fighter": ContractCard((3, 2, 1, 0, 0), wants=3),
    "explorer": ContractCard((2, 1, 0, 0, 0)),
    "frigate_foe": ContractCard((8, 6, 5, 4, 3), track=2),
    "galleon_foe": ContractCard((6, 5, 4, 3, 2), track=1),
    "tax_officer": ContractCard((7, 7, 7, 7, 7)),
    "jinx": ContractCard((1, 1, 1, 1, 1)),
    "little_gamester": ContractCard((2, 1, 0, 0, 0), track=1, wants=3),
    "gamester": ContractCard((2, 1, 0, 0, 0), wants=4),
    "pirate_pack": ContractCard((3, 2, 1, 0, 0), wants=len(COLOURS)),
}
FOES = {"red": "frigate_foe", "black": "galleon_foe"}  # colour of ship -> contract
