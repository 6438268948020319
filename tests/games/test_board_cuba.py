"""The board of Cuba: every place that an answer names is drawn, and drawn once; signs are right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django.utils import translation

from games.page import drawing, rendering
from games.page.boards.cuba.signs import sign_of_building, sign_of_law
from games.page.choices import groups_of
from games.rules.core.interface import Position
from games.rules.cuba import rules
from games.rules.cuba.law_cards import LAW
from games.rules.cuba.tiles import BUILDINGS
from games.telling.updates import table_update
from tests.games.test_rendering import Reader, row_at
from tests.rules.playing import opening, playout

pytestmark = pytest.mark.django_db

OFF_THE_BOARD = {  # stones to begin with, amounts, dues, what to save, and every way to stop
    "ChooseMaterials",
    "ChooseProducts",
    "ConfirmBills",
    "HandIn",
    "Finish",
    "EndTurn",
    "Bid",
    "PayDues",
    "Keep",
}


def drawn(position: Position[Any], place: int | None) -> tuple[rendering.Scene, str]:
    """The scene, and the markup of board and seats, for somebody at this place; None is a guest."""
    row = row_at(rules, position)
    user: Any = Reader(None if place is None else 100 + place)
    scene = rendering.Scene(row, user, table_update(row, user.pk, since=7))
    roots = {part.name: part.whole() for part in scene.roots()}
    return scene, roots["board"] + roots["players"]


def spots_in(html: str) -> Counter[str]:
    return Counter(re.findall(r'data-spot="([^"]*)"', html))


def positions() -> Iterator[Position[Any]]:
    """Three games of random players, every seventh position."""
    for seed in range(3):
        yield opening(rules, seed).position
        for turn in islice(playout(rules, seed), seed, None, 7):
            yield turn.step.position


def test_every_answer_has_its_place() -> None:
    kinds: set[str] = set()
    for position in positions():
        for decision in rules.pending(position.state)[:1]:
            scene, html = drawn(position, decision.seat)
            spots = spots_in(html)
            groups, _ = groups_of(scene.update.question, scene.wording, 0)
            for group in groups:
                kinds.add(group.kind)
                for choice in group.choices:
                    if group.kind in OFF_THE_BOARD:
                        assert choice.spot is None
                    else:
                        assert spots[choice.spot or ""] == 1, choice.spot
    assert {"NameColour", "PlayCard", "MoveFigure", "Harvest", "Buy", "Build", "Load"} <= kinds


def test_pieces_and_ids_are_unique() -> None:
    for turn in islice(playout(rules, 4), 30, 400, 60):
        for place in (0, None):
            _, html = drawn(turn.step.position, place)
            for name in ("data-piece", "id", "data-tick"):
                counts = Counter(re.findall(rf'\s{name}="([^"]*)"', html))
                assert counts and max(counts.values()) == 1, counts.most_common(2)


def test_no_spot_of_another_plantation_is_drawn() -> None:
    turn = next(islice(playout(rules, 5), 120, None))
    _, html = drawn(turn.step.position, None)
    assert not [s for s in spots_in(html) if s.startswith(("field:", "owned:", "building:"))]


def test_everything_has_a_sign() -> None:
    assert all(sign_of_building(building) for building in BUILDINGS)
    assert all(sign_of_law(law) for law in LAW)
    assert sign_of_building("rum_distillery") == (
        ("good-sugar", ""),
        ("sign-to", ""),
        ("good-rum", ""),
    )
    assert sign_of_law("T5") == (("coin", "4"),)


def test_every_drawing_that_is_used_exists() -> None:
    art = drawing.render("goods.svg", {}) + rendering.art_of("cuba")
    there = set(re.findall(r'<symbol id="([^"]+)"', art))
    for turn in islice(playout(rules, 6), 20, 600, 90):
        _, html = drawn(turn.step.position, 0)
        own = set(re.findall(r' id="([^"]+)"', html))
        assert set(re.findall(r'href="#([^"]+)"', html)) <= there | own


def test_it_speaks_german() -> None:
    turn = next(islice(playout(rules, 7), 60, None))
    with translation.override("de"):
        _, html = drawn(turn.step.position, 0)
    assert all(word in html for word in ("Markt", "Hafen", "Gesetze", "Vorhof", "Plantage"))
