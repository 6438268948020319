"""The board of Guatemala Café as markup: every place is drawn, and nothing secret is in it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from django.utils import translation

from games.page.boards import Sitting, board_of
from games.page.boards.guatemala_cafe import description
from games.page.boards.guatemala_cafe.hillside import HIGH, WIDE, bed_of
from games.page.parts import Part, changed, shown_of
from games.rules.core.codec import encode
from games.rules.core.interface import Position, Viewer
from games.rules.core.play import start
from games.rules.guatemala_cafe.components import COLOURS
from games.rules.guatemala_cafe.geometry import BOARDS
from games.rules.guatemala_cafe.scoring import score
from games.rules.guatemala_cafe.state import Options
from games.rules.guatemala_cafe.view import PieceView
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
        coordinates = re.search(r'class="coordinates".*?</g>', html, re.DOTALL)
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
            assert re.search(rf'data-spot="site:{site.id}" data-tip="{name}: ', html)
        harbours = re.findall(r'class="harbour-number"[^>]*>(\d)<', html)
        assert harbours == [str(n + 1) for n in range(3 if players == 2 else 4)]
        for number in harbours:
            assert f'data-tip="{harbour} {number}: ' in html


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
            left <= WIDE * x <= left + wide and top <= HIGH * y <= top + high
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


# --- In words -------------------------------------------------------------------------------------

NAMES = ("Ana", "Ben", "Carla", "Dario")


class Told:
    """A position in words, for one viewer in the active language."""

    def __init__(self, state: Any, viewer: Viewer) -> None:
        self.view = RULES.view(state, viewer)
        self.count = len(self.view.players)
        self.words = SiteWording(RULES, NAMES[: self.count])
        seats = [
            Sitting(place, str(place), NAMES[place], "", place == viewer)
            for place in range(self.count)
        ]
        sections = description(encode(self.view), seats, self.words)
        self.lines = {section.key: section.lines for section in sections}
        self.now = [section.key for section in sections if section.now]

    def label(self, piece: PieceView) -> str:
        """What a piece is called: "worker (black)"."""
        kind = self.words.word("piece", piece.kind)
        return f"{kind} ({self.words.word('colour', piece.colour)})" if piece.colour else kind

    def is_told(self, piece: PieceView) -> bool:
        """Whether this piece is told in its place, and as what it is."""
        words, label = self.words, self.label(piece)
        kind, name, *_ = piece.place.split(":")
        if kind == "space":
            return words.say("place.space", {"id": name}) in self.lines["market"][0]
        if kind == "field":
            row = self.lines["market"][-9:][int(name.partition(",")[0])]
            groups = dict(group.split(": ") for group in row.partition(": ")[2].split("; "))
            return words.word("field", name) in groups[label].split(", ")
        if kind in ("cell", "site"):
            coffee = words.word("source", piece.colour)
            (line,) = (
                line for line in self.lines[f"estate-{piece.owner}"] if line.startswith(coffee)
            )
            hut, workers = line.split("; ")[0], line.split("; ")[1]
            return words.word(kind, name) in re.findall(r"\w+", hut if kind == "site" else workers)
        if kind == "edge":
            laid = [line.partition(";")[0] for line in self.lines["roads"]]
            edge = f"{words.word('this_side', name)}/{words.word('that_side', name)}"
            return sum(edge in re.findall(r"\w+/\w+", line) for line in laid) == 1
        if kind == "pier":
            line = self.lines["harbours"][list(self.view.harbours).index(name)]
            ships = [one for one in self.view.pieces if one.place.startswith(f"pier:{name}:")]
            alike = sum(ship.colour == piece.colour for ship in ships)
            return line.count(label) == alike
        sack = words.word("colour", piece.colour) if piece.colour else words.say("board.face_down")
        return f"{name} {sack}" in self.lines["track"][0]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seed", [0, 2, 4])
def test_the_words_tell_every_piece_where_it_lies(seed: int, language: str) -> None:
    kinds = set()
    for number, turn in enumerate(playout(RULES, seed)):
        if number % 29:
            continue
        state = turn.step.position.state
        with translation.override(language):
            told = Told(state, None)
            for piece in told.view.pieces:
                assert told.is_told(piece), piece
                kinds.add(piece.place.partition(":")[0])
            for row in told.lines["market"][-9:]:
                assert len(re.findall(r"\b[P-X]\d\b", row)) == 9, "and nothing twice"
    assert {"space", "field", "cell", "edge", "pier"} <= kinds


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_words_agree_with_the_numbers(language: str) -> None:
    for number, turn in enumerate(playout(RULES, 5)):
        if number % 31:
            continue
        state = turn.step.position.state
        with translation.override(language):
            told = Told(state, 0)
            for place, player in enumerate(state.players):
                has = told.lines[f"estate-{place}"][0]
                assert has.startswith(f"{NAMES[place]}: ")
                numbers = [player.points, player.money, player.sack_count]
                own = [count for count in player.sacks.values() if count] if place == 0 else []
                assert [int(n) for n in re.findall(r"\d+", has)] == numbers + own
            for colour in COLOURS:
                for result in score(state, colour):
                    start = told.words.word("source", colour)
                    lines = told.lines[f"estate-{result.seat}"]
                    gives = [line for line in lines if line.startswith(start)]
                    assert len(gives) == bool(result.workers or result.site)
                    if gives:
                        assert f" {result.points} " in f"{gives[0]} ".rpartition("; ")[2]
            assert str(state.supply) in told.lines["supply"][0]
            assert str(len(state.bag)) in told.lines["supply"][1]


def test_the_words_say_how_far_the_turn_has_come() -> None:
    phases = set()
    for turn in playout(RULES, 5):
        told = Told(turn.step.position.state, None)
        phase = turn.step.position.state.phase
        phases.add(phase)
        assert told.now == ([] if phase == "over" else ["turn"])
        if phase == "over":
            assert told.lines["turn"][0].startswith("The game is over.")
            assert not any("ends the game" in line for line in told.lines["track"])
        elif phase == "place":
            (held,) = (
                piece for piece in told.view.pieces if piece.place == f"field:{told.view.holding}"
            )
            assert told.label(held) in told.lines["turn"][0]
        else:
            assert NAMES[turn.step.position.state.active] in told.lines["turn"][0]
    assert phases >= {"move", "action", "build", "place", "blockade", "replace", "over"}


# --- How far the turn has come --------------------------------------------------------------------


def test_the_step_of_the_turn_is_marked() -> None:
    marked_in = {
        "move": ["Move"],
        "action": ["Build", "Score"],
        "build": ["Build"],
        "place": ["Build"],
        "blockade": ["Score"],
        "replace": ["Replace"],
        "over": [],
    }
    seen = set()
    for turn in playout(RULES, 5):
        state = turn.step.position.state
        if state.phase in seen:
            continue
        seen.add(state.phase)
        html = draw(RULES, state)
        marked = re.findall(r'class="mark now".*?<text[^>]*>([^<]+)<', html, re.DOTALL)
        assert marked == marked_in[state.phase]
        assert ("The game is over" in html) == (state.phase == "over")
        pips = html.count('class="item done"')
        assert pips == (0 if state.phase == "over" else state.taken)
    assert seen == marked_in.keys()


def test_the_strip_of_prices_says_what_is_free() -> None:
    for number, turn in enumerate(playout(RULES, 4)):
        if number % 60:
            continue
        state = turn.step.position.state
        html = draw(RULES, state)
        shown = dict(re.findall(r'data-tick="price:(\w+)">([^<]+)<', html))
        built = {hut.site for player in state.players for hut in player.huts.values()}
        free = [site.price for name, site in state.board.sites.items() if name not in built]
        piers = [
            state.board.harbours[name].piers[len(ships)]
            for name, ships in state.harbours.items()
            if len(ships) < 3
        ]
        for kind, amounts in (("hut", free), ("ship", piers)):
            numbers = [int(part) for part in re.findall(r"\d", shown[kind])]
            assert {*numbers} == ({min(amounts), max(amounts)} if amounts else set())
        prices = re.findall(r'class="on-coin" y="17">(\d)<', html)
        assert sorted(map(int, prices)) == sorted(free), "a site with a hut has none"


def test_every_question_is_about_a_region_of_the_board() -> None:
    asked = set()
    for seed in range(3):
        for turn in playout(RULES, seed):
            asked |= {decision.key for decision in turn.step.decisions}
    state = next(playout(RULES, 0)).step.position.state
    drawn = set(re.findall(r'data-region="(\w+)"', draw(RULES, state, 0)))
    assert asked <= board_of("guatemala_cafe").regions.keys()
    assert {*board_of("guatemala_cafe").regions.values()} <= drawn


def test_the_board_is_drawn_once_for_all_and_the_hand_for_whom_it_is() -> None:
    """What only the viewer sees is a part of its own; a spectator sees none."""
    state = start(RULES, 2, Options(), "hands").position.state
    boards = [parts(RULES, state, viewer)[0] for viewer in (0, 1, None)]
    assert len({board.hash for board in boards}) == 1
    hands = [next(part for part in board.inside if part.name == "hand") for board in boards]
    assert ["own-sack" in hand.whole() for hand in hands] == [True, True, False]
