"""The law cards (C-11): four groups of six, and the two acts printed on the board.

To change a law, change its line in LAWS. `laws.py` and the characters carry them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

GROUPS = ("tax", "duty", "subsidy", "other")


class Tax(msgspec.Struct, frozen=True):
    """Pesos that may be paid for points."""

    pesos: int


class Duty(msgspec.Struct, frozen=True):
    """Building materials and products that may be handed in for points."""

    kinds: Mapping[str, int]


class Subsidy(msgspec.Struct, frozen=True):
    """A point for every `per` of what is counted (a key of `laws.COUNTS`), at most `most`."""

    counts: str
    per: int = 1
    most: int = 99


class MarketAct(msgspec.Struct, frozen=True):
    """In every phase IV, `change` of each product comes onto the market; below 0, it leaves."""

    change: int


class Restriction(msgspec.Struct, frozen=True):
    """An act that takes effect elsewhere: when characters are played, or in parliament."""


Law: TypeAlias = Tax | Duty | Subsidy | MarketAct | Restriction

LAWS: dict[str, dict[str, Law]] = {
    "tax": {
        "T1": Tax(1),
        "T2": Tax(2),
        "T3": Tax(3),
        "T4": Tax(3),
        "T5": Tax(4),
        "T6": Tax(5),
    },
    "duty": {
        "D1": Duty({"tobacco": 1}),
        "D2": Duty({"sugar": 1}),
        "D3": Duty({"water": 1}),
        "D4": Duty({"wood": 1, "stone": 1}),
        "D5": Duty({"citrus": 1, "tobacco": 1}),
        "D6": Duty({"citrus": 1, "sugar": 1}),
    },
    "subsidy": {
        "S1": Subsidy("buildings"),
        "S2": Subsidy("material_fields"),
        "S3": Subsidy("product_fields"),
        "S4": Subsidy("water", most=7),
        "S5": Subsidy("votes"),
        "S6": Subsidy("pesos", per=3, most=7),
    },
    "other": {
        "O1": MarketAct(-2),
        "O2": MarketAct(+2),
        "O3": Restriction(),
        "O4": Restriction(),
        "O5": Restriction(),
        "O6": Restriction(),
    },
}
DROUGHT, BUILDING_ACT, HARBOUR_ACT, CORRUPTION = "O3", "O4", "O5", "O6"

START_ACTS = {"tax": "T0", "duty": "D0", "subsidy": "", "other": ""}
GROUP_OF = {card: group for group, cards in LAWS.items() for card in cards}
LAW: dict[str, Law] = {"T0": Tax(2), "D0": Duty({"citrus": 1})}
for _cards in LAWS.values():
    LAW |= _cards
