"""Contracts: fulfilled by themselves, with cubes, for coins and influence (1.6, 5)."""

from __future__ import annotations

import json

import pytest

from games.rules.core.codec import decode_position, encode_position
from games.rules.core.play import start
from games.rules.port_royal import rules
from games.rules.port_royal.components import CARDS, CONTRACTS
from games.rules.port_royal.moves import Accept, Forgo, Gift, Trade
from games.rules.port_royal.state import Options
from tests.rules.port_royal.table import MANY_SWORDS, Table

SHIPS = ("yellow_1_1", "blue_1_1", "green_1_1", "red_1_1")


def done(table: Table, name: str) -> list[int]:
    """Who has fulfilled a contract."""
    contract = table.state.contract(name)
    assert contract
    return contract.done


def steps(table: Table, name: str) -> list[int]:
    contract = table.state.contract(name)
    assert contract
    return contract.steps


@pytest.mark.parametrize(
    ("name", "before", "hired"),
    [
        ("comedian", ["jester_1"], "priest"),
        ("comedian", ["priest"], "jester_2"),
        ("lady_killer", ["captain"], "mademoiselle_2"),
        ("maritime", ["vice_2"], "captain"),
        ("new_colony", ["settler"], "gunner_1"),
        ("trade_outpost", ["clerk_green"], "settler"),
        ("trader_prince", ["trader_red_1"], "trader_blue_2"),
        ("trader_prince", ["trader_red_1"], "trader_red_1"),
        ("cheap_staff", ["sailor_1", "sailor_1", "trader_red_1"], "trader_blue_1"),
        ("fighter", ["sailor_1", "sailor_1"], "sailor_1"),
        ("fighter", ["sailor_1"], "pirate_1"),
    ],
)
def test_1_6_contracts_for_persons(name: str, before: list[str], hired: str) -> None:
    table = Table(contracts=[name]).deal(0, *before, coins=10).harbour(hired).stop()
    coins, influence = table.coins(0), table.state.influence(0)
    table.hire(hired)
    assert done(table, name) == [0]
    pays = CONTRACTS[name].spaces[0]
    assert table.coins(0) == coins - table.fact("hired")["count"] + pays
    card = table.state.players[0].persons[-1]
    assert table.state.influence(0) == influence + CARDS[card].influence, "the first counts none"
    assert table.fact("contract") == {"seat": 0, "contract": name, "coins": pays}
    assert table.state.players[0].cubes == 2


@pytest.mark.parametrize(
    ("name", "before", "hired"),
    [
        ("comedian", ["jack"], "jester_1"),  # a jack is no priest here
        ("trader_prince", ["clerk_red"], "trader_red_1"),
        ("cheap_staff", ["sailor_1", "sailor_1", "trader_red_1"], "settler"),
        ("fighter", ["sailor_1"], "sailor_2"),
        ("maritime", ["admiral_1"], "captain"),
    ],
)
def test_1_6_what_does_not_fulfil_a_contract(name: str, before: list[str], hired: str) -> None:
    table = Table(contracts=[name]).deal(0, *before, coins=10).harbour(hired).stop().hire(hired)
    assert done(table, name) == []


def test_1_6_explorer_asks_for_an_expedition() -> None:
    table = Table(contracts=["explorer"]).deal(0, "priest", "priest").row("exp_cc").fulfil("exp_cc")
    assert done(table, "explorer") == [0]
    assert table.coins(0) == 3 + 2 + 2 and table.state.influence(0) == 4


def test_5_spaces_are_covered_from_the_best_downwards() -> None:
    table = Table(3, contracts=["fighter"]).done("fighter", 2).deal(0, "pirate_1", coins=3)
    table.harbour("sailor_1").stop().hire("sailor_1")
    assert done(table, "fighter") == [2, 0] and table.coins(0) == 2


def test_5_each_player_fulfils_a_contract_once() -> None:
    table = Table(contracts=["fighter"]).done("fighter", 0).deal(0, "pirate_1", coins=3)
    table.harbour("sailor_1").stop().hire("sailor_1")
    assert done(table, "fighter") == [0] and table.coins(0) == 0


def test_5_others_fulfil_contracts_in_their_part_too() -> None:
    table = Table(contracts=["fighter"]).deal(1, "pirate_1", coins=4).harbour("sailor_1")
    table.stop().done_taking().hire("sailor_1")
    assert done(table, "fighter") == [1] and table.coins(1) == 3


def test_edge_52_forgoing_the_coins_of_a_frigate() -> None:
    poor = Table(contracts=["frigate_foe"]).deal(1, coins=0).harbour("red_1_1")
    poor.stop().done_taking()
    assert poor.offers(Trade) and not poor.offers(Forgo)

    table = Table(3, contracts=["frigate_foe"]).deal(1, "trader_red_1", "clerk_red", coins=1)
    table.harbour("red_6_3_gift", "yellow_1_1").stop().done_taking()
    table.forgo("red_6_3_gift")
    assert table.asked == (1, "gift")
    table.play(Gift(2))
    assert table.all_coins() == [3 + 1, 0, 3 + 1]
    assert table.names[:5] == ["forgone", "fee", "gift", "clerk", "step"]
    assert steps(table, "frigate_foe") == [0, 1, 0]
    assert table.state.players[1].cubes == 2
    assert table.asked == (1, "trade_fee") and "yellow_1_1" in table.offered_faces(Trade)


def test_edge_53_the_third_forgone_frigate_fulfils_the_contract() -> None:
    table = Table(contracts=["frigate_foe", "jinx"]).done("jinx", 0).step("frigate_foe", 0, 2)
    table.harbour("red_3_2").stop()
    influence = table.state.influence(0)
    table.forgo("red_3_2")
    assert table.coins(0) == 3 + 8 and table.state.influence(0) == influence + 1
    assert done(table, "frigate_foe") == [0] and steps(table, "frigate_foe") == [0, 0]
    assert table.state.players[0].cubes == 1


def test_1_6_the_second_forgone_galleon_fulfils_the_contract() -> None:
    table = Table(contracts=["galleon_foe"]).step("galleon_foe", 0, 1).harbour("black_4_2").stop()
    table.forgo("black_4_2")
    assert table.coins(0) == 3 + 6 and done(table, "galleon_foe") == [0]


def test_9_6_coins_are_forgone_only_for_an_own_contract_still_open() -> None:
    def offered(table: Table, face: str) -> bool:
        return table.harbour(face).stop().offers(Forgo)

    foes = ["frigate_foe", "galleon_foe"]
    assert offered(Table(contracts=foes), "red_1_1")
    assert offered(Table(contracts=foes), "black_2_1")
    assert not offered(Table(contracts=foes), "blue_1_1")
    assert not offered(Table(contracts=["galleon_foe"]), "red_1_1")
    assert not offered(Table(contracts=foes).done("frigate_foe", 0), "red_1_1")
    others = ["jinx", "gamester", "explorer"]
    full = Table(contracts=["frigate_foe", *others])
    for name in others:
        full.done(name, 0)
    assert not offered(full, "red_1_1")
    assert not Table(expansion="cards").harbour("red_1_1").stop().offers(Forgo)


def test_5_a_bound_cube_goes_on_although_no_other_is_free() -> None:
    table = Table(contracts=["galleon_foe", "jinx", "explorer"]).step("galleon_foe", 0, 1)
    table.done("jinx", 0).done("explorer", 0).harbour("black_2_1").stop()
    assert table.state.players[0].cubes == 0
    table.forgo("black_2_1")
    assert done(table, "galleon_foe") == [0]


def test_edge_54_with_one_cube_the_better_paid_contract_is_fulfilled() -> None:
    names = ["lady_killer", "maritime", "jinx", "explorer"]
    table = Table(contracts=names).done("jinx", 0).done("explorer", 0)
    table.deal(0, "mademoiselle_2", "vice_1", coins=3).harbour("captain").stop().hire("captain")
    assert done(table, "maritime") == [0] and done(table, "lady_killer") == []
    assert table.coins(0) == 4 and table.state.players[0].cubes == 0


def test_9_17_of_equally_paid_contracts_the_left_one_is_fulfilled() -> None:
    for names in (["lady_killer", "maritime"], ["maritime", "lady_killer"]):
        table = Table(contracts=[*names, "jinx", "explorer"]).done("jinx", 0).done("explorer", 0)
        table.done("maritime", 1)  # now it pays 3, as does Lady Killer
        table.deal(0, "mademoiselle_2", "vice_1").harbour("captain").stop().hire("captain")
        assert 0 in done(table, names[0]) and 0 not in done(table, names[1])


def test_5_with_cubes_enough_both_are_fulfilled() -> None:
    table = Table(contracts=["lady_killer", "maritime"]).deal(0, "mademoiselle_2", "vice_1")
    table.harbour("captain").stop().hire("captain")
    assert done(table, "maritime") == done(table, "lady_killer") == [0]
    assert [facts["contract"] for facts in table.facts("contract")] == ["maritime", "lady_killer"]


def test_edge_55_everybody_who_pays_tax_fulfils_tax_officer_before_the_bonus() -> None:
    table = Table(3, contracts=["tax_officer"]).deal(1, coins=12).deal(2, coins=15)
    table.next("tax_swords").reveal()
    assert table.all_coins() == [3 + 1, 6 + 7 + 1, 8 + 7 + 1]
    assert done(table, "tax_officer") == [1, 2]
    names = table.names
    assert names.index("tax_bonus") > max(i for i, n in enumerate(names) if n == "contract")


def test_5_tax_officers_influence_counts_for_the_bonus() -> None:
    table = Table(contracts=["tax_officer", "jinx"]).done("jinx", 0).deal(0, coins=12)
    table.next("tax_influence").reveal()
    assert table.fact("tax_bonus")["seats"] == [1]


def test_edge_56_the_active_players_bad_luck_fulfils_jinx_once() -> None:
    table = Table(contracts=["jinx"]).harbour("red_1_1").next("red_skull_3").reveal()
    assert table.coins(0) == 3 + 1 and table.state.influence(0) == 0
    assert done(table, "jinx") == [0]
    again = Table(contracts=["jinx"]).done("jinx", 0).harbour("red_1_1").next("red_skull_3")
    again.reveal()
    assert again.coins(0) == 3 and again.state.influence(0) == 0


def test_edge_57_a_repelled_ship_does_not_count_for_little_gamester() -> None:
    table = Table(contracts=["little_gamester"]).deal(0, "sailor_1").harbour(*SHIPS[:2])
    table.next("green_1_1").reveal().repel()
    assert steps(table, "little_gamester") == [0, 0]
    kept = Table(contracts=["little_gamester"]).deal(0, "sailor_1").harbour(*SHIPS[:2])
    kept.next("green_1_1").reveal()
    assert steps(kept, "little_gamester") == [0, 0]  # not decided yet
    assert steps(kept.play(Accept()), "little_gamester") == [1, 0]


def test_edge_58_three_colours_in_two_own_turns() -> None:
    table = Table(contracts=["little_gamester"]).harbour(*SHIPS[:2]).next("green_1_1", "red_1_1")
    table.reveal()
    assert steps(table, "little_gamester") == [1, 0] and done(table, "little_gamester") == []
    assert table.state.players[0].cubes == 2
    table.reveal()
    assert steps(table, "little_gamester") == [1, 0]  # once a turn
    later = Table(contracts=["little_gamester"]).step("little_gamester", 0, 1).harbour(*SHIPS[:2])
    later.next("green_1_1").reveal()
    assert done(later, "little_gamester") == [0] and later.coins(0) == 3 + 2
    assert later.state.players[0].cubes == 2


def test_5_losing_the_turn_later_leaves_the_cube_of_little_gamester() -> None:
    table = Table(contracts=["little_gamester"]).harbour(*SHIPS[:2])
    table.next("green_1_1", "blue_5_3").reveal(2)
    assert table.asked[0] == 1 and steps(table, "little_gamester") == [1, 0]


def test_1_6_gamester_asks_for_four_colours() -> None:
    table = Table(contracts=["gamester"]).harbour(*SHIPS[:3]).next("red_1_1").reveal()
    assert done(table, "gamester") == [0] and table.coins(0) == 3 + 2


def test_5_gamblers_contracts_are_for_the_active_player_only() -> None:
    table = Table(contracts=["gamester", "little_gamester"]).harbour(*SHIPS).stop()
    table.trade("blue_1_1")
    assert done(table, "gamester") == [] and steps(table, "little_gamester") == [0, 0]


def test_edge_59_a_contract_stays_when_its_settler_leaves() -> None:
    table = Table(contracts=["trade_outpost"]).done("trade_outpost", 0)
    table.deal(0, "settler", "settler", "clerk_red").row("exp_hh").fulfil("exp_hh")
    assert done(table, "trade_outpost") == [0]
    assert table.state.influence(0) == 4 + 2
    assert table.state.players[0].cubes == 2


def test_edge_60_without_a_cube_a_contract_is_not_fulfilled() -> None:
    names = ["fighter", "frigate_foe", "little_gamester", "jinx"]
    table = Table(contracts=names).step("frigate_foe", 0, 1).step("little_gamester", 0, 1)
    table.done("jinx", 0).deal(0, "pirate_1", coins=3).harbour("sailor_1").stop().hire("sailor_1")
    assert done(table, "fighter") == [] and table.coins(0) == 0
    taxed = Table(contracts=["tax_officer", *names[1:]]).step("frigate_foe", 0, 1)
    taxed.step("little_gamester", 0, 1).done("jinx", 0).deal(0, "sailor_1", coins=12)
    taxed.next("tax_influence").reveal()
    assert done(taxed, "tax_officer") == [] and taxed.coins(0) == 6
    assert not taxed.facts("contract")


def test_edge_61_pack_of_pirates_keeps_the_first_ship_of_each_colour() -> None:
    table = Table(contracts=["pirate_pack"]).deal(0, *MANY_SWORDS)
    table.next("red_1_1", "red_3_2").reveal().repel()
    assert table.fact("kept")["number"] == 1
    table.reveal().repel()
    player = table.state.players[0]
    assert table.faces(player.pack) == ["red_1_1"]
    assert table.faces(table.state.discard) == ["red_3_2"]
    assert [turned.fate for turned in table.state.turn.cards] == ["kept", "repelled"]

    pack = ("red_1_1", "yellow_1_1", "blue_1_1", "green_1_1")
    last = Table(contracts=["pirate_pack"]).deal(0, *MANY_SWORDS).pack(0, *pack)
    last.next("black_2_1").reveal().repel()
    assert last.state.players[0].pack == []
    assert last.faces(last.state.discard) == [*pack, "black_2_1"]
    assert done(last, "pirate_pack") == [0] and last.coins(0) == 3 + 3


def test_9_8_with_the_last_cube_used_elsewhere_the_pack_is_discarded() -> None:
    names = ["pirate_pack", "jinx", "explorer", "fighter"]
    table = Table(contracts=names).done("jinx", 0).done("explorer", 0).pack(0, "red_1_1")
    table.deal(0, "pirate_1", coins=3).harbour("sailor_1").stop().hire("sailor_1")
    assert table.state.players[0].pack == []
    assert "red_1_1" in table.faces(table.state.discard)
    assert table.facts("pack_dropped")
    bound = Table(contracts=["pirate_pack", "jinx", "explorer", "little_gamester"])
    bound.done("jinx", 0).done("explorer", 0).pack(0, "black_2_1").harbour(*SHIPS[:2])
    bound.next("green_1_1").reveal()
    assert bound.state.players[0].pack == []


def test_5_without_a_free_cube_or_the_contract_no_ship_is_kept() -> None:
    names = ["pirate_pack", "jinx", "explorer", "fighter"]
    table = Table(contracts=names).deal(0, "sailor_1").next("red_1_1")
    for name in names[1:]:
        table.done(name, 0)
    assert not table.reveal().repel().state.players[0].pack
    other = Table(contracts=["jinx"]).deal(0, "sailor_1").next("red_1_1").reveal().repel()
    assert not other.state.players[0].pack


def test_edge_62_cheap_staff_looks_at_the_printed_cost() -> None:
    table = Table(contracts=["cheap_staff"]).deal(0, "mademoiselle_2", coins=2)
    table.deal(0, "sailor_1", "sailor_1", "sailor_1").harbour("sailor_1").stop().hire("sailor_1")
    assert table.fact("hired")["count"] == 2
    assert done(table, "cheap_staff") == [0] and table.coins(0) == 5
    dear = Table(contracts=["cheap_staff"]).deal(0, "mademoiselle_2", coins=3)
    dear.deal(0, "sailor_1", "sailor_1", "sailor_1").harbour("settler").stop().hire("settler")
    assert done(dear, "cheap_staff") == []


def test_edge_65_a_contract_can_bring_somebody_to_twelve_out_of_turn() -> None:
    table = Table(contracts=["tax_officer", "jinx"]).done("jinx", 1)
    table.fulfilled(1, "exp_aah", "exp_cc").deal(1, "sailor_1").deal(1, coins=12).next(
        "tax_swords"
    ).reveal()
    assert table.state.influence(1) == 12 and table.state.last_round
    assert table.fact("last_round") == {"seat": 1}


@pytest.mark.parametrize(("edition", "worth"), [(1, [0, 1, 2, 3]), (2, [0, 0, 1, 3])])
def test_1_6_contracts_are_worth_0_1_and_2_and_in_the_first_edition_1_each(
    edition: int, worth: list[int]
) -> None:
    names = ("fighter", "explorer", "jinx", "gamester")
    table = Table(contracts=names)
    table.state.options = Options("contracts", edition)  # type: ignore[arg-type]
    for count, contract in enumerate(table.state.contracts[:4]):
        assert table.state.influence(0) == worth[count]
        assert table.state.sources(0)["contracts"] == worth[count]
        if count < 3:
            contract.done.append(0)


def test_10_a_table_of_the_first_edition_goes_on_with_it() -> None:
    position = start(rules, 2, Options("contracts"), "old").position
    document = json.loads(encode_position(rules, position, 5))
    assert document["state"]["options"].pop("edition") == 2
    for version, beside in ((1, {}), (2, {"edition": 1}), (2, {"edition": 2})):
        stored = {**document, "version": version, "state": {**document["state"], **beside}}
        again, header = decode_position(rules, json.dumps(stored))
        assert (again.state.options.edition, header.version) == (beside.get("edition", 1), version)
        assert again.state.options.expansion == "contracts"
    assert start(rules, 2, Options("contracts"), "new").position.state.options.edition == 2
