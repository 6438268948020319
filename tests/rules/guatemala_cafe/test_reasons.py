"""What is not offered says why, in each question, from what its seat knows."""

from __future__ import annotations

from games.rules.guatemala_cafe.moves import (
    Announce,
    Block,
    EndBuild,
    MoveBuyer,
    PickRegion,
    PlaceHut,
    PlaceRoad,
    PlaceSack,
    PlaceShip,
    PlaceWorker,
    TakeHut,
    TakeRoad,
    TakeShip,
    TakeWorker,
)
from tests.rules.guatemala_cafe.table import ROW_3, ROW_7, Table


def test_steps_of_the_buyer() -> None:
    table = Table()
    table.state.buyer, table.state.players[0].money = 34, 1
    assert table.reasons() == {MoveBuyer(4, 2): "Costs 2; you have 1 centavo."}
    table.state.buyer, table.state.players[0].money = 3, 0
    assert table.reasons() == {
        MoveBuyer(1, 4): "Nothing in this line can be placed or scored.",
        MoveBuyer(4, 7): "Costs 2; you have 0 centavos.",
    }
    table.state.buyer, table.state.players[0].money = 0, 2
    assert table.reasons() == {
        MoveBuyer(4, 4): (
            "Once the 2 centavos are paid, nothing in this line can be placed or scored."
        )
    }


def test_pieces_of_the_line_that_cost_too_much() -> None:
    table = Table().at(ROW_7, money=0)
    said = table.reasons()
    assert said[TakeWorker("7,2", "black")] == "The cheapest place costs 1; you have 0 centavos."
    assert said[TakeShip("7,0", "russet")] == "The cheapest place costs 2; you have 0 centavos."
    assert said[TakeHut("7,8", "white")] == "The cheapest place costs 2; you have 0 centavos."
    assert said[EndBuild()] == "Build at least one piece, or announce a scoring."
    assert len(said) == 9


def test_pieces_of_the_line_that_have_no_place() -> None:
    table = Table().hut(0, "black", "B1").workers(0, "beige", "4,4").at(ROW_3, money=50)
    for harbour, colour in (("HB", "black"), ("HC", "brown"), ("HD", "russet")):
        table.ships(harbour, colour, colour, colour)
    said = table.reasons()
    assert said[TakeHut("3,2", "black")] == "You already have a black hut."
    assert said[TakeShip("3,3", "white")] == "All piers are taken."
    joins = "No site next to your workers of this colour is open to it."
    assert said[TakeHut("3,5", "beige")] == joins


def test_a_worker_that_is_shut_in() -> None:
    table = Table().hut(0, "brown", "D4").at(ROW_3, money=50)
    table.workers(1, "white", "0,12").workers(1, "black", "1,11").workers(1, "beige", "2,12")
    cell = "No cell next to your plantation of this colour is open to it."
    assert table.reasons()[TakeWorker("3,8", "brown")] == cell


def test_a_road_where_all_edges_have_one() -> None:
    table = Table(3).at(ROW_3).road_on("3,0")
    table.roads(*table.state.board.edges)
    assert table.reasons()[TakeRoad("3,0")] == "There is a road on every edge."


def test_a_scoring_while_building() -> None:
    table = Table().at(ROW_7).build("7,1", "harbour:HC")
    building = "You are building in this turn; you could only have scored instead."
    assert table.reasons() == {Announce("7,5", "brown"): building}
    table = Table().at(ROW_7).hand(1, brown=1).announce("7,5")
    table.play(Block())
    said = table.reasons()
    assert said[Announce("7,5", "brown")] == building and EndBuild() in said


def test_regions_that_cost_too_much() -> None:
    table = Table().at(ROW_3, money=2)
    table.play(table.take("3,0"))
    assert table.reasons() == {PickRegion("yellow", 3): "Costs 3; you have 2 centavos."}


def test_cells_that_are_left_out() -> None:
    table = (
        Table().hut(0, "brown", "B1").workers(0, "brown", "8,4", "7,4", "6,4").at(ROW_3, money=2)
    )
    table.workers(1, "white", "7,3").hut(1, "brown", "B2").workers(1, "brown", "7,6")
    table.play(table.take("3,8"))
    said = table.reasons()
    assert said[PlaceWorker("7,3", 2)] == "Another piece stands here."
    assert (
        said[PlaceWorker("7,5", 2)] == "It is next to another player’s plantation of this colour."
    )
    assert said[PlaceWorker("9,3", 3)] == "Costs 3; you have 2 centavos."
    assert PlaceWorker("5,4", 2) in table.moves() and PlaceWorker("0,0", 1) not in said


def test_cells_for_a_first_worker() -> None:
    """Sites, and what is next to others; that a cell is taken one sees."""
    table = Table().hut(1, "brown", "B2").workers(1, "white", "4,4").at(ROW_3)
    table.play(table.take("3,8"))
    table.play(PickRegion("green", 2))
    said = table.reasons()
    assert said[PlaceWorker("6,0", 2)] == "Only a hut may stand here."
    assert (
        said[PlaceWorker("6,5", 2)] == "It is next to another player’s plantation of this colour."
    )
    assert PlaceWorker("4,4", 2) not in said and PlaceWorker("6,6", 2) not in said
    assert PlaceWorker("2,3", 1) not in said, "another region"


def test_sites() -> None:
    table = Table().workers(1, "black", "6,5").hut(1, "white", "C2").at(ROW_3, money=5)
    table.play(table.take("3,2"))
    said = table.reasons()
    assert said[PlaceHut("A1", 6)] == "It is out of play with three players."
    assert said[PlaceHut("B1", 6)] == "Costs 6; you have 5 centavos."
    assert said[PlaceHut("B2", 4)] == "It is next to another player’s plantation of this colour."
    assert said[PlaceHut("C2", 4)] == "Another piece stands here."


def test_a_site_apart_from_the_waiting_workers() -> None:
    table = Table().workers(0, "black", "9,5", "9,6", "9,7").at(ROW_3, money=50)
    table.play(table.take("3,2"))
    said = table.reasons()
    assert table.spots == {"site:B1", "site:C1"}
    assert said[PlaceHut("D1", 6)] == "It is not next to your workers of this colour."


def test_harbours() -> None:
    table = Table().ships("HB", "black", "black", "black").ships("HC", "brown").at(ROW_3, money=3)
    table.play(table.take("3,3"))
    assert table.reasons() == {
        PlaceShip("HA", 2): "It is out of play with three players.",
        PlaceShip("HB", 4): "Its three piers are taken.",
    }
    dear = Table().ships("HB", "black", "black").at(ROW_3, money=3)
    dear.play(dear.take("3,3"))
    assert dear.reasons()[PlaceShip("HB", 4)] == "Costs 4; you have 3 centavos."


def test_edges() -> None:
    table = Table().roads("v5,11").at(ROW_3).road_on("3,0")
    table.play(table.take("3,0"))
    said = table.reasons()
    assert said[PlaceRoad("v5,11")] == "There is already a road here."
    assert said[PlaceRoad("v2,9")] == "It is out of play with three players."
    two = Table(2).roads("v5,9").at(ROW_3).road_on("3,0")
    two.play(two.take("3,0"))
    assert two.reasons() == {}
    two.play(next(move for move in two.moves() if move.spot == "crossing:5,9"))
    assert two.reasons() == {PlaceRoad("v5,9"): "There is already a road here."}


def test_edge_61_a_block_without_a_sack() -> None:
    table = Table().at(ROW_7).hand(1, white=1).announce("7,5")
    assert table.reasons() == {Block(): "You have no brown sack."}
    table = Table().at(ROW_7).hand(1, brown=1).announce("7,5")
    assert table.reasons() == {}


def test_sacks_to_be_laid() -> None:
    table = Table().at(ROW_7).hand(0, white=1, black=1).announce("7,5").decline_all()
    assert table.decision.key == "replace"
    assert table.reasons() == {
        PlaceSack("beige"): "You have no beige sack.",
        PlaceSack("russet"): "You have no red sack.",
        PlaceSack("brown"): "You have no brown sack.",
    }
