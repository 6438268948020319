"""What the board of Cuba shows besides the view: whose plantation is large, and the signs.

Signs are icons with numbers, made from the declarations of the rules, so that board and rules
cannot disagree. Where things stand is up to the templates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.page.boards import Board, BoardSection, Icon, Sitting, Values
from games.page.boards.cuba.description import description
from games.page.boards.cuba.icons import RESOURCES, icon_of
from games.page.boards.cuba.signs import SIGNS, STYLES
from games.page.parts import PartApart
from games.rules.core.texts import Wording
from games.rules.cuba.components import (
    ARCHITECT_POINTS,
    CHARACTERS,
    COLOURS,
    COLUMNS,
    KINDS,
    MAYOR_POINTS,
    MERCHANDISE,
    PIERS,
    PRODUCTS,
    ROUNDS,
    ROWS,
    TOWN_HALL_VOTES,
)
from games.rules.cuba.law_cards import GROUPS
from games.rules.cuba.tiles import BUILDINGS

PHASE_SHOWN = {"bid": "parliament", "pass": "parliament"}
BERTHS = (0, *PIERS)  # the sea, then the piers
LOTS = [{"building": name, "permanent": tile.permanent} for name, tile in BUILDINGS.items()]
STONES = [
    {"kind": kind, "stored": kind in MERCHANDISE, "spoils": kind in PRODUCTS} for kind in KINDS
]
"""The kinds of stones: what may lie in a warehouse, and what spoils in a courtyard."""


ESTATE = ("estate_button", "estate_window")
"""The parts of a plantation that is not drawn large."""


def largest(view: Values, seats: Sequence[Sitting]) -> int:
    """Whose plantation is drawn large: one's own; for a spectator, that of the seat in turn."""
    for seat in seats:
        if seat.mine:
            return seat.place
    return int(view["start"] if view["current"] is None else view["current"])


def named(seat: Sitting) -> Values:
    """A seat as everybody sees it."""
    return {"name": seat.name, "colour": seat.colour}


def land(view: Values, place: int) -> Values:
    """One seat's plantation and figure; `used` are the fields and buildings used in this turn."""
    player = view["players"][place]
    turn = view["turn"] if view["current"] == place else None
    return {
        "place": place,
        "colour": player["colour"],
        "figure": player["figure"]["field"],
        "fields": player["fields"],
        "used": [*turn["fields"], *turn["used"]] if turn else [],
    }


def votes(view: Values, seats: Sequence[Sitting]) -> Iterator[Values]:
    """In parliament: who has how many votes, with which character, and with the town hall."""
    for place, player in enumerate(view["players"]):
        tile = view["vote_tile"] == place
        if player["fifth"] or tile:
            count = view["votes"][place] if view["votes"] else 0
            yield {
                "place": place,
                **named(seats[place]),
                "count": count if player["fifth"] else None,
                "tile": tile,
            }


def owners(view: Values, seats: Sequence[Sitting]) -> Values:
    """The owner of each building that has been built."""
    return {
        entry["building"]: named(seats[place])
        for place, player in enumerate(view["players"])
        for entry in player["fields"]
        if entry.get("building")
    }


def before(seat: Sitting, player: Values, own_land: Values | None) -> Values:
    """Return the values of a seat's belongings; with its plantation unless that is drawn large."""
    key, shown = {"key": seat.key}, player["played"] or player["fifth"]
    faces = {**key, "played": player["played"], "fifth": player["fifth"]}
    estate = {**key, "name": seat.name, "land": own_land}
    return {
        **key,
        "stones": STONES,
        "answered": player["answered"],
        "worth": [
            PartApart(name, {**key, name: player[name]}, seat.key) for name in ("points", "pesos")
        ],
        "faces": PartApart("faces", faces, seat.key) if shown else None,
        "rows": [
            PartApart(name, {**key, "stones": STONES, name: player[name]}, seat.key)
            for name in ("courtyard", "warehouse")
        ],
        "estate": [PartApart(kind, estate, seat.key) for kind in (ESTATE if own_land else ())],
    }


class CubaBoard(Board):
    """Plantations, market, harbour, parliament and the street of buildings."""

    regions = {
        **dict.fromkeys(("figure", "harvest", "irrigate", "site", "use", "exchange"), "estate"),
        **dict.fromkeys(("hand_in", "sell_here", "store", "export", "keep"), "estate"),
        "trade": "market",
        "plan": "street",
        **dict.fromkeys(("mayor", "ship", "load", "export_space"), "harbour"),
        **dict.fromkeys(("bills", "veto", "bid", "bid_again", "pass", "dues"), "laws"),
    }
    """The region that each question is about; which character to play is about the whole board."""
    art = {
        "signs": SIGNS,
        "styles": STYLES,
        "tile_votes": TOWN_HALL_VOTES,
        "rows": ROWS,
        "columns": COLUMNS,
    }
    resources = RESOURCES

    def facts(self, view: Values, seats: Sequence[Sitting]) -> Values:
        """The parts of the board, each with what it shows."""
        place = largest(view, seats)
        owner, character = view["players"][place], view["turn"] and view["turn"]["character"]
        over, phase = view["phase"] == "over", PHASE_SHOWN.get(view["phase"], view["phase"])
        regions: dict[str, Values] = {
            "hand": {
                "colours": COLOURS if view["phase"] == "prepare" and not owner["colour"] else [],
                "characters": CHARACTERS,
                "played": owner["played"],
                "fifth": owner["fifth"],
                "now": character if view["current"] == place else None,
            },
            "estate": {
                "name": seats[place].name,
                "mine": seats[place].mine,
                "pesos": owner["pesos"],
                "stones": STONES,
                "courtyard": owner["courtyard"],
                "warehouse": owner["warehouse"],
                "land": land(view, place),
            },
            "market": {
                "tracks": view["market"],
                "stones": STONES,
                "supply": view["supply"],
                "bank": view["bank"],
                "material_taken": view["markers"].get("material", 0) > 0,
                "cheapest_taken": view["markers"].get("cheapest", 0) > 0,
            },
            "harbour": {
                "ships": view["ships"],
                "deck": view["ship_deck"],
                "berths": BERTHS,
                "reward": {
                    "asked": character == "mayor",
                    "points": MAYOR_POINTS,
                    "markers": view["markers"].get("mayor", 0),
                },
            },
            "laws": {
                "groups": GROUPS,
                "acts": view["acts"],
                "bills": view["bills"],
                "passed": view["passed"],
                "veto": view["veto"],
                "votes": list(votes(view, seats)),
            },
            "street": {
                "lots": LOTS,
                "owners": owners(view, seats),
                "reward": {
                    "asked": character == "architect",
                    "points": ARCHITECT_POINTS,
                    "markers": view["markers"].get("architect", 0),
                },
            },
        }
        return {
            "rounds": PartApart("rounds", {"round": view["round"], "rounds": ROUNDS, "over": over}),
            "phases": None if over else PartApart("phases", {"phase": phase}),
            "starter": None
            if over
            else PartApart("starter", {"starter": named(seats[view["start"]])}),
            **{name: PartApart(name, values) for name, values in regions.items()},
        }

    def belongings(self, view: Values, seats: Sequence[Sitting]) -> list[Values]:
        """List the things before each seat; no `land` where its plantation is drawn large."""
        large = largest(view, seats)
        return [
            before(seat, player, None if seat.place == large else land(view, seat.place))
            for seat, player in zip(seats, view["players"], strict=True)
        ]

    def colours_of(self, view: Values | None, chosen: Sequence[str]) -> list[str]:
        """The colours chosen in the game so far, by seat; "" for none yet."""
        if view is None:
            return super().colours_of(view, chosen)
        return [player["colour"] for player in view["players"]]

    def description(
        self, view: Values, seats: Sequence[Sitting], words: Wording
    ) -> list[BoardSection]:
        return description(view, seats, words)

    def icon_of(self, move: Values) -> Icon | None:
        return icon_of(move)


BOARD = CubaBoard()
