"""Clauses that no edge case or use case covers by name: secrets, orders, arithmetic, defaults."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.codec import encode
from games.rules.core.interface import Decision
from games.rules.core.play import advance, replay, start, undo
from games.rules.cuba import rules
from games.rules.cuba.components import FIELDS, GOODS, MATERIALS, MERCHANDISE, PRODUCTS
from games.rules.cuba.moves import (
    Bid,
    Build,
    Buy,
    BuyFromSupply,
    ConfirmBills,
    EndTurn,
    Harvest,
    Keep,
    Load,
    NameColour,
    PayDues,
    PlayCard,
    Sell,
    SellToSupply,
    TakePoints,
    Use,
)
from games.rules.cuba.state import Options, Orders
from tests.examples import examples
from tests.rules.cuba.table import Table


def test_n_1_an_illegal_move_changes_nothing_and_another_can_be_sent() -> None:
    table = Table().card("worker")
    table.refuses(EndTurn())
    table.refuses(Harvest("A2"))
    table.default()
    assert table.asked == (0, "harvest")


def test_n_4_a_turn_can_be_taken_back_step_by_step_until_something_is_shown() -> None:
    table = Table().own(0, sugar=2)
    checkpoint = table.position
    moves = [PlayCard("tradeswoman"), Sell("sugar", 3), Sell("sugar", 2)]
    for move in moves:
        assert not table.play(move).barrier
    played = [(0, move) for move in moves]
    back = undo(rules, checkpoint, played, 0)
    assert back.state.players[0].pesos == 13
    assert undo(rules, checkpoint, played[:1], 0).state == checkpoint.state
    assert replay(rules, checkpoint, played).state == table.state
    assert table.end().barrier, "another player decides now"


def test_n_5_no_move_hands_anything_from_player_to_player() -> None:
    """Along random games nobody's pesos or stones grow by another player's move."""
    chance = random.Random("n5")
    step = start(rules, 3, Options(), "n5")
    while step.decisions:
        decision = chance.choice(step.decisions)
        before = [
            (p.pesos, sum(p.courtyard.values()) + sum(p.warehouse.values()))
            for p in step.position.state.players
        ]
        phase = step.position.state.phase
        move = chance.choice(decision.moves)
        step = advance(rules, step.position, decision.seat, move, step.decisions)
        if phase != "action":
            continue
        for seat, player in enumerate(step.position.state.players):
            after = (player.pesos, sum(player.courtyard.values()) + sum(player.warehouse.values()))
            assert seat == decision.seat or after <= before[seat]


def test_p1_1_every_law_card_appears_once_in_six_rounds() -> None:
    table = Table()
    while table.state.phase != "over":
        table.default(table.decisions[0].seat)
    shown = [law for facts in table.logged("round_begins") for law in facts["laws"]]
    assert len(shown) == 24 and len(set(shown)) == 24


def test_p1_2_standing_orders_confirm_the_bills_at_once() -> None:
    table = Table(until="bills")
    decision = table.decisions[0]
    assert rules.obey(table.state, decision, Orders(confirm_bills=True)) == ConfirmBills()
    assert rules.obey(table.state, decision, Orders()) is None
    hidden = Table(until="bills", hidden_fifth_card=True)
    assert rules.obey(hidden.state, hidden.decisions[0], Orders(confirm_bills=True)) is None


def test_p1_3_the_fifth_card_set_aside_is_the_one_of_parliament() -> None:
    table = Table(fifths=("foreman", "tradeswoman"))
    while table.state.phase == "action":
        table.default_turn()
    assert table.state.votes == [4, 2]
    assert table.view(1).players[0].fifth == "foreman", "now it lies open"


def test_n_4_a_fourth_card_that_plays_itself_cannot_be_taken_back() -> None:
    """With hidden fifth cards the other player's last card would be seen, then undone."""
    table = Table(fifths=("worker", "mayor")).built(0, "A2", "inn").pesos(0, 0).pesos(1, 0)
    table.hand(0, "tradeswoman", "foreman").hand(1, "tradeswoman").markers(material=1, cheapest=1)
    table.state.start = 1
    table.card("tradeswoman")
    assert table.player(1).played[-1] == "tradeswoman" and table.asked == (0, "use")
    assert table.barrier


@pytest.mark.parametrize("character", ["worker", "tradeswoman", "architect", "foreman", "mayor"])
def test_a_1_every_character_can_be_played_without_benefit(character: str) -> None:
    table = Table().supply(1, wood=0, stone=0).pesos(0, 0).markers(architect=2, mayor=2)
    table.card(character)
    while table.asked[0] == 0:
        table.default()
    assert table.points[0] == 0 and table.courtyard(0) == {} and table.purses[0] == 0


def test_a_4_stones_are_paid_from_the_courtyard_first() -> None:
    table = Table().own(0, sugar=1).stored(0, sugar=2).card("tradeswoman")
    table.play(Sell("sugar", 3))
    assert table.courtyard(0) == {} and table.warehouse(0) == {"sugar": 2}


def test_w_1_the_figure_may_go_to_any_field_built_or_not() -> None:
    table = Table().built(0, "B2", "inn").figure(0, "C4").card("worker")
    assert {getattr(move, "field", "") for move in table.moves()} == set(FIELDS)


@given(
    figure=st.sampled_from(FIELDS),
    sites=st.sets(st.sampled_from(FIELDS[1:]), max_size=6),
    colour=st.sampled_from(["red", "blue", "green", "yellow", "purple"]),
    wood=st.integers(0, 2),
)
@examples(60)
def test_w_2_w_3_what_the_cross_yields(
    figure: str, sites: set[str], colour: str, wood: int
) -> None:
    """Counted field by field over the printed plan, apart from the rules' own crosses."""
    other = "red" if colour != "red" else "blue"
    table = Table(plantation_side="individual", colours=(colour, other)).supply(1, wood=wood)
    for field, tile in zip(sorted(sites), list(table.state.tiles), strict=False):
        table.built(0, field, tile)
    plan = {f.field: f.kind for f in table.view(0).players[0].fields}
    near = [f for f in FIELDS if (f[0] == figure[0]) + (f[1] == figure[1]) and f not in sites]
    expected = {kind: sum(plan[f] == kind for f in near) for kind in MATERIALS}
    expected["wood"] = min(expected["wood"], wood)
    table.worker(figure)
    assert {kind: table.player(0).courtyard[kind] for kind in MATERIALS} == expected


@given(
    good=st.sampled_from(MERCHANDISE),
    units=st.integers(0, 5),
    trades=st.lists(st.sampled_from(["buy", "sell"]), max_size=12),
)
@examples(60)
def test_tr_1_a_series_of_trades_follows_the_printed_slots(
    good: str, units: int, trades: list[str]
) -> None:
    """Prices looked up on the printed track, unit by unit."""
    slots = [6, 5, 4, 3, 2] if good in PRODUCTS else [6, 5, 4]
    units = min(units, len(slots))
    table = Table().market(**{good: units}).own(0, **{good: 3}).pesos(0, 60).card("tradeswoman")
    pesos, owned = 60, 3
    for trade in trades:
        if trade == "buy":
            if units:
                price = slots[units - 1]
                table.play(Buy(good, price))
                units -= 1
            else:
                price = 7
                table.play(BuyFromSupply(good, price))
            pesos, owned = pesos - price, owned + 1
            if pesos < 7:
                break
        elif owned:
            if units < len(slots):
                price = slots[units]
                table.play(Sell(good, price))
                units += 1
            else:
                price = 1 if good in PRODUCTS else 3
                table.play(SellToSupply(good, price))
            pesos, owned = pesos + price, owned - 1
    assert (table.purses[0], table.state.market[good]) == (pesos, units)
    assert table.player(0).owned(good) == owned


def test_tr_5_nothing_at_all_is_always_an_answer() -> None:
    table = Table().card("tradeswoman")
    assert table.decision.default == EndTurn()
    table.end()
    assert not any(table.state.markers.values()) and table.courtyard(0) == {}


def test_ar_4_one_player_may_own_both_distilleries() -> None:
    table = Table().own(0, wood=2, stone=1).built(0, "A2", "rum_distillery").card("architect")
    assert Build("rum_distillery_2") in table.moves()


def test_m_1_m_5_points_or_one_ship_and_never_the_ship_at_sea() -> None:
    table = Table().pier(2, 1).own(0, citrus=1, tobacco=1, sugar=1, rum=1, cigars=1)
    table.card("mayor")
    assert {move.pier for move in table.offers(Load)} <= {1, 2}
    table.play(Load(2, "citrus", 1))
    assert not table.offers(TakePoints)
    assert {move.pier for move in table.offers(Load)} <= {2}


@given(cards=st.permutations(["worker", "tradeswoman", "architect", "foreman", "mayor"]))
@examples(20)
def test_pa_1_base_votes_are_those_of_the_fifth_character(cards: list[str]) -> None:
    votes = {"worker": 1, "tradeswoman": 2, "architect": 3, "foreman": 4, "mayor": 5}
    table = Table(5, fifths=tuple(cards))
    while table.state.phase == "action":
        table.default_turn()
    assert table.state.votes == [votes[card] for card in cards]


@given(
    start_seat=st.integers(0, 2),
    first=st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)),
    second=st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)),
)
@examples(50)
def test_pa_4_who_wins_the_vote(
    start_seat: int, first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    """Totals added up here; ties by walking round the table from the start player."""
    table = Table(3).parliament("worker", "worker", "worker", start=start_seat).bids(*first)
    totals = [1 + bid for bid in first]
    tied = [seat for seat in range(3) if totals[seat] == max(totals)]
    paid = list(first)
    if len(tied) > 1:
        table.bids(*(second[seat] for seat in tied))
        for seat in tied:
            totals[seat] += second[seat]
            paid[seat] += second[seat]
    order = [(start_seat + n) % 3 for n in range(3)]
    winner = next(seat for seat in order if totals[seat] == max(totals))
    assert table.asked == (winner, "pass")
    assert table.purses == [10 - pesos for pesos in paid]


def test_pa_5_the_winner_must_pass_two_laws() -> None:
    table = Table().parliament("mayor", "worker").vote()
    assert len(table.moves()) == 4
    table.vote("tax")
    assert table.asked == (0, "pass") and len(table.moves()) == 3


@given(pesos=st.integers(0, 60), tax=st.sampled_from(["T1", "T2", "T5", "T6"]), pays=st.booleans())
@examples(40)
def test_l_3_the_subsidy_for_money(pesos: int, tax: str, pays: bool) -> None:
    amount = {"T1": 1, "T2": 2, "T5": 4, "T6": 5}[tax]
    table = Table().act(tax).bill("S6", "O3").pesos(0, pesos).pesos(1, 0)
    table.parliament("mayor", "worker").vote("subsidy", "other")
    able = table.state.phase == "dues"
    assert able == (pesos >= amount)
    left = pesos
    if able:
        table.dues("tax" if pays else "none")
        left -= amount if pays else 0
    assert table.scored("subsidised").get(0, 0) == min(left // 3, 7)
    assert table.purses[0] == left


@given(units=st.tuples(*[st.integers(0, 5)] * 3), stock=st.integers(0, 4), act=st.booleans())
@examples(40)
def test_l_4_the_market_acts(units: tuple[int, int, int], stock: int, act: bool) -> None:
    before = dict(zip(PRODUCTS, units, strict=True))
    table = Table().bill("O2" if act else "O1").market(**before)
    table.supply(1, **dict.fromkeys(PRODUCTS, stock))
    table.parliament("mayor", "worker").vote("tax", "other")
    table.play_through("dues")
    for kind in PRODUCTS:
        gain = min(2, stock, 5 - before[kind])
        expected = before[kind] + gain if act else max(before[kind] - 2, 0)
        assert table.state.market[kind] == expected


def test_e_2_standing_orders_choose_what_the_cold_store_saves() -> None:
    table = Table().built(0, "B2", "cold_store").own(0, citrus=3, tobacco=2, sugar=1).end_round()
    decision: Decision = table.decision
    assert rules.obey(table.state, decision, Orders()) is None
    first = {"sugar": Keep(0, 2, 1), "citrus": Keep(3, 0, 0), "tobacco": Keep(0, 2, 1)}
    for kind, answer in first.items():
        assert rules.obey(table.state, decision, Orders(keep_first=kind)) == answer  # type: ignore[arg-type]
    assert set(first.values()) <= set(decision.moves)


def test_e_2_after_the_last_round_the_cold_store_asks_no_more() -> None:
    table = Table().round(6).built(0, "B2", "cold_store").own(0, citrus=3, tobacco=2).end_round()
    assert table.state.phase == "over"
    assert table.warehouse(0) == {"citrus": 1, "tobacco": 2}


def test_e_6_all_characters_come_back() -> None:
    table = Table().end_round().play_through("bills", ConfirmBills())
    assert len(table.offers(PlayCard)) == 5


def test_x_2_points_count_before_pesos() -> None:
    table = Table().round(6).built(0, "B2", "inn").pesos(0, 0).pesos(1, 90).end_round()
    outcome = table.outcome
    assert outcome is not None and [s.rank for s in outcome.standings] == [1, 2]


# Section 4: what is secret


def test_secret_colours_bids_and_dues_are_their_owners_alone_until_all_are_in() -> None:
    wishes = Table(until="prepare").play(NameColour("purple"), 1)
    bids = Table().parliament("mayor", "worker").play(Bid(7), 1)
    dues = Table().own(1, citrus=1).parliament("mayor", "worker").vote("tax", "other")
    dues.play(PayDues("both"), 1)
    for table, secret in ((wishes, "wish"), (bids, "bid"), (dues, "dues")):
        mine, theirs, spectator = (
            getattr(table.view(viewer).players[1], secret) for viewer in (1, 0, None)
        )
        assert mine and not theirs and not spectator
    assert bids.view(0).players[1].answered
    assert dues.view(None).players[1].answered
    for table, word in ((wishes, "purple"), (bids, "7"), (dues, "both")):
        (event,) = [e for e in table.events if e.private]
        assert word in json.dumps(event.seen_by(1))
        assert word not in json.dumps(event.seen_by(0)) + json.dumps(event.seen_by(None))


def test_v_5_hidden_money_is_shown_to_its_owner_and_at_the_end() -> None:
    table = Table(hidden_money=True).pesos(0, 4)
    view = table.view(1)
    assert view.players[0].pesos is None and view.players[1].pesos == 10 and view.bank is None
    assert table.view(None).players[1].pesos is None
    assert not rules.opens_log(table.state)
    table.round(6).end_round()
    assert rules.opens_log(table.state)
    assert [p.pesos for p in table.view(None).players] == [4, 10]
    assert Table().state.bank == Table().view(None).bank


def test_section_4_decks_are_counts() -> None:
    view = encode(Table().view(None))
    assert view["ship_deck"] == 12 and "law_decks" not in view and "seed" not in json.dumps(view)


def test_the_view_shows_prices_costs_crosses_and_the_turn() -> None:
    table = Table().own(0, sugar=2).built(0, "A2", "rum_distillery").pier(2, 1, "citrus")
    table.card("foreman").play(Use("rum_distillery"))
    view = table.view(1)
    assert view.turn is not None
    assert (view.turn.character, view.turn.building) == ("foreman", "rum_distillery")
    assert [(t.good, t.buying, t.selling) for t in view.market][3:] == [
        (good, 5, 4) for good in GOODS
    ]
    assert next(t.cost for t in view.tiles if t.building == "hotel") == {"wood": 2, "stone": 2}
    ship = next(ship for ship in view.ships if ship.pier == 2)
    assert ship.id == "ship:1" and ship.printed[0] == ship.spaces[0] == "citrus"
    assert [f.building for f in view.players[0].fields if f.active and f.building] == [
        "rum_distillery"
    ]


def lines_of_play(table: Table, depth: int) -> int:
    """How many ways there are to play so many moves from here."""
    if depth == 0:
        return 1
    return sum(lines_of_play(table.copy().play(move), depth - 1) for move in table.moves())


def test_the_first_turn_has_as_many_lines_of_play_as_counted_by_hand() -> None:
    """Five characters; then 12 places for the figure, 5 purchases + 6 gifts + nothing for the
    tradeswoman, and 5 characters of the other player after each of the other three."""
    assert [lines_of_play(Table(), depth) for depth in (1, 2)] == [5, 12 + 12 + 3 * 5]
