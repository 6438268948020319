"""The table of Port Royal in words: what everybody sees, in the order in which one asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.page.boards import BoardSection, Sitting, Values
from games.page.boards.port_royal.faces import FACE, KINDS, LISTED, CardFace
from games.page.boards.port_royal.odds import deal, missing, risk, ships_left
from games.rules.core.texts import Wording
from games.rules.port_royal.components import COLOURS
from games.telling.wording import capital


def description(view: Values, seats: Sequence[Sitting], words: Wording) -> list[BoardSection]:
    """What is to be decided, the harbour, everything else that lies open, and each player."""
    found = [
        BoardSection("now", words.say("board.now"), list(now(view, words)), now=True),
        BoardSection("harbour", words.say("board.harbour"), list(harbour(view, words))),
    ]
    if view["expeditions"]:
        lines = list(expeditions(view, words))
        found.append(BoardSection("expeditions", words.say("board.expeditions"), lines))
    if view["contracts"]:
        lines = [line for one in view["contracts"] for line in contract(one, words)]
        found.append(BoardSection("contracts", words.say("board.contracts"), lines))
    found += [player(view, seat, words) for seat in seats]
    turns = [view["turn"], view["last_turn"]]
    if turns[1] and turns[1]["number"] == turns[0]["number"]:
        turns.pop()
    found += [turn(one, words) for one in turns if one]
    found.append(BoardSection("piles", words.say("board.piles"), list(piles(view, words))))
    return found


# --- What is to be decided ------------------------------------------------------------------------


def now(view: Values, words: Wording) -> Iterator[str]:
    """Turn, phase, and what the next card may bring."""
    facts = {
        "seat": view["active"],
        "number": view["turn"]["number"],
        "active": view["active"],
        "acting": view["acting"],
        "takes": view["takes"],
    }
    phase = view["phase"]
    yield words.say("board.turn", facts) + "."
    first = phase == "discover" and not view["turn"]["cards"]
    yield words.say(f"board.state.{'first' if first else phase}", facts)
    if phase == "trade" and view["acting"] != view["active"]:
        yield words.say("board.state.fee", facts)
    if phase in ("discover", "repel"):
        yield words.say("board.stopping", facts)
    if odds := risk(view):
        yield words.say("board.risk", odds)
    if view["last_round"] and phase != "over":
        yield words.say("symbol.last_round") + ": " + words.say("help.symbol.last_round")


def harbour(view: Values, words: Wording) -> Iterator[str]:
    """The cards to take, with what each costs or brings whoever takes now, and the colours."""
    if view["ship"]:
        yield words.say("board.approaching", {"card": told(view["ship"], words)})
    for card in view["harbour"]:
        face = FACE[card["face"]]
        line = f"{card.get('number', 0)}. {told(card, words)}."
        if bargain := deal(view, card):
            line += " " + words.say("board.pays" if bargain["pays"] else "board.brings", bargain)
        if face.kind == "person":
            line += " " + words.say(f"help.person.{face.name}")
        if card["id"] == view["focus"]:
            line += " " + words.say("board.focus")
        yield line
    if not view["harbour"]:
        yield words.say("board.empty")
    colours = {"colours": view["colours"]}
    yield words.say("board.colours", colours) if view["colours"] else words.say("board.no_ships")


def told(card: Values, words: Wording) -> str:
    """A card with what is printed on it: "Sailor, costs 3, influence 1"."""
    return f"{named(card, words)}, {printed(FACE[card['face']], words)}"


def named(card: Values, words: Wording) -> str:
    """The name of a card."""
    return capital(words.word(card["kind"], card["name"]))


def printed(face: CardFace, words: Wording) -> str:
    """What is printed on a card besides its name."""
    return words.say(face.about, face.facts)


# --- What lies beside it --------------------------------------------------------------------------


def expeditions(view: Values, words: Wording) -> Iterator[str]:
    """The expeditions, and for whom of those that act who is missing."""
    for card in view["expeditions"]:
        line = f"{told(card, words)}."
        if view["phase"] != "over":
            lacking = missing(view, view["active"], card["needs"])
            facts = {"seat": view["active"], "persons": lacking}
            line += " " + words.say("board.lacks" if lacking else "board.can_go", facts)
        if card["id"] == view["focus"]:
            line += " " + words.say("board.focus")
        yield line


def contract(one: Values, words: Wording) -> Iterator[str]:
    """A contract: what it asks for, what it pays, who has fulfilled it and who is on the way."""
    name = capital(words.word("contract", one["name"]))
    left = one["spaces"][len(one["done"]) :]
    line = f"{name}: {words.say('help.contract.' + one['name'])}"
    spaces = ", ".join(map(str, left))
    line += " " + (words.say("board.spaces", {"spaces": spaces}) if left else "")
    if one["done"]:
        line += " " + words.say("board.fulfilled", {"seats": one["done"]})
    for seat, at in enumerate(one["steps"]):
        if at:
            facts = {"seat": seat, "step": at, "track": one["track"]}
            line += " " + words.say("board.step", facts)
    yield line.rstrip()


def turn(one: Values, words: Wording) -> BoardSection:
    """What was turned up in a turn, in order, and what became of it."""
    facts = {"number": one["number"], "seat": one["active"]}
    lines = []
    for place, turned in enumerate(one["cards"], start=1):
        line = f"{place}. {told(turned['card'], words)}: {words.word('fate', turned['fate'])}"
        by = turned.get("by")
        lines.append(line if by is None else f"{line} ({words.word('seat', by)})")
    if one["bust"]:
        lines.append(words.say("board.lost"))
    if not lines:
        lines.append(words.say("board.nothing_turned"))
    return BoardSection(f"turn:{one['number']}", words.say("board.turn", facts), lines)


def piles(view: Values, words: Wording) -> Iterator[str]:
    """How high the piles are, what is in the discard pile, and which ships are still hidden."""
    yield words.say("board.pile", {"count": view["pile"]})
    left = ships_left(view)
    yield words.say("board.ships_left", {"ships": {colour: left[colour] for colour in COLOURS}})
    yield words.say("board.discard", {"count": view["discard"]})
    if view["discard_top"]:
        yield words.say("board.on_top", {"card": told(view["discard_top"], words)})
    for kind in KINDS:
        faces = [face for face in LISTED if face.kind == kind and face in view["discarded"]]
        if faces:
            cards = "; ".join(copies(face, view["discarded"][face], words) for face in faces)
            yield words.say(f"board.discarded.{kind}", {"cards": cards})


def copies(face: CardFace, count: int, words: Wording) -> str:
    """So many cards of a face."""
    facts = {"count": count, "card": words.word(face.kind, face.name)}
    return f"{words.say('board.copies', facts)} ({printed(face, words)})"


# --- Before a seat --------------------------------------------------------------------------------


def player(view: Values, seat: Sitting, words: Wording) -> BoardSection:
    """What a player has: coins, influence, swords, cubes, and every card."""
    own, place = view["players"][seat.place], seat.place
    title = words.say("board.you", {"seat": place}) if seat.mine else words.word("seat", place)
    numbers = {"coins": own["coins"], "influence": own["influence"], "swords": own.get("swords", 0)}
    if view["contracts"]:
        numbers["cubes"] = own.get("cubes", 0)
    counts = [f"{capital(words.word('symbol', name))}: {n}" for name, n in numbers.items()]
    lines = [", ".join(counts)]
    if place == view["start"]:
        lines.append(f"{words.say('board.start')}. {words.say('help.board.start')}")
    lines.append(people(own, words))
    for kind, heading in (("expeditions", "source.expeditions"), ("pack", "board.pack")):
        if cards := own.get(kind):
            lines.append(f"{words.say(heading)}: {'; '.join(told(card, words) for card in cards)}")
    if done := own.get("contracts"):
        names = ", ".join(words.word("contract", name) for name in done)
        lines.append(f"{words.say('source.contracts')}: {names}")
    acts = view["phase"] != "over" and place == view["acting"]
    return BoardSection(f"seat:{place}", title, lines, now=acts)


def people(own: Values, words: Wording) -> str:
    """The persons before a seat by their names, and how many of each."""
    roles = own.get("roles", {})
    if not roles:
        return words.say("board.no_persons")
    order = in_order(roles, words)
    told = "; ".join(
        words.say("board.copies", {"count": roles[name], "card": words.word("person", name)})
        for name in order
    )
    return f"{words.say('source.persons')}: {told}"


def in_order(names: Iterable[str], words: Wording) -> list[str]:
    """Persons in the order of the texts: traders, crew, fighters, the others."""
    order = [key.removeprefix("person.") for key in words.texts if key.startswith("person.")]
    return sorted(names, key=order.index)
