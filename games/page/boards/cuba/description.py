"""The board of Cuba in words: grouped as it lies on the desk, then what each player has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.page.boards import BoardSection, Sitting, Values
from games.rules.core.texts import Wording
from games.rules.cuba.components import (
    ARCHITECT_POINTS,
    MAYOR_POINTS,
    PIERS,
    ROUNDS,
    ROWS,
    TOWN_HALL_VOTES,
)
from games.rules.cuba.law_cards import GROUPS
from games.telling.wording import capital

PLACE_OF_WORK = {"tradeswoman": "market", "architect": "buildings", "mayor": "harbour"}
"""Where a character is at work; the others are on their plantation."""
OF_LAWS = ("bills", "bid", "pass", "dues")  # phases that take place there


def description(view: Values, seats: Sequence[Sitting], words: Wording) -> list[BoardSection]:
    """All that the board shows, in the order of a round."""
    place = current_place(view)

    def section(key: str, title: str, lines: Iterable[str]) -> BoardSection:
        now = key == place or (key == "course" and view["phase"] != "over")
        return BoardSection(key, title, [capital(line) for line in lines], now=now)

    course = "board.over" if view["phase"] == "over" else "board.course"
    return [
        section(
            "course",
            words.say(course, {"round": view["round"], "rounds": ROUNDS}),
            told_course(view, seats, words),
        ),
        section("market", words.say("board.market"), told_market(view, words)),
        section("harbour", words.say("board.harbour"), told_harbour(view, words)),
        section("laws", words.say("board.laws"), told_laws(view, seats, words)),
        section("buildings", words.say("board.buildings"), told_buildings(view, words)),
        *(
            section(
                f"seat:{seat.key}",
                words.say("board.you", {"name": seat.name}) if seat.mine else seat.name,
                told_player({**player, "name": seat.name}, words),
            )
            for seat, player in zip(seats, view["players"], strict=True)
        ),
    ]


def current_place(view: Values) -> str:
    """The section where the present phase takes place; "" where it is everywhere, or over."""
    if view["phase"] in OF_LAWS:
        return "laws"
    if view["current"] is None or view["phase"] == "over":
        return ""
    character = view["turn"]["character"] if view["turn"] else ""
    return PLACE_OF_WORK.get(character, f"seat:{view['current']}")


# --- The course of the game ----------------------------------------------------------------------


def told_course(view: Values, seats: Sequence[Sitting], words: Wording) -> Iterator[str]:
    """The phase, who starts, and the turn so far; after the end, the points."""
    if view["phase"] == "over":
        players = zip(seats, view["players"], strict=True)
        final = [{"name": seat.name, "points": one["points"]} for seat, one in players]
        for facts in sorted(final, key=lambda facts: -facts["points"]):
            yield words.say("board.points", facts)
        return
    yield words.say(f"board.phase.{view['phase']}")
    yield words.say("board.start", {"name": seats[view["start"]].name})
    if (turn := view["turn"]) is None:
        if view["current"] is not None:
            yield words.say("board.to_move", {"name": seats[view["current"]].name})
        return
    who = view["current"] if view["current"] is not None else view["start"]
    yield words.say("board.turn", {**turn, "name": seats[who].name})
    if turn["fields"]:
        yield words.say("board.harvested", {"fields": ", ".join(turn["fields"])})
    if turn["used"]:
        yield words.say("board.used", turn)
    if turn["building"]:
        yield words.say("board.at_work", turn)
    if any(turn["units"].values()):
        yield words.say("board.loaded" if turn["pier"] else "board.moved", turn)
    if turn["good"]:
        yield words.say("board.in_hand", turn)


# --- The town ------------------------------------------------------------------------------------


def told_market(view: Values, words: Wording) -> Iterator[str]:
    """Each track with its two prices, the supply, the bank, and what the tradeswoman may take."""
    for track in view["market"]:
        yield words.say("board.track", {**track, "slots": len(track["slots"])})
    yield words.say("board.supply", {"stones": stones_of(view["supply"], words)})
    if view["bank"] is None:
        yield words.say("board.bank.hidden")
    else:
        yield words.say("board.bank", {"pesos": view["bank"]})
    for gift in ("material", "cheapest"):
        taken = view["markers"].get(gift, 0) > 0
        yield words.say(f"board.{gift}.{'gone' if taken else 'there'}")


def told_harbour(view: Values, words: Wording) -> Iterator[str]:
    """Each pier with its ship, the sea, and what the mayor gets without loading."""
    by_pier = {ship["pier"]: ship for ship in view["ships"]}
    for pier in reversed(PIERS):
        if pier in by_pier:
            yield words.say("board.pier", {"pier": pier, **told_ship(by_pier[pier], words)})
        else:
            yield words.say("board.pier.empty", {"pier": pier})
    if 0 in by_pier:
        yield words.say("board.sea", told_ship(by_pier[0], words))
    yield words.say("board.deck", {"count": view["ship_deck"]})
    if view["departed"]:
        yield words.say("board.departed", {"ships": ", ".join(map(str, view["departed"]))})
    yield words.say("board.mayor", {"points": MAYOR_POINTS[view["markers"].get("mayor", 0)]})


def told_ship(ship: Values, words: Wording) -> Values:
    """A ship's number, what it has loaded, and what its free spaces take."""
    loaded = Counter(unit for unit in ship["spaces"] if unit)
    spaces = zip(ship["printed"], ship["spaces"], strict=True)
    free = Counter(kind for kind, unit in spaces if not unit)
    return {
        "ship": ship["id"].removeprefix("ship:"),
        "loaded": stones_of(loaded, words),
        "free": stones_of(free, words),
    }


def told_laws(view: Values, seats: Sequence[Sitting], words: Wording) -> Iterator[str]:
    """The acts in force, the bills with what became of them, and the votes."""
    for group in GROUPS:
        act = view["acts"].get(group)
        yield (
            told_law("board.act", act, words)
            if act
            else words.say("board.act.none", {"group": group})
        )
    for group in GROUPS:
        if bill := view["bills"].get(group):
            end = (
                "passed"
                if group in view["passed"]
                else "forbidden"
                if group == view["veto"]
                else ""
            )
            yield told_law("board.bill", bill, words) + (
                f" {words.say(f'board.bill.{end}')}" if end else ""
            )
    for place, player in enumerate(view["players"]):
        if player["fifth"] and view["votes"]:
            facts = {"name": seats[place].name, "votes": view["votes"][place]}
            yield words.say("board.votes", {**facts, "character": player["fifth"]})
    if view["vote_tile"] is not None:
        facts = {"name": seats[view["vote_tile"]].name, "votes": TOWN_HALL_VOTES}
        yield words.say("board.vote_tile", facts)
    if view["discarded"]:
        yield words.say("board.discarded", {"laws": view["discarded"]})


def told_law(key: str, law: str, words: Wording) -> str:
    """A law and what it does."""
    return words.say(key, {"law": law, "help": words.say(f"help.law.{law}")})


def told_buildings(view: Values, words: Wording) -> Iterator[str]:
    """What may still be built, with cost and effect, and what the architect gets instead."""
    for tile in view["tiles"]:
        effect = words.say(f"help.building.{tile['building']}")
        yield words.say("board.tile", {**tile, "effect": effect})
    markers = view["markers"].get("architect", 0)
    yield words.say("board.architect", {"points": ARCHITECT_POINTS[markers]})


# --- A player ------------------------------------------------------------------------------------


def told_player(player: Values, words: Wording) -> Iterator[str]:
    """Points, money, characters, stones, and the plantation."""
    yield words.say("board.points", player)
    if player["colour"]:
        yield words.say("board.colour", player)
    yield words.say("board.purse.hidden" if player["pesos"] is None else "board.purse", player)
    yield from told_cards(player, words)
    for lot in ("courtyard", "warehouse"):
        yield words.say(f"board.{lot}", {"stones": stones_of(player[lot], words)})
    active = ", ".join(field["field"] for field in player["fields"] if field.get("active"))
    yield words.say("board.figure", {"field": player["figure"]["field"], "active": active})
    for row in ROWS:
        fields = [told_field(one, words) for one in player["fields"] if one["field"][0] == row]
        yield words.say("board.row", {"row": row, "fields": ", ".join(fields)})
    for one in player["fields"]:
        if building := one.get("building"):
            effect = words.say(f"help.building.{building}")
            yield words.say("board.house", {**one, "effect": effect})


def told_cards(player: Values, words: Wording) -> Iterator[str]:
    """The characters, and what has been answered; some only the player knows."""
    for pile in ("hand", "played"):
        if player[pile]:
            yield words.say(f"board.{pile}", player)
    if player["fifth"]:
        yield words.say("board.fifth", player)
    if player["wish"]:
        yield words.say("board.wish", player)
    if player["chosen"]:
        yield words.say("board.chosen", {"stones": Counter(player["chosen"])})
    if player["bid"] is not None:
        yield words.say("board.bid", player)
    if player["dues"]:
        yield words.say("board.dues", player)
    if player["answered"]:
        yield words.say("board.answered")


def told_field(field: Values, words: Wording) -> str:
    """What is on a field: a crop, the warehouse, or a building."""
    if building := field.get("building"):
        return f"{field['field']} {words.word('building', building)}"
    if field["kind"] == "warehouse":
        return f"{field['field']} {words.word('building', 'warehouse')}"
    return f"{field['field']} {words.word('good', field['kind'], 1)}"


def stones_of(stones: Mapping[str, int], words: Wording) -> str:
    """Stones by kind, or that there are none."""
    if any(stones.values()):
        return words.say("board.stones", {"stones": stones})
    return words.say("board.nothing")
