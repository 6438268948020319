"""The hard parts of making a table that looks like a view: piles, cards seen twice, open tasks."""

from __future__ import annotations

from itertools import permutations

from games.rules.core.effects import Rng
from games.rules.port_royal import rules
from games.rules.port_royal.components import CARDS, EXTRA_TAXES
from games.rules.port_royal.moves import Accept, Forgo, Fulfil, Gift, Repel, Send
from games.rules.port_royal.state import Options, State, Turned
from tests.rules.port_royal.table import MANY_SWORDS, Table
from tests.rules.spread import spread_as, spread_evenly

MANY = 600  # draws


def made(table: Table, rng: Rng | None = None) -> State:
    """A state from what everybody sees; it looks the same."""
    view = table.checked().view(None)
    state = rules.determine(view, rng or Rng("made"))
    rules.check(state)
    assert rules.view(state, None) == view
    assert rules.pending(state) == rules.pending(table.state)
    return state


def twin(table: Table) -> Table:
    """The table with such a state in place of its own."""
    other = table.copy()
    other.position.state = made(table)
    return other


def three_hidden() -> Table:
    """Two coins and a pile of one: a sailor, a pirate, a governor. All else is discarded."""
    table = Table().coin_faces(0, "sailor_3").coin_faces(1, "pirate_3").next("governor").checked()
    state = table.state
    state.discard += state.draw[:-1]
    del state.draw[:-1]
    return table


def hidden_faces(state: State) -> tuple[str, ...]:
    """The faces of all coins, seat by seat, and of the pile."""
    cards = [card for player in state.players for card in player.coins] + state.draw
    return tuple(CARDS[card].face for card in cards)


def test_hidden_cards_are_those_nowhere_to_be_seen_each_as_likely_anywhere() -> None:
    table = three_hidden()
    assert sorted(hidden_faces(made(table))) == ["governor", "pirate_3", "sailor_3"]
    rng, ways = Rng("any order"), permutations(["governor", "pirate_3", "sailor_3"])
    spread_evenly([hidden_faces(made(table, rng)) for _ in range(MANY)], ways)


def test_a_face_is_as_likely_as_it_has_hidden_copies() -> None:
    table = three_hidden()
    state = table.state
    copy = next(card for card in state.discard if CARDS[card].face == "governor")
    state.discard.remove(copy)
    state.discard.append(state.players[0].coins.pop())
    state.players[0].coins.append(copy)
    rng = Rng("any copy")
    on_top = [CARDS[made(table, rng).draw[0]].face for _ in range(MANY)]
    spread_as(on_top, {"governor": 2, "pirate_3": 1})


def test_the_discard_pile_keeps_its_faces_and_its_top() -> None:
    table = Table().discarded("sailor_1", "governor", "sailor_1", "priest")
    state = made(table)
    faces = [CARDS[card].face for card in state.discard]
    assert sorted(faces) == ["governor", "priest", "sailor_1", "sailor_1"]
    assert state.discard[-1] == table.state.discard[-1]


def test_a_card_shuffled_back_and_turned_up_again_is_the_same_card() -> None:
    table = Table().deal(0, *MANY_SWORDS).next("yellow_4_4").reveal().play(Repel())
    table.hoard(1).reveal()
    assert [turned.fate for turned in table.state.turn.cards] == ["repelled", "ship"]
    assert made(table).reshuffles == 1
    other = twin(table).play(Accept()).reveal()
    table.play(Accept()).reveal()
    assert other.names[0] == table.names[0] == "extra_tax"


def test_after_an_extra_tax_that_brought_nothing_discovering_ends() -> None:
    table = Table().harbour("blue_1_1").hoard(1)
    table.state.turn.cards.append(Turned(EXTRA_TAXES[0], "tax"))
    assert twin(table).reveal().names[0] == "extra_tax"
    table.state.extra_tax_used = True
    assert twin(table).reveal().names[0] == "nothing_to_turn_up"


def test_of_three_copies_one_lies_in_the_harbour() -> None:
    table = Table().deal(0, "sailor_1").next("yellow_1_1", "yellow_1_1").reveal()
    table.play(Repel()).reveal().play(Accept())
    state = made(table)
    assert state.harbour == table.state.harbour
    assert state.number_of(state.harbour[0]) == 2
    assert made(table.stop()).turn.cards[1].fate == "harbour"


def test_coins_forgone_for_a_contract_stay_forgone_while_the_gift_is_given() -> None:
    for forgo in (True, False):
        table = Table(3, contracts=["frigate_foe", "fighter"]).harbour("red_6_3_gift").stop()
        table = table.forgo("red_6_3_gift") if forgo else table.trade("red_6_3_gift")
        other = twin(table).play(Gift(2))
        assert other.all_coins() == table.play(Gift(2)).all_coins() == [3 if forgo else 6, 3, 4]
        assert other.state.contracts == table.state.contracts


def test_a_crew_is_chosen_in_either_phase() -> None:
    crew = ("priest", "priest")
    for stops in (True, False):
        table = Table().row("exp_cc").deal(0, *crew, "jack").harbour("settler", "blue_1_1")
        if stops:
            table.stop()
        table.fulfil("exp_cc")
        other = twin(table).play(Send(crew))
        assert other.state.phase == table.play(Send(crew)).state.phase
        assert other.state.phase == ("trade" if stops else "discover")
        assert not other.offers(Fulfil) and not other.offers(Forgo)


def test_a_table_of_the_first_edition_stays_one() -> None:
    table = Table(contracts=["fighter"]).deal(0, "pirate_1", "sailor_1").done("fighter", 0)
    table.state.options = Options(table.state.options.expansion, edition=1)
    assert made(table).options.edition == 1
    assert made(table).influence(0) == 3
