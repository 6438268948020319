"""Edge cases 42 to 59: connections and scorings, and both worked examples."""

from __future__ import annotations

import pytest

from games.rules.guatemala_cafe.components import COLOURS
from games.rules.guatemala_cafe.moves import EndBuild, PlaceSack, PlaceShip
from tests.rules.guatemala_cafe.table import ROW_3, ROW_7, Table


def example_1() -> Table:
    """Worked example 1, just before player 1 announces."""
    return (
        Table(3)
        .at(ROW_7)
        .hut(0, "brown", "B1")
        .workers(0, "brown", "9,5", "10,4", "10,5")
        .hut(1, "brown", "C1")
        .workers(1, "brown", "10,8", "10,9")
        .hut(2, "brown", "D1")
        .workers(2, "brown", "9,11", "8,10")
        .roads("h4,10", "v5,10", "v5,11", "h8,9", "v8,9", "v8,10", "v8,11", "v11,10", "v11,11")
        .ships("HB", "brown", "black", "brown")
        .ships("HC", "white", "brown")
        .ships("HD", "russet")
    )


def example_2(*roads: str) -> Table:
    """Worked example 2 with these roads: white, two players, row 2 with sack field 2,6."""
    return (
        Table(2)
        .at(11)
        .hut(0, "white", "S3")
        .workers(0, "white", "10,8", "9,9", "9,8", "8,9")
        .roads(*roads)
        .ships("H2", "white")
        .ships("H3", "russet", "white", "white")
    )


# connections


def test_edge_42_the_entrance_edge_itself_must_carry_a_road() -> None:
    table = Table(4).hut(0, "brown", "A1").roads("v2,10", "v2,11")
    assert table.connected(0, "brown") == ()
    assert table.roads("v2,9").connected(0, "brown") == ("HA",)


def test_edge_43_every_edge_of_the_chain_must_carry_a_road() -> None:
    table = Table().hut(0, "brown", "C1").hut(0, "white", "C2")
    table.roads("h8,9", "v8,9", "v8,10", "v8,11")
    assert table.connected(0, "brown") == ("HC",) and table.connected(0, "white") == ()
    table.roads("v8,7")
    assert table.connected(0, "white") == ()
    assert table.roads("v8,8").connected(0, "white") == ("HC",)


def test_edge_44_a_road_may_run_past_the_entrance() -> None:
    table = Table(4).hut(0, "brown", "A1").hut(1, "white", "A4")
    table.roads(*(f"v2,{y}" for y in range(1, 12)))
    assert table.connected(0, "brown") == table.connected(1, "white") == ("HA",)


def test_edge_45_with_two_players_any_side_is_an_entrance() -> None:
    table = Table(2).hut(0, "white", "S3")
    table.roads("v9,10", "v9,11", "h9,11", "h10,11", "v11,11")
    assert table.connected(0, "white") == ("H3",)
    other = Table(2).hut(0, "white", "S3").roads("h9,11", "h10,11", "v11,11")
    assert other.connected(0, "white") == ("H3",)


def test_edge_45_a_side_on_the_outer_border_is_none() -> None:
    assert Table(2).state.board.entrances["S1"] == ("h0,10", "v1,10", "h0,11")


def test_edge_46_ships_of_several_harbours_are_added() -> None:
    table = example_2("h9,11", "h10,11", "v11,11", "h8,11", "h7,11", "v7,11")
    assert table.connected(0, "white") == ("H2", "H3")
    table.announce("2,6").decline_all()
    assert table.fact("scored")["ships"] == 3


def test_edge_47_roads_have_no_owner() -> None:
    table = Table().hut(0, "brown", "B1").at(ROW_3)
    for edge in ("h4,10", "v5,10", "v5,11"):
        assert table.connected(0, "brown") == ()
        table.state.active = 1
        table.at(ROW_3).road_on("3,0").build("3,0", f"edge:{edge}")
        table.play(EndBuild())
    assert table.connected(0, "brown") == ("HB",)


def test_clause_6_1_a_path_of_another_harbour_is_no_connection() -> None:
    table = Table(4).hut(0, "brown", "B1").roads(*Table(4).state.board.edges[:15])
    assert table.connected(0, "brown") == ()


# worked examples


def test_example_1() -> None:
    table = example_1().hand(0, brown=1, white=2).announce("7,5")
    table.decline_all()
    assert [player.points for player in table.state.players] == [9, 4, 2]
    assert [player.money for player in table.state.players] == [23, 15, 15]
    assert table.ships_in("HB") == ["black", "brown"]
    assert table.ships_in("HC") == ["white"] and table.ships_in("HD") == ["russet"]
    assert table.state.last_sack_field == 70 and len(table.state.track) == 1
    assert table.fact("sack_to_track")["track_field"] == 70
    scored = [event for event in table.seen() if event["event"] == "scored"]
    assert [(e["workers"], e["ships"], e["points"]) for e in scored] == [
        (3, 2, 9), (2, 1, 4), (2, 0, 2),
    ]  # fmt: skip
    table.play(PlaceSack("white"))
    assert table.on("7,5") == "sack white" and table.state.active == 1


def test_edge_48_example_1_is_what_the_preview_said() -> None:
    table = example_1()
    preview = [result.points for result in table.view().preview["brown"]]
    table.announce("7,5").decline_all()
    assert preview == [9, 4, 2] == [player.points for player in table.state.players]


def test_example_2() -> None:
    table = example_2("h9,11", "h10,11", "v11,11", "h8,11", "h7,11", "v7,11")
    table.announce("2,6").decline_all()
    assert table.state.players[0].points == 16
    assert table.ships_in("H2") == [] and table.ships_in("H3") == ["russet", "white"]


def test_example_2_without_the_road_to_the_second_harbour() -> None:
    table = example_2("h9,11", "h10,11", "v11,11", "h8,11", "h7,11")
    table.announce("2,6").decline_all()
    assert table.state.players[0].points == 12
    assert table.ships_in("H2") == ["white"] and table.ships_in("H3") == ["russet", "white"]


# scorings


def test_edge_49_a_hut_without_workers_earns_nothing_and_keeps_its_ships() -> None:
    table = Table().at(ROW_7).hut(0, "brown", "B1").roads("h4,10", "v5,10", "v5,11")
    table.ships("HB", "brown").announce("7,5").decline_all()
    assert table.state.players[0].points == 0 and table.ships_in("HB") == ["brown"]
    assert "nobody_scored" in table.names


def test_edge_49_unless_another_player_scores_with_them() -> None:
    table = Table().at(ROW_7).hut(0, "brown", "B1").roads("h4,10", "v5,10", "v5,11")
    table.roads(*(f"v5,{y}" for y in range(1, 10))).hut(1, "brown", "B4")
    table.workers(1, "brown", "1,6").ships("HB", "brown").announce("7,5").decline_all()
    assert [player.points for player in table.state.players] == [0, 2, 0]
    assert table.ships_in("HB") == []


def test_edge_50_workers_without_a_hut_earn_nothing() -> None:
    table = Table().at(ROW_7).workers(0, "brown", "9,5", "9,6").announce("7,5").decline_all()
    assert table.state.players[0].points == 0


def test_edge_51_a_colour_nobody_grows_may_be_scored() -> None:
    table = Table().at(ROW_7).ships("HB", "brown").announce("7,5").decline_all()
    assert [player.points for player in table.state.players] == [0, 0, 0]
    assert table.state.players[0].money == 23
    assert len(table.state.track) == 1 and table.ships_in("HB") == ["brown"]


def test_edge_52_one_ship_serves_two_players_and_leaves_once() -> None:
    table = Table().at(ROW_7).hut(0, "brown", "B1").workers(0, "brown", "9,5")
    table.hut(1, "brown", "B4").workers(1, "brown", "1,6")
    table.roads("h4,10", *(f"v5,{y}" for y in range(1, 12))).ships("HB", "brown", "black")
    table.announce("7,5").decline_all()
    assert [player.points for player in table.state.players] == [2, 2, 0]
    assert table.ships_in("HB") == ["black"]
    assert len(table.state.box) == 1


def test_edge_53_only_the_cheapest_ship_leaves_and_the_others_move_up() -> None:
    table = Table().at(11).hut(0, "white", "B1").workers(0, "white", "9,5")
    table.roads("h4,10", "v5,10", "v5,11").ships("HB", "white", "white", "white")
    cheapest, *others = table.state.harbours["HB"]
    table.hand(0, black=1).announce("2,6").decline_all()
    assert table.state.players[0].points == 4
    assert table.state.harbours["HB"] == others and table.state.box == [cheapest]
    table.state.active = 0
    table.at(ROW_3)
    table.play(table.take("3,4"))
    assert PlaceShip("HB", 4) in table.moves()


def test_edge_54_the_scored_ship_leaves_from_where_it_lies() -> None:
    table = Table().at(ROW_7).hut(0, "brown", "B1").workers(0, "brown", "9,5")
    table.roads("h4,10", "v5,10", "v5,11").ships("HB", "black", "brown", "brown")
    _, second, third = table.state.harbours["HB"]
    table.announce("7,5").decline_all()
    assert table.state.box == [second]
    assert table.ships_in("HB") == ["black", "brown"] and table.state.harbours["HB"][1] == third
    assert table.fact("ship_removed") == {
        "colour": "brown", "harbour": "HB", "price": 3,
        "left": ["black", "brown"],
    }  # fmt: skip


def test_edge_55_each_harbour_involved_loses_one_ship() -> None:
    table = example_2("h9,11", "h10,11", "v11,11", "h8,11", "h7,11", "v7,11")
    table.announce("2,6").decline_all()
    assert len(table.state.box) == 2


def test_edge_56_others_may_score_more_only_the_announcer_is_paid() -> None:
    table = example_1()
    table.state.active = 2
    table.announce("7,5").decline_all()
    assert [player.points for player in table.state.players] == [9, 4, 2]
    assert [player.money for player in table.state.players] == [15, 15, 23]


def test_edge_57_the_same_colour_may_replace_the_scored_sack() -> None:
    table = Table().at(ROW_7).hand(0, brown=2, white=1).announce("7,5").decline_all()
    assert table.moves() == [PlaceSack("white"), PlaceSack("brown")]
    table.play(PlaceSack("brown"))
    assert table.on("7,5") == "sack brown"
    assert table.state.players[0].sacks["brown"] == 1


def test_edge_58_a_lone_colour_is_placed_by_itself() -> None:
    table = Table().at(ROW_7).hand(0, russet=2).announce("7,5").decline_all()
    assert table.on("7,5") == "sack russet" and table.state.players[0].sack_count == 1
    assert table.fact("sack_placed")["sack_count"] == 1
    assert (table.state.phase, table.state.active) == ("move", 1)


def test_edge_58_without_sacks_the_bag_fills_the_field() -> None:
    table = Table().at(ROW_7).hand(0)
    following = table.state.bag[-1]
    left = len(table.state.bag) - 1
    table.announce("7,5").decline_all()
    assert table.on("7,5") == f"sack {following}"
    assert table.fact("sack_drawn")["bag_count"] == left == len(table.state.bag)


def test_edge_58_without_sacks_and_bag_the_field_stays_empty() -> None:
    table = Table().at(ROW_7).hand(0).empty_bag().announce("7,5").decline_all()
    assert table.on("7,5") == "" and "sack_field_empty" in table.names
    assert table.state.supply == 50 and table.state.active == 1
    table.state.active = 0
    table.at(ROW_7).build("7,2", "cell:5,5")
    table.play(EndBuild())
    assert table.on("7,5") == "" and table.on("7,2") == "road"


def test_edge_59_without_sacks_one_may_announce() -> None:
    table = Table().at(ROW_7).hand(0)
    table.announce("7,5")
    assert table.state.phase == "blockade"


@pytest.mark.parametrize(("ships", "each"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_clause_1_3_the_more_ships_the_more_a_worker_earns(ships: int, each: int) -> None:
    table = Table().at(ROW_7).hut(0, "brown", "B1").workers(0, "brown", "9,5", "9,6", "9,7")
    table.roads("h4,10", "v5,10", "v5,11").ships("HB", *["brown"] * ships)
    table.announce("7,5").decline_all()
    assert table.state.players[0].points == 3 * each


def test_clause_3_8_placing_a_sack_is_final() -> None:
    table = Table().at(ROW_7).hand(0, **dict.fromkeys(COLOURS, 1)).announce("7,5").decline_all()
    assert table.play(PlaceSack("beige")).barrier
