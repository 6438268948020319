"""What the nine Cubans do when the car stops at them (3.4)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.santiago_de_cuba.buildings import uses, worth_asking
from games.rules.santiago_de_cuba.components import (
    BUILDINGS,
    GOOD_OF,
    GOODS,
    GOODS_PER_VISIT,
    MARIA_POINTS,
    MARTINEZ_PESOS,
    REGULAR,
    Good,
)
from games.rules.santiago_de_cuba.moves import (
    CLAIM,
    DECLINE,
    GIVE_GOOD,
    GIVE_PESO,
    GIVE_POINT,
    TAKE_GOOD,
    Claim,
    Decline,
    Give,
    TakeGood,
)
from games.rules.santiago_de_cuba.pawns import go_to_building, go_to_pawn, stay
from games.rules.santiago_de_cuba.ships import seats_from
from games.rules.santiago_de_cuba.state import State
from games.rules.santiago_de_cuba.turns import end_turn


def visit(state: State, fx: Effects) -> None:
    """3.4: what the Cuban at the car does, unless he lies face down."""
    cuban = state.road[state.car]
    if cuban in state.face_down:
        fx.emit("cuban_inactive", seat=state.active, cuban=cuban)
        stay(state, "inactive", fx)
        end_turn(state, fx)
    elif cuban == "el_zorro":
        rob(state, fx)
    elif cuban == "alonso":
        state.phase = "alonso"
        state.via = "alonso"
    elif cuban == "pablo":
        state.phase = "pablo"
    else:
        gain(state, fx)
        go_to_pawn(state, fx)


def gain(state: State, fx: Effects) -> None:
    """3.4: goods as far as the stock goes (O-12), points or pesos; always taken (O-4)."""
    cuban = state.road[state.car]
    seat = state.active
    player = state.players[seat]
    if cuban == "maria":
        player.score("maria", MARIA_POINTS)
        fx.emit("cuban_used.maria", seat=seat, cuban=cuban, points=MARIA_POINTS)
    elif cuban == "martinez":
        player.pesos += MARTINEZ_PESOS
        fx.emit("cuban_used.martinez", seat=seat, cuban=cuban, pesos=MARTINEZ_PESOS)
    else:
        good = GOOD_OF[cuban]
        got = min(GOODS_PER_VISIT, state.stock[good])
        state.stock[good] -= got
        player.goods[good] += got
        fx.emit(
            "cuban_used.goods" if got else "cuban_used.nothing",
            seat=seat,
            cuban=cuban,
            good=good,
            wanted=GOODS_PER_VISIT,
            got=got,
        )


def pablos_goods(state: State) -> tuple[Good, ...]:
    """D-2: Pablo deals in wood only with the option."""
    return GOODS if state.options.pablo_wood else REGULAR


def ask_pablo(state: State) -> list[Decision]:
    """3.4: one good that is in stock, or nothing."""
    stock = state.stock
    moves: list[Move] = [TAKE_GOOD[good] for good in pablos_goods(state) if stock[good]]
    moves.append(DECLINE)
    return [Decision(state.active, "pablo", moves)]


def take_good(state: State, seat: Seat, move: TakeGood, fx: Effects) -> None:
    """3.4: the good comes from the stock."""
    state.stock[move.good] -= 1
    state.players[seat].goods[move.good] += 1
    fx.emit("pablo_taken", seat=seat, good=move.good)
    go_to_pawn(state, fx)


def ask_alonso(state: State) -> list[Decision]:
    """3.4: claim a building, use one of one's own, or neither."""
    seat = state.active
    moves: list[Move] = []
    owned = [building for building in BUILDINGS if state.owners.get(building) == seat]
    if state.markers_left(seat):
        moves += [CLAIM[building] for building in BUILDINGS if building not in state.owners]
    for building in owned:
        moves += uses(state, seat, building)
    moves.append(DECLINE)
    auto = state.options.passes_for_me or not any(worth_asking(state, it) for it in owned)
    return [Decision(seat, "alonso", moves, {}, auto)]


def claim(state: State, seat: Seat, move: Claim, fx: Effects) -> None:
    """3.4: a marker goes on a building without an owner, for good and for free (D-12)."""
    state.owners[move.building] = seat
    left = state.markers_left(seat)
    fx.emit("building_claimed", seat=seat, building=move.building, markers_left=left)
    go_to_pawn(state, fx)


def decline(state: State, seat: Seat, move: Decline, fx: Effects) -> None:
    """3.4: nothing from Pablo, or neither of Alonso's two offers."""
    if state.phase == "pablo":
        fx.emit("pablo_taken.nothing", seat=seat, good=None)
    else:
        fx.emit("alonso_declined", seat=seat)
    go_to_pawn(state, fx)


def rob(state: State, fx: Effects) -> None:
    """3.4: all others owe a gift; a seat without a peso, point or regular good gives nothing."""
    thief = state.active
    for seat in seats_from(state, thief)[1:]:
        if gifts(state, seat):
            state.givers.append(seat)
        else:
            fx.emit("zorro_gift.nothing", giver=seat, thief=thief, gift=None)
    if state.givers:
        state.phase = "gift"
    else:
        leave_zorro(state, fx)


def gifts(state: State, seat: Seat) -> list[Move]:
    """3.4: a peso, a point or a regular good that the seat has."""
    player = state.players[seat]
    moves: list[Move] = [GIVE_GOOD[good] for good in REGULAR if player.goods[good]]
    if player.pesos:
        moves.append(GIVE_PESO)
    if player.points:
        moves.append(GIVE_POINT)
    return moves


def ask_gifts(state: State) -> list[Decision]:
    """O-6: all at once or one after the other. With screens, forced gifts are asked for (4.3)."""
    givers = state.givers
    if state.options.zorro_order == "clockwise":
        givers = givers[:1]
    auto = not state.options.screens
    args = {"thief": state.active}
    return [Decision(seat, "gift", gifts(state, seat), args, auto) for seat in givers]


def give(state: State, seat: Seat, move: Give, fx: Effects) -> None:
    """3.4: the gift goes straight to the active seat, so it cannot be taken back."""
    giver, thief = state.players[seat], state.players[state.active]
    if move.gift == "peso":
        giver.pesos -= 1
        thief.pesos += 1
    elif move.gift == "point":
        giver.score("zorro", -1)
        thief.score("zorro", 1)
    else:
        giver.goods[move.gift] -= 1
        thief.goods[move.gift] += 1
    fx.reveal()
    if state.options.hides_transactions:
        told = {"gift": move.gift}
        private = {seat: told, state.active: told}
        fx.emit("zorro_gift", private=private, giver=seat, thief=state.active)
    else:
        fx.emit("zorro_gift", giver=seat, thief=state.active, gift=move.gift)
    state.givers.remove(seat)
    if not state.givers:
        leave_zorro(state, fx)


def leave_zorro(state: State, fx: Effects) -> None:
    """3.4: the pawn stays; its building may be used once more."""
    stay(state, "el_zorro", fx)
    go_to_building(state, "zorro", fx)
