"""The parts of the table's page: every answer is playable, nothing leaks, little is asked."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from itertools import islice
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation
from jinja2 import TemplateNotFound

import games.page.parts
from games.page import drawing, rendering
from games.page.parts import Part, Pen
from games.rules.core.codec import copy_position
from games.rules.core.interface import Position, Rules
from games.rules.core.play import start
from games.rules.registry import GAMES
from games.storing.rows import TableRow, table_load
from games.telling.cache import Cache
from games.telling.documents import Update
from games.telling.reading import reading_in
from games.telling.unstored import seat_row, table_row
from games.telling.updates import table_update
from tests.games.conftest import Playing
from tests.rules.playing import contract_of, every_game, opening, playout, slugs

SAMPLES = 40  # positions of each game, spread over a random game


class Reader(NamedTuple):
    """Enough of a user for rendering."""

    pk: int | None


NOBODY = Reader(None)


def row_at(rules: Rules[Any], position: Position[Any], number: int = 7, **more: Any) -> TableRow:
    """A table in play at this position, that is not in the database; user ids are 100 + place."""
    players = len(rules.view(position.state, None).players)
    seats = [seat_row(place, 100 + place, f"user{place}") for place in range(players)]
    asked = rules.pending(position.state)
    row = table_row(rules, position, seats, course=0, moves=number - 1, decisions=asked)
    changed = {"id": 1, "private": False, "at_timeout": "bot", **more}
    return msgspec.structs.replace(row, **changed)


def drawn(row: TableRow, reader: Reader) -> tuple[Update, dict[str, str]]:
    """The update, and the parts of the page with all that is in them; the log's lines as `log`."""
    update = table_update(row, reader.pk, 0)
    return update, parts_of(rendering.Scene(row, reader, update))


def parts_of(scene: rendering.Scene) -> dict[str, str]:
    return {**rendering.whole(scene.roots()), "log": scene.lines()}


class Elements(HTMLParser):
    """The start tags of a document with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def values(self, attribute: str, tag: str | None = None) -> list[str]:
        return [
            given[attribute] or ""
            for name, given in self.found
            if attribute in given and tag in (None, name)
        ]


def positions(rules: Rules[Any], seed: int) -> Iterator[Position[Any]]:
    """Positions with questions, spread over a random game."""
    every = max(1, sum(1 for _ in playout(rules, seed)) // SAMPLES)
    for turn in islice(playout(rules, seed), 0, None, every):
        yield turn.before


@pytest.mark.parametrize("rules", every_game, ids=slugs)
def test_every_answer_is_a_button_or_a_number(rules: Rules[Any], db: None) -> None:
    for position in positions(rules, seed=3):
        row = row_at(rules, position)
        for decision in rules.pending(position.state):
            update, parts = drawn(row, Reader(100 + decision.seat))
            question = update.question
            assert question is not None
            panel = Elements(parts["panel"])
            posted = posted_by(panel)
            offered = [offer.move for offer in question.moves]
            assert sorted(posted, key=json.dumps) == sorted(offered, key=json.dumps)
            assert question.id in panel.values("value", "input")
            spots = [offer.spot for offer in question.moves if offer.spot]
            assert set(panel.values("data-for")) == set(spots)


def posted_by(panel: Elements) -> list[dict[str, Any]]:
    """The moves that the buttons of a panel post, and those of its numbers."""
    bases = panel.values("data-base")
    found = [json.loads(value) for value in panel.values("value", "button") if value not in bases]
    fields, texts = panel.values("data-field"), panel.values("data-texts")
    for base, field, numbers in zip(bases, fields, texts, strict=True):
        found += [{**json.loads(base), field: int(number)} for number in json.loads(numbers)]
    return found


def test_the_board_of_santiago_draws_every_spot(db: None) -> None:
    rules = GAMES["santiago_de_cuba"]
    for position in positions(rules, seed=4):
        row = row_at(rules, position)
        for decision in rules.pending(position.state):
            update, parts = drawn(row, Reader(100 + decision.seat))
            spots = set(Elements(parts["board"] + parts["players"]).values("data-spot"))
            wanted = {offer.spot for offer in update.question.moves if offer.spot}
            assert wanted <= spots, decision.key


@pytest.mark.parametrize("slug", [slug for slug in slugs if rendering.has_board(slug)])
def test_every_piece_is_drawn_once(slug: str, db: None) -> None:
    for position in positions(GAMES[slug], seed=5):
        _, parts = drawn(row_at(GAMES[slug], position), NOBODY)
        page = Elements(parts["board"] + parts["players"])
        pieces = page.values("data-piece")
        assert len(pieces) == len(set(pieces))


@pytest.mark.parametrize("rules", every_game, ids=slugs)
def test_nothing_hidden_is_drawn(rules: Rules[Any], db: None) -> None:
    """Deal afresh what a viewer does not know: the page stays the same, letter by letter."""
    scramble, chooser = contract_of(rules.slug).scramble, random.Random(11)
    compared = 0
    for seed in range(len(contract_of(rules.slug).OPTIONS) * 2):
        for turn in islice(playout(rules, seed), 4, 60, 18):
            players = len(rules.view(turn.before.state, None).players)
            for viewer in [None, *range(players)]:
                position = copy_position(rules, turn.before)
                other = scramble(position.state, viewer, chooser)
                reader = NOBODY if viewer is None else Reader(100 + viewer)
                one = drawn(row_at(rules, turn.before), reader)[1]
                two = drawn(row_at(rules, Position(position.rng, other)), reader)[1]
                assert one == two
                compared += 1
    assert compared > 10


def test_names_are_text_not_markup(db: None) -> None:
    rules = GAMES["santiago_de_cuba"]
    row = row_at(rules, opening(rules, 1).position)
    evil = '<img src=x onerror="alert(1)">'
    seats = [msgspec.structs.replace(seat, name=evil) for seat in row.seats]
    row = msgspec.structs.replace(row, seats=seats)
    for reader in (NOBODY, Reader(100)):
        parts = drawn(row, reader)[1]
        assert "<img" not in "".join(parts.values())
        assert "&lt;img" in parts["players"]


@pytest.mark.parametrize("rules", every_game, ids=slugs)
def test_the_policy_of_scripts_and_styles_is_kept(rules: Rules[Any], db: None) -> None:
    for position in islice(positions(rules, seed=6), 4):
        for reader in (NOBODY, Reader(100)):
            page = Elements("".join(drawn(row_at(rules, position), reader)[1].values()))
            for tag, given in page.found:
                assert tag not in ("script", "style")
                assert "style" not in given
                assert not any(name.startswith("on") for name in given)


def test_what_is_pushed_are_plain_strings(db: None) -> None:
    rules = GAMES["pier"]
    row = row_at(rules, opening(rules, 1).position)
    scene = rendering.Scene(row, NOBODY, table_update(row, None, 0))
    update = rendering.page_update(scene, scene.roots(), ())
    assert set(rendering.ROOTS) <= set(update["parts"])
    assert all(type(html) is str for html in update["parts"].values())
    assert msgspec.json.encode(update)


def test_the_log_holds_only_what_is_new(begin: Callable[..., Playing]) -> None:
    playing = begin()
    playing.play(playing.asked()[0])
    row = table_load(playing.id)
    whole = fragments_of(row, None, 0)["log"]
    new = fragments_of(row, None, 1)["log"]
    assert Elements(whole).values("data-entry", "li")[0] == "1"
    assert set(Elements(new).values("data-entry", "li")) == {"2"}


def test_the_log_is_drawn_for_each_language_and_time_zone(begin: Callable[..., Playing]) -> None:
    """The shape of a line is kept for all tables, its number, sentence and time for none."""
    playing = begin()
    playing.play(playing.asked()[0])
    row = table_load(playing.id)
    readings = [("en", "UTC"), ("de", "Asia/Tokyo"), ("en", "Asia/Tokyo"), ("de", "UTC")]
    drawn_in: dict[tuple[str, str], str] = {}
    for language, zone in readings * 2:
        with reading_in(language, ZoneInfo(zone)):
            log = fragments_of(row, None, 0)["log"]
        assert drawn_in.setdefault((language, zone), log) == log
        said = {"en": "The board after entry 2", "de": "Der Spielplan nach Eintrag 2"}
        assert [text in log for text in said.values()] == [language == one for one in said]
        offset = {"UTC": "+00:00", "Asia/Tokyo": "+09:00"}[zone]
        assert all(time.endswith(offset) for time in Elements(log).values("datetime"))
        assert Elements(log).values("data-step") == ["1", "2"] and "<!--" not in log
    assert len(set(drawn_in.values())) == len(readings)


def fragments_of(row: TableRow, user_id: int | None, since: int) -> dict[str, str]:
    return parts_of(rendering.Scene(row, Reader(user_id), table_update(row, user_id, since)))


def test_drawing_never_asks_the_database(
    begin: Callable[..., Playing], django_assert_num_queries: Any
) -> None:
    playing = begin()
    for moves in (1, 12):
        playing.play_on(moves)
        row = table_load(playing.id)
        for reader in (AnonymousUser(), Reader(row.seats[0].user_id)):
            update = table_update(row, reader.pk, 0)
            with django_assert_num_queries(0):
                parts_of(rendering.Scene(row, reader, update))


@pytest.mark.parametrize(
    ("name", "drawn_apart"), [("turn", "turn"), ("players", "seat"), ("panel", "panel")]
)
def test_what_two_are_shown_alike_is_drawn_once(
    db: None, monkeypatch: pytest.MonkeyPatch, name: str, drawn_apart: str
) -> None:
    rules = GAMES["port_royal"]
    row = row_at(rules, start(rules, 3, contract_of(rules.slug).OPTIONS[0], "once").position)
    named = [msgspec.structs.replace(seat, name=f"{name} {seat.place}") for seat in row.seats]
    row = msgspec.structs.replace(row, seats=named)
    drawings = counted_drawings(monkeypatch)
    shown = [drawn(row, reader)[1][name] for reader in (NOBODY, Reader(7), Reader(100), NOBODY)]
    assert shown[0] == shown[1] == shown[3]
    assert shown[2] != shown[0], "who sits there sees more"
    once = {"turn": 1, "panel": 1, "seat": len(row.seats)}[drawn_apart]
    assert drawings.count(drawn_apart) == once + 1, "once more for who sits there"
    resigned = [msgspec.structs.replace(seat, resigned=True, deciding=False) for seat in row.seats]
    standings = [{"seat": seat.place, "rank": 1, "score": 9, "tiebreaks": []} for seat in resigned]
    outcome = {"reason": rules.endings[0], "standings": standings}
    later = msgspec.structs.replace(row, status="finished", seats=resigned, outcome=outcome)
    assert drawn(later, NOBODY)[1][name] != shown[0]


def counted_drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of parts that are drawn from now on, when nothing has been drawn yet."""
    monkeypatch.setattr(games.page.parts, "_parts", Cache(1_000))
    drawings: list[str] = []
    make = Pen._make

    def counted(pen: Pen, kind: str, name: str, values: Any) -> Part:
        drawings.append(kind)
        return make(pen, kind, name, values)

    monkeypatch.setattr(Pen, "_make", counted)
    return drawings


def test_nothing_is_drawn_for_the_sake_of_the_clock(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits is the same however long: the times in it are parts of their own."""
    rules = GAMES["port_royal"]
    row = row_at(rules, start(rules, 3, contract_of(rules.slug).OPTIONS[0], "once").position)
    asked = next(seat.place for seat in row.seats if seat.deciding)
    readers = Reader(100 + (asked + 1) % 3), Reader(100 + asked)
    drawings = counted_drawings(monkeypatch)
    for hour in (8, 9):
        since = datetime(2026, 3, 1, hour, tzinfo=UTC)
        until = since + timedelta(days=1)
        later = msgspec.structs.replace(row.seats[asked], since=since, deadline=until)
        seats = [later if seat.place == asked else seat for seat in row.seats]
        waits, answers = [
            drawn(msgspec.structs.replace(row, seats=seats), one)[1] for one in readers
        ]
        assert times_in(waits["turn"]) == [since] and times_in(waits["panel"]) == [since, until]
        assert times_in(answers["turn"]) == [until] and not times_in(answers["panel"])
    assert (drawings.count("turn"), drawings.count("panel")) == (2, 2), "once for each reader"


def times_in(html: str) -> list[datetime]:
    return [datetime.fromisoformat(time) for time in Elements(html).values("datetime")]


def test_a_board_is_drawn_once_for_all_who_see_it(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = GAMES["santiago_de_cuba"]
    row = row_at(rules, start(rules, 3, contract_of(rules.slug).OPTIONS[0], "alone").position)
    drawings = counted_drawings(monkeypatch)
    first = [drawn(row, reader)[1]["board"] for reader in (NOBODY, Reader(100), Reader(101))]
    assert len(set(first)) == 1
    assert drawings.count("board") == 1
    with translation.override("de"):
        german = drawn(row, NOBODY)[1]["board"]
    assert drawings.count("board") == 2
    assert german != first[0]
    renamed = [msgspec.structs.replace(seat, name=f"only here {seat.place}") for seat in row.seats]
    del drawings[:]
    other = drawn(msgspec.structs.replace(row, seats=renamed), NOBODY)[1]["board"]
    assert other == first[0], "nobody owns a house yet, so no name is on the board"
    assert drawings.count("house") == 0


def test_a_template_whose_name_is_misspelt_is_an_error() -> None:
    with pytest.raises(TemplateNotFound):
        drawing.render("godos.svg", {})
