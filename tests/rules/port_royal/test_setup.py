"""Cards and setup (1, 2)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.core.play import start
from games.rules.port_royal import rules
from games.rules.port_royal.components import CARDS, CONTRACTS, FIFTH_PLAYERS_EXPEDITION
from games.rules.port_royal.state import Options, State

BASE = CARDS[:120]
NEW = CARDS[120:144]


def opening(players: int, expansion: str = "none", seed: str = "setup") -> State:
    state: State = start(
        rules,
        players,
        Options(expansion),  # type: ignore[arg-type]
        seed,
    ).position.state
    return state


def test_1_1_sixty_persons() -> None:
    roles = Counter(card.role for card in BASE if card.kind == "person")
    assert roles == {
        "trader": 10,
        "settler": 5,
        "captain": 5,
        "priest": 5,
        "jack": 3,
        "sailor": 10,
        "pirate": 3,
        "mademoiselle": 4,
        "jester": 5,
        "admiral": 6,
        "governor": 4,
    }
    traders = Counter(card.colour for card in BASE if card.role == "trader")
    assert set(traders.values()) == {2} and len(traders) == 5
    prices = {card.role: card.cost for card in BASE if card.role in ("governor", "jack", "priest")}
    assert prices == {"governor": 8, "jack": 6, "priest": 4}
    persons = [card for card in BASE if card.kind == "person"]
    assert sum(card.influence for card in persons) == 83
    assert sum(card.cost for card in persons) == 314


def test_1_2_fifty_ships_with_the_swords_of_the_seed() -> None:
    def swords(colour: str) -> Counter[int | str]:
        ships = [card for card in BASE if card.kind == "ship" and card.colour == colour]
        return Counter("skull" if ship.skull else ship.swords for ship in ships)

    assert swords("yellow") == {1: 4, 2: 3, 4: 3}
    assert swords("blue") == {1: 4, 2: 3, 5: 3}
    assert swords("green") == {1: 4, 3: 3, 5: 3}
    assert swords("red") == {1: 3, 3: 3, 6: 2, "skull": 2}
    assert swords("black") == {2: 3, 4: 3, 7: 2, "skull": 2}
    coins = Counter(card.coins for card in BASE if card.kind == "ship")
    assert coins == {1: 15, 2: 15, 3: 15, 4: 5}


def test_1_3_six_expeditions() -> None:
    expeditions = {c.face: (c.needs, c.coins, c.influence) for c in BASE if c.kind == "expedition"}
    assert expeditions == {
        "exp_cc": ((2, 0, 0), 2, 4),
        "exp_aa": ((0, 2, 0), 2, 4),
        "exp_hh": ((0, 0, 2), 2, 4),
        "exp_cch": ((2, 0, 1), 3, 6),
        "exp_aah": ((0, 2, 1), 3, 6),
        "exp_5p": ((1, 1, 1), 3, 5),
    }


def test_1_4_four_tax_increases() -> None:
    assert Counter(c.name for c in BASE if c.kind == "tax") == {"swords": 2, "influence": 2}


def test_1_5_twenty_four_cards_of_the_expansion() -> None:
    persons = Counter(card.role for card in NEW if card.kind == "person")
    assert persons == {"clerk": 5, "gunner": 4, "vice": 5}
    ships = [card for card in NEW if card.kind == "ship"]
    assert Counter(card.colour for card in ships) == dict.fromkeys(
        ("yellow", "blue", "green", "red", "black"), 2
    )
    assert Counter((card.coins, card.gift) for card in ships) == {(1, False): 5, (3, True): 5}


def test_1_6_sixteen_contracts_with_five_spaces() -> None:
    assert len(CONTRACTS) == 16
    for contract in CONTRACTS.values():
        assert len(contract.spaces) == 5
        assert list(contract.spaces) == sorted(contract.spaces, reverse=True)


@pytest.mark.parametrize(("players", "pile"), [(2, 113), (3, 110), (4, 107), (5, 104)])
def test_2_4_and_2_5_three_coins_each_and_the_rest_is_the_pile(players: int, pile: int) -> None:
    state = opening(players)
    assert len(state.draw) == pile
    assert [len(player.coins) for player in state.players] == [3] * players
    assert len(opening(players, "cards").draw) == pile + 24
    assert state.harbour == state.discard == []
    rules.check(state)


def test_edge_43_the_fifth_players_expedition() -> None:
    five, four = opening(5), opening(4)
    assert five.row == [FIFTH_PLAYERS_EXPEDITION] and len(five.draw) == 104
    assert four.row == [] and len(four.draw) == 107
    held = [*four.draw, *(card for player in four.players for card in player.coins)]
    assert FIFTH_PLAYERS_EXPEDITION not in held
    dealt = [*five.draw, *(card for player in five.players for card in player.coins)]
    assert FIFTH_PLAYERS_EXPEDITION not in dealt


def test_2_2_the_start_player_is_found_by_chance() -> None:
    starts = {opening(5, seed=f"{n}").start for n in range(60)}
    assert starts == set(range(5))


def test_2_7_four_contracts_and_three_cubes() -> None:
    state = opening(3, "contracts")
    assert len({contract.name for contract in state.contracts}) == 4
    assert [player.cubes for player in state.players] == [3, 3, 3]
    for expansion in ("none", "cards"):
        plain = opening(3, expansion)
        assert plain.contracts == [] and plain.players[0].cubes == 0
    drawn = {c.name for n in range(60) for c in opening(2, "contracts", f"{n}").contracts}
    assert drawn == set(CONTRACTS)


def test_2_the_pile_is_shuffled_afresh_for_each_game() -> None:
    assert opening(2, seed="a").draw != opening(2, seed="b").draw
