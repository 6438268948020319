"""The printed matter of Santiago de Cuba: constants only (clauses 1.1 to 1.6 and 2)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Regular: TypeAlias = Literal["sugar", "citrus", "tobacco", "rum", "cigar"]
Good: TypeAlias = Literal[Regular, "wood"]
Gift: TypeAlias = Literal["peso", "point", Regular]
Flower: TypeAlias = Literal["white", "blue", "yellow", "red"]
Cuban: TypeAlias = Literal[
    "pedro", "alonso", "miguel", "jose", "el_zorro", "conchita", "maria", "martinez", "pablo"
]
Stop: TypeAlias = Literal["harbour", Cuban]
Source: TypeAlias = Literal[  # where points come from
    "start",
    "delivered",
    "wood",
    "maria",
    "buildings",
    "casino",
    "owners",
    "zorro",
    "goods",
    "earlier",
]
Building: TypeAlias = Literal[
    "bank",
    "church",
    "distillery",
    "cigar_factory",
    "black_market",
    "sawmill",
    "cafe",
    "customs",
    "casino",
    "harbour_office",
    "trading_office",
    "newspaper",
]

REGULAR: Final[tuple[Regular, ...]] = get_args(Regular)
GOODS: Final[tuple[Good, ...]] = get_args(Good)
FLOWERS: Final[tuple[Flower, ...]] = get_args(Flower)
CUBANS: Final[tuple[Cuban, ...]] = get_args(Cuban)
BUILDINGS: Final[tuple[Building, ...]] = get_args(Building)
SOURCES: Final[tuple[Source, ...]] = get_args(Source)

PIECES = 8  # of each good (1.1)
START_GOODS: Final[tuple[Good, ...]] = ("sugar", "tobacco", "citrus")
START_PESOS = 3
START_POINTS = 2
MARKERS = 3  # ownership markers of one player (1.5)

STATIONS = 10  # of the road; the harbour is station 0 (1.6)
HARBOUR = 0
LAST_SHIP = 7
LOWEST_VALUE = 2
HIGHEST_VALUE = 4  # one further is the chequered flag

COMMON_FACES = (0, 1, 1, 2, 2, 3)
FACES: Final[dict[Regular, tuple[int, ...]]] = {
    "sugar": COMMON_FACES,
    "citrus": (0, 1, 2, 2, 3, 4),
    "tobacco": COMMON_FACES,
    "rum": COMMON_FACES,
    "cigar": COMMON_FACES,
}

FLOWER_OF: Final[dict[Cuban, Flower]] = {  # 1.3; El Zorro leads nowhere
    "pedro": "white",
    "alonso": "white",
    "miguel": "blue",
    "pablo": "blue",
    "jose": "yellow",
    "martinez": "yellow",
    "conchita": "red",
    "maria": "red",
}
GOOD_OF: Final[dict[Stop, Good]] = {
    "pedro": "tobacco",
    "jose": "sugar",
    "conchita": "citrus",
    "miguel": "wood",
}
GOODS_PER_VISIT = 2
MARIA_POINTS = 2
MARTINEZ_PESOS = 3

QUARTER: Final[dict[Flower, slice]] = {  # which of the twelve building spaces lie under a flower
    flower: slice(3 * place, 3 * place + 3) for place, flower in enumerate(FLOWERS)
}
BANK_PESOS = 2
CHURCH_POINTS = 1
SAWMILL_POINTS = 1
SAWMILL_PESOS = 1
NEWSPAPER_PESOS = 1
CAFE_POINTS = 2
CASINO_PESOS = 3  # for one point, either way
TRADING_OFFICE_POINTS = 2
GOODS_PER_POINT = 3  # at the end
