"""Ratings on a person's page, among the best of a game, and through the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.people.friends import befriend
from games.changing.ratings import ratings_keep_up
from games.models import LogEntry, RatedSeat, Rating, Seat, Table
from games.telling.seasons import Season, season_at
from lobby.tables import services
from lobby.terms.opening import TableInvalid
from lobby.terms.sentences import sentences_of
from tests.lobby.conftest import GAME, Opener
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db
ROOM = 3  # the table, its seats, the invitations


def played(*users: User, times: int = 1) -> None:
    """Tables of these people, who came in in this order."""
    now = timezone.now()
    for number in range(times):
        at = now + timedelta(days=number)
        table = Table.objects.create(
            game=GAME, seats_min=2, seats_max=4, status="finished", position="{}", number=1,
            started_at=at, finished_at=at, outcome={},
        )  # fmt: skip
        for place, user in enumerate(users):
            Seat.objects.create(table=table, place=place, user=user, rank=place + 1)
    ratings_keep_up()


def told(name: str, reader: User | None = None) -> list[dict[str, object]]:
    found: list[dict[str, object]] = client_of(reader).get(f"/api/v1/people/{name}/ratings").json()
    return found


def test_on_the_page_of_a_person(ana: User, ben: User, client: Client) -> None:
    page = reverse("profile", args=["Ana"])
    assert "±" not in client.get(page).text
    played(ana, ben, times=2)
    (rating,) = told("Ana")
    assert rating["game"] == GAME and rating["tables"] == 2 and rating["provisional"]
    html = client.get(page).text
    assert f"{rating['points']} ± {rating['doubt']}" in html and "provisional" in html
    assert '<polyline class="curve"' in html and "from 2 tables" in html


def test_at_the_seats_of_a_waiting_room(
    ana: User, ben: User, opened: Opener, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """And by its private link; each costs what it has cost without ratings."""
    table = opened(private=True)
    address = reverse("private_link", args=[table.token])
    Client().get(address)
    with django_assert_num_queries(ROOM):
        assert "±" not in Client().get(address).text
    played(ana, ben)
    rating = told("Ana")[0]
    with django_assert_num_queries(ROOM):
        html = Client().get(address).text
    assert f"{rating['points']} ± {rating['doubt']}, provisional" in html
    assert "±" in client_of(ana).get(reverse("waiting_room", args=[table.pk])).text
    User.objects.filter(pk=ana.pk).update(shows_ratings=False)
    assert "±" not in Client().get(address).text


@pytest.mark.parametrize(
    ("terms", "mu", "reason"),
    [
        ({"rating_from": "1500", "rating_to": "1500"}, None, ""),  # as everybody begins
        ({"rating_from": "1600"}, None, "ratings of 1600 and more. Yours is 1500."),
        ({"rating_from": "1600"}, 1599.6, ""),
        ({"rating_to": "1600"}, 1700, "ratings of 1600 at most. Yours is 1700."),
        ({"rating_from": "1300", "rating_to": "1400"}, 1200, "ratings of 1300 and more."),
    ],
    ids=str,
)
def test_a_host_asks_for_ratings(
    ana: User, ben: User, opened: Opener, terms: dict[str, str], mu: float | None, reason: str
) -> None:
    """Tell somebody with another rating why, and hide the table from them; they can be invited."""
    table, reader = opened(**terms), client_of(ben)
    if mu is not None:
        Rating.objects.create(game=GAME, user=ben, mu=mu, sigma=80, tables=20)
    listed = f"/lobby/tables/{table.pk}/"
    assert listed in reader.get(reverse("lobby")).text
    for looking, found in ((ben, not reason), (ana, False)):  # she sits there already
        page = client_of(looking).get(reverse("lobby"), {"show": "joinable"})
        assert (listed in page.text) == found
    room = reader.get(reverse("waiting_room", args=[table.pk])).text
    assert (reason in room) and ('id="join"' in room) == (not reason)
    join = f"/api/v1/tables/{table.pk}/join"
    if reason:
        refused = reader.post(join, {}, "application/json")
        assert refused.status_code == 403 and reason in refused.json()["message"]
        services.invitation_send(table_id=table.pk, user=ana, name=ben.username)
        assert 'id="join"' in reader.get(reverse("waiting_room", args=[table.pk])).text
    assert reader.post(join, {}, "application/json").status_code == 200


def answered(user: User, other: User, answers: int, time_outs: int) -> None:
    """A table that is over, at which a user has given answers, and their time has run out."""
    now, kinds = timezone.now(), ["start", *["move"] * answers, *["excused"] * time_outs]
    table = Table.objects.create(
        game=GAME, seats_min=2, seats_max=4, pace="answer", pace_start=60, status="finished",
        position="{}", number=len(kinds), started_at=now, finished_at=now, outcome={},
    )  # fmt: skip
    for place, one in enumerate((user, other)):
        Seat.objects.create(table=table, place=place, user=one, rank=1)
    LogEntry.objects.bulk_create(
        LogEntry(
            table=table, number=number, kind=kind, place=None if kind == "start" else 0,
            move="{}" if kind == "move" else None, question="asked", version=1, at=now,
        )
        for number, kind in enumerate(kinds, start=1)
    )  # fmt: skip


def test_a_host_asks_for_the_reliable(ana: User, ben: User, opened: Opener) -> None:
    """Let somebody in who was asked too seldom."""
    table, reader = opened(time_outs="5"), client_of(ben)
    here, listed = reverse("waiting_room", args=[table.pk]), f"/lobby/tables/{table.pk}/"
    for answers, late, welcome in ((17, 2, True), (77, 3, True), (0, 10, False)):
        answered(ben, ana, answers, late)
        page = reader.get(here).text
        assert ('id="join"' in page) == welcome == ("Of yours it was 14." not in page)
        assert (listed in reader.get(reverse("lobby"), {"show": "joinable"}).text) == welcome
    assert any("at most 5 in a hundred" in one for one in sentences_of(table))
    profile = reader.get(reverse("profile", args=["Ben"])).text
    assert "Of a hundred questions, 14 ran out of time." in profile


def test_what_is_asked_for_is_told_and_in_order(ana: User, opened: Opener) -> None:
    table = opened(rating_from="1300", rating_to="1600")
    assert any("ratings from 1300 to 1600. Who is invited" in one for one in sentences_of(table))
    with pytest.raises(TableInvalid, match="below the least"):
        opened(rating_from="1600", rating_to="1300")


def test_a_season_is_a_quarter() -> None:
    last = season_at(datetime(2026, 12, 31, 23, 59, tzinfo=UTC))
    assert (last, str(last), last.moved(1), last.moved(-4)) == (
        (2026, 4), "2026-4", Season(2027, 1), Season(2025, 4),
    )  # fmt: skip
    assert last.until == Season(2027, 1).since == datetime(2027, 1, 1, tzinfo=UTC)


def test_whoever_hides_them_sees_them_alone(ana: User, ben: User) -> None:
    played(ana, ben)
    Rating.objects.update(sigma=50)
    User.objects.filter(pk=ana.pk).update(shows_ratings=False)
    page, best = reverse("profile", args=["Ana"]), reverse("ratings", args=[GAME])
    for reader, sees in ((ben, False), (None, False), (ana, True)):
        client = client_of(reader)
        assert ("±" in client.get(page).text) == sees == bool(told("Ana", reader))
        assert (page in client.get(best).text.partition("<main")[2]) == sees
    assert "Ben" in Client().get(best).text


def test_the_best_of_a_game(
    ana: User, ben: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    carla, dario = people_make("Carla", "Dario")
    address = reverse("ratings", args=[GAME])
    assert "It takes some 20 tables." in client.get(address).text
    played(carla, ana, ben, dario, times=2)
    assert "It takes some 20 tables." in client.get(address).text, "provisional ones are left out"
    Rating.objects.exclude(user=dario).update(sigma=50)
    with django_assert_num_queries(1):
        html = client.get(address).text
    assert html.index("Carla") < html.index("Ana") < html.index("Ben") and "Dario" not in html
    api = client.get(f"/api/v1/games/{GAME}/ratings").json()
    assert [(one["rank"], one["name"]) for one in api] == [(1, "Carla"), (2, "Ana"), (3, "Ben")]
    season = season_at(timezone.now())
    RatedSeat.objects.update(sigma=50)
    RatedSeat.objects.filter(rating__user=carla).update(at=season.moved(-1).since)
    for asked, there in ((season, False), (season.moved(-1), True)):
        with django_assert_num_queries(1):
            html = client.get(address, {"season": str(asked)}).text.partition("<main")[2]
        assert ("Carla" in html, "Ana" in html) == (there, not there)
        names = client.get(f"/api/v1/games/{GAME}/ratings", {"season": str(asked)}).json()
        assert ("Carla" in [one["name"] for one in names]) == there
    assert client.get(address, {"season": "2026-5"}).status_code == 404
    for one, other in ((ana, ben), (ben, ana)):
        befriend(user=one, other=other)
    of_friends = client_of(ana).get(address, {"friends": "1"}).text.partition("<main")[2]
    assert "Ben" in of_friends and "Carla" not in of_friends
    assert client.get("/games/nothing/ratings/").status_code == 404
    assert client.get("/api/v1/games/nothing/ratings").status_code == 404
