"""The board of Cuba in words: nothing that the view shows is missing, and the numbers agree."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django.utils import translation

from games.page.boards import BoardSection, Sitting, board_of
from games.rules.core.codec import encode
from games.rules.core.interface import Position
from games.rules.cuba import rules
from games.rules.cuba.components import FIELDS
from games.telling.wording import SiteWording
from tests.games.test_board_cuba import drawn, spots_in
from tests.rules.playing import opening, playout

pytestmark = pytest.mark.django_db

NAMES = ["Ana", "Ben", "Carla", "Dario", "Emilia"]


def positions() -> Iterator[tuple[Position[Any], int | None]]:
    """Every ninth position of four games, for a random viewer."""
    for seed in range(4):
        chance = random.Random(seed)
        yield opening(rules, seed).position, None
        for turn in islice(playout(rules, seed), seed, None, 9):
            position = turn.step.position
            yield position, chance.choice([None, *range(len(position.state.players))])


class Told:
    """A view, and what is said about it in a language."""

    def __init__(self, view: dict[str, Any], viewer: int | None) -> None:
        self.view = view
        names = NAMES[: len(view["players"])]
        self.words = SiteWording(rules, names)
        self.seats = [
            Sitting(place, str(place), name, "", place == viewer)
            for place, name in enumerate(names)
        ]
        self.sections: dict[str, BoardSection] = {
            section.key: section
            for section in board_of("cuba").description(view, self.seats, self.words)
        }

    def lines(self, key: str, *tells: str) -> list[str]:
        """The lines of a section in which all of these are mentioned."""
        return [
            line
            for line in self.sections[key].lines
            if all(tell.casefold() in line.casefold() for tell in tells)
        ]

    def stones(self, stones: dict[str, int]) -> list[str]:
        """What must be said of these: "2 rum", "1 cigar"."""
        return [f"{n} {self.words.word('good', kind, n)}" for kind, n in stones.items() if n]


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_is_told_and_the_numbers_agree(language: str) -> None:
    with translation.override(language):
        for position, viewer in positions():
            told = Told(encode(rules.view(position.state, viewer)), viewer)
            check_town(told)
            check_harbour(told)
            check_laws(told)
            for place in range(len(told.seats)):
                check_player(told, place)


def check_town(told: Told) -> None:
    view, words = told.view, told.words
    for track in view["market"]:
        numbers = [track["units"], len(track["slots"]), track["buying"], track["selling"]]
        told_numbers = [
            list(map(int, re.findall(r"\d+", line)))
            for line in told.lines("market", words.word("good", track["good"]))
        ]
        assert numbers in told_numbers
    assert len(told.lines("market", *told.stones(view["supply"]))) == 1
    if view["bank"] is not None:
        assert told.lines("market", str(view["bank"]))
    on_offer = {tile["building"] for tile in view["tiles"]}
    assert len(told.sections["buildings"].lines) == len(on_offer) + 1
    for tile in view["tiles"]:
        name = words.word("building", tile["building"])
        (line,) = [
            line for line in told.sections["buildings"].lines if line.startswith(f"{name}, ")
        ]
        assert all(stones in line for stones in told.stones(tile["cost"]))
        assert words.say(f"help.building.{tile['building']}") in line


def check_harbour(told: Told) -> None:
    for ship in told.view["ships"]:
        number = ship["id"].removeprefix("ship:")
        (line,) = [
            line
            for line in told.sections["harbour"].lines
            if re.search(rf"(ship|Schiff) {number}:", line)
        ]
        loaded = Counter(unit for unit in ship["spaces"] if unit)
        free = Counter(
            kind for kind, unit in zip(ship["printed"], ship["spaces"], strict=True) if not unit
        )
        head, _, cargo = line.partition(":")
        parts = re.split(r", (?:free for|frei für) ", cargo) if ship["pier"] else ["", cargo]
        for stones, part in zip((loaded, free), parts, strict=True):
            assert sum(map(int, re.findall(r"\d+", part))) == stones.total()
            assert all(one in part for one in told.stones(stones))
        if ship["pier"]:
            assert f"Pier {ship['pier']}, {ship['pier']} " in head
    assert told.lines("harbour", str(told.view["ship_deck"]))


def check_laws(told: Told) -> None:
    view = told.view
    for laws in (view["acts"], view["bills"]):
        for law in filter(None, laws.values()):
            assert told.lines(
                "laws", told.words.word("law", law), told.words.say(f"help.law.{law}")
            )
    if view["votes"]:
        for seat, votes, player in zip(told.seats, view["votes"], view["players"], strict=True):
            if player["fifth"]:
                assert told.lines("laws", f"{seat.name}: {votes} ")


def check_player(told: Told, place: int) -> None:
    player, words, key = told.view["players"][place], told.words, f"seat:{place}"
    mine = told.seats[place].mine
    assert told.sections[key].title.startswith(NAMES[place])
    assert told.lines(key, NAMES[place], f" {player['points']} ")
    if player["pesos"] is not None:
        assert told.lines(key, f"{player['pesos']} peso")
    for lot in ("courtyard", "warehouse"):
        assert told.lines(key, *told.stones(player[lot]))
    characters = [*player["hand"], *player["played"], *filter(None, [player["fifth"]])]
    for character in characters:
        assert told.lines(key, words.word("character", character))
    (standing,) = told.lines(key, f" {player['figure']['field']}. ")
    active = [field["field"] for field in player["fields"] if field.get("active")]
    assert re.findall(r"[ABC]\d", standing) == [player["figure"]["field"], *active]
    told_fields = " ".join(told.sections[key].lines[-len(player["fields"]) :])
    for field in player["fields"]:
        kind = field.get("building") or field["kind"]
        name = words.word(
            "building" if kind in (field.get("building"), "warehouse") else "good", kind, 1
        )
        assert f"{field['field']} {name}" in " ".join(told.sections[key].lines), told_fields
        if field.get("building"):
            assert told.lines(key, name, words.say(f"help.building.{kind}"))
    assert len(player["fields"]) == len(FIELDS)
    if player["bid"] is not None:
        assert mine
        assert told.lines(key, f" {player['bid']} ")


def test_the_present_phase_is_marked() -> None:
    marked: dict[str, set[str]] = {}
    for position, viewer in positions():
        told = Told(encode(rules.view(position.state, viewer)), viewer)
        now = {key for key, section in told.sections.items() if section.now}
        character = told.view["turn"]["character"] if told.view["turn"] else ""
        marked.setdefault(character or told.view["phase"], set()).update(now - {"course"})
        assert ("course" in now) == (told.view["phase"] != "over")
        assert len(now) <= 2
    assert marked["tradeswoman"] == {"market"}
    assert marked["mayor"] == {"harbour"}
    assert marked["architect"] == {"buildings"}
    assert marked["pass"] == marked["bid"] == {"laws"}
    assert marked["worker"] <= {"seat:0", "seat:1", "seat:2", "seat:3", "seat:4"}


def test_nothing_goes_on_after_the_end() -> None:
    *_, last = playout(rules, 2)
    told = Told(encode(rules.view(last.step.position.state, None)), None)
    assert told.sections["course"].title == "The game is over"
    points = [player["points"] for player in told.view["players"]]
    assert told.sections["course"].lines == [
        f"{NAMES[place]} has {points[place]} points."
        for place in sorted(range(len(points)), key=lambda place: -points[place])
    ]
    assert not any(section.now for section in told.sections.values())
    _, html = drawn(last.step.position, None)
    assert 'aria-current="step"' not in html


def test_a_question_is_about_the_region_where_its_answers_lie() -> None:
    asked: set[str] = set()
    for seed in range(4):
        for turn in islice(playout(rules, seed), seed, None, 5):
            for decision in rules.pending(turn.step.position.state)[:1]:
                if decision.key not in board_of("cuba").regions or decision.key in asked:
                    continue
                scene, html = drawn(turn.step.position, decision.seat)
                spots = {offer.spot for offer in scene.update.question.moves} - {None}
                region = html.split(f'data-region="{board_of("cuba").regions[decision.key]}"')[1]
                there = spots_in(region.split("</section>")[0])
                assert spots <= set(there), (decision.key, spots - set(there))
                asked.add(decision.key)
    assert {"figure", "harvest", "trade", "plan", "site", "use", "load", "pass"} <= asked
