"""What lessons say of an answer that a step does not accept is so of each answer it is said of."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from games.guide import lessons, positions, texts
from games.guide.lessons import Walk
from games.page import drawing
from games.rules.core.codec import encode
from games.rules.core.interface import Decision, Position
from games.rules.core.play import of_seat
from games.rules.guatemala_cafe.geometry import BOARDS
from games.rules.registry import GAMES

LANGUAGES = ("en", "de")


def at_step(game: str, lesson: str, step: str) -> Walk:
    """A lesson played as it wants to the step of this name."""
    told = lessons.lesson_named(game, lesson)
    assert told
    walk = lessons.begun(game, told)
    while walk.step and walk.step.name != step:
        accepts = walk.step.accept
        walk = lessons.played(walk, lessons.accepted(walk)[0]) if accepts else lessons.read_on(walk)
    assert walk.step
    return walk


def answers_told(walk: Walk, says: str) -> list[dict[str, Any]]:
    """The answers of which the section `<step>-<says>` is said."""
    decision, step = lessons.asked(walk), walk.step
    assert decision and step
    found = []
    for move in decision.moves:
        try:
            lessons.played(walk, move)
        except lessons.NotThis as refused:
            if refused.says == says:
                found.append(encode(move))
    assert found
    return found


def after(walk: Walk, *moves: dict[str, Any]) -> tuple[Position[Any], Decision]:
    """Where these answers lead the learner, and what they are asked then."""
    position: Position[Any] = walk.position
    for move in moves:
        position, _ = positions.answered(walk.rules, position, walk.lesson.seat, move)
    decision = of_seat(walk.rules.pending(position.state), walk.lesson.seat)
    assert decision
    return position, decision


def section(game: str, text: str, name: str, language: str) -> str:
    """A section of a text of the guide, as it is written, with its heading."""
    written = texts.source(game, language, text)
    pattern = rf"^{{#{name}(?: [^\n]*)?}}\n(.*?)(?=^{{#|\Z)"
    found = re.search(pattern, written, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def word(game: str, key: str, language: str) -> str:
    """A word of the game."""
    with translation.override(language):
        return str(drawing.pen_for(game, GAMES[game]).words.say(key, {"count": 1}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_names_the_materials_that_the_rules_miss(language: str) -> None:
    walk = at_step("cuba", "round", "worker")
    (architect,) = answers_told(walk, "later")
    position, decision = after(walk, architect)
    (missing,) = (
        unavailable.args["missing"]
        for unavailable in walk.rules.unavailable(position.state, decision)
        if encode(unavailable.move) == {"kind": "Build", "building": "rum_distillery"}
    )
    text = section("cuba", "round", "worker-later", language).lower()
    materials = {
        kind: word("cuba", f"good.{kind}", language) for kind in ("wood", "stone", "water")
    }
    assert {kind for kind, said in materials.items() if said.lower() in text} == set(missing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_names_the_buildings_that_could_be_used(language: str) -> None:
    walk = at_step("cuba", "round", "worker")
    (foreman,) = answers_told(walk, "wrong")
    _, decision = after(walk, foreman)
    buildings = {encode(move).get("building") for move in decision.moves} - {None}
    text = section("cuba", "round", "worker-wrong", language).lower()
    assert buildings == {"warehouse"}
    assert word("cuba", "building.warehouse", language).lower() in text


def test_only_the_cross_that_the_lesson_wants_has_wood_twice_and_sugar() -> None:
    walk = at_step("cuba", "round", "figure")
    before = walk.position.state.players[0].courtyard["wood"]
    have = set()
    for move in [{"kind": "MoveFigure", "field": "C3"}, *answers_told(walk, "wrong")]:
        position, decision = after(walk, move)
        sugar = any(encode(other).get("field") == "C3" for other in decision.moves)
        if position.state.players[0].courtyard["wood"] == before + 2 and sugar:
            have.add(move["field"])
    assert have == {"C3"}


def test_before_a_building_the_mayor_brings_points_so_no_lesson_says_little() -> None:
    walk = at_step("cuba", "round", "architect")
    told = answers_told(walk, "wrong")
    assert {move["character"] for move in told} == {"foreman", "mayor"}
    _, decision = after(walk, {"kind": "PlayCard", "character": "mayor"})
    assert {"kind": "TakePoints", "points": 4} in [encode(move) for move in decision.moves]
    assert "little" not in section("cuba", "round", "architect-wrong", "en")
    assert "wenig" not in section("cuba", "round", "architect-wrong", "de")


def test_without_the_distillery_the_sugar_may_be_stored_so_no_lesson_says_it_spoils() -> None:
    told = answers_told(at_step("cuba", "round", "distil"), "wrong")
    assert {"kind": "UseAlone", "building": "warehouse"} in told
    assert "spoil" not in section("cuba", "round", "distil-wrong", "en")
    assert "verdürbe" not in section("cuba", "round", "distil-wrong", "de")


def test_the_tradeswoman_sells_fruit_so_no_lesson_says_it_spoils() -> None:
    walk = at_step("cuba", "round", "mayor")
    _, decision = after(walk, *answers_told(walk, "wrong"))
    sold = {encode(move).get("good") for move in decision.moves if encode(move)["kind"] == "Sell"}
    assert "citrus" in sold
    assert "spoil" not in section("cuba", "round", "mayor-wrong", "en")
    assert "verdürbe" not in section("cuba", "round", "mayor-wrong", "de")


def test_whoever_stops_loads_nothing_so_no_lesson_says_they_load() -> None:
    told = answers_told(at_step("cuba", "chain", "distil"), "wrong")
    assert {"kind": "EndTurn"} in told
    assert "load" not in section("cuba", "chain", "distil-wrong", "en")
    assert "verladen" not in section("cuba", "chain", "distil-wrong", "de")


def test_workers_come_before_their_hut_as_the_lesson_says() -> None:
    walk = at_step("guatemala_cafe", "timing", "worker")
    huts, others = walk.position.state.players[0].huts, answers_told(walk, "colour")
    assert {move["kind"] for move in others} == {"TakeWorker"}
    for move in others:
        assert move["colour"] not in huts
        _, decision = after(walk, move)
        assert {encode(place)["kind"] for place in decision.moves} <= {"PickRegion", "PlaceWorker"}
    pieces = answers_told(walk, "wrong")
    assert not [
        move for move in pieces if move["kind"] == "TakeWorker" or move["colour"] == "white"
    ]


def test_one_road_connects_only_the_sites_that_the_lesson_says() -> None:
    walk = at_step("guatemala_cafe", "first", "site")
    board, roads = BOARDS[3], set(walk.position.state.roads)
    near = {
        site
        for site, edges in board.entrances.items()
        if any(roads & set(board.joined[edge]) for edge in edges)
    }
    (dear,) = answers_told(walk, "dear")
    assert near == {"C2", dear["site"]} and dear["cost"] == 6
    assert not near & {move["site"] for move in answers_told(walk, "wrong")}


def test_only_a_newspaper_that_is_used_brings_its_peso() -> None:
    walk = at_step("santiago_de_cuba", "people-of-influence", "face-down")
    pesos = {}
    for says in ("nobody", "skip"):
        (move,) = answers_told(walk, says)
        position, _ = positions.answered(walk.rules, walk.position, walk.lesson.seat, move)
        pesos[says] = position.state.players[0].pesos - walk.position.state.players[0].pesos
    assert pesos == {"nobody": 1, "skip": 0}
    assert all(move["kind"] == "Silence" for move in answers_told(walk, "wrong"))
