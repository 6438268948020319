"""Phase III: votes, sealed bids, two new acts (PA-1 to PA-6)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.cuba.components import LAWS_PASSED, MONEY, TOWN_HALL_VOTES, VOTES
from games.rules.cuba.law_cards import CORRUPTION, GROUP_OF, GROUPS
from games.rules.cuba.laws import begin_dues
from games.rules.cuba.moves import Bid, PassLaw
from games.rules.cuba.state import State
from games.rules.cuba.stock import pay

BIDS = tuple(Bid(pesos) for pesos in range(MONEY + 1))
PASS_LAW = {law: PassLaw(law) for law in GROUP_OF}


def begin_parliament(state: State, fx: Effects) -> None:
    """PA-1, PA-3: the fifth characters are turned up; bids follow unless corruption is barred."""
    fx.reveal()
    corruption = state.in_force(CORRUPTION)
    state.votes = []
    for seat, player in enumerate(state.players):
        player.fifth = player.fifth or player.hand[0]
        card = VOTES[player.fifth]
        tile = TOWN_HALL_VOTES if state.vote_tile == seat and not corruption else 0
        votes = card + tile
        state.votes.append(votes)
        fx.emit(
            "votes_counted",
            seat=seat,
            character=player.fifth,
            votes=votes,
            card=card,
            tile=tile,
        )
        if tile:
            fx.emit("town_hall_counted", seat=seat, tile=tile, votes=votes)
    seats = list(range(len(state.players)))
    if corruption:
        fx.emit("bids_barred", law=CORRUPTION)
        elect(state, leaders(state), fx)
    else:
        begin_bids(state, seats)


def begin_bids(state: State, seats: list[Seat]) -> None:
    """PA-2: these seats are asked for a bid."""
    state.phase, state.bidders = "bid", seats


def ask_for_bids(state: State) -> list[Decision]:
    """PA-2: from nothing up to all of one's pesos."""
    key = "bid_again" if state.second_bid else "bid"
    return [
        Decision(
            seat,
            key,
            BIDS[: state.players[seat].pesos + 1],
            {"votes": state.votes[seat]},
            auto=not state.options.hidden_money,
            default=BIDS[0],
        )
        for seat in state.bidders
        if state.players[seat].bid is None
    ]


def bid(state: State, seat: Seat, move: Bid, fx: Effects) -> None:
    """PA-2: a sealed bid; the last one opens all."""
    state.players[seat].bid = move.pesos
    fx.emit("bid_sealed", seat=seat, private={seat: {"pesos": move.pesos}})
    if all(state.players[bidder].bid is not None for bidder in state.bidders):
        open_bids(state, fx)


def open_bids(state: State, fx: Effects) -> None:
    """PA-2, PA-4: everybody pays; the seats tied at the top bid once more."""
    fx.reveal()
    bidding = 2 if state.second_bid else 1
    for seat in state.bidders:
        player = state.players[seat]
        pesos = player.bid or 0
        player.bid = None
        pay(state, seat, pesos)
        state.votes[seat] += pesos
        votes = state.votes[seat]
        fx.emit("bid_opened", seat=seat, pesos=pesos, votes=votes, bidding=bidding)
    tied = leaders(state)
    if len(tied) > 1 and not state.second_bid:
        state.second_bid = True
        fx.emit("tied", seats=tied)
        begin_bids(state, tied)
    else:
        elect(state, tied, fx)


def leaders(state: State) -> list[Seat]:
    """The seats with most votes."""
    return [seat for seat, votes in enumerate(state.votes) if votes == max(state.votes)]


def elect(state: State, tied: list[Seat], fx: Effects) -> None:
    """PA-4: the seat with most votes; of equals, the first from the start player on."""
    winner = next(seat for seat in state.from_start() if seat in tied)
    decided = "second_bid" if state.second_bid else "votes"
    if len(tied) > 1:
        decided = "start_order"
        fx.emit("tie_broken", seat=winner, tied=tied, start=state.start)
    state.current = winner
    state.phase, state.bidders, state.second_bid = "pass", [], False
    votes, totals = state.votes[winner], list(state.votes)
    fx.emit("elected", seat=winner, votes=votes, totals=totals, decided=decided)


def ask_for_law(state: State) -> list[Decision]:
    """PA-5: two bills of different groups, none that is forbidden."""
    moves = [
        PASS_LAW[state.bills[group]]
        for group in GROUPS
        if group not in state.passed and group != state.veto
    ]
    return [
        Decision(
            state.current,
            "pass",
            moves,
            {"count": LAWS_PASSED - len(state.passed)},
            default=moves[0],
        )
    ]


def pass_law(state: State, seat: Seat, move: PassLaw, fx: Effects) -> None:
    """PA-5: one bill is picked; the second one ends phase III."""
    state.passed.append(GROUP_OF[move.law])
    if len(state.passed) == LAWS_PASSED:
        enact(state, seat, fx)


def enact(state: State, seat: Seat, fx: Effects) -> None:
    """PA-6: the picked bills replace the acts of their groups, the others are discarded."""
    discarded = [state.bills[group] for group in GROUPS if group not in state.passed]
    for group in GROUPS:
        if group in state.passed:
            before, law = state.acts[group], state.bills[group]
            state.acts[group] = law
            if before:
                fx.emit("enacted", seat=seat, law=law, replaced=before)
            else:
                fx.emit("enacted", seat=seat, law=law)
    state.discarded += discarded
    fx.emit("bills_discarded", laws=discarded)
    state.bills, state.passed, state.votes = {}, [], []
    begin_dues(state, fx)
