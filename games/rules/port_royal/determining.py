"""A whole table that looks like a given view: the pile and all coins dealt at random."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import cast

from games.rules.core.effects import Rng
from games.rules.port_royal.components import (
    BASE_PILE,
    CARDS,
    EXPANSION_PILE,
    FIFTH_PLAYERS_EXPEDITION,
)
from games.rules.port_royal.state import (
    ChooseCrew,
    Contract,
    Fate,
    GiveCoin,
    Options,
    Phase,
    Player,
    State,
    Turn,
    Turned,
)
from games.rules.port_royal.view import FACES, CardView, TurnView, View

SEEDS = 2**64
NUMBERS = {card.id: number for number, card in enumerate(FACES)}
COPIES_OF: dict[str, list[int]] = {}
for _card in CARDS:
    COPIES_OF.setdefault(_card.face, []).append(_card.id)


def determined(view: View, rng: Rng) -> State:
    """Coins and pile are what is nowhere to be seen, in any order.

    Which copy of a face lies somewhere in the discard pile makes no difference to anybody.
    """
    players = [
        Player(
            persons=[NUMBERS[card.id] for card in shown.persons],
            expeditions=[NUMBERS[card.id] for card in shown.expeditions],
            cubes=shown.cubes,
            pack=[NUMBERS[card.id] for card in shown.pack],
        )
        for shown in view.players
    ]
    state = State(
        options=Options(view.expansion, view.edition),  # type: ignore[arg-type]
        players=players,
        start=view.start,
        draw=[],
        discard=[],
        row=[NUMBERS[card.id] for card in view.expeditions],
        turn=same_turn(view.turn, numbered(view)),
        harbour=[NUMBERS[card.id] for card in view.harbour],
        phase=phase_of(view),
        acting=view.acting,
        takes=view.takes if view.stopped else 0,
        ship=None if view.ship is None else NUMBERS[view.ship.id],
        task=task_of(view),
        contracts=[Contract(c.name, list(c.done), list(c.steps)) for c in view.contracts],
        last_round=view.last_round,
        reshuffles=view.reshuffles,
        extra_tax_used=view.extra_tax,
        last_turn=None if view.last_turn is None else same_turn(view.last_turn, {}),
    )
    deal_hidden(state, view, random.Random(rng.below(SEEDS)))
    return state


def deal_hidden(state: State, view: View, chance: random.Random) -> None:
    """3.2: the discard pile from its faces; all that is left are coins and the pile."""
    left = dict.fromkeys(cards_of(view))
    for player in state.players:
        for card in (*player.persons, *player.expeditions, *player.pack):
            del left[card]
    for card in (*state.harbour, *state.row, *([] if state.ship is None else [state.ship])):
        del left[card]
    state.discard = discard_of(view, left)
    hidden = sorted(left, key=lambda _card: chance.random())  # sorting is the fastest shuffle
    for player, shown in zip(state.players, view.players, strict=True):
        player.coins = hidden[: shown.coins]
        del hidden[: shown.coins]
    state.draw = hidden


def cards_of(view: View) -> list[int]:
    """Every card that this table plays with (2)."""
    cards = [*BASE_PILE, *(EXPANSION_PILE if view.expansion != "none" else ())]
    return [*cards, FIFTH_PLAYERS_EXPEDITION] if len(view.players) == 5 else cards


def discard_of(view: View, left: dict[int, None]) -> list[int]:
    """As many cards of each face as lie there, taken from those `left`, the top one last."""
    if view.discard_top is None:
        return []
    top = NUMBERS[view.discard_top.id]
    del left[top]
    pile = []
    for face, count in view.discarded.items():
        wanted = count - (face == view.discard_top.face)
        copies = [card for card in COPIES_OF[face] if card in left][:wanted]
        for card in copies:
            del left[card]
        pile += copies
    return [*pile, top]


def numbered(view: View) -> dict[int, CardView]:
    """The cards of this turn that still lie there, by their numbers."""
    lying = [*view.harbour, *([] if view.ship is None else [view.ship])]
    return {card.number: card for card in lying}


def same_turn(turn: TurnView, lying: Mapping[int, CardView]) -> Turn:
    """The turn so far, with the very cards that still lie there, and any copies of the others.

    A card that was shuffled back may have been turned up twice: what counts is the later time.
    """
    latest = {NUMBERS[card.id]: number for number, card in lying.items()}
    cards = []
    for number, turned in enumerate(turn.cards, start=1):
        if number in lying:
            card = NUMBERS[lying[number].id]
        else:
            copies = COPIES_OF[turned.card.face]
            card = next(copy for copy in copies if latest.get(copy, number + 1) > number)
        cards.append(Turned(card, cast(Fate, turned.fate), turned.by))
    return Turn(turn.number, turn.active, cards, turn.bust)


def phase_of(view: View) -> Phase:
    """The phase behind the question of a task."""
    if view.phase in ("gift", "crew"):
        return "trade" if view.stopped else "discover"
    return cast(Phase, view.phase)


def task_of(view: View) -> GiveCoin | ChooseCrew | None:
    """What has to be answered first."""
    if view.focus is None:
        return None
    card = NUMBERS[view.focus]
    return GiveCoin(card, view.forgo) if view.phase == "gift" else ChooseCrew(card)
