"""What everybody may see of a table of Port Royal: the same for players and spectators (4)."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Literal

import msgspec
from msgspec.structs import replace

from games.rules.core.interface import Seat
from games.rules.port_royal.components import CARDS, COLOURS, CONTRACTS, LATEST_EDITION
from games.rules.port_royal.state import ChooseCrew, Fate, GiveCoin, Phase, State, Turn


class CardView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card face up, with everything printed on it. Its id stays the same while it lies there."""

    face: str  # the same for all copies: "sailor_1", "yellow_2_3"
    kind: str  # "person", "ship", "expedition" or "tax"
    name: str  # a word of the class that `kind` names: "sailor", "yellow", "exp_cc", "swords"
    id: str = ""  # "card:17"; none when looking back, as the card may be hidden by now
    role: str = ""  # of a trader or clerk, whose name has the colour; else the name says it
    colour: str = ""
    swords: int = 0
    skull: bool = False
    coins: int = 0
    gift: bool = False
    cost: int = 0
    influence: int = 0
    needs: tuple[str, ...] = ()  # "priest", "captain", "settler"
    extra: bool = False
    number: int = 0  # its number among the cards of its turn


class TurnedView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card turned up in a turn, and what became of it."""

    card: CardView
    fate: str  # a word of the class `fate`
    by: Seat | None = None


class TurnView(msgspec.Struct, frozen=True):
    """A whole turn at a glance: what was turned up, in order, and who took what."""

    number: int
    active: Seat
    bust: bool
    cards: list[TurnedView]


class ContractView(msgspec.Struct, frozen=True):
    """An open contract with its cubes."""

    name: str
    spaces: tuple[int, ...]  # coins, best first
    done: list[Seat]  # whose cubes cover the spaces, in order
    track: int  # fields before the contract is fulfilled
    steps: list[int]  # by seat: on which field of the track its cube is; 0 is none


class PlayerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat. Of its coins only the number is known, to itself too."""

    coins: int
    influence: int
    swords: int = 0
    cubes: int = 0
    contracts: tuple[str, ...] = ()  # fulfilled
    persons: tuple[CardView, ...] = ()
    expeditions: tuple[CardView, ...] = ()
    pack: tuple[CardView, ...] = ()
    roles: dict[str, int] = {}  # how many of each person: {"sailor": 2, "trader_red": 1}


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table. What comes last and has a default is what everybody has seen happen."""

    phase: str  # "discover", "repel", "trade", "gift", "crew" or "over"
    expansion: str
    start: Seat
    active: Seat
    acting: Seat  # whose part of trade & hire it is; the active seat before
    turn: TurnView
    last_turn: TurnView | None
    last_round: bool
    pile: int
    discard: int
    discard_top: CardView | None
    discarded: dict[str, int]  # face -> how many lie in the discard pile
    harbour: list[CardView]
    ship: CardView | None  # to be repelled or not
    focus: str | None  # id of the ship with a gift or the expedition that is being dealt with
    expeditions: list[CardView]
    colours: list[str]  # of the ships in the harbour
    takes: int  # cards the acting seat may still take; before that, how many if it stopped now
    contracts: list[ContractView]
    players: list[PlayerView]
    stopped: bool = False  # the active seat turns up no more cards
    forgo: bool = False  # the ship with a gift is traded without its coins
    reshuffles: int = 0  # in this turn
    extra_tax: bool = False  # one was raised since the latest reshuffle of this turn
    edition: Literal[1, 2] = LATEST_EDITION  # of the rules


def look(state: State) -> View:
    """Built from nothing: what is not named here stays hidden."""
    numbers = {turned.card: n for n, turned in enumerate(state.turn.cards, start=1)}
    top = state.discard[-1] if state.discard else None
    colours = state.colours()
    return View(
        phase=phase_shown(state),
        expansion=state.options.expansion,
        start=state.start,
        active=state.turn.active,
        acting=state.acting,
        turn=look_at_turn(state.turn),
        last_turn=look_at_turn(state.last_turn) if state.last_turn else None,
        last_round=state.last_round,
        pile=len(state.draw),
        discard=len(state.discard),
        discard_top=None if top is None else show(top),
        discarded=dict(sorted(Counter(CARDS[card].face for card in state.discard).items())),
        harbour=[show(card, numbers[card]) for card in state.harbour],
        ship=None if state.ship is None else show(state.ship, numbers[state.ship]),
        focus=focus(state),
        expeditions=[show(card) for card in state.row],
        colours=[colour for colour in COLOURS if colour in colours],
        takes=state.takes if state.phase == "trade" else state.takes_of(state.turn.active),
        contracts=[
            ContractView(
                contract.name,
                CONTRACTS[contract.name].spaces,
                list(contract.done),
                CONTRACTS[contract.name].track,
                list(contract.steps),
            )
            for contract in state.contracts
        ],
        players=[look_at_player(state, seat) for seat in range(len(state.players))],
        stopped=state.phase == "trade",
        forgo=isinstance(state.task, GiveCoin) and state.task.forgo,
        reshuffles=state.reshuffles,
        extra_tax=state.extra_tax_used,
        edition=state.options.edition,
    )


def phase_shown(state: State) -> Phase | str:
    """The phase, or what has to be answered before it goes on."""
    match state.task:
        case GiveCoin():
            return "gift"
        case ChooseCrew():
            return "crew"
    return state.phase


def focus(state: State) -> str | None:
    """The card that the task is about."""
    match state.task:
        case GiveCoin(card, _) | ChooseCrew(card):
            return f"card:{card}"
    return None


def look_at_turn(turn: Turn) -> TurnView:
    """The cards of a turn, numbered, with their fates."""
    cards = [
        look_at_turned(turned.card, number, turned.fate, turned.by)
        for number, turned in enumerate(turn.cards, start=1)
    ]
    return TurnView(turn.number, turn.active, turn.bust, cards)


@functools.cache  # there are few, and views are built for every move of a search
def look_at_turned(card: int, number: int, fate: Fate, by: Seat | None) -> TurnedView:
    """A card of a turn; its id is that of the card where it lies now."""
    return TurnedView(replace(FACES[card], id="", number=number), fate, by)


def look_at_player(state: State, seat: Seat) -> PlayerView:
    """What lies in front of one seat, and what it adds up to."""
    player = state.players[seat]
    return PlayerView(
        coins=len(player.coins),
        influence=state.influence(seat),
        swords=player.swords,
        cubes=player.cubes,
        contracts=tuple(c.name for c in state.contracts if seat in c.done),
        persons=tuple(show(card) for card in player.persons),
        expeditions=tuple(show(card) for card in player.expeditions),
        pack=tuple(show(card) for card in player.pack),
        roles=dict(sorted(Counter(CARDS[card].name for card in player.persons).items())),
    )


def print_faces() -> tuple[CardView, ...]:
    """Every card as it looks face up."""
    shown = []
    for card in CARDS:
        facts = {name: getattr(card, name) for name in COPIED}
        facts["role"] = "" if card.role == card.name else card.role
        needs = tuple(
            role
            for role, n in zip(("priest", "captain", "settler"), card.needs, strict=False)
            for _ in range(n)
        )
        shown.append(CardView(id=f"card:{card.id}", needs=needs, **facts))
    return tuple(shown)


COPIED = (
    *("face", "kind", "name", "colour", "swords", "skull", "coins", "gift", "cost"),
    *("influence", "extra"),
)
FACES = print_faces()


@functools.cache
def show(card: int, number: int = 0) -> CardView:
    """One card face up."""
    return replace(FACES[card], number=number) if number else FACES[card]
