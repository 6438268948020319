"""What the board of Port Royal shows: printed cards, turns as rows of tiles, contracts, seats.

Sizes and positions are up to the style sheet (`static/games/port_royal/board.css`).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from django.utils.translation import get_language, override

from games.page.boards import Board, BoardSection, Icon, Sitting, Values
from games.page.boards.port_royal.description import description
from games.page.boards.port_royal.faces import FACE, LISTED, CardFace
from games.page.boards.port_royal.icons import RESOURCES, icon_of
from games.page.boards.port_royal.odds import deal, risk, ships_left
from games.page.boards.port_royal.signs import DRAWN, SIGNS, total
from games.page.parts import PartApart
from games.rules.core.texts import Wording
from games.rules.port_royal.components import COLOURS as COLOURS_OF_SHIPS
from games.rules.registry import GAMES
from games.telling.wording import SiteWording

HARBOURS = (
    (3, "few three"),
    (4, "few"),
    (6, "some"),
    (8, "many"),
    (12, "many over-eight"),
    (18, "crowded"),
    (24, "packed"),
)  # up to so many cards in the harbour, and its classes then
MOST_DISCS = 8  # drawn of a seat's coins; the number beside them says the rest
LONGEST_LINE = 9  # letters of a card's name in one line, where it can be parted


def lines_of(name: str, longest: int = LONGEST_LINE) -> list[str]:
    """A name as it stands on a card: in two lines, as even as may be, if it is long."""
    words = name.split()
    if len(name) <= longest or len(words) == 1:
        return [name]
    parted = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return list(min(parted, key=lambda lines: max(map(len, lines))))


# --- At a table -----------------------------------------------------------------------------------


def card_of(card: Values, focus: str | None = None) -> Values:
    """A card that lies on the table."""
    return {
        "id": card["id"],
        "number": card.get("number", 0),
        "focus": card["id"] == focus,
        "face": FACE[card["face"]],
    }


def deal_of(view: Values, card: Values, players: list[Values]) -> Values | None:
    """What taking a card means now, where that is not what is printed, and for whom."""
    found = deal(view, card)
    if found is None:
        return None
    by = players[found["seat"]]
    words = SiteWording(GAMES["port_royal"], [by["name"]])
    key = "board.pays" if found["pays"] else "board.brings"
    said = words.say(key, {"seat": 0, "coins": found["coins"]})
    return {"coins": found["coins"], "pays": found["pays"], "by": by, "said": said}


def discarded_of(faces: dict[str, int]) -> list[tuple[CardFace, int]]:
    """What lies in the discard pile, by kind and name, and how many of each."""
    return [(face, faces[face]) for face in LISTED if face in faces]


def contract_of(contract: Values, players: list[Values]) -> Values:
    """A contract with its spaces, and the fields before them with whose cubes are on the way."""
    done = [players[place] for place in contract["done"]]
    covered = dict(enumerate(done))
    return {
        "name": contract["name"],
        "spaces": [
            {"coins": coins, "by": covered.get(index)}
            for index, coins in enumerate(contract["spaces"])
        ],
        "fields": [
            [players[place] for place, at in enumerate(contract["steps"]) if at == step]
            for step in range(1, contract["track"] + 1)
        ],
        "done": [player["name"] for player in done],
    }


def turns_of(view: Values, players: list[Values]) -> list[PartApart]:
    """The turn that is played and the one before it; after the end they are the same."""
    now, before = view["turn"], view["last_turn"]
    both = [now] if before is None or before["number"] == now["number"] else [now, before]
    return [row_of(turn, players) for turn in both]


def row_of(turn: Values, players: list[Values]) -> PartApart:
    """A turn as a row of tiles."""
    number, by = turn["number"], players[turn["active"]]
    tiles = [
        PartApart(
            "tile", {"turn": number, "number": at, **turned_of(turned, players)}, f"{number}.{at}"
        )
        for at, turned in enumerate(turn["cards"], 1)
    ]
    values = {
        "number": number,
        "by": by,
        "said": said_of(number, by["name"], get_language()),
        "bust": turn["bust"],
        "tiles": PartApart("tiles", {"turn": number, "cards": tiles}, number),
    }
    return PartApart("row", values, number)


def harbour_of(view: Values, players: list[Values]) -> Values:
    """The cards in the harbour, with what taking them means, and the ship that comes."""
    ship, focus = view["ship"], view["focus"]
    return {
        "cards": [
            lying(card_of(card, focus), "harbour", deal_of(view, card, players))
            for card in view["harbour"]
        ],
        "ship": ship and lying(card_of(ship), "ship"),
    }


def lying(card: Values, at: str, deal: Values | None = None) -> PartApart:
    """A card that lies in the harbour, or in the row of expeditions."""
    return PartApart("lying", {"card": card, "at": at, "deal": deal}, card["id"])


@functools.lru_cache
def said_of(number: int, name: str, language: str | None) -> str:
    """The name of a turn in a language."""
    with override(language):
        words = SiteWording(GAMES["port_royal"], [name])
        return words.say("board.turn", {"number": number, "seat": 0})


def turned_of(turned: Values, players: list[Values]) -> Values:
    """A card of a turn, and who took it, if anybody."""
    by = turned.get("by")
    return {
        "face": FACE[turned["card"]["face"]],
        "fate": turned["fate"],
        "by": None if by is None else players[by],
    }


def crew_of(own: Values) -> list[Values]:
    """The cards before a seat: persons of a name together, with what they do together."""
    cards = [card for kind in ("expeditions", "persons", "pack") for card in own.get(kind, ())]
    found: dict[str, list[Values]] = {}
    for card in sorted(cards, key=lambda card: LISTED.index(FACE[card["face"]])):
        name = card["name"] if card["kind"] == "person" else card["id"]
        found.setdefault(name, []).append({"id": card["id"], "face": FACE[card["face"]]})
    return [group_of(name, cards) for name, cards in found.items()]


def group_of(name: str, cards: list[Values]) -> Values:
    """Cards of a name with the icon and the text under them."""
    face = cards[-1]["face"]
    icon, text = "coin", str(face.facts["coins"])
    if face.kind == "person":
        icon, text = total(face.drawn, face.short, len(cards))
    elif face.kind == "expedition":
        icon, text = "crown", str(face.facts["influence"])
    return {"name": name, "face": face, "icon": icon, "text": text, "cards": cards}


class PortRoyalBoard(Board):
    """The piles, the bay, the expeditions and who has joined whom."""

    regions = {
        "repel": "harbour",
        "repel_or_bust": "harbour",
        "trade": "harbour",
        "trade_fee": "harbour",
        "discover": "harbour",
        "crew": "expeditions",
    }
    colours_chosen = True
    art = {
        "signs": DRAWN,
        "busts": list(SIGNS),
        "discs": MOST_DISCS,
        "lines_of": lines_of,
    }
    resources = RESOURCES

    def facts(self, view: Values, seats: Sequence[Sitting]) -> Values:
        """The piles, the bay with the harbour, the expeditions, the contracts, the last turns."""
        players = [
            {"place": seat.place, "name": seat.name, "colour": seat.colour} for seat in seats
        ]
        top, faces, odds = view["discard_top"], discarded_of(view["discarded"]), risk(view)
        left, over, pile = ships_left(view), view["phase"] == "over", {"count": view["pile"]}
        count = len(view["harbour"]) + (view["ship"] is not None)
        closed = {
            "told": PartApart("told", pile),
            "left": PartApart("left", pile),
            "risky": view["phase"] == "discover" and bool(view["colours"]),
        }
        ships = [
            {"colour": colour, "here": colour in view["colours"], "left": left[colour]}
            for colour in COLOURS_OF_SHIPS
        ]
        row = [lying(card_of(card, view["focus"]), "row") for card in view["expeditions"]]
        contracts = [contract_of(contract, players) for contract in view["contracts"]]
        return {
            "crowd": next((name for most, name in HARBOURS if count <= most), "heaped"),
            "pile": PartApart("pile", closed),
            "discard": PartApart(
                "discard", {"count": view["discard"], "top": top and card_of(top)}
            ),
            "discarded": PartApart("discarded", {"faces": faces}) if faces else None,
            "fleet": PartApart(
                "fleet", {"ships": [PartApart("colour", one, one["colour"]) for one in ships]}
            ),
            "takes": None if over else PartApart("takes", {"count": view["takes"]}),
            "risk": odds and PartApart("risk", {"risk": odds}),
            "last_round": view["last_round"] and not over,
            "harbour": PartApart("harbour", harbour_of(view, players)),
            "row": PartApart("expeditions", {"cards": row}) if row else None,
            "contracts": [PartApart("contract", one, one["name"]) for one in contracts],
            "turns": turns_of(view, players),
        }

    def belongings(self, view: Values, seats: Sequence[Sitting]) -> list[Values]:
        """List the coins, influence, swords, cubes and all cards of each seat."""
        cubes = bool(view["contracts"])
        return [
            {
                "key": str(place),
                "coins": {"count": own["coins"], "discs": min(own["coins"], MOST_DISCS)},
                "influence": own["influence"],
                "swords": own.get("swords", 0),
                "cubes": own.get("cubes", 0) if cubes else None,
                "starts": place == view["start"],
                "crew": crew_of(own),
            }
            for place, own in enumerate(view["players"])
        ]

    def points(self, view: Values, seats: Sequence[Sitting]) -> list[int]:
        """Influence is what wins."""
        return [player["influence"] for player in view["players"]]

    def description(
        self, view: Values, seats: Sequence[Sitting], words: Wording
    ) -> list[BoardSection]:
        return description(view, seats, words)

    def icon_of(self, move: Values) -> Icon | None:
        return icon_of(move)


BOARD = PortRoyalBoard()
