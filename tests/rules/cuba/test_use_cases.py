"""The use cases but for the characters: every extension, and steps no edge case covers."""

from __future__ import annotations

import random

from games.rules.core.codec import decode_position, encode_position
from games.rules.core.play import advance, start
from games.rules.cuba import rules
from games.rules.cuba.components import CHARACTERS, KINDS, PRODUCTS
from games.rules.cuba.law_cards import GROUP_OF, GROUPS
from games.rules.cuba.moves import (
    Bid,
    ConfirmBills,
    Harvest,
    Irrigate,
    PassLaw,
    PayDues,
    PlayCard,
)
from games.rules.cuba.state import Options
from tests.rules.cuba.table import Table


def resumed(table: Table) -> Table:
    """The same game after it was stored, and read by another process."""
    document = encode_position(rules, table.position, 1)
    table.position, header = decode_position(rules, document)
    assert header.rules == "cuba"
    return table


# UC-1, UC-2: setting up


def test_uc_1_step_4_colour_and_stones_are_chosen_at_the_same_time() -> None:
    table = Table(3, until="prepare")
    assert [(d.seat, d.key) for d in table.decisions] == [(s, "colour") for s in range(3)]
    table.choose(2, "red").choose(0, "green")
    assert {d.seat for d in table.decisions} == {1}
    assert table.courtyard(0) == {}, "nothing is given before all have chosen"
    table.choose(1, "blue", ("wood", "water"), ("citrus", "citrus"))
    assert table.courtyard(1) == {"water": 1, "wood": 1, "citrus": 2}
    assert table.state.phase == "bills"


def test_uc_1_ext_1_an_interrupted_connection_during_preparation_loses_nothing() -> None:
    table = resumed(Table(until="prepare").choose(0, "red"))
    assert [d.seat for d in table.decisions] == [1]
    table.choose(1, "blue")
    assert [player.colour for player in table.state.players] == ["red", "blue"]


def absent_seat_plays(phase: str) -> None:
    """A bot can answer for a seat that is gone, whatever is asked in this phase."""
    chance = random.Random(phase)
    step = start(rules, 2, Options(), f"absent {phase}")
    answered = 0
    while step.decisions:
        decision = chance.choice(step.decisions)
        view = rules.view(step.position.state, decision.seat)
        move = decision.default or rules.bots["greedy"](view, decision, chance)
        answered += step.position.state.phase == phase and decision.seat == 1
        step = advance(rules, step.position, decision.seat, move, step.decisions)
    assert answered and rules.outcome(step.position.state) is not None


def test_uc_1_ext_2_a_player_who_is_gone_during_preparation_is_played_for() -> None:
    absent_seat_plays("prepare")


def test_uc_2_steps_1_and_2_boards_buildings_ships_and_laws_are_laid_out() -> None:
    state = Table(3, until="bills").state
    assert len(state.tiles) == 25 and set(state.bills) == set(GROUPS)
    assert [ship is not None for ship in state.piers] == [True, True, False] and state.sea
    assert len(state.ship_deck) == 12
    assert [len(deck) for deck in state.law_decks.values()] == [5, 5, 5, 5]
    assert all(player.figure == "A1" for player in state.players)


def test_uc_2_steps_3_and_4_supply_and_market_are_stocked() -> None:
    state = start(rules, 2, Options(), "uc2").position.state
    assert state.market == {"citrus": 3, "tobacco": 3, "sugar": 3, "rum": 2, "cigars": 2}
    assert {kind: state.supply[kind] for kind in KINDS} == {
        **dict.fromkeys(("wood", "stone", "water"), 15),
        **dict.fromkeys(PRODUCTS, 15),
        **dict.fromkeys(("rum", "cigars"), 13),
    }


def test_uc_2_steps_5_and_6_ten_pesos_each_and_the_host_begins() -> None:
    table = Table(4)
    assert table.purses == [10, 10, 10, 10] and table.points == [0, 0, 0, 0]
    assert table.state.start == 0 and table.asked == (0, "card")
    assert table.state.acts == {"tax": "T0", "duty": "D0", "subsidy": "", "other": ""}
    assert not any(table.state.markers.values())


def test_uc_2_ext_1_an_interrupted_connection_after_setup_loses_nothing() -> None:
    table = Table(until="bills")
    before = table.state
    assert resumed(table).state == before
    assert {d.key for d in table.decisions} == {"bills"}


def test_uc_2_ext_2_a_player_who_is_gone_after_setup_is_played_for() -> None:
    absent_seat_plays("bills")


# UC-3: a round


def test_uc_3_steps_a_round_has_five_phases_and_a_game_six_rounds() -> None:
    chance = random.Random(3)
    step = start(rules, 3, Options(), "phases")
    phases: list[tuple[int, str]] = []
    while step.decisions:
        state = step.position.state
        if (state.round, state.phase) not in phases:
            phases.append((state.round, state.phase))
        decision = chance.choice(step.decisions)
        view = rules.view(state, decision.seat)
        move = rules.bots["greedy"](view, decision, chance)
        step = advance(rules, step.position, decision.seat, move, step.decisions)
    order = ["bills", "action", "bid", "pass", "dues", "keep"]
    assert phases[0] == (0, "prepare")
    assert phases[1:] == sorted(phases[1:], key=lambda entry: (entry[0], order.index(entry[1])))
    assert {number for number, phase in phases if phase == "action"} == {1, 2, 3, 4, 5, 6}
    assert step.position.state.phase == "over"


def test_uc_3_ext_1_an_interrupted_connection_in_a_turn_loses_nothing() -> None:
    table = resumed(Table().worker("B3"))
    resumed(table.play(Harvest("B1")))
    table.play(Harvest("B4")).play(Irrigate("C3"))
    assert table.courtyard(0)["sugar"] == 1


def test_uc_3_ext_2_a_player_who_is_gone_in_a_round_is_played_for() -> None:
    absent_seat_plays("action")


def test_uc_3_1_one_bill_of_each_group_is_shown_and_confirmed_by_all() -> None:
    table = Table(3, until="bills")
    assert set(table.state.bills) == {"tax", "duty", "subsidy", "other"}
    assert [d.seat for d in table.decisions] == [0, 1, 2]
    assert all(list(d.moves) == [ConfirmBills()] for d in table.decisions)
    table.play(ConfirmBills(), 2).play(ConfirmBills(), 0)
    assert table.state.phase == "bills"
    table.play(ConfirmBills(), 1)
    assert table.state.phase == "action"


def test_uc_3_2_step_1_characters_are_played_clockwise_one_in_a_turn() -> None:
    table = Table(3)
    table.state.start = table.state.current = 2
    played = []
    for _ in range(6):
        played.append(table.asked[0])
        table.default_turn()
    assert played == [2, 0, 1, 2, 0, 1]


def test_uc_3_2_post_everybody_has_played_four_characters_and_keeps_one() -> None:
    table = Table(3)
    while table.state.phase == "action":
        table.default_turn()
    assert [len(player.played) for player in table.state.players] == [4, 4, 4]
    assert [player.fifth for player in table.state.players] == ["mayor"] * 3


def test_uc_3_2_ext_1a_a_character_that_was_played_cannot_be_chosen() -> None:
    table = Table().card("foreman").default_turn()
    assert table.asked == (0, "card")
    assert {move.character for move in table.offers(PlayCard)} == {*CHARACTERS} - {"foreman"}
    table.refuses(PlayCard("foreman"))


def test_uc_3_2_ext_2a_of_equal_fourth_cards_the_one_after_the_start_player_begins() -> None:
    table = Table(4)
    for seat, fourth in enumerate(("mayor", "worker", "mayor", "mayor")):
        table.hand(seat, fourth, "tradeswoman")
    for fourth in ("mayor", "worker", "mayor", "mayor"):
        table.card(fourth)
        if table.state.agenda:
            table.default_turn()
    assert table.state.start == 2


def test_uc_3_2_rem_the_character_set_aside_cannot_be_played() -> None:
    table = Table(fifths=("foreman", "mayor"))
    table.refuses(PlayCard("foreman"))
    assert len(table.offers(PlayCard)) == 4


# UC-3.3: parliament


def test_uc_3_3_steps_votes_are_counted_bought_and_the_winner_passes_two_laws() -> None:
    table = Table(3).parliament("worker", "architect", "tradeswoman")
    assert table.state.votes == [1, 3, 2]
    table.bids(4, 1, 0)
    assert table.asked == (0, "pass") and table.purses == [6, 9, 10]
    bills = dict(table.state.bills)
    table.vote("duty", "subsidy")
    assert {g: table.state.acts[g] for g in ("duty", "subsidy")} == {
        g: bills[g] for g in ("duty", "subsidy")
    }
    assert table.state.acts["tax"] == "T0" and table.state.acts["other"] == ""
    assert sorted(table.state.discarded) == sorted([bills["tax"], bills["other"]])


def test_uc_3_3_ext_1a_the_town_hall_used_by_the_foreman_adds_two_votes() -> None:
    table = Table().built(0, "A3", "town_hall").card("foreman").use("town_hall").default_turn()
    table.parliament("worker", "tradeswoman").bids(0, 0)
    assert table.asked == (0, "pass")


def test_uc_3_3_ext_2a_under_the_corruption_act_no_votes_are_bought() -> None:
    table = Table().act("O6").parliament("worker", "architect")
    assert table.asked == (1, "pass") and table.purses == [10, 10]


def test_uc_3_3_ext_3a_a_tie_is_bid_for_again_then_the_start_order_decides() -> None:
    table = Table(3).parliament("foreman", "foreman", "worker", start=1).bids(1, 1, 0)
    table.refuses(Bid(0), 2)
    table.bids(1, 1)
    assert table.asked == (1, "pass") and table.purses == [8, 8, 10]


def test_uc_3_3_ext_4a_a_forbidden_bill_cannot_be_passed() -> None:
    table = Table()
    table.state.veto = "duty"
    table.parliament("mayor", "worker").vote()
    table.refuses_law("duty")
    assert {GROUP_OF[move.law] for move in table.offers(PassLaw)} == {"tax", "subsidy", "other"}


def test_uc_3_3_ext_4b_a_new_act_replaces_the_one_of_its_group() -> None:
    table = Table().act("O3").bill("O4").parliament("mayor", "worker").vote("other", "tax")
    assert table.state.acts["other"] == "O4"
    assert table.state.acts["tax"] != "T0" and table.state.acts["duty"] == "D0"


# UC-3.4: laws


def test_uc_3_4_steps_dues_come_before_the_subsidy_and_the_other_act() -> None:
    table = Table().bill("S6", "O2").pesos(0, 9).market(sugar=5, tobacco=5, citrus=3)
    table.own(0, citrus=1).parliament("mayor", "worker").vote("subsidy", "other")
    table.dues("both", "none")
    names = [event.name for event in table.events]
    assert names.index("dues_paid") < names.index("subsidised") < names.index("market_flooded")
    assert table.scored("subsidised") == {0: 2, 1: 3}


def test_uc_3_4_1_who_pays_the_tax_gets_points_and_the_bank_the_money() -> None:
    table = Table().parliament("mayor", "worker").vote("duty", "other")
    bank = table.state.bank
    table.play(PayDues("tax"), 0)
    assert table.purses[0] == 10, "nothing happens before all have answered"
    while table.state.phase == "dues":
        table.play(PayDues("none"), 1)
    assert table.purses[0] == 8 and table.state.bank == bank + 2
    assert table.scored("dues_paid") == {0: 2}


def test_uc_3_4_2_who_pays_the_duty_gets_points_and_the_supply_the_stones() -> None:
    table = Table().bill("D5").own(0, citrus=1).stored(0, tobacco=2)
    table.parliament("mayor", "worker").vote("duty", "other").dues("duty", "none")
    assert table.courtyard(0) == {} and table.warehouse(0) == {"tobacco": 1}
    assert table.scored("dues_paid") == {0: 2}


def test_uc_3_4_3_pre_a_subsidy_works_from_the_round_it_is_passed_until_replaced() -> None:
    table = Table().bill("S2").parliament("mayor", "worker").vote("subsidy", "other").dues()
    assert table.scored("subsidised") == {0: 5, 1: 5}
    table.play_through("bills", ConfirmBills()).parliament("mayor", "worker").vote(
        "tax", "other"
    ).dues()
    assert len(table.logged("subsidised")) == 4


def test_uc_3_4_4_rem_drought_building_and_harbour_act_do_nothing_in_phase_iv() -> None:
    for act in ("O3", "O4", "O5"):
        table = Table().bill(act).parliament("mayor", "worker").vote("tax", "other").dues()
        assert table.state.acts["other"] == act
        assert table.state.market == {"citrus": 3, "tobacco": 3, "sugar": 3, "rum": 2, "cigars": 2}
        assert table.purses == [10, 10] and table.state.round == 2


def test_uc_3_4_4_the_harbour_act_holds_for_the_trading_houses_too() -> None:
    table = Table().act("O5").built(0, "A2", "trading_house").pier(1, 1).pier(2, 2)
    table.pier(3, 12, "citrus", "tobacco", "sugar", "rum").at_sea(5, 6).own(0, cigars=1)
    table.card("foreman").use("trading_house")
    assert table.points[0] == 3, "the only unit that fits is loaded"
    assert table.ships() == [5, 1, 2, 6]


# UC-3.5, UC-4: the end


def test_uc_3_5_post_no_full_ship_no_product_no_marker() -> None:
    table = Table().full_harbour().own(0, sugar=2).own(1, citrus=1, rum=1)
    table.markers(material=1, cheapest=1, architect=2, mayor=1).end_round()
    assert not any(ship.full for ship in table.state.piers if ship)
    assert not any(p.courtyard[kind] for p in table.state.players for kind in PRODUCTS)
    assert not any(table.state.markers.values())
    assert all(player.hand == list(CHARACTERS) for player in table.state.players)


def test_uc_3_5_rem_pier_3_always_gets_another_ship() -> None:
    table = Table().pier(3, 4, "rum").pier(2, 2).pier(1, 1)
    rum = table.state.supply["rum"]
    table.end_round()
    assert table.ships()[2] == 2 and table.state.supply["rum"] == rum + 1


def test_uc_4_steps_points_for_buildings_decide() -> None:
    table = Table().round(6).built(1, "B2", "inn").end_round()
    outcome = table.outcome
    assert outcome is not None and outcome.reason == "six_rounds"
    assert [(s.rank, s.score) for s in outcome.standings] == [(2, 0), (1, 2)]


def test_uc_4_ext_2a_of_equal_points_most_money_wins() -> None:
    table = Table().round(6).pesos(0, 5).pesos(1, 6).end_round()
    outcome = table.outcome
    assert outcome is not None
    assert [(s.rank, s.score, s.tiebreaks) for s in outcome.standings] == [
        (2, 0, (5,)),
        (1, 0, (6,)),
    ]
