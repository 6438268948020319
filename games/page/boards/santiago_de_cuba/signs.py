"""What people and houses of Santiago do, as signs: icons, some with a figure on them."""

from __future__ import annotations

from games.page.boards import Sign
from games.rules.santiago_de_cuba.components import (
    BANK_PESOS,
    CAFE_POINTS,
    CASINO_PESOS,
    CHURCH_POINTS,
    GOOD_OF,
    GOODS_PER_VISIT,
    MARIA_POINTS,
    MARTINEZ_PESOS,
    NEWSPAPER_PESOS,
    SAWMILL_PESOS,
    SAWMILL_POINTS,
    TRADING_OFFICE_POINTS,
)

TO, SWAP, ONE = ("to", ""), ("swap", ""), ("crate", "1")
SIGNS: dict[str, Sign] = {
    **{stop: ((f"good-{good}", str(GOODS_PER_VISIT)),) for stop, good in GOOD_OF.items()},
    "alonso": (("claim", ""),),
    "el_zorro": (("hand", ""),),
    "maria": (("points", str(MARIA_POINTS)),),
    "martinez": (("coin", str(MARTINEZ_PESOS)),),
    "pablo": (ONE,),
    "bank": (("coin", str(BANK_PESOS)),),
    "church": (("points", str(CHURCH_POINTS)),),
    "distillery": (("good-sugar", ""), TO, ("good-rum", "")),
    "cigar_factory": (("good-tobacco", ""), TO, ("good-cigar", "")),
    "black_market": (ONE, SWAP, ONE),
    "sawmill": (
        ("good-wood", ""),
        TO,
        ("points", str(SAWMILL_POINTS)),
        ("coin", str(SAWMILL_PESOS)),
    ),
    "cafe": (("good-cigar", ""), ("good-rum", ""), TO, ("points", str(CAFE_POINTS))),
    "customs": (("die", "?"), TO, ("die", "0")),
    "casino": (("coin", str(CASINO_PESOS)), SWAP, ("points", "1")),
    "harbour_office": (("less", ""), ("pennant", ""), ("more", "")),
    "trading_office": (ONE, TO, ("points", str(TRADING_OFFICE_POINTS))),
    "newspaper": (("coin", str(NEWSPAPER_PESOS)), ("asleep", "")),
}
