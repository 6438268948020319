"""The board of Santiago de Cuba in words: the ship, the road as the car will drive it, the town."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.page.boards import BoardSection, Sitting, Values
from games.rules.core.texts import Wording
from games.rules.santiago_de_cuba.components import GOODS, HIGHEST_VALUE, LAST_SHIP, STATIONS
from games.telling.wording import capital


def description(view: Values, seats: Sequence[Sitting], words: Wording) -> list[BoardSection]:
    """What is to be decided, the harbour, the road, the town, and each player."""
    return [
        BoardSection("now", words.say("board.now"), list(now(view, words)), now=True),
        BoardSection("ship", words.say("board.ship", view), list(ship(view, words))),
        BoardSection("stock", words.say("board.stock"), [goods(view["stock"], words)]),
        BoardSection("road", words.say("board.road"), list(road(view, words))),
        *[
            BoardSection(
                f"flower:{quarter['flower']}",
                words.say(f"board.flower.{quarter['flower']}"),
                [house(building, words) for building in quarter["buildings"]],
            )
            for quarter in view["quarters"]
        ],
        *[player(view, seat, words) for seat in seats],
    ]


def now(view: Values, words: Wording) -> Iterator[str]:
    """Turn and phase, with whoever is to decide."""
    phase = view["phase"]
    facts = {"turn": view["turn"], "seat": view["active"]}
    if phase == "over":
        yield words.say("board.phase.over")
        if view["ending"] in ("demand_met", "flag"):
            yield words.say(f"ending.{view['ending']}")
        return
    yield words.say("event.turn_started", facts)
    if phase == "gift":
        facts["seats"] = view["givers"]
    if phase == "deliver":
        facts["seat"] = view["deliverer"]
    yield words.say(f"board.phase.{phase}", facts)
    if phase == "deliver" and view["passed"]:
        yield words.say("board.passed", {"seats": view["passed"]})


# --- Harbour --------------------------------------------------------------------------------------


def ship(view: Values, words: Wording) -> Iterator[str]:
    """What the ship wants, what it does not, and what a good is worth."""
    dice = {
        place: {die["good"]: die["face"] for die in view["dice"] if die["place"] == place}
        for place in ("ship", "aside", "rolled")
    }
    if dice["ship"]:
        wanted = {good: face for good, face in dice["ship"].items() if face}
        done = [good for good, face in dice["ship"].items() if not face]
        yield words.say("board.wanted" if wanted else "board.nothing_wanted", {"goods": wanted})
        if done:
            yield words.say("board.satisfied", {"goods": done})
        yield words.say("board.unwanted", {"goods": list(dice["aside"])})
    elif dice["rolled"]:
        yield words.say("board.rolled", {"goods": dice["rolled"]})
    else:
        yield words.say("board.no_demand")
    flag = next(piece["at"] for piece in view["pieces"] if piece["id"] == "value")
    if flag == "flag:flag":
        yield words.say("board.at_flag")
        return
    yield words.say("board.value", {"value": view["value"]})
    last = view["value"] == HIGHEST_VALUE
    yield words.say("board.next_flag" if last else "board.next_value", {"next": view["value"] + 1})
    if view["ship"] == LAST_SHIP:
        yield words.say("board.last_ship")


def goods(held: dict[str, int], words: Wording) -> str:
    """Goods and how many of each, in the order of the board."""
    return ", ".join(f"{capital(words.word('good', good))}: {held[good]}" for good in GOODS)


# --- Road and town --------------------------------------------------------------------------------


def road(view: Values, words: Wording) -> Iterator[str]:
    """The stations in the order in which the car reaches them, each with its price."""
    for steps in range(1, STATIONS + 1):
        station = view["road"][(view["car"] + steps) % STATIONS]
        name = words.word("stop", station["stop"])
        fare = {"pesos": steps - 1, "stop": name}
        parts = [words.say("board.free" if steps == 1 else "board.fare", fare)]
        if station["number"] == view["car"]:
            parts.append(words.say("board.car_here"))
        if not station["face_up"]:
            parts.append(words.say("board.face_down"))
        parts.append(words.say(f"help.stop.{station['stop']}"))
        yield " ".join(parts)


def house(building: Values, words: Wording) -> str:
    """A building: what it does, whose it is, and who stands there."""
    name = capital(words.word("building", building["building"]))
    parts = [f"{name}: {words.say('help.building.' + building['building'])}"]
    owner, pawn = building["owner"], building["pawn"]
    parts.append(
        words.say("board.no_owner") if owner is None else words.say("board.owner", {"seat": owner})
    )
    if pawn is not None:
        parts.append(words.say("board.pawn", {"seat": pawn}))
    return " ".join(parts)


# --- Players --------------------------------------------------------------------------------------


def player(view: Values, seat: Sitting, words: Wording) -> BoardSection:
    """What a player holds, as far as it is open; buildings, pawn and markers."""
    place = seat.place
    own = view["players"][place]
    title = words.say("board.you", {"seat": place}) if seat.mine else words.word("seat", place)
    lines = []
    if holdings := own["holdings"]:
        lines.append(words.say("board.points", {"count": holdings["points"]}))
        lines.append(words.say("board.pesos", {"count": holdings["pesos"]}))
        lines.append(goods(holdings["goods"], words))
    else:
        lines.append(words.say("board.screen"))
    if own.get("score") is not None:
        facts = {"score": own["score"], "goods": own["points_for_goods"]}
        lines.append(words.say("board.score", facts))
    owned = [
        building["building"]
        for quarter in view["quarters"]
        for building in quarter["buildings"]
        if building["owner"] == place
    ]
    if owned:
        lines.append(words.say("board.owns", {"buildings": owned}))
    lines.append(words.say("board.markers", {"count": own["markers_left"]}))
    pawn = own["pawn"]
    lines.append(
        words.say("board.pawn_at", {"building": pawn}) if pawn else words.say("board.no_pawn")
    )
    if place == view["start"]:
        lines.append(words.say("board.start"))
    return BoardSection(f"seat:{place}", title, lines, now=place in deciding(view))


def deciding(view: Values) -> list[int]:
    """The seats that are to decide something."""
    if view["phase"] == "over":
        return []
    if view["phase"] == "gift":
        return list(view["givers"])
    return [view["deliverer"] if view["phase"] == "deliver" else view["active"]]
