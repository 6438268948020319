"""Phase IV: tax and duty, subsidies, other acts (L-1 to L-4)."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.cuba.cleanup import begin_cleanup
from games.rules.cuba.components import (
    BOTH_POINTS,
    BUILDING_SITES,
    DUTY_POINTS,
    MATERIALS,
    PRODUCTS,
    TAX_POINTS,
    VOTES,
)
from games.rules.cuba.law_cards import LAW, Duty, MarketAct, Subsidy, Tax
from games.rules.cuba.market import flood, thin_out
from games.rules.cuba.moves import PayDues
from games.rules.cuba.state import Player, State
from games.rules.cuba.stock import filled, hand_in, has_all, pay, score

PAY = {dues: PayDues(dues) for dues in ("none", "tax", "duty", "both")}


def begin_dues(state: State, fx: Effects) -> None:
    """L-1: a seat that can pay nothing is not asked, unless that would tell of hidden pesos."""
    state.phase = "dues"
    if not state.options.hidden_money:
        for seat, player in enumerate(state.players):
            if len(payable(state, seat)) == 1:
                player.dues = "none"
    collect(state, fx)


def payable(state: State, seat: Seat) -> list[str]:
    """L-1: what this player could pay in full."""
    player = state.players[seat]
    tax, duty = dues_in_force(state)
    can_tax = player.pesos >= tax.pesos
    can_duty = has_all(player, dict(duty.kinds))
    return [
        "none",
        *(["tax"] if can_tax else []),
        *(["duty"] if can_duty else []),
        *(["both"] if can_tax and can_duty else []),
    ]


def dues_in_force(state: State) -> tuple[Tax, Duty]:
    """The tax and the duty in force; there is always one of each."""
    tax, duty = LAW[state.acts["tax"]], LAW[state.acts["duty"]]
    assert isinstance(tax, Tax) and isinstance(duty, Duty)
    return tax, duty


def ask_for_dues(state: State) -> list[Decision]:
    """L-1: sealed, from everybody who can pay something."""
    tax, duty = dues_in_force(state)
    facts = {"pesos": tax.pesos, "stones": dict(duty.kinds)}
    return [
        Decision(
            seat,
            "dues",
            [PAY[dues] for dues in payable(state, seat)],
            facts,
            auto=False,
            default=PAY["none"],
        )
        for seat, player in enumerate(state.players)
        if not player.dues
    ]


def pay_dues(state: State, seat: Seat, move: PayDues, fx: Effects) -> None:
    """L-1: the answer is sealed."""
    state.players[seat].dues = move.dues
    fx.emit("dues_sealed", seat=seat, private={seat: {"dues": move.dues}})
    collect(state, fx)


def collect(state: State, fx: Effects) -> None:
    """L-1, L-2: once all answers are in they are opened and carried out together."""
    if not all(player.dues for player in state.players):
        return
    fx.reveal()
    for seat, player in enumerate(state.players):
        collect_from(state, seat, player.dues, fx)
        player.dues = ""
    subsidise(state, fx)
    apply_other_act(state, fx)
    begin_cleanup(state, fx)


def collect_from(state: State, seat: Seat, dues: str, fx: Effects) -> None:
    """L-2: tax to the bank, duty to the supply, a point more for both."""
    if dues == "none":
        fx.emit("dues_declined", seat=seat)
        return
    player, points = state.players[seat], 0
    tax, duty = dues_in_force(state)
    if dues in ("tax", "both"):
        pay(state, seat, tax.pesos)
        points += TAX_POINTS
    if dues in ("duty", "both"):
        for kind, count in duty.kinds.items():
            hand_in(state, player, kind, count)
        points += DUTY_POINTS
    if dues == "both":
        points += BOTH_POINTS
    score(player, "dues", points)
    fx.emit("dues_paid", seat=seat, dues=dues, points=points)


def count_fields(state: State, player: Player, kinds: tuple[str, ...]) -> int:
    """The player's unbuilt fields of these kinds."""
    layout = state.layout(player)
    return sum(layout[field] in kinds and field not in player.buildings for field in BUILDING_SITES)


COUNTS: dict[str, Callable[[State, Player], int]] = {
    "buildings": lambda _state, player: len(player.buildings),
    "material_fields": lambda state, player: count_fields(state, player, MATERIALS),
    "product_fields": lambda state, player: count_fields(state, player, PRODUCTS),
    "water": lambda _state, player: player.owned("water"),
    "votes": lambda _state, player: VOTES[player.fifth],
    "pesos": lambda _state, player: player.pesos,
}


def subsidise(state: State, fx: Effects) -> None:
    """L-3: points for what everybody has after paying dues."""
    if not state.acts["subsidy"]:
        return
    subsidy = LAW[state.acts["subsidy"]]
    assert isinstance(subsidy, Subsidy)
    for seat, player in enumerate(state.players):
        counted = COUNTS[subsidy.counts](state, player)
        points = min(counted // subsidy.per, subsidy.most)
        score(player, "subsidies", points)
        name, law = "subsidised" if points else "not_subsidised", state.acts["subsidy"]
        if subsidy.counts == "pesos" and state.options.hidden_money:  # V-5
            secret = {seat: {"counted": counted}}
            fx.emit(name, seat=seat, law=law, points=points, private=secret)
        else:
            fx.emit(name, seat=seat, law=law, points=points, counted=counted)


def apply_other_act(state: State, fx: Effects) -> None:
    """L-4: market acts work now; the others when a character is played or in parliament."""
    act = LAW.get(state.acts["other"])
    if not isinstance(act, MarketAct):
        return
    moved = {
        kind: flood(state, kind, act.change)
        if act.change > 0
        else thin_out(state, kind, -act.change)
        for kind in PRODUCTS
    }
    law = state.acts["other"]
    if not any(moved.values()):
        fx.emit("market_unchanged", law=law)
        return
    name = "market_flooded" if act.change > 0 else "market_thinned"
    fx.emit(name, law=law, goods=filled(moved))
