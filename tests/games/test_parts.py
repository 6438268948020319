"""Pushes, applied in their order, make the same document as a fresh page: for everybody, always."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone, translation

from games.changing import services
from games.page import rendering
from games.page.parts import (
    Lately,
    Part,
    PartApart,
    Pen,
    changed,
    hashes_in,
    hole,
    part,
    shown_of,
)
from games.page.saying import time_part
from games.rules.core.interface import Rules
from games.storing.rows import TableRow, table_load
from games.telling.history import past_at, steps_of
from games.telling.updates import table_update
from tests.games.conftest import Playing
from tests.games.shown import OnShow
from tests.games.test_rendering import Reader
from tests.rules.playing import every_game, slugs

FRESH = ((),) * len(rendering.ROOTS)
UNDO, LOOK, LEAVE = 0.06, 0.1, 0.1  # how often who has moved takes it back, looks, reconnects


class Viewer:
    """Somebody with the page open: what they have on show, and what the server thinks they have."""

    def __init__(self, user_id: int | None, language: str) -> None:
        self.reader, self.language = Reader(user_id), language
        self.page, self.shown, self.seen = OnShow(), FRESH, 0
        self.described = False
        self.lately = Lately()

    def drawn(
        self, row: TableRow, at: int | None = None, lately: Lately | None = None
    ) -> tuple[Any, list[Part]]:
        update = table_update(row, self.reader.pk, self.seen)
        if at is not None:
            past = rendering.past_update(row, self.reader, update, steps_of(row), at)
            assert past is not None
            update = past
        scene = rendering.Scene(row, self.reader, update, lately)
        return scene, scene.roots(described=self.described)

    def told(self, row: TableRow) -> None:
        """An update is pushed."""
        with translation.override(self.language):
            scene, roots = self.drawn(row, lately=self.lately)
            update = rendering.page_update(scene, roots, self.shown)
        self.page.put(update)
        self.shown, self.seen = shown_of(roots), update["number"]
        self.lately.keep(roots)

    def comes_back(self) -> None:
        """The socket breaks; the page tells what it shows."""
        self.shown = (hashes_in("".join(sorted(self.page.hashes()))),)

    def reads(self) -> None:
        """The board in words is opened; the page tells what it shows."""
        self.described = True
        self.comes_back()

    def looks_back(self, table_id: int, at: int) -> None:
        """The page shows the past for a while, and then tells what it shows."""
        with translation.override(self.language):
            scene, roots = self.drawn(table_load(table_id), at)
            has = (self.page.hashes(),)
            self.page.put(rendering.page_update(scene, roots, has))
            fresh = rendering.whole(self.drawn(table_load(table_id), at)[1])
            assert self.page.document() == fresh
        self.comes_back()
        self.told(table_load(table_id))

    def sees_the_same_as_a_fresh_page(self, table_id: int) -> None:
        with translation.override(self.language):
            fresh = rendering.whole(self.drawn(table_load(table_id))[1])
        assert self.page.document() == fresh


@pytest.mark.costly
@pytest.mark.parametrize("rules", every_game, ids=slugs)
def test_pushes_make_the_same_document_as_a_fresh_page(rules: Rules[Any], begin: Any) -> None:
    """Everybody is pushed every change of a whole game; one of them looks at a fresh page each."""
    chance = random.Random(f"parts {rules.slug}")
    playing = begin(game=rules.slug, seats=rules.players[-1])
    users = [*(seat.user_id for seat in table_load(playing.id).seats), None]
    viewers = [Viewer(user, language) for user, language in zip(users, cycle(), strict=False)]
    opening = table_load(playing.id)
    for viewer in viewers:
        viewer.told(opening)
    for _ in play_at_random(playing, chance):
        row = table_load(playing.id)  # once for all who watch, as in a process that serves
        for viewer in viewers:
            if chance.random() < LEAVE:
                viewer.comes_back()
            if chance.random() < LEAVE:
                viewer.reads()
            viewer.told(row)
        viewer = chance.choice(viewers)
        if chance.random() < LOOK:
            steps = [number for number, _ in steps_of(table_load(playing.id))]
            viewer.looks_back(playing.id, chance.choice(steps))
        viewer.sees_the_same_as_a_fresh_page(playing.id)
    assert playing.table.status == "finished"
    for viewer in viewers:
        viewer.sees_the_same_as_a_fresh_page(playing.id)


def cycle() -> Iterator[str]:
    while True:
        yield from ("en", "de")


def play_at_random(playing: Playing, chance: random.Random) -> Iterator[None]:
    """Moves to the end of the game, some of them taken back."""
    while playing.table.status == "playing":
        place = chance.choice(playing.asked())
        question = playing.question(place)
        playing.answer(place, question, chance.randrange(len(question["moves"])))
        yield
        if chance.random() < UNDO and playing.table.status == "playing":
            try:
                services.move_undo(table_id=playing.id, user_id=playing.user_at(place).pk)
            except services.undoing.CannotUndo:
                continue
            yield


def test_steps_around_a_step_are_part_of_the_look_back() -> None:
    assert past_at([(1, None), (2, 0)], 2).index == 2


# --- Parts by themselves -------------------------------------------------------------------------


def pen_of(macros: dict[str, Any], game: str = "test") -> Pen:
    return Pen(game, macros.__getitem__)


def test_what_is_apart_changes_by_itself() -> None:
    """The part around it is neither drawn nor asked for again, unless it has other holes."""
    drawings: list[str] = []

    def board(name: str, cars: list[str]) -> str:
        drawings.append("board")
        return f"<svg>{name}{''.join(cars)}</svg>"

    def car(at: int) -> str:
        drawings.append(f"car at {at}")
        return f"<g>{at}</g>"

    lately = Lately()

    def drawn(*cars: int, name: str = "Quay") -> Part:
        pen = Pen("drawn apart", {"board": board, "car": car}.__getitem__, lately=lately)
        apart = [PartApart("car", {"at": at}, number) for number, at in enumerate(cars)]
        return pen.draw("board", "", {"name": name, "cars": apart})

    before = drawn(1, 2)
    assert drawn(1, 2) is before
    after = drawn(1, 3)
    assert drawings == ["car at 1", "car at 2", "board", "car at 3"]
    assert after.hash == before.hash and list(changed([after], shown_of([before]))) == ["car:1"]
    assert re.findall(r">(\d)<", after.whole()) == ["1", "3"]
    assert list(changed([drawn(1, 3, name="Pier")], shown_of([after]))) == ["board"]
    last = drawn(3, name="Pier")
    assert re.findall(r">(\d)<", last.whole()) == ["3"]
    assert set(lately.drawn) == {"board", "car:0", "car:1"}
    lately.keep([last])
    assert set(lately.drawn) == {"board", "car:0"}


def test_a_part_is_drawn_once_for_the_same_values() -> None:
    drawings = []

    def house(owner: str) -> str:
        drawings.append(owner)
        return f"<g>{owner}</g>"

    def board(owners: list[str]) -> str:
        return f"<svg>{''.join(part('house', n, owner=o) for n, o in enumerate(owners))}</svg>"

    pen = pen_of({"house": house, "board": board}, "drawn once")
    before = pen.draw("board", "", {"owners": ["Ana", "Ben"]})
    after = pen.draw("board", "", {"owners": ["Ana", "Carla"]})
    assert drawings == ["Ana", "Ben", "Carla"]
    assert list(changed([after], shown_of([before]))) == ["house:1"]
    assert changed([after], shown_of([after])) == {}
    assert list(changed([after], ())) == ["board", "house:0", "house:1"], "the outer come first"
    assert before.hash == after.hash, "only what is in it differs"
    assert "Carla" in after.whole()
    assert "<!--" not in after.whole()


def test_a_longer_list_sends_its_holes_and_what_is_new() -> None:
    macros = {
        "card": lambda name: f"<li>{name}</li>",
        "row": lambda names: f"<ul>{''.join(part('card', n, name=n) for n in names)}</ul>",
    }
    pen = pen_of(macros, "a list")
    before = pen.draw("row", "", {"names": ["a", "b"]})
    after = pen.draw("row", "", {"names": ["b", "c"]})
    sent = changed([after], shown_of([before]))
    assert list(sent) == ["row", "card:c"]
    assert sent["row"].endswith("><!--card:b--><!--card:c--></ul>")


def test_languages_and_games_are_told_apart_and_times_fill_holes() -> None:
    moment = datetime(2026, 1, 5, 12, tzinfo=UTC)
    macros = {"clock": lambda: f"<p>{hole('at')}</p>", "word": lambda: "<b>x</b>"}
    clocks, words = [], []
    for zone in ("Europe/Berlin", "Asia/Tokyo"):
        with timezone.override(zone):
            pen = pen_of(macros, "times")
            clocks.append(pen.draw("clock", "", {}).holding(*time_part(pen, "at", moment)).whole())
            words.append(pen.draw("word", "", {}))
    assert "13:00</time>" in clocks[0]
    assert "21:00</time>" in clocks[1]
    assert words[0] is words[1], "it is drawn once for all time zones"
    with translation.override("de"):
        assert pen_of(macros, "times").draw("word", "", {}) is not words[0]
    assert pen_of(macros, "another").draw("word", "", {}) is not words[0]


@pytest.mark.parametrize("html", ["", "text <b>and more</b>", "<!-- remark --><p></p>"])
def test_a_part_is_an_element(html: str) -> None:
    with pytest.raises(ValueError, match="no part"):
        pen_of({"odd": lambda: html}, html).draw("odd", "", {})


def test_the_name_of_a_part_is_plain() -> None:
    with pytest.raises(ValueError, match="no part"):
        pen_of({"p": lambda: "<p></p>"}).draw("p", "--><script>", {})


def test_hashes_are_told_in_a_row() -> None:
    assert hashes_in("abcdefghABCDEFGH") == {"abcdefgh", "ABCDEFGH"}
    assert hashes_in("") == frozenset()
