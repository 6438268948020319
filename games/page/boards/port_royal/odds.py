"""What a table of Port Royal tells about the next card, to whoever counts the cards that are open.

Everything is worked out of the view, so nobody learns what they could not have counted.
"""

from __future__ import annotations

import functools
from collections import Counter

from games.page.boards import Values
from games.page.boards.port_royal.faces import FACE
from games.rules.port_royal.components import (
    BASE_PILE,
    CARDS,
    EXPANSION_PILE,
    FIFTH_PLAYERS_EXPEDITION,
)


def unseen(view: Values) -> Counter[str]:
    """How many of each face lie face down, in the pile or as coins."""
    left = Counter(faces_of(view["expansion"] != "none", len(view["players"])))
    left.subtract(view["discarded"])
    left.subtract(card["face"] for card in face_up(view))
    return +left


@functools.cache
def faces_of(expanded: bool, players: int) -> Counter[str]:
    """How many of each face there are in a game."""
    game = [*BASE_PILE, *(EXPANSION_PILE if expanded else ())]
    if players == 5:
        game.append(FIFTH_PLAYERS_EXPEDITION)
    return Counter(CARDS[card].face for card in game)


def face_up(view: Values) -> list[Values]:
    """All cards that lie open, but those of the discard pile."""
    held = [
        card
        for player in view["players"]
        for kind in ("persons", "expeditions", "pack")
        for card in player.get(kind, ())
    ]
    return [
        *view["harbour"],
        *([view["ship"]] if view["ship"] else []),
        *view["expeditions"],
        *held,
    ]


def risk(view: Values) -> Values | None:
    """Of the cards that nobody has seen, how many would end the turn; None while nobody discovers.

    Those are ships of a colour that lies in the harbour, too strong for the player's swords.
    """
    if view["phase"] != "discover" or not view["colours"]:
        return None
    swords = view["players"][view["active"]].get("swords", 0)
    left = unseen(view)
    bad = sum(
        count
        for name, count in left.items()
        if (face := FACE[name]).kind == "ship"
        and face.name in view["colours"]
        and (face.facts["swords"] == "skull" or int(face.facts["swords"]) > swords)
    )
    return {"bad": bad, "unseen": left.total()}


def ships_left(view: Values) -> Values:
    """How many ships of each colour lie face down."""
    left: Counter[str] = Counter()
    for name, count in unseen(view).items():
        if FACE[name].kind == "ship":
            left[FACE[name].name] += count
    return left


def deal(view: Values, card: Values) -> Values | None:
    """What taking a card means for the seat whose part it is, where that is not what is printed.

    A ship brings more with traders, a person costs less with mademoiselles; in another's turn
    there is a coin to pay.
    """
    if view["phase"] == "over":
        return None
    acting = view["acting"]
    player = view["players"][acting]
    roles, fee = player.get("roles", {}), 0 if acting == view["active"] else 1
    if card["kind"] == "person":
        printed = card.get("cost", 0)
        coins = max(0, printed - roles.get("mademoiselle", 0)) + fee
        return None if coins == printed else {"seat": acting, "coins": coins, "pays": True}
    if card["kind"] == "ship":
        printed = card.get("coins", 0)
        coins = printed + roles.get(f"trader_{card['name']}", 0) - fee
        return None if coins == printed else {"seat": acting, "coins": coins, "pays": False}
    return None


def missing(view: Values, seat: int, needs: list[str]) -> list[str]:
    """Who is missing before a seat for an expedition, jacks of all trades standing in."""
    roles = dict(view["players"][seat].get("roles", {}))
    lacking = []
    for need in needs:
        if roles.get(need, 0):
            roles[need] -= 1
        else:
            lacking.append(need)
    return lacking[: max(0, len(lacking) - roles.get("jack", 0))]
