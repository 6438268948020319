"""Expeditions: persons leave for influence and coins (3.8)."""

from __future__ import annotations

import functools
import itertools

from games.rules.core.effects import Effects
from games.rules.port_royal.components import CARDS, CREW, PEOPLE, Card
from games.rules.port_royal.contracts import fulfil_displayed
from games.rules.port_royal.ending import note_influence
from games.rules.port_royal.money import give
from games.rules.port_royal.state import Player, State


def any_expedition(state: State, player: Player) -> bool:
    """Whether this player could go on one of the expeditions in the row."""
    if not state.row or len(player.persons) < 2:
        return False
    crew = player.crew()
    return any(can_go(crew, CARDS[card].needs) for card in state.row)


def can_go(crew: list[int], needs: tuple[int, ...]) -> bool:
    """3.8: whether jacks can stand in for whoever is missing. `crew` counts CREW."""
    missing = sum([max(0, need - have) for need, have in zip(needs, crew, strict=False)])
    return missing <= crew[-1]


def crews(player: Player, expedition: Card) -> tuple[tuple[str, ...], ...]:
    """3.8: every set of persons who could go, those with the fewest jacks first."""
    return _crews(tuple(player.crew()), expedition.needs)


@functools.cache
def _crews(crew: tuple[int, ...], needs: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    jacks = [range(need + 1) for need in needs]  # how many of each need jacks cover
    found = []
    for wild in sorted(itertools.product(*jacks), key=sum):
        sent = [need - jack for need, jack in zip(needs, wild, strict=True)]
        if sum(wild) <= crew[-1] and all(n <= have for n, have in zip(sent, crew, strict=False)):
            persons = [role for role, n in zip(PEOPLE, sent, strict=True) for _ in range(n)]
            found.append((*persons, *[CREW[-1]] * sum(wild)))
    return tuple(found)


def send(state: State, expedition: Card, persons: tuple[str, ...], fx: Effects) -> None:
    """3.8: persons leave, the expedition joins the display; coins, contract, end of the game."""
    seat = state.turn.active
    player = state.players[seat]
    for role in persons:
        card = next(card for card in player.persons if CARDS[card].role == role)
        player.persons.remove(card)
        state.discard.append(card)
    state.row.remove(expedition.id)
    player.expeditions.append(expedition.id)
    fx.emit(
        "expedition",
        seat=seat,
        card=expedition.id,
        persons=list(persons),
        count=expedition.coins,
        influence=expedition.influence,
    )
    give(state, seat, expedition.coins, fx)
    if state.contracts:
        fulfil_displayed(state, seat, fx)
    note_influence(state, seat, fx)
