"""What a seat may do while its table is in play, and who may know what an expert thinks of it.

Each function is asked directly by everybody whom it tells apart. `manage.py mutate` finds out
whether these tests notice one that says otherwise.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.http import Http404
from django.test import RequestFactory

from games import api
from games.advising import asking, telling
from games.advising.api import question_of
from games.advising.found import FoundCost
from games.changing import services
from games.changing.clocks import consenting
from games.errors import NoSuchTable, NotInPlay, NotYourSeat, NotYourTurn, TableFrozen
from games.judging.offering import is_offered
from games.judging.undoing import may_undo
from games.models import BIGGEST, LogEntry, Study, Table
from games.page import views
from games.storing.rows import SeatRow, TableRow, table_load
from games.trying.course import CannotTry
from games.trying.scene import Place
from games.trying.study_views import study_named
from games.trying.views import make_plan, may_plan
from tests.games.conftest import Playing, begin, people
from tests.people import people_make
from tests.security.test_rights_at_tables import NOW, VISITOR

__all__ = ["begin", "people"]
pytestmark = pytest.mark.django_db

AWAY: dict[str, Any] = {"absent": True, "bot": "random"}


def but(row: TableRow, place: int | None = None, /, **facts: Any) -> TableRow:
    """A row in which a seat, or the table, is otherwise."""
    if place is None:
        return msgspec.structs.replace(row, **facts)
    seats: list[SeatRow] = list(row.seats)
    seats[place] = msgspec.structs.replace(seats[place], **facts)
    return msgspec.structs.replace(row, seats=seats)


def request_of(user: Any, **told: Any) -> Any:
    request = RequestFactory().post("/", told)
    request.user = user
    return request


def at_its_turn(begin: Any) -> tuple[TableRow, int, int]:
    """A table in play with hints, the first place that is asked, not 0, and its user."""
    playing: Playing = begin(seats=3, hints=True)
    playing.play(0)
    place = playing.asked()[0]
    assert place
    return table_load(playing.id), place, playing.user_at(place).pk


def test_who_asks_for_a_hint(begin: Any) -> None:
    row, place, user = at_its_turn(begin)
    mine = asking.own_question(row, user)
    assert (mine.table, mine.at, mine.place) == (row.id, row.number, place)
    for why, changed, asks in (
        (NotInPlay, but(row, status="finished"), user),
        (NotInPlay, but(row, position=None), user),
        (asking.NoHints, but(row, hints=False), user),
        (NotYourSeat, row, None),
        (NotYourSeat, but(row, place, user_id=None), None),
        (NotYourSeat, row, 10**9),
        (NotYourSeat, but(row, place, resigned=True), user),
        (TableFrozen, but(row, frozen=True), user),
        (NotYourTurn, row, row.seats[0].user_id),
        (NotYourTurn, but(row, place, **AWAY), user),
    ):
        with pytest.raises(why):
            asking.own_question(changed, asks)


def test_who_acts_for_a_seat_and_whose_consent_counts(begin: Any) -> None:
    row, place, user = at_its_turn(begin)
    for act in (services.seat_of, consenting):
        assert act(row, user) == place
        for changed, asks in ((row, 10**9), (but(row, place, resigned=True), user)):
            with pytest.raises(NotYourSeat):
                act(changed, asks)
    for why, changed in (
        (NotInPlay, but(row, status="finished")),
        (TableFrozen, but(row, frozen=True)),
        (NotYourSeat, but(row, place, **AWAY)),
    ):
        with pytest.raises(why):
            consenting(changed, user)
    assert services.seat_of(but(row, place, **AWAY), user) == place


def test_which_seats_are_offered(begin: Any) -> None:
    row, place, _user = at_its_turn(begin)
    offered = but(but(row, at_timeout="offer"), place, **AWAY)
    assert is_offered(offered, offered.seats[place])
    for changed in (
        but(offered, at_timeout="bot"), but(offered, status="finished"),
        but(offered, frozen=True), but(offered, place, absent=False), but(offered, place, bot=""),
        but(offered, place, user_id=None),
    ):  # fmt: skip
        assert not is_offered(changed, changed.seats[place])


def test_who_takes_back_a_move_and_who_plans(begin: Any) -> None:
    row, place, _user = at_its_turn(begin)
    undoable = but(row, place, undoable=row.number)
    later, before = NOW + timedelta(hours=1), NOW - timedelta(hours=1)
    assert may_undo(undoable, place, NOW)
    assert may_undo(but(undoable, place, undoable_until=later), place, NOW)
    here = Place(row, row.number, row.number, place, None)
    assert may_plan(here)
    assert not may_plan(msgspec.structs.replace(here, seat=None))
    assert not may_undo(undoable, None, NOW) and not may_undo(row, place, NOW)
    assert not may_undo(but(undoable, place, undoable_until=before), place, NOW)
    for about in ((None, {"status": "finished"}), (None, {"frozen": True}), (place, AWAY)):
        changed = but(undoable, about[0], **about[1])
        assert not may_undo(changed, place, NOW), about
        assert not may_plan(msgspec.structs.replace(here, row=changed)), about
    assert not may_plan(msgspec.structs.replace(here, row=but(row, place, resigned=True)))


def test_a_plan_is_made_by_who_has_the_seat(begin: Any) -> None:
    row, place, user = at_its_turn(begin)
    for seat, asks in ((None, row_user(row, place)), (place, VISITOR)):
        with pytest.raises(NotYourSeat):
            make_plan(request_of(asks), Place(row, row.number, row.number, seat, None), 1, [])
    assert user == row_user(row, place).pk


def row_user(row: TableRow, place: int) -> Any:
    """The user of a seat."""
    return Table.objects.get(pk=row.id).seats.get(place=place).user


def test_whose_table_and_whose_line(begin: Any, django_assert_num_queries: Any) -> None:
    row, place, _user = at_its_turn(begin)
    mine, other = row_user(row, place), row_user(row, (place + 1) % 3)
    (stranger,) = people_make("zoe")
    for load, refusal in ((api.load_for, NoSuchTable), (views.load, Http404)):
        assert load(request_of(stranger), row.id) == row
        Table.objects.update(private=True)
        assert load(request_of(mine), row.id).id == row.id
        for asks in (stranger, VISITOR):
            with pytest.raises(refusal):
                load(request_of(asks), row.id)
        Table.objects.update(private=False)
    with django_assert_num_queries(0), pytest.raises(NoSuchTable):
        api.load_for(request_of(mine), BIGGEST + 1)
    Table.objects.update(game="gone")
    with pytest.raises(Http404):
        views.load(request_of(mine), row.id)
    line = {"table_id": row.id, "at": 1, "seed": 1, "moves": []}
    Study.objects.create(user=other, number=2, **line)
    kept = [Study.objects.create(user=mine, number=number, **line) for number in (1, 2)]
    for number in (1, 2):
        assert study_named(request_of(mine, study=str(number)), row.id) == kept[number - 1]
    for asks, named in (
        (mine, "3"), (other, "1"), (mine, ""), (mine, "²"), (mine, "x"), (mine, "1" * 5000),
        (VISITOR, "1"), (mine, "\N{ARABIC-INDIC DIGIT ONE}"), (mine, "-1"),
    ):  # fmt: skip
        with pytest.raises(Http404):
            study_named(request_of(asks, study=named), row.id)


def test_which_question_is_judged_for_whom(begin: Any) -> None:
    """Of a table in play one's own; of one whose secrets are kept, only that of one's own seat."""
    playing: Playing = begin(seats=2, hints=True)
    first = playing.asked()[0]
    mine, other = playing.user_at(first), playing.user_at(1 - first)
    (stranger,) = people_make("zoe")
    row = table_load(playing.id)
    for at, place in ((None, None), (row.number, None), (None, first), (row.number, first)):
        assert question_of(request_of(mine), row.id, at, place)[1].decision.seat == first
    for at, place in ((row.number + 1, None), (None, 1 - first), (row.number + 1, first)):
        with pytest.raises(asking.NoHints):
            question_of(request_of(mine), row.id, at, place)
    Table.objects.update(private=True)
    with pytest.raises(NoSuchTable):
        question_of(request_of(stranger), row.id, None, None)
    assert question_of(request_of(mine), row.id, None, None)
    for why, status in ((asking.NoHints, "playing"), (NotInPlay, "closed"), (NotInPlay, "open")):
        with pytest.raises(why):
            asking.question_at(but(row, status=status), mine.pk, row.number, first)
    state = asking.history.position_at(row, row.number).state  # type: ignore[union-attr]
    playing.play_on(3)
    services.seat_resign(table_id=row.id, user_id=other.pk)
    over = table_load(row.id)
    assert over.status == "finished" and not asking.history.is_open(over)
    for place in (None, first):
        assert asking.question_at(over, mine.pk, row.number, place).place == first
        for asks in (other.pk, stranger.pk, None):
            with pytest.raises(asking.NotYours):
                asking.question_at(over, asks, row.number, place)
    for at, place in ((row.number, 5), (over.number, None), (10**6, None)):
        with pytest.raises(asking.NothingAsked):
            asking.question_at(over, mine.pk, at, place)
    cost = FoundCost(row.number + 1, row.number, first, {}, {}, 0.5, 0.25, 0.25)
    for viewer, may in ((first, True), (1 - first, False), (None, False)):
        assert asking.may_know(over, state, first, viewer) is may
        assert telling.may_know_choice(over, cost, viewer) is may


def test_nothing_is_judged_that_cannot_be_rebuilt(begin: Any) -> None:
    playing: Playing = begin(seats=2)
    playing.play_on(3)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
    row, first = table_load(playing.id), FoundCost(2, 1, 0, {}, {}, 0.5, 0.25, 0.25)
    for snapshot in (None, "{}"):
        LogEntry.objects.filter(table=row.id).update(snapshot=snapshot)
        with pytest.raises(CannotTry):
            asking.question_at(row, playing.user_at(0).pk, 1, 0)
    LogEntry.objects.filter(table=row.id).update(snapshot=None)
    for viewer, may in ((0, True), (1, False)):
        assert telling.may_know_choice(row, first, viewer) is may
