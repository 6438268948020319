"""Edge cases 15 to 41: taking and placing pieces."""

from __future__ import annotations

from collections import Counter

from games.rules.core.play import play
from games.rules.guatemala_cafe import rules
from games.rules.guatemala_cafe.components import FIELD_INDEX
from games.rules.guatemala_cafe.moves import (
    EndBuild,
    PickCrossing,
    PickRegion,
    PlaceHut,
    PlaceRoad,
    PlaceShip,
    PlaceWorker,
    TakeHut,
    TakeRoad,
    TakeShip,
    TakeWorker,
)
from tests.rules.guatemala_cafe.table import ROW_3, Table


def brown_example(players: int = 3) -> Table:
    """The plantations of worked example 1."""
    return (
        Table(players)
        .at(ROW_3)
        .hut(0, "brown", "B1")
        .workers(0, "brown", "9,5", "10,4", "10,5")
        .hut(1, "brown", "C1")
        .workers(1, "brown", "10,8", "10,9")
        .hut(2, "brown", "D1")
        .workers(2, "brown", "9,11", "8,10")
    )


def test_edge_15_at_least_one_piece() -> None:
    table = Table().at(ROW_3)
    table.refuses(EndBuild())
    table.build("3,0", "cell:5,5")
    assert EndBuild() in table.moves()
    table.play(EndBuild())
    assert table.fact("build_ended") == {
        "seat": 0, "items": 1, "reason": "chosen",
    }  # fmt: skip
    assert table.state.active == 1


def test_edge_16_the_third_piece_ends_the_build() -> None:
    table = Table().at(ROW_3)
    table.build("3,0", "cell:5,5").build("3,1", "cell:4,5").build("3,3", "harbour:HB")
    assert table.fact("build_ended")["reason"] == "three_taken"
    assert (table.state.active, table.state.phase) == (1, "move")


def test_edge_17_only_from_the_marked_line_and_never_a_sack() -> None:
    table = Table().at(16)  # row 7: sR sE wK wR wB SB wW wE hW
    assert TakeWorker("7,2", "black") in table.moves()
    table.refuses(TakeWorker("8,0", "white"))
    table.refuses(TakeWorker("7,5", "brown"))
    table.refuses(TakeHut("7,5", "brown"))
    table.refuses(TakeRoad("7,5"))
    table.refuses(TakeWorker("7,2", "white"))


def test_edge_18_anything_in_the_line_is_in_reach() -> None:
    table = Table().at(ROW_3)
    table.build("3,0", "cell:0,0").build("3,4", "harbour:HC").build("3,8", "cell:0,12")
    assert [table.on(field) for field in ("3,0", "3,4", "3,8")] == ["road", "road", "road"]


def test_edge_19_each_piece_is_paid_at_once() -> None:
    table = Table().at(ROW_3, money=7).build("3,2", "site:B1")
    assert table.state.players[0].money == 1
    assert table.places("3,0") and "cell:9,9" not in table.places("3,0")
    table.build("3,0", "cell:1,2")
    assert table.state.players[0].money == 0

    table = Table().at(ROW_3, money=7).build("3,2", "site:B1")
    table.play(table.take("3,6"))
    table.refuses(PlaceWorker("9,5", 3))


def test_edge_20_with_two_players_the_printed_price_counts() -> None:
    table = Table(2).at(ROW_3)
    table.play(table.take("3,2"))
    assert table.state.board.region["7,6"] == "green"
    table.refuses(PlaceHut("S6", 4))
    assert PlaceHut("S2", 5) in table.moves()
    table.play(PlaceHut("S6", 5))
    assert table.state.players[0].money == 10


def test_edge_21_one_hut_of_a_colour() -> None:
    table = Table().hut(0, "black", "B1").at(ROW_3)
    table.refuses(TakeHut("3,2", "black"))
    table.workers(0, "black", "9,3", "9,5", "8,4", "10,4")
    table.refuses(TakeHut("3,2", "black"))
    assert TakeHut("3,5", "beige") in table.moves()


def test_edge_22_the_hut_just_built_counts_for_the_next_worker() -> None:
    table = Table().at(ROW_3).lay("3,2", "hut", "brown").build("3,2", "site:B1")
    table.build("3,8", "cell:9,5")
    assert table.state.players[0].workers["brown"].keys() == {"9,5"}
    assert table.fact("worker_placed")["tile_placed"] is False, "it lies under the hut"


def test_edge_23_diagonal_is_not_next_to() -> None:
    table = Table().hut(0, "brown", "B1").at(ROW_3)
    assert table.places("3,8") == {"cell:8,4", "cell:9,3", "cell:9,5", "cell:10,4"}


def test_edge_24_paths_and_roads_do_not_separate_cells() -> None:
    table = Table().hut(0, "brown", "B4").roads("v5,1").at(ROW_3)
    assert "cell:1,4" in table.places("3,8")


def test_edge_25_a_worker_must_not_touch_a_foreign_plantation_of_its_colour() -> None:
    table = brown_example()
    table.state.active = 2
    table.at(ROW_3, money=50)
    next_to_own = {"cell:7,10", "cell:8,9", "cell:8,11", "cell:9,12", "cell:10,11"}
    assert table.places("3,8") == next_to_own
    table.play(table.take("3,8"))
    table.refuses(PlaceWorker("9,9", 3))
    table.refuses(PlaceWorker("10,10", 3))


def test_a_first_worker_is_asked_for_its_region_then_for_its_cell() -> None:
    table = Table().hut(1, "beige", "B1").at(ROW_3, money=2)
    table.play(table.take("3,0"))
    assert table.decision.key == "region"
    assert table.moves() == [PickRegion("grey", 1), PickRegion("green", 2)]
    assert not table.play(PickRegion("green", 2)).barrier
    offered = {move.cell for move in table.moves() if isinstance(move, PlaceWorker)}
    region = table.state.board.region
    assert {region[cell] for cell in offered} == {"green"} and "8,4" not in offered
    assert len(offered) == 52 - 6 - 1
    table.play(PlaceWorker("5,5", 2))
    assert table.state.region is None and table.state.players[0].money == 0

    joined = Table().hut(0, "beige", "B1").at(ROW_3)
    joined.play(joined.take("3,0"))
    assert joined.decision.key == "place_worker", "next to the hut, whatever the region"
    poor = Table().at(ROW_3, money=1)
    poor.play(poor.take("3,0"))
    assert poor.decision.key == "place_worker", "only one region can be paid"
    assert {move.cost for move in poor.moves() if isinstance(move, PlaceWorker)} == {1}


def test_with_two_players_every_edge_is_offered_once() -> None:
    """At a crossing, one of every other, or on the rim where no such crossing is near."""
    table = Table(2).at(ROW_3).road_on("3,0")
    table.play(table.take("3,0"))
    found: list[str] = []
    for move in table.moves():
        if isinstance(move, PlaceRoad):
            found.append(move.edge)
        else:
            after = play(rules, table.position, 0, move)
            found += [way.edge for way in after.decisions[0].moves if isinstance(way, PlaceRoad)]
    assert len(found) == 287 and set(found) == set(table.state.board.edges)


def test_edge_26_other_colours_may_touch() -> None:
    table = brown_example()
    table.state.active = 2
    table.at(ROW_3)
    assert {"cell:9,9", "cell:10,10"} <= table.places("3,6")


def test_edge_27_a_hut_must_not_touch_a_foreign_worker_of_its_colour() -> None:
    table = Table().workers(1, "black", "9,5").at(ROW_3)
    assert "site:B1" not in table.places("3,2")
    assert "site:B1" in table.places("3,5")
    own = Table().workers(0, "black", "9,5").at(ROW_3)
    assert own.places("3,2") == {"site:B1"}


def test_edge_28_a_first_worker_needs_no_hut() -> None:
    table = Table().hut(1, "brown", "B1").at(ROW_3)
    places = table.places("3,8")
    assert len(places) == 140 - 4
    assert not places & {"cell:8,4", "cell:9,3", "cell:9,5", "cell:10,4"}
    table.build("3,8", "cell:5,5")
    assert table.fact("worker_placed")["tile_placed"] is True
    table.lay("3,7", "worker", "brown").build("3,7", "cell:5,4")
    assert table.fact("worker_placed")["tile_placed"] is False


def test_edge_29_a_later_hut_joins_the_workers() -> None:
    table = Table().workers(0, "brown", "8,4", "7,4").at(ROW_3).lay("3,2", "hut", "brown")
    assert table.places("3,2") == {"site:B1"}
    table.play(table.take("3,2"))
    assert table.fact("hut_built")["tile_moved"] is True
    far = Table().workers(0, "brown", "0,0").at(ROW_3).lay("3,2", "hut", "brown")
    far.refuses(TakeHut("3,2", "brown"))  # with three players A4 is closed
    assert Table().at(ROW_3).build("3,2", "site:B1").fact("hut_built")["tile_moved"] is False


def test_edge_30_no_worker_on_a_hut_site() -> None:
    table = Table().at(ROW_3)
    places = table.places("3,0")
    for site in table.state.board.side.hut_sites:
        assert f"cell:{site.cell[0]},{site.cell[1]}" not in places
    assert len(places) == 140


def test_edge_31_one_worker_a_cell() -> None:
    table = Table().workers(0, "white", "5,5").workers(1, "russet", "6,5").at(ROW_3)
    assert not table.places("3,0") & {"cell:5,5", "cell:6,5"}
    assert "cell:5,5" not in table.places("3,1") and "cell:4,5" in table.places("3,1")


def test_edge_32_workers_without_a_hut_to_come() -> None:
    table = Table(4).hut(1, "brown", "B1").hut(2, "brown", "C1").hut(3, "brown", "D1").at(ROW_3)
    table.build("3,8", "cell:5,5")
    table.play(EndBuild())
    table.state.active = 0
    table.at(16).announce("7,5").decline_all()
    assert [player.points for player in table.state.players] == [0, 0, 0, 0]


def test_edge_33_the_cheapest_free_pier_must_be_paid() -> None:
    table = Table().ships("HB", "black", "black").at(ROW_3, money=3)
    assert table.places("3,3") == {"harbour:HC", "harbour:HD"}
    table.state.players[0].money = 4
    table.play(table.take("3,3"))
    assert table.moves() == [PlaceShip("HB", 4), PlaceShip("HC", 2), PlaceShip("HD", 2)]
    table.play(PlaceShip("HB", 4))
    assert table.state.players[0].money == 0
    assert table.ships_in("HB") == ["black", "black", "white"]


def test_edge_34_a_dearer_pier_cannot_be_chosen() -> None:
    table = Table().at(ROW_3)
    table.play(table.take("3,3"))
    table.refuses(PlaceShip("HB", 3))
    table.refuses(PlaceShip("HB", 4))
    assert [move.spot for move in table.moves()] == ["harbour:HB", "harbour:HC", "harbour:HD"]


def test_edge_35_no_ship_when_all_harbours_are_full() -> None:
    table = Table().at(ROW_3, money=50)
    for harbour, colour in (("HB", "black"), ("HC", "brown"), ("HD", "russet")):
        table.ships(harbour, colour, colour, colour)
    table.refuses(TakeShip("3,3", "white"))
    table.refuses(TakeShip("3,4", "beige"))
    table.state.box.append(table.state.harbours["HC"].pop())
    assert TakeShip("3,3", "white") in table.moves()


def test_edge_36_a_road_may_lie_alone() -> None:
    table = Table().roads("v5,11").at(ROW_3).road_on("3,0").build("3,0", "edge:v8,5")
    assert set(table.state.roads) == {"v5,11", "v8,5"}


def test_edge_37_roads_lie_on_free_open_edges_only() -> None:
    table = Table().roads("v5,11").at(ROW_3).road_on("3,0")
    table.play(table.take("3,0"))
    table.refuses(PlaceRoad("v5,11"))
    table.refuses(PlaceRoad("v6,5"))
    assert PlaceRoad("v5,10") in table.moves()


def test_edge_37_with_two_players_any_inner_edge_in_two_steps() -> None:
    table = Table(2).roads("v5,9").at(ROW_3).road_on("3,0")
    table.play(table.take("3,0"))
    assert Counter(type(move) for move in table.moves()) == {PickCrossing: 66, PlaceRoad: 23}
    table.refuses(PickCrossing("0,5"))
    table.refuses(PlaceRoad("v5,8"))
    table.play(PickCrossing("5,9"))
    assert {move.spot for move in table.moves()} == {"edge:v5,8", "edge:h4,9", "edge:h5,9"}
    table.refuses(PlaceRoad("v5,9"))
    edge = Table(2).at(ROW_3).road_on("3,0")
    edge.play(edge.take("3,0"))
    edge.play(PickCrossing("1,11"))
    assert edge.spots == {"edge:v1,10", "edge:v1,11", "edge:h0,11", "edge:h1,11"}
    edge.refuses(PlaceRoad("v0,11"))
    edge.refuses(PlaceRoad("h0,12"))


def test_edge_38_with_all_edges_built_no_road_can_be_taken() -> None:
    table = Table(3).at(ROW_3).road_on("3,0")
    *others, last = table.state.board.edges
    table.roads(*others)
    assert TakeRoad("3,0") in table.moves()
    table.roads(last)
    table.refuses(TakeRoad("3,0"))


def test_edge_39_emptied_fields_get_their_roads_after_the_turn() -> None:
    table = Table().at(ROW_3).build("3,0", "cell:5,5").build("3,1", "cell:4,5")
    assert table.on("3,0") == table.on("3,1") == ""
    table.refuses(TakeRoad("3,0"))
    table.build("3,8", "cell:3,5")
    assert [table.on(field) for field in ("3,0", "3,1", "3,8")] == ["road"] * 3
    assert table.state.supply == 47
    assert table.fact("fields_refilled")["fields"] == ["3,0", "3,1", "3,8"]


def test_edge_40_the_last_road_goes_to_the_field_emptied_first() -> None:
    table = Table(4).at(ROW_3).supply(1)
    table.build("3,8", "cell:5,5").build("3,0", "cell:4,5")
    table.play(EndBuild())
    assert (table.on("3,8"), table.on("3,0"), table.state.supply) == ("road", "", 0)
    assert table.fact("fields_refilled")["unfilled"] == ["3,0"]
    table.state.active = 0
    table.at(ROW_3).build("3,1", "cell:3,5")
    table.play(EndBuild())
    assert table.on("3,0") == table.on("3,1") == "", "empty for good"
    assert table.names == ["build_ended", "supply_empty", "turn_ended"]


def test_edge_41_a_taken_road_is_replaced_by_another() -> None:
    table = Table().at(ROW_3).road_on("3,0")
    old = table.state.grid[FIELD_INDEX["3,0"]]
    table.build("3,0", "edge:v8,5")
    table.play(EndBuild())
    assert table.on("3,0") == "road"
    assert table.state.roads == {"v8,5": old}
    assert table.state.grid[FIELD_INDEX["3,0"]] != old


def test_clause_3_3_the_build_ends_by_itself_when_nothing_more_is_legal() -> None:
    table = Table().at(ROW_3, money=1).build("3,0", "cell:0,0")
    assert table.fact("build_ended")["reason"] == "nothing_legal"
    assert table.state.active == 1
