"""Finished tables make ratings, which can be worked out again from what is stored."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from statistics import fmean
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.people.leaving import account_delete
from games.changing.moderation import seat_replace
from games.changing.ratings import ratings_keep_up
from games.changing.services import seat_resign
from games.judging.rating import FULL, NEW, PERIOD, SURE, Meetings, rated, shown
from games.models import RatedSeat, Rating, Seat, Table
from games.tasks import rate as rate_job
from tests.people import people_make
from tools.bench import ratings as bench

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
Rated = Table.Rated


def table_over(
    *users: User | None, ranks: tuple[int, ...] = (), day: int = 0, **fields: Any
) -> Table:
    """A table that has ended: who sat there came in in this order, if no `ranks` are said."""
    at = NOON + timedelta(days=day)
    columns: dict[str, Any] = {
        "game": "pier", "seats_min": 2, "seats_max": 4, "status": Table.Status.FINISHED,
        "position": "{}", "number": 1, "started_at": at, "finished_at": at, "outcome": {},
    }  # fmt: skip
    table = Table.objects.create(**{**columns, **fields})
    Seat.objects.bulk_create(
        Seat(table=table, place=place, user=user, rank=rank, bot="" if user else "random")
        for place, (user, rank) in enumerate(
            zip(users, ranks or range(1, len(users) + 1), strict=True)
        )
    )
    return table


def verdict(table: Table) -> str:
    ratings_keep_up()
    return Table.objects.get(pk=table.pk).rated


def ranks_of(table: Table) -> dict[int, int]:
    ratings_keep_up()
    return dict(RatedSeat.objects.filter(table=table).values_list("place", "rank"))


def rows() -> list[list[tuple[Any, ...]]]:
    """All that is stored of ratings."""
    return [
        list(Rating.objects.order_by("pk").values_list()),
        list(RatedSeat.objects.order_by("table_id", "place").values_list()),
        list(Table.objects.order_by("pk").values_list("pk", "rated")),
    ]


@pytest.fixture
def club() -> list[User]:
    return people_make("Ana", "Ben", "Carla", "Dario")


def test_who_comes_in_before_others_gains_and_doubt_falls(club: list[User]) -> None:
    ana, ben, carla, _dario = club
    table = table_over(ana, ben, carla)
    rate_job(0)
    best, middle, last = (Rating.objects.get(user=user) for user in (ana, ben, carla))
    assert best.mu > middle.mu > last.mu and best.mu > NEW.mu > last.mu
    assert all(one.sigma < NEW.sigma and one.tables == 1 for one in (best, middle, last))
    seats = list(RatedSeat.objects.filter(table=table).order_by("place"))
    assert [(seat.mu_before, seat.mu, seat.weight) for seat in seats] == [
        (NEW.mu, one.mu, 1.0) for one in (best, middle, last)
    ]
    before = rows()
    rate_job(10)
    assert rows() == before, "once for each table"


def test_what_is_told_of_a_rating() -> None:
    assert (shown(1522.6, 40.2).points, shown(1522.6, 40.2).doubt) == (1523, 80)
    assert shown(1500, SURE / 2 + 1).is_provisional and not shown(1500, SURE / 2).is_provisional
    equal = rated([NEW, NEW], [1, 1], [1, 1])
    assert equal[0].mu == equal[1].mu == NEW.mu, "who shares a rank gains nothing"


def test_which_tables_do_not_count(club: list[User]) -> None:
    ana, ben, carla, _dario = club
    guest = User.objects.create_user("Gast", is_guest=True)
    assert verdict(table_over(ana, ben, unrated=True)) == Rated.AGREED
    assert verdict(table_over(ana, ben, hints=True)) == Rated.HINTS
    assert verdict(table_over(ana, ben, None)) == Rated.BOTS
    with_guest = table_over(ana, guest)
    assert verdict(with_guest) == Rated.GUESTS
    program = User.objects.create(username="Rook-program", owner=ana)
    with_program = table_over(ben, program)
    assert verdict(with_program) == Rated.PROGRAMS
    assert verdict(table_over(ana)) == Rated.FEW
    assert verdict(table_over(ana, ben, status="playing", outcome=None)) == ""
    User.objects.filter(pk=guest.pk).update(is_guest=False)
    account_delete(user=program)
    call_command("ratings", recompute=True)
    assert verdict(with_guest) == Rated.GUESTS, "also when the guest has an account by now"
    assert verdict(with_program) == Rated.PROGRAMS, "also when the program is gone"
    assert not Rating.objects.exists() and not RatedSeat.objects.exists()
    assert verdict(table_over(carla, guest)) == Rated.YES


def test_who_gives_up_or_is_away_comes_in_last(club: list[User]) -> None:
    ana, ben, carla, _dario = club
    gave_up = table_over(ana, ben, carla, ranks=(3, 1, 2))
    Seat.objects.filter(table=gave_up, user=ana).update(resigned_at=NOON)
    away = table_over(ana, ben, carla)
    Seat.objects.filter(table=away, user=ana).update(absent_since=NOON, bot="random")
    assert ranks_of(gave_up) == {0: 4, 1: 1, 2: 2}
    assert ranks_of(away) == {0: 4, 1: 2, 2: 3}, "whatever the bot has won for her"


def test_who_had_the_seat_from_the_beginning_counts(begin: Any, people: list[Any]) -> None:
    """Whoever takes a seat over does not; nor does whose seat a moderator gave to another."""
    playing = begin(3)
    *seated, dario = people
    vanished = playing.user_at(1)
    Seat.objects.filter(table_id=playing.id, place=1).update(absent_since=NOON, bot="greedy")
    seat_replace(table_id=playing.id, place=1, user_id=dario.pk)
    for place in (0, 1):
        seat_resign(table_id=playing.id, user_id=playing.user_at(place).pk)
    assert playing.table.status == Table.Status.FINISHED
    assert ranks_of(playing.table) == {0: 4, 1: 4, 2: 1}
    assert set(Rating.objects.values_list("user", flat=True)) == {one.pk for one in seated}
    assert Rating.objects.get(user=vanished).mu < NEW.mu

    handed = begin(3)
    seat_replace(table_id=handed.id, place=1, user_id=dario.pk)
    for place in (0, 1):
        seat_resign(table_id=handed.id, user_id=handed.user_at(place).pk)
    assert ranks_of(handed.table) == {0: 4, 2: 1}


def evening(club: list[User], tables: int = 40) -> list[Table]:
    """Tables of all numbers of people, some at the same moment."""
    chance = random.Random("evening")
    return [
        table_over(*chance.sample(club, chance.choice((2, 3, 4))), day=number // 2)
        for number in range(tables)
    ]


def test_all_can_be_worked_out_again_with_equal_rows(club: list[User]) -> None:
    """Byte for byte, whether tables were rated one by one, late, or all at once."""
    for table in evening(club):
        ratings_keep_up()
        assert table.pk
    one_by_one = rows()
    assert RatedSeat.objects.count() > 80
    call_command("ratings", recompute=True)
    assert rows() == one_by_one
    Rating.objects.update(mu=1, sigma=1, tables=99)
    RatedSeat.objects.filter(place=0).update(mu=7, weight=0.5)
    call_command("ratings", recompute=True)
    assert rows() == one_by_one
    early = table_over(*club, day=3)
    ratings_keep_up()
    late = rows()
    assert late != one_by_one, "those behind it are rated anew"
    call_command("ratings", recompute=True)
    assert rows() == late
    early.delete()
    call_command("ratings", recompute=True)
    assert rows() == one_by_one


def test_a_table_that_is_taken_back_counts_no_more(club: list[User]) -> None:
    tables = evening(club, 12)
    taken_back = tables.pop(4)
    Table.objects.filter(pk=taken_back.pk).update(status="playing", outcome=None, finished_at=None)
    ratings_keep_up()
    without = rows()
    back = {"status": "finished", "outcome": {}, "finished_at": taken_back.finished_at}
    Table.objects.filter(pk=taken_back.pk).update(**back)
    ratings_keep_up()
    assert rows() != without and verdict(taken_back) == Rated.YES
    Table.objects.filter(pk=taken_back.pk).update(status="playing", outcome=None, finished_at=None)
    ratings_keep_up()
    assert rows() == without, "the worker's next look has noticed it"
    call_command("ratings", recompute=True)
    assert rows() == without


def test_a_rating_outlives_its_account_without_a_name(club: list[User]) -> None:
    """What those who are left have won or lost against them stays as it was."""
    evening(club, 12)
    ratings_keep_up()
    before = rows()[1]
    account_delete(user=club[0])
    assert rows()[1] == before
    call_command("ratings", recompute=True)
    assert rows()[1] == before
    assert Rating.objects.filter(user=None).count() == 1


def farmed(tables: int, others: list[User], winner: User) -> float:
    """What somebody has gained who wins each of so many tables of one day."""
    Table.objects.all().delete()
    for number in range(tables):
        table_over(winner, others[number % len(others)])
    call_command("ratings", recompute=True)
    return Rating.objects.get(user=winner).mu - NEW.mu


def test_nobody_gains_for_ever_from_the_same_person(club: list[User]) -> None:
    ana, *others = club
    some, many = farmed(8, others[:1], ana), farmed(60, others[:1], ana)
    assert many < 1.5 * some
    honest = farmed(60, others, ana)
    assert honest > 1.25 * many, "three others are worth more than one"
    strengths = [NEW, NEW]
    for _table in range(60):
        strengths = rated(strengths, [1, 2], [1.0, 1.0])
    assert strengths[0].mu - NEW.mu > 1.5 * many, "without the weights it would have been worth it"


def test_how_much_the_same_table_again_counts() -> None:
    meetings, weights = Meetings(), []
    for number in range(FULL + 3):
        weights.append(meetings.weight(1, [2], NOON + timedelta(days=number)))
        meetings.note([2, 1], NOON + timedelta(days=number))
    assert weights[:FULL] == [1.0] * FULL
    assert all(later < before for before, later in pairwise(weights[FULL - 1 :]))
    assert meetings.weight(1, [3], NOON) == 1.0
    third = meetings.weight(2, [1, 3], NOON + timedelta(days=9))
    assert weights[-1] < third < 1, "the mean over all others"
    assert meetings.weight(2, [1], NOON + PERIOD + timedelta(days=FULL + 3)) == 1.0, "a month later"


def test_even_the_same_table_thousands_of_times_counts_a_little() -> None:
    meetings = Meetings()
    for _ in range(3_000):
        meetings.note([1, 2], NOON)
    assert 0 < meetings.weight(1, [2], NOON) < 1e-6, "the database refuses a weight of nothing"


@pytest.mark.parametrize("change", [{"sigma": 0}, {"weight": 0}, {"weight": 1.5}, {"rank": 0}])
def test_the_database_refuses_what_no_rating_can_be(
    club: list[User], change: dict[str, float]
) -> None:
    table_over(*club[:2])
    ratings_keep_up()
    with pytest.raises(IntegrityError), transaction.atomic():
        RatedSeat.objects.update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        Rating.objects.update(user=club[0])


def test_the_model_finds_out_which_bots_are_stronger_and_says_how_sure_it_is() -> None:
    name, rate = next(iter(bench.models().items()))
    assert name.startswith("ours")
    for slug in ("santiago_de_cuba", "cuba", "port_royal"):
        games = [game for game in bench.games_kept() if game.slug == slug]
        told, known = bench.losses(games, rate)
        assert bench.in_order(known) == 1 and fmean(told) < bench.EVEN
    assert bench.within(rate) >= 0.95
