"""Clauses 3.4 to 3.6 and 6.3: a scoring is announced, blocked or carried out."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.guatemala_cafe.building import active_player, choices, pass_turn
from games.rules.guatemala_cafe.components import (
    COLOURS,
    FIELD_INDEX,
    FIELDS,
    INCOME,
    LETTER,
    PIECES,
)
from games.rules.guatemala_cafe.ending import end_game, is_over
from games.rules.guatemala_cafe.moves import (
    BLOCK,
    DECLINE,
    PLACE_SACK,
    Announce,
    Block,
    Decline,
    PlaceSack,
)
from games.rules.guatemala_cafe.scoring import Result, score
from games.rules.guatemala_cafe.state import State
from games.rules.guatemala_cafe.turns import SACK_INDICES, end_turn

ASK_BOTH = (BLOCK, DECLINE)
ASK_DECLINE = (DECLINE,)


def announced_colour(state: State) -> str:
    """The colour of the sack that is to be scored."""
    assert state.announced is not None
    colour = PIECES[state.grid[state.announced]].colour
    assert colour is not None
    return colour


def announce(state: State, seat: Seat, move: Announce, fx: Effects) -> None:
    """3.4: the others are asked, starting at the announcer's left."""
    count = len(state.players)
    state.announced = FIELD_INDEX[move.field]
    state.asked = [(state.active + step) % count for step in range(1, count)]
    state.phase = "blockade"
    fx.emit(
        "scoring_announced",
        seat=seat,
        field=move.field,
        colour=move.colour,
        asked=list(state.asked),
    )


def ask_blockade(state: State) -> list[Decision]:
    """3.5: the head of the queue, or with simultaneous answers everybody who has not answered."""
    if state.options.blockade_mode == "sequential":
        return [ask_one(state, state.asked[0])]
    return [ask_one(state, seat) for seat in state.asked if state.players[seat].blocks is None]


def ask_one(state: State, seat: Seat) -> Decision:
    """3.5: a block takes a sack of its colour. Never played automatically: that shows the hand.

    The question says what the scoring would bring everybody, and what a block costs.
    """
    colour = announced_colour(state)
    held = state.players[seat].sacks[colour]
    moves = ASK_BOTH if held else ASK_DECLINE
    args = {
        "colour": colour,
        "announcer": state.active,
        "points": {result.seat: result.points for result in score(state, colour)},
        "held": held,
    }
    return Decision(seat, "blockade", moves, args, auto=False, default=DECLINE)


def answer(state: State, seat: Seat, move: Block | Decline, fx: Effects) -> None:
    """3.5: one answer; it is final (3.8), so it bars undo.

    One after the other, each counts at once. Simultaneous answers stay sealed until all are in.
    """
    fx.reveal()
    state.players[seat].blocks = isinstance(move, Block)
    if state.options.blockade_mode == "simultaneous":
        fx.emit("answer_sealed", seat=seat)
        if any(state.players[other].blocks is None for other in state.asked):
            return
    read_answers(state, fx)


def read_answers(state: State, fx: Effects) -> None:
    """3.5: in the order of the queue; the first block counts, answers after it are never shown."""
    while state.asked:
        head = state.asked[0]
        heard = state.players[head].blocks
        if heard is None:
            return
        if heard:
            block(state, head, fx)
            return
        fx.emit("scoring_declined", seat=head)
        state.players[head].blocks = None
        state.asked.pop(0)
    carry_out(state, fx)


def close_question(state: State) -> int:
    """Stop asking and forget unread answers; returns the index of the announced field."""
    index = state.announced
    assert index is not None
    state.announced = None
    state.asked = []
    for player in state.players:
        player.blocks = None
    return index


def sack_to_track(state: State, index: int, fx: Effects) -> str:
    """3.6, step 1: the sack of this field goes to the end of the track; returns its colour."""
    sack, state.grid[index] = state.grid[index], ""
    state.track.append(sack)
    colour = PIECES[sack].colour
    assert colour is not None
    fx.emit("sack_to_track", colour=colour, track_field=state.last_sack_field)
    return colour


def lay_sack(state: State, index: int, colour: str) -> None:
    """Lay a sack from a hand or the bag open, numbered by how many of its colour lie open."""
    lying = [*state.track, *(state.grid[field] for field in SACK_INDICES if state.grid[field])]
    number = 1 + sum(PIECES[sack].colour == colour for sack in lying)
    state.grid[index] = f"S{LETTER[colour]}{number}"


def pay_income(state: State, fx: Effects) -> None:
    """3.5 and 3.6: the announcer receives 8 centavos, blocked or not."""
    player = active_player(state)
    player.money += INCOME
    fx.emit("income", seat=state.active, amount=INCOME, money=player.money)


def block(state: State, blocker: Seat, fx: Effects) -> None:
    """3.5, block: the sack is replaced by the blocker's; the announcer is paid, and builds."""
    colour = announced_colour(state)
    index = close_question(state)
    player = state.players[blocker]
    player.sacks[colour] -= 1
    fx.emit(
        "scoring_blocked",
        seat=blocker,
        field=FIELDS[index],
        colour=colour,
        sack_count=player.sack_count,
    )
    sack_to_track(state, index, fx)
    lay_sack(state, index, colour)
    pay_income(state, fx)
    if is_over(state):
        end_game(state, "track_reached", fx)
        return
    state.phase = "build"
    if not choices(state):
        pass_turn(state, fx)


def carry_out(state: State, fx: Effects) -> None:
    """3.6: the scoring itself, step by step."""
    index = close_question(state)
    colour = sack_to_track(state, index, fx)
    pay_income(state, fx)
    results = score(state, colour)
    award_points(state, colour, results, fx)
    if is_over(state):
        end_game(state, "track_reached", fx)
        return
    remove_ships(state, colour, results, fx)
    state.announced = index
    state.phase = "replace"
    if not active_player(state).sack_count:
        draw_sack(state, fx)


def award_points(state: State, colour: str, results: tuple[Result, ...], fx: Effects) -> None:
    """3.6, step 3: everybody's points at once."""
    for result in results:
        if result.points:
            player = state.players[result.seat]
            player.points += result.points
            player.scored[colour] = player.scored.get(colour, 0) + result.points
            fx.emit(
                "scored",
                seat=result.seat,
                colour=colour,
                site=result.site,
                workers=result.workers,
                harbours=list(result.harbours),
                ships=result.ships,
                points=result.points,
                total=player.points,
            )
    if not any(result.points for result in results):
        fx.emit("nobody_scored", colour=colour)


def remove_ships(state: State, colour: str, results: tuple[Result, ...], fx: Effects) -> None:
    """6.3: each harbour that helped loses its cheapest ship of the colour; the others move up."""
    helped = {harbour for result in results if result.points for harbour in result.harbours}
    for harbour, ships in state.harbours.items():
        if harbour not in helped:
            continue
        scored = [ship for ship in ships if PIECES[ship].colour == colour]
        if scored:
            pier = ships.index(scored[0])
            state.box.append(ships.pop(pier))
            fx.emit(
                "ship_removed",
                colour=colour,
                harbour=harbour,
                price=state.board.harbours[harbour].piers[pier],
                left=[PIECES[ship].colour for ship in ships],
            )


def ask_sack(state: State) -> Decision:
    """3.6, step 6: any colour of one's own; a lone one is placed automatically."""
    sacks = active_player(state).sacks
    moves = [PLACE_SACK[colour] for colour in COLOURS if sacks[colour]]
    assert state.announced is not None
    return Decision(state.active, "replace", moves, {"field": FIELDS[state.announced]})


def place_sack(state: State, seat: Seat, move: PlaceSack, fx: Effects) -> None:
    """3.6, step 6: the announcer fills the field of the scored sack."""
    player = state.players[seat]
    index, state.announced = state.announced, None
    assert index is not None
    player.sacks[move.colour] -= 1
    lay_sack(state, index, move.colour)
    fx.emit(
        "sack_placed",
        seat=seat,
        field=FIELDS[index],
        colour=move.colour,
        sack_count=player.sack_count,
    )
    end_turn(state, fx)


def draw_sack(state: State, fx: Effects) -> None:
    """3.6, step 7: without own sacks the bag fills the field; with an empty bag it stays empty."""
    index, state.announced = state.announced, None
    assert index is not None
    drawn = fx.draw(state.bag)
    if drawn:
        lay_sack(state, index, drawn[0])
        fx.emit("sack_drawn", field=FIELDS[index], colour=drawn[0], bag_count=len(state.bag))
    else:
        fx.emit("sack_field_empty", field=FIELDS[index])
    end_turn(state, fx)
