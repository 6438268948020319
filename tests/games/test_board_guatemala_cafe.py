"""The board of Guatemala Café as markup: every place is drawn, and nothing secret is in it."""

from __future__ import annotations

import random
import re

import pytest
from django.utils import translation

from games.page.boards.guatemala_cafe.hillside import bed_of
from games.page.parts import Part, changed, shown_of
from games.rules.core.interface import Position, Viewer
from games.rules.core.play import start
from games.rules.guatemala_cafe.components import COLOURS
from games.rules.guatemala_cafe.geometry import BOARDS
from games.rules.guatemala_cafe.scoring import score
from games.rules.guatemala_cafe.state import Options
from games.rules.registry import GAMES
from games.telling.wording import SiteWording
from tests.games.drawn import draw, parts
from tests.rules.guatemala_cafe.contract import scramble
from tests.rules.playing import playout

RULES = GAMES["guatemala_cafe"]
RARE = ("place_hut", "place_ship", "replace")  # questions that are always looked at


def spots(html: str) -> set[str]:
    return set(re.findall(r'data-spot="([^"]+)"', html))


@pytest.mark.parametrize("seed", range(3))
def test_every_place_that_can_be_chosen_is_drawn(seed: int) -> None:
    kinds = set()
    for number, turn in enumerate(playout(RULES, seed)):
        for decision in turn.step.decisions:
            named = {move.spot for move in decision.moves if move.spot}
            if named and (number % 7 == 0 or decision.key in RARE):
                html = draw(RULES, turn.step.position.state, decision.seat)
                assert named <= spots(html), decision.key
                kinds |= {spot.partition(":")[0] for spot in named}
    assert {"space", "field", "region", "cell", "site", "harbour", "edge", "sack"} <= kinds


def test_the_ledger_says_what_a_scoring_would_give() -> None:
    for number, turn in enumerate(playout(RULES, 5)):
        if number % 60 == 59:
            state = turn.step.position.state
            html = draw(RULES, turn.step.position.state)
            for colour in COLOURS:
                for place, result in enumerate(score(state, colour)):
                    shown = re.search(rf'data-tick="preview:{colour}:{place}">([^<]+)<', html)
                    assert shown is not None
                    grows = result.workers or result.site
                    assert shown[1] == (str(result.points) if grows else "·")


def test_the_board_speaks_the_readers_language() -> None:
    position = next(playout(RULES, 1)).step.position
    assert "Coast: A worker here costs" in draw(RULES, position.state, 0)
    with translation.override("de"):
        german = draw(RULES, position.state, 0)
    assert "Coast: A worker here costs" not in german
    assert "Arbeiter" in german
    assert "Coast: A worker here costs" in draw(RULES, position.state, 0)


def test_every_piece_lies_in_one_place() -> None:
    for number, turn in enumerate(playout(RULES, 4)):
        if number % 40:
            continue
        html = draw(RULES, turn.step.position.state)
        pieces = re.findall(r'data-piece="([^"]+)"', html)
        open_pieces = [piece.id for piece in RULES.view(turn.step.position.state, None).pieces]
        markers = [piece for piece in pieces if piece.startswith("marker:")]
        assert sorted(pieces) == sorted([*open_pieces, *markers])
        assert len(markers) == len(turn.step.position.state.players)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_nothing_secret_is_in_the_markup(viewer: Viewer) -> None:
    chooser = random.Random(7)
    compared = 0
    for seed in (1, 2):
        for number, turn in enumerate(playout(RULES, seed)):
            if number % 50 != 25:
                continue
            position = turn.step.position
            other = Position(position.rng, scramble(position.state, viewer, chooser))
            assert draw(RULES, position.state, viewer) == draw(RULES, other.state, viewer)
            compared += position.state != other.state
    assert compared > 5


@pytest.mark.parametrize(("language", "harbour"), [("en", "Harbour"), ("de", "Hafen")])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_prints_the_names_that_texts_use(
    players: int, language: str, harbour: str
) -> None:
    position = start(RULES, players, Options(), "names").position
    wording = SiteWording(RULES, [])
    with translation.override(language):
        html = draw(RULES, position.state, 0)
        coordinates = re.search(r'class="coordinates".*?</g>', html, re.S)
        assert coordinates is not None
        printed = re.findall(r">(\w+)</text>", coordinates[0])
        named = [wording.word("cell", cell) for cell in BOARDS[players].region]
        assert sorted(named) == sorted(
            column + row for column in printed[:13] for row in printed[13:]
        )
        spaces = dict(re.findall(r'data-spot="space:(\d+)".*?>(\w+)</text>', html))
        assert spaces == {str(n): wording.word("line", n) for n in range(36)}
        for site in BOARDS[players].side.hut_sites:
            name = wording.word("site", site.id)
            shown = re.search(rf'data-spot="site:{site.id}" data-tip="{name}: .*?</g>', html, re.S)
            assert shown is not None and f">{name}</text>" in shown[0]
        harbours = re.findall(r'class="harbour-name[^>]*>([^<]+)<', html)
        assert harbours == [f"{harbour} {n + 1}" for n in range(3 if players == 2 else 4)]


def test_a_tip_says_what_lies_where() -> None:
    places = set()
    for number, turn in enumerate(playout(RULES, 4)):
        if number % 40:
            continue
        html = draw(RULES, turn.step.position.state)
        wording = SiteWording(RULES, [])
        for piece in RULES.view(turn.step.position.state, None).pieces:
            kind, name, *price = piece.place.split(":")
            place = wording.say(f"place.{kind}", {"id": name, "price": "".join(price)})
            assert re.search(rf'data-tip="[^":]*, {re.escape(place)}: ', html), piece
            places.add(kind)
    assert places == {"space", "field", "cell", "site", "edge", "pier", "track"}


def test_what_changes_for_one_viewer_changes_for_all() -> None:
    """Only one's own hand is drawn for one viewer: all else that a move changes is shared."""
    before: list[list[Part]] = []
    own = ("hand", "own_sacks:", "belongings:", "shown_sacks:")
    compared = 0
    for number, turn in enumerate(playout(RULES, 4)):
        views = [parts(RULES, turn.step.position.state, viewer) for viewer in (None, 0, 1)]
        if before and turn.step.decisions and number % 5 == 0:
            sent = [
                {name: html for name, html in changed(now, shown_of(was)).items()
                 if not name.startswith(own)}
                for now, was in zip(views, before, strict=True)
            ]  # fmt: skip
            assert sent[0] == sent[1] == sent[2]
            assert sum(map(len, sent[0].values())) < 6_000
            compared += bool(sent[0])
        before = views
    assert compared > 20


@pytest.mark.parametrize(
    "cells",
    [["5,5"], ["5,5", "5,6", "5,7"], ["5,5", "6,5", "6,6"], ["5,5", "5,6", "6,5", "6,6"],
     ["5,5", "7,5", "6,6"], ["4,4", "4,5", "5,5", "6,5", "6,4"]],
)  # fmt: skip
def test_a_bed_joins_the_cells_that_touch(cells: list[str]) -> None:
    d = bed_of(4, None, cells)
    rects = [tuple(map(int, rect)) for rect in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+Z", d)]
    assert len(rects) == d.count("Z") <= len(cells) + 2

    def covered(x: float, y: float) -> bool:
        return any(
            left <= 60 * x <= left + wide and top <= 60 * y <= top + high
            for left, top, wide, high in rects
        )

    taken = {tuple(map(int, cell.split(","))) for cell in cells}
    for row in range(3, 9):
        for col in range(3, 9):
            here = (row, col) in taken
            assert covered(col + 0.5, row + 0.5) == here
            assert covered(col + 1, row + 0.5) == (here and (row, col + 1) in taken)
            assert covered(col + 0.5, row + 1) == (here and (row + 1, col) in taken)
            assert not covered(col + 1, row + 1), "four cells leave their middle open"
