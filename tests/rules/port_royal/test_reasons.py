"""Why a card or an expedition is not among the answers, and how answers are told apart."""

from __future__ import annotations

from msgspec.structs import asdict

from games.rules.core.interface import Move
from games.rules.port_royal import rules
from games.rules.port_royal.moves import Fulfil, Hire, Pass, Reveal, Trade
from tests.rules.port_royal.table import Table


def say(move: Move) -> str:
    return Table().wording.say(move.phrase, asdict(move))


def test_3_5_a_person_that_is_too_dear_says_what_is_missing() -> None:
    table = Table().deal(0, coins=3).harbour("sailor_1", "admiral_1").stop()
    dear = Hire(table.state.harbour[1], 5, 2, 1)
    assert table.reasons() == {dear: "Costs 5 coins; you have 3."}
    table.refuses(dear)


def test_3_5_who_is_not_active_needs_a_coin_more() -> None:
    table = Table().deal(0, coins=9).deal(1, coins=3).harbour("sailor_1", "yellow_1_1").stop()
    table.play(Pass())
    assert table.asked == (1, "trade_fee")
    assert table.reasons() == {
        Hire(table.state.harbour[0], 3, 1, 1): (
            "Costs 3 + 1 coins, one of them for the active player; you have 3."
        )
    }


def test_3_5_who_has_taken_enough_may_take_no_more() -> None:
    table = Table().deal(0, "priest", "priest", coins=3).row("exp_cc", "exp_aa")
    table.harbour("yellow_1_1", "sailor_1").stop().trade("yellow_1_1")
    assert table.asked == (0, "trade")
    assert table.reasons() == {
        Hire(table.state.harbour[0], 3, 2, 1): "You have taken as many cards as you may.",
        Fulfil(table.state.row[1]): (
            "It needs captain, captain; a jack of all trades can stand in for any of them."
        ),
    }


def test_3_8_expeditions_leave_only_in_ones_own_turn() -> None:
    table = Table().deal(1, "priest", "priest", coins=9).row("exp_cc").harbour("yellow_1_1").stop()
    table.play(Pass())
    assert table.asked[0] == 1
    assert "own turn" in table.reasons()[Fulfil(table.state.row[0])]


def test_equal_cards_are_told_apart_on_their_buttons() -> None:
    table = Table().deal(0, coins=9).harbour("sailor_1", "sailor_1", "sailor_2").stop()
    texts = [say(move) for move in table.offers(Hire)]
    assert texts == [
        "Hire no. 1, the sailor (influence 1), for 3 coins",
        "Hire no. 2, the sailor (influence 1), for 3 coins",
        "Hire no. 3, the sailor (influence 2), for 5 coins",
    ]


def test_1_5_a_ship_with_a_gift_says_so() -> None:
    table = Table(3, "cards").harbour("red_6_3_gift").stop()
    (trade,) = table.offers(Trade)
    assert say(trade) == "Trade the red frigate for 3 coins and 1 for somebody else"


def test_turning_up_a_card_is_the_daily_bread() -> None:
    assert Reveal.routine
    assert [kind.__name__ for kind in rules.move_types if kind.routine] == ["Reveal"]
