"""Phase I: the bills of the round (P1-1 to P1-3)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.cuba.components import CHARACTERS
from games.rules.cuba.law_cards import GROUPS
from games.rules.cuba.moves import ConfirmBills, SetAside
from games.rules.cuba.state import State

CONFIRM = (ConfirmBills(),)
SET_ASIDE = tuple(SetAside(character) for character in CHARACTERS)


def begin_round(state: State, fx: Effects) -> None:
    """P1-1: the top card of each law deck is turned up."""
    state.round += 1
    state.phase = "bills"
    state.bills = {group: fx.draw(state.law_decks[group])[0] for group in GROUPS}
    fx.emit("round_begins", round=state.round, laws=list(state.bills.values()))


def ask_to_confirm(state: State) -> list[Decision]:
    """P1-2, P1-3: everybody confirms, or sets the fifth character aside."""
    hidden = state.options.hidden_fifth_card
    key, moves = ("set_aside", SET_ASIDE) if hidden else ("bills", CONFIRM)
    return [
        Decision(seat, key, moves, auto=False, default=moves[-1])
        for seat, player in enumerate(state.players)
        if not player.confirmed
    ]


def confirm_bills(state: State, seat: Seat, move: ConfirmBills, fx: Effects) -> None:
    """P1-2: phase II begins when all have confirmed."""
    state.players[seat].confirmed = True
    fx.emit("bills_confirmed", seat=seat)
    begin_actions(state)


def set_aside(state: State, seat: Seat, move: SetAside, fx: Effects) -> None:
    """P1-3: the fifth character lies face down until parliament."""
    player = state.players[seat]
    player.confirmed, player.fifth = True, move.character
    fx.emit("set_aside", seat=seat, private={seat: {"character": move.character}})
    begin_actions(state)


def begin_actions(state: State) -> None:
    """Phase II, once all are ready: the start player begins."""
    if not all(player.confirmed for player in state.players):
        return
    for player in state.players:
        player.confirmed = False
    state.phase, state.current = "action", state.start
