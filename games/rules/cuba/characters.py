"""Choosing a character, and what playing it begins (A-1)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.cuba.buildings import ask_to_direct
from games.rules.cuba.components import CHARACTERS
from games.rules.cuba.harbour import ask_to_load
from games.rules.cuba.moves import EndTurn, PlayCard, PlayIdly, TakePoints
from games.rules.cuba.plantation import ask_for_plan
from games.rules.cuba.state import Directing, Loading, PlaceFigure, Planning, State, Task, Trading
from games.rules.cuba.tradeswoman import ask_to_trade

PLAY_CARD = {character: PlayCard(character) for character in CHARACTERS}
PLAY_IDLY = {character: PlayIdly(character) for character in CHARACTERS}
NOTHING = (EndTurn(), TakePoints(0))


def ask_for_card(state: State) -> Decision:
    """A-1: one of the characters in hand, first those that can do something."""
    seat = state.current
    hand = state.players[seat].hand
    moves: list[PlayCard] = [
        (PLAY_IDLY if is_idle(state, seat, character) else PLAY_CARD)[character]
        for character in hand
    ]
    default = moves[0]
    moves.sort(key=lambda move: isinstance(move, PlayIdly))
    return Decision(seat, "card", moves, default=default)


def is_idle(state: State, seat: Seat, character: str) -> bool:
    """A-1: whether playing it now would change nothing, as its first question shows."""
    if state.edition == 1:
        return False
    match first_task(character):
        case Trading() as task:
            moves = ask_to_trade(state, seat, task).moves
        case Planning() as task:
            moves = ask_for_plan(state, seat, task).moves
        case Directing() as task:
            moves = ask_to_direct(state, seat, task).moves
        case Loading() as task:
            moves = ask_to_load(state, seat, task).moves
        case _:  # the worker can always go elsewhere
            return False
    return all(move in NOTHING for move in moves)


def play_card(state: State, seat: Seat, move: PlayCard, fx: Effects) -> None:
    """A-1: the character is gone for the round; its task begins.

    With a hidden fifth the fourth is the only one left: it is played automatically and tells
    which the fifth is.
    """
    player = state.players[seat]
    player.played.append(move.character)
    if not player.hand:
        fx.reveal()
    fx.emit("card_played", seat=seat, character=move.character)
    state.agenda.append(first_task(move.character))


def first_task(character: str) -> Task:
    """The task that playing this character begins."""
    match character:
        case "worker":
            return PlaceFigure()
        case "tradeswoman":
            return Trading()
        case "architect":
            return Planning()
        case "foreman":
            return Directing()
        case _:
            return Loading(instead=True)
