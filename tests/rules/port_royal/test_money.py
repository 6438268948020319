"""Coins are cards: given, paid, handed over, and what happens when cards run out (3.2, 3.6)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.rules.port_royal.components import CARDS, EXTRA_TAXES
from games.rules.port_royal.moves import Stop
from tests.examples import examples
from tests.rules.port_royal.table import MANY_SWORDS, Table


def test_edge_35_a_price_is_discarded_and_a_fee_changes_hands() -> None:
    table = Table().harbour("sailor_1", "settler").deal(0, coins=3).deal(1, coins=5)
    table.stop()
    coins = list(table.state.players[0].coins)
    table.hire("sailor_1")
    assert table.state.discard == coins
    coins, discard = list(table.state.players[1].coins), list(table.state.discard)
    table.hire("settler")
    assert table.state.discard == discard + coins[:4]
    assert table.state.players[0].coins == coins[4:]
    assert table.all_coins() == [1, 0]


def test_3_2_the_oldest_coins_are_paid_first() -> None:
    table = Table().coin_faces(0, "governor", "exp_cc", "tax_swords", "settler").harbour("sailor_1")
    table.stop().hire("sailor_1")
    assert table.faces(table.state.discard) == ["governor", "exp_cc", "tax_swords"]
    assert table.faces(table.state.players[0].coins) == ["settler"]


def test_edge_36_a_coin_that_is_an_expedition_stays_in_the_discard_pile() -> None:
    table = Table().coin_faces(0, "exp_cc", "exp_aa", "exp_hh").harbour("sailor_1", "jester_3")
    table.hoard(1, leave=3).stop().hire("sailor_1")
    assert table.state.row == []
    assert table.faces(table.state.discard) == ["exp_cc", "exp_aa", "exp_hh"]
    table.done_taking()  # seat 1 leaves the jester
    table.reveal(3)
    assert table.state.draw == []
    table.reveal()
    assert table.facts("reshuffled") == [{"cards": len(table.state.draw) + 1}]
    turned = set(table.faces([turned.card for turned in table.state.turn.cards[3:]]))
    assert turned <= {"exp_cc", "exp_aa", "exp_hh", "jester_3"}


def test_edge_37_an_empty_pile_is_refilled_from_the_discard_pile() -> None:
    table = Table().harbour("yellow_2_2", "settler")
    while len(table.state.discard) < 29:
        table.state.discard.append(table.state.draw.pop())
    table.hoard(1).stop().trade("yellow_2_2")
    assert table.coins(0) == 3 + 2
    assert len(table.state.draw) == 30 - 2 and table.state.discard == []
    assert table.fact("reshuffled") == {"cards": 30}


def test_edge_38_what_the_piles_do_not_hold_is_lost() -> None:
    table = Table().deal(0, "admiral_2", "admiral_2", coins=0)
    table.harbour("settler", "priest", "captain", "jack", "sailor_1").hoard(1, leave=1)
    table.stop()
    assert table.coins(0) == 1  # of 4
    assert table.fact("short") == {"seat": 0, "count": 3}


def test_edge_39_a_traded_ship_can_itself_become_a_coin() -> None:
    table = Table().deal(0, coins=0).harbour("yellow_2_3").hoard(1).stop()
    ship = table.state.harbour[0]
    table.trade("yellow_2_3")
    assert table.state.players[0].coins == [ship]
    assert table.fact("short") == {"seat": 0, "count": 2}


def everything_held(coins: int = 14) -> Table:
    """Five seats; both piles are empty; seat 0 has so many coins, the others fewer than 12."""
    table = Table(5)
    ships_and_taxes = [c.face for c in CARDS[:119] if c.kind in ("ship", "tax")]
    hands = [ships_and_taxes[:coins]]
    rest = ships_and_taxes[coins:]
    hands += [rest[seat::4] for seat in range(4)]
    for seat in range(5):
        table.state.draw += table.state.players[seat].coins
        table.state.players[seat].coins = []
    for seat, faces in enumerate(hands):
        table.state.players[seat].coins = [table.find(face) for face in faces]
    table.row(*[c.face for c in CARDS[:119] if c.kind == "expedition"])
    persons = [c.face for c in CARDS[:119] if c.kind == "person" and not c.swords]
    armed = [c.face for c in CARDS[:119] if c.kind == "person" and c.swords]
    for seat in range(5):
        table.deal(seat, *persons[seat::5])
    table.deal(4, *armed)
    assert table.state.draw == table.state.discard == []
    return table


def test_edge_40_without_any_card_an_extra_tax_increase_is_turned_up() -> None:
    table = everything_held()
    assert table.all_coins() == [14, 10, 10, 10, 10]
    table.reveal()
    state = table.state
    assert table.fact("extra_tax")["number"] == 1
    assert table.fact("taxed")["count"] == 7
    lucky = len(table.fact("tax_bonus")["seats"])
    assert len(state.draw) == 7 - lucky and state.discard == []  # the coins became the pile
    assert sum(table.all_coins()) == 54 - 7 + lucky
    assert not any(card in EXTRA_TAXES for card in [*state.draw, *state.discard])
    assert state.turn.cards[0].card in EXTRA_TAXES and state.turn.cards[0].fate == "tax"
    assert table.offers(Stop)


def test_3_6_when_the_extra_tax_brings_no_card_either_discovering_ends() -> None:
    table = everything_held(coins=11)
    assert max(table.all_coins()) == 11
    table.reveal()
    assert table.facts("extra_tax") and not table.facts("taxed")
    assert table.facts("short")
    table.reveal()
    assert table.names[:2] == ["nothing_to_turn_up", "stopped"]
    assert table.state.turn.cards and table.asked[1] == "trade"  # an expedition can be fulfilled


def test_3_6_the_extra_tax_is_for_swords_or_for_influence_by_chance() -> None:
    kinds = set()
    for seed in range(12):
        table = everything_held().checked()
        table.position.rng.seed = f"kind {seed}"
        table.reveal()
        kinds.add(CARDS[table.fact("extra_tax")["card"]].name)
    assert kinds == {"swords", "influence"}


def circling(*harbour: str) -> Table:
    """Pile and discard pile hold but two ships, which seat 0 has both repelled in this turn."""
    table = Table().deal(0, *MANY_SWORDS, coins=2).harbour(*harbour)
    table.discarded("yellow_1_1", "red_1_1").hoard(1).reveal()
    assert table.facts("reshuffled") and not table.facts("extra_tax")
    table.repel().reveal().repel()
    assert table.state.draw == [] and len(table.state.discard) == 2
    return table


def test_edge_41_a_second_reshuffle_in_one_turn_first_brings_an_extra_tax() -> None:
    table = circling().reveal()
    assert table.names[0] == "extra_tax"
    assert table.fact("taxed")["seat"] == 1
    assert [turned.fate for turned in table.state.turn.cards] == ["repelled", "repelled", "tax"]


def test_edge_42_reshuffling_in_trade_and_hire_brings_no_extra_tax() -> None:
    table = circling("green_3_2").stop().trade("green_3_2")
    assert table.names[:2] == ["traded", "reshuffled"]
    assert "extra_tax" not in table.names


def test_3_6_after_an_extra_tax_the_next_reshuffle_turns_up_a_card() -> None:
    table = circling()
    table.state.extra_tax_used = True
    table.reveal()
    assert table.names[:2] == ["reshuffled", "turned_ship"]
    assert not table.state.extra_tax_used and table.state.reshuffles == 2


def test_3_6_each_turn_begins_to_count_afresh() -> None:
    table = circling()
    table.state.extra_tax_used = True
    while table.state.turn.number == 1:
        table.play(table.moves()[-1])
    assert table.state.reshuffles == 0 and not table.state.extra_tax_used
    table.reveal()
    assert table.names[0] == "reshuffled"


@given(draw=st.integers(0, 6), discard=st.integers(0, 6))
@examples(40)
def test_3_2_coins_are_given_as_long_as_there_are_cards(draw: int, discard: int) -> None:
    table = Table().deal(0, "trader_green_1", "trader_green_1", coins=0).harbour("green_3_2")
    table.state.discard += [table.state.draw.pop() for _ in range(discard)]
    table.hoard(1, leave=draw).stop().trade("green_3_2")
    cards = draw + discard + 1  # and the ship
    assert table.coins(0) == min(4, cards)
    left = len(table.state.draw) + len(table.state.discard)
    assert left == cards - table.coins(0)
