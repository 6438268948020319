"""Who sits where when a table begins, and options that name a seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Table
from games.rules.core.codec import decode_position
from games.rules.registry import GAMES
from games.storing.rows import table_load
from lobby.tables import services
from lobby.terms.opening import TableInvalid
from tests.lobby.conftest import Opener, names
from tests.lobby.test_views import OPEN
from tests.people import client_of

pytestmark = pytest.mark.django_db

JOINED = [slug for slug, rules in GAMES.items() if rules.in_lobby and rules.seating == "joined"]
LOT = [slug for slug, rules in GAMES.items() if rules.in_lobby and rules.seating == "lot"]
TRIALS = 40  # a game that draws lots seats two in the same order as often with 1 in 10^12


def begun(opened: Opener, game: str, *others: User, **said: Any) -> Table:
    table = opened(game=game, seats_max=1 + len(others), **said)
    for user in others:
        services.seat_take(table_id=table.pk, user=user)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    return table


def state_of(table: Table) -> Any:
    row = table_load(table.pk)
    assert row.position is not None
    return decode_position(row.rules, row.position)[0].state


@pytest.mark.parametrize("game", JOINED)
def test_in_order_of_joining_the_host_first(
    ana: User, ben: User, carla: User, opened: Opener, game: str
) -> None:
    for _ in range(5):
        assert names(begun(opened, game, ben, carla)) == ["Ana", "Ben", "Carla"]


@pytest.mark.parametrize("game", LOT)
def test_by_lot(ana: User, ben: User, opened: Opener, game: str) -> None:
    orders = {tuple(names(begun(opened, game, ben))) for _ in range(TRIALS)}
    assert orders == {("Ana", "Ben"), ("Ben", "Ana")}


def test_cuba_is_begun_by_the_host(ben: User, carla: User, opened: Opener) -> None:
    """UC-2, step 6."""
    for _ in range(5):
        table = begun(opened, "cuba", ben, carla)
        assert names(table)[state_of(table).start] == "Ana"


def test_who_becomes_the_host_has_the_first_seat(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table = opened(game="cuba", seats_max=5, bots=2)
    services.seat_take(table_id=table.pk, user=ben)
    services.seat_leave(table_id=table.pk, user=ana)
    assert names(table) == ["Ben", "bot", "bot"]
    services.seat_take(table_id=table.pk, user=carla)
    services.table_start(table_id=table.pk, user=ben)
    assert names(table) == ["Ben", "bot", "bot", "Carla"]
    assert state_of(table).start == 0


@pytest.mark.parametrize(("seat", "name"), [(1, "Ana"), (2, "Ben"), (3, "Carla")])
def test_the_first_player_is_who_has_that_seat_in_the_waiting_room(
    ben: User, carla: User, opened: Opener, seat: int, name: str
) -> None:
    for _ in range(3):
        options = {"start_player": f"seat_{seat}"}
        table = begun(opened, "santiago_de_cuba", ben, carla, options=options)
        assert names(table)[state_of(table).start] == name


def test_an_option_that_does_not_fit_a_full_table_is_refused_by_name(
    ana: User, opened: Opener
) -> None:
    with pytest.raises(TableInvalid, match=r"First player: “Fourth seat”.* 3 players") as refused:
        opened(seats_max=3, options={"start_player": "seat_4"})
    assert refused.value.option == "start_player"
    assert not Table.objects.exists()
    form = client_of(ana).post(
        reverse("table_open", args=["santiago_de_cuba"]), OPEN | {"option_start_player": "seat_4"}
    )
    assert form.status_code == 422
    assert form.context["form"].errors.keys() == {"option_start_player"}
    wish = {"game": "santiago_de_cuba", "seats": 3, "options": {"start_player": "seat_4"}}
    answer = client_of(ana).post("/api/v1/tables", wish, content_type="application/json")
    assert (answer.status_code, answer.json()["field"]) == (422, "options.start_player")
    assert "Fourth seat" in answer.json()["message"]


def test_and_again_when_fewer_begin(ana: User, ben: User, carla: User, opened: Opener) -> None:
    table = opened(seats_max=4, options={"start_player": "seat_3"})
    services.seat_take(table_id=table.pk, user=ben)
    with pytest.raises(TableInvalid, match=r"First player: “Third seat”.* 2 players"):
        services.table_start(table_id=table.pk, user=ana)
    table.refresh_from_db()
    assert (table.status, names(table)) == (Table.Status.OPEN, ["Ana", "Ben"])
    page = client_of(ana).post(reverse("table_start", args=[table.pk]), follow=True)
    assert "First player: “Third seat”" in page.text
    services.seat_take(table_id=table.pk, user=carla)
    services.table_start(table_id=table.pk, user=ana)
    assert names(table)[state_of(table).start] == "Carla"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"info": "nonsense"}, "options.info"),
        ({"unheard_of": 1}, "options.unheard_of"),
        ({"pablo_wood": "yes"}, "options.pablo_wood"),
    ],
)
def test_a_malformed_option_is_named(ana: User, options: dict[str, Any], field: str) -> None:
    client = client_of(ana)
    wish = {"game": "santiago_de_cuba", "seats": 3, "options": options}
    answer = client.post("/api/v1/tables", wish, content_type="application/json")
    assert (answer.status_code, answer.json().get("field")) == (422, field)
