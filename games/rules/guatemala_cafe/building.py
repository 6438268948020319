"""Clauses 3.2 and 3.3: the buyer moves, then resources of the line are taken and placed."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.guatemala_cafe.components import (
    FEE,
    FIELD_INDEX,
    FIELDS,
    FREE_STEPS,
    ITEMS,
    LINES,
    PIECES,
    PRINTED,
)
from games.rules.guatemala_cafe.moves import (
    ANNOUNCE,
    BUYER_MOVES,
    END_BUILD,
    Announce,
    EndBuild,
    FieldMove,
    MoveBuyer,
    PickCrossing,
    PickRegion,
    PlaceHut,
    PlaceRoad,
    PlaceShip,
    PlaceWorker,
    take,
)
from games.rules.guatemala_cafe.places import Room
from games.rules.guatemala_cafe.state import Hut, Player, State
from games.rules.guatemala_cafe.turns import end_turn


def active_player(state: State) -> Player:
    """Whose turn it is."""
    return state.players[state.active]


def ask_buyer(state: State) -> Decision:
    """3.2: one to three steps, a fourth for money, to a line that can be used if there is one."""
    money = active_player(state).money
    room = Room(state, state.active)
    offered = BUYER_MOVES[state.buyer]
    free = [move for move in offered[:FREE_STEPS] if is_usable(room, move.to, money)]
    moves = free or list(offered[:FREE_STEPS])
    paid = offered[FREE_STEPS]
    if money >= FEE and is_usable(room, paid.to, money - FEE):
        moves.append(paid)
    return Decision(state.active, "move", moves)


def is_usable(room: Room, space: int, money: int) -> bool:
    """3.2: the line holds a sack, or a resource that can be placed and paid."""
    grid = room.state.grid
    pieces = {piece for index in LINES[space] if (piece := grid[index])}
    if any(PIECES[piece].kind == "sack" for piece in pieces):
        return True
    return any(room.has_place_for(piece, money) for piece in pieces)


def move_buyer(state: State, seat: Seat, move: MoveBuyer, fx: Effects) -> None:
    """3.2: the buyer moves on; the fourth step is paid. If no action is possible, pass."""
    player = state.players[seat]
    fee = FEE if move.steps > FREE_STEPS else 0
    player.money -= fee
    start, state.buyer = state.buyer, move.to
    kind, number = PRINTED.cultivation.buyer_track[move.to]
    fx.emit(
        "buyer_moved" if not fee else "buyer_moved_paid",
        seat=seat,
        start=start,
        to=move.to,
        steps=move.steps,
        fee=fee,
        line=kind,
        number=number,
        money=player.money,
    )
    state.phase = "action"
    if not choices(state):
        pass_turn(state, fx)


def pass_turn(state: State, fx: Effects) -> None:
    """3.1: nothing legal; the turn is over."""
    fx.emit("turn_passed", seat=state.active, reason="nothing_legal")
    end_turn(state, fx)


def choices(state: State) -> list[Move]:
    """3.3, 3.4: what can be taken or announced in the marked line."""
    room = Room(state, state.active)
    money = active_player(state).money
    may_announce = state.phase == "action"
    moves: list[Move] = []
    for index in LINES[state.buyer]:
        piece = state.grid[index]
        if not piece:
            continue
        colour = PIECES[piece].colour
        if PIECES[piece].kind == "sack":
            if may_announce and colour is not None:
                moves.append(ANNOUNCE[index, colour])
        elif room.has_place_for(piece, money):
            moves.append(take(index, piece))
    return moves


def ask_action(state: State) -> Decision:
    """3.3, 3.4: build or announce; after the first item also stop.

    An announcement is final, so it is asked for even if it is the only move.
    """
    moves = choices(state)
    if state.phase == "action":
        final = len(moves) == 1 and isinstance(moves[0], Announce)
        return Decision(state.active, "action", moves, auto=not final)
    if not state.taken:
        return Decision(state.active, "build_instead", moves)
    moves.append(END_BUILD)
    return Decision(state.active, "build", moves, {"left": ITEMS - state.taken})


def take_piece(state: State, seat: Seat, move: FieldMove, fx: Effects) -> None:
    """3.3: the piece is chosen; it stays on its field until its place is known."""
    state.holding = FIELD_INDEX[move.field]
    state.phase = "place"


def ask_place(state: State) -> Decision:
    """3.3: where the piece goes, in two steps where it could go almost anywhere."""
    assert state.holding is not None
    piece = state.grid[state.holding]
    moves = Room(state, state.active).places_for(piece, active_player(state).money)
    colour = PIECES[piece].colour
    if colour is None:
        return Decision(state.active, "direction" if state.crossing else "place_road", moves)
    key = "region" if isinstance(moves[0], PickRegion) else f"place_{PIECES[piece].kind}"
    return Decision(state.active, key, moves, {"colour": colour})


def pick_region(state: State, seat: Seat, move: PickRegion, fx: Effects) -> None:
    """3.3: the first worker of a plantation goes into this region."""
    state.region = move.region


def pick_crossing(state: State, seat: Seat, move: PickCrossing, fx: Effects) -> None:
    """3.3, two players: the road will end at this crossing."""
    state.crossing = move.crossing


def lift(state: State) -> tuple[str, str | None, int]:
    """The piece leaves its field; returns piece, colour and index of the field."""
    assert state.holding is not None
    index, state.holding = state.holding, None
    state.region = state.crossing = None
    piece, state.grid[index] = state.grid[index], ""
    state.emptied.append(index)
    return piece, PIECES[piece].colour, index


def place_worker(state: State, seat: Seat, move: PlaceWorker, fx: Effects) -> None:
    """Take_worker: pay; the worker joins the player's plantation of its colour."""
    player = state.players[seat]
    piece, colour, index = lift(state)
    assert colour is not None
    first = not player.workers[colour] and colour not in player.huts
    player.money -= move.cost
    player.workers[colour][move.cell] = piece
    fx.emit(
        "worker_placed",
        seat=seat,
        field=FIELDS[index],
        colour=colour,
        cell=move.cell,
        region=state.board.region[move.cell],
        cost=move.cost,
        money=player.money,
        tile_placed=first,
    )
    after_item(state, fx)


def place_hut(state: State, seat: Seat, move: PlaceHut, fx: Effects) -> None:
    """Take_hut: pay; the hut stands, and the ownership tile goes under it."""
    player = state.players[seat]
    piece, colour, index = lift(state)
    assert colour is not None
    player.money -= move.cost
    player.huts[colour] = Hut(piece, move.site)
    fx.emit(
        "hut_built",
        seat=seat,
        field=FIELDS[index],
        colour=colour,
        site=move.site,
        cost=move.cost,
        money=player.money,
        tile_moved=bool(player.workers[colour]),
    )
    after_item(state, fx)


def place_ship(state: State, seat: Seat, move: PlaceShip, fx: Effects) -> None:
    """Take_ship: pay the cheapest free pier; the ship lies there and belongs to nobody."""
    player = state.players[seat]
    piece, colour, index = lift(state)
    player.money -= move.cost
    state.harbours[move.harbour].append(piece)
    fx.emit(
        "ship_placed",
        seat=seat,
        field=FIELDS[index],
        colour=colour,
        harbour=move.harbour,
        cost=move.cost,
        money=player.money,
    )
    after_item(state, fx)


def place_road(state: State, seat: Seat, move: PlaceRoad, fx: Effects) -> None:
    """Take_road: free; the road belongs to nobody."""
    piece, _, index = lift(state)
    state.roads[move.edge] = piece
    fx.emit("road_placed", seat=seat, field=FIELDS[index], edge=move.edge)
    after_item(state, fx)


def after_item(state: State, fx: Effects) -> None:
    """3.3: up to three items; the build ends after the third, or when nothing more is possible."""
    state.taken += 1
    state.phase = "build"
    if state.taken == ITEMS:
        end_build(state, "three_taken", fx)
    elif not choices(state):
        end_build(state, "nothing_legal", fx)


def stop_building(state: State, seat: Seat, move: EndBuild, fx: Effects) -> None:
    """3.3: the player stops after one or two items."""
    end_build(state, "chosen", fx)


def end_build(state: State, reason: str, fx: Effects) -> None:
    """3.3: the build is over, and with it the turn."""
    fx.emit("build_ended", seat=state.active, items=state.taken, reason=reason)
    end_turn(state, fx)
