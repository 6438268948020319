"""The colours of seats: chosen before the game, first come, first served."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from config.web.refusal import Malformed
from games.changing import moderation
from games.models import Seat, Table
from games.page.boards import board_of
from games.page.seats import colours_at
from games.rules.registry import GAMES
from games.storing.rows import table_load
from lobby.tables import inviting, services
from lobby.tables.colours import LATELY, colour_choose, colour_usual, colours_offered
from lobby.tables.errors import ColourTaken, NotSeated, TableNotOpen
from lobby.terms.opening import Terms, games_in_lobby
from tests.lobby.conftest import GAME, Opener
from tests.lobby.test_rematch import again, finished
from tests.lobby.test_views import OPEN
from tests.people import client_of

pytestmark = pytest.mark.django_db

FREE = re.compile(r'<input type="radio" name="colour" value="(\w*)"')
MARKED = re.compile(r'<input type="radio" name="colour" value="(\w*)"[^>]* checked\b')


def chosen(table: Table) -> dict[str, str]:
    """Return the chosen colours at a table by name; bots are "bot" with their place."""
    return {
        seat.user.username if seat.user else f"bot {seat.place}": seat.colour
        for seat in table.seats.select_related("user")
    }


def drawn(table: Table) -> dict[str | None, str]:
    """Return the colours by name, as every drawing has them."""
    row = table_load(table.pk)
    return dict(zip([seat.name for seat in row.seats], colours_at(row, None), strict=True))


def room_of(table: Table, user: User) -> str:
    return client_of(user).get(reverse("waiting_room", args=[table.pk])).text


# --- Where they are chosen ------------------------------------------------------------------------


def test_where_the_rules_let_players_choose() -> None:
    """The sheet of Guatemala Café says nothing of it; in Cuba it is a move, as boards differ."""
    assert {game for game in games_in_lobby() if colours_offered(game)} == {GAME, "port_royal"}


@pytest.mark.parametrize("game", games_in_lobby())
def test_there_are_as_many_as_seats(game: str) -> None:
    colours = board_of(game).colours
    assert len(set(colours)) == len(colours) >= GAMES[game].players[-1]


@pytest.mark.parametrize(
    ("picks", "colours"),
    [
        (["", "", ""], ["yellow", "blue", "green"]),
        (["blue", "", ""], ["blue", "yellow", "green"]),
        (["", "yellow", ""], ["blue", "yellow", "green"]),
        (["green", "red", "yellow", ""], ["green", "red", "yellow", "blue"]),
    ],
)
def test_who_chooses_none_has_what_is_left_in_order_of_places(
    picks: list[str], colours: list[str]
) -> None:
    assert board_of(GAME).colours_of(None, picks) == colours


# --- Choosing -------------------------------------------------------------------------------------


def test_each_has_what_they_chose_and_bots_what_is_left(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    for _ in range(3):  # places are drawn
        table = opened(bots=1, colour="red")
        services.seat_take(table_id=table.pk, user=ben, colour="yellow")
        services.seat_take(table_id=table.pk, user=carla)
        table.refresh_from_db()
        assert table.status == Table.Status.PLAYING
        colours = drawn(table)
        assert (colours["Ana"], colours["Ben"]) == ("red", "yellow")
        assert {colours["Carla"], colours[None]} == {"blue", "green"}


def test_an_occupied_one_is_refused(ben: User, opened: Opener) -> None:
    table = opened(colour="red")
    with pytest.raises(ColourTaken, match="Somebody else has this colour") as refused:
        services.seat_take(table_id=table.pk, user=ben, colour="red")
    assert refused.value.field == "colour"
    assert chosen(table) == {"Ana": "red"}


@pytest.mark.parametrize("game", [GAME, "cuba", "guatemala_cafe"])
def test_one_that_there_is_not_is_refused(ana: User, ben: User, opened: Opener, game: str) -> None:
    wrong = "purple" if game == GAME else "red"
    table = opened(game=game)
    for act in (
        lambda: opened(game=game, colour=wrong),
        lambda: services.seat_take(table_id=table.pk, user=ben, colour=wrong),
        lambda: colour_choose(table_id=table.pk, user=ana, colour=wrong),
        lambda: services.table_against_bots(host=ana, game=game, colour=wrong),
    ):
        with pytest.raises(Malformed, match="no such colour") as refused:
            act()
        assert refused.value.field == "colour"
    assert Table.objects.get() == table and chosen(table) == {"Ana": ""}


def test_it_can_be_changed_until_the_game_begins(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table = opened(seats_max=2, colour="red")
    colour_choose(table_id=table.pk, user=ana, colour="green")
    colour_choose(table_id=table.pk, user=ana, colour="green")
    with pytest.raises(NotSeated):
        colour_choose(table_id=table.pk, user=carla, colour="blue")
    assert chosen(table) == {"Ana": "green"}
    services.seat_take(table_id=table.pk, user=ben, colour="red")
    with pytest.raises(TableNotOpen):
        colour_choose(table_id=table.pk, user=ana, colour="blue")
    assert chosen(table) == {"Ana": "green", "Ben": "red"}


def test_one_gives_it_back(ana: User, ben: User, opened: Opener) -> None:
    table = opened(colour="red")
    services.seat_take(table_id=table.pk, user=ben, colour="blue")
    with pytest.raises(ColourTaken):
        colour_choose(table_id=table.pk, user=ben, colour="red")
    colour_choose(table_id=table.pk, user=ana, colour="")
    colour_choose(table_id=table.pk, user=ben, colour="red")
    assert chosen(table) == {"Ana": "", "Ben": "red"}


def test_who_leaves_or_is_removed_frees_it(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table = opened(colour="yellow")
    services.seat_take(table_id=table.pk, user=ben, colour="red")
    services.seat_leave(table_id=table.pk, user=ben)
    services.seat_take(table_id=table.pk, user=carla, colour="red")
    seat = table.seats.get(user=carla)
    inviting.seat_remove(table_id=table.pk, user=ana, seat_id=seat.pk)
    services.seat_take(table_id=table.pk, user=ben, colour="red")
    services.seat_leave(table_id=table.pk, user=ana)  # others move up, and keep theirs
    assert chosen(table) == {"Ben": "red"}


def test_whoever_gets_a_seat_in_play_gets_its_colour(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table = opened(seats_max=2, colour="green")
    services.seat_take(table_id=table.pk, user=ben, colour="red")
    place = table.seats.get(user=ana).place
    moderation.seat_replace(table_id=table.pk, place=place, user_id=carla.pk)
    assert drawn(table) == {"Carla": "green", "Ben": "red"}
    moderation.seat_replace(table_id=table.pk, place=place, user_id=None)
    assert drawn(table) == {None: "green", "Ben": "red"}


def test_the_database_has_one_seat_per_colour_and_table(opened: Opener, ben: User) -> None:
    table = opened(colour="red")
    other = opened(colour="red")
    Seat.objects.create(table=table, place=1, bot="greedy")
    Seat.objects.create(table=table, place=2, bot="greedy")
    with pytest.raises(IntegrityError, match="seat_one_per_colour"), transaction.atomic():
        Seat.objects.create(table=table, place=3, user=ben, colour="red")
    assert chosen(other) == {"Ana": "red"}


# --- The same again -------------------------------------------------------------------------------


@pytest.mark.parametrize("picks", [("red", "blue"), ("", "yellow"), ("", "")])
def test_a_rematch_keeps_the_colours(ana: User, ben: User, picks: tuple[str, str]) -> None:
    """Those of tables before colours were chosen, too: they had them by their places."""
    before = finished([ana, ben])
    for user, colour in zip((ana, ben), picks, strict=True):
        Seat.objects.filter(table=before, user=user).update(colour=colour)
    had = drawn(before)
    new = again(before, ben)
    assert again(before, ana) == new
    new.refresh_from_db()
    assert new.status == Table.Status.PLAYING
    assert drawn(new) == had and set(chosen(new).values()) == set(had.values())


def test_a_colour_that_is_gone_in_the_rematch_is_no_reason_to_stay_away(
    ana: User, ben: User, carla: User
) -> None:
    before = finished([ana, ben])
    Seat.objects.filter(table=before, user=ben).update(colour="red")
    new = again(before, ana)
    Table.objects.filter(pk=new.pk).update(seats_max=3)
    services.seat_take(table_id=new.pk, user=carla, token=new.token, colour="red")
    again(before, ben)
    assert chosen(new)["Carla"] == "red" and chosen(new)["Ben"] == ""


def test_in_its_waiting_room_that_colour_is_marked(ana: User, ben: User) -> None:
    before = finished([ana, ben])
    Seat.objects.filter(table=before, user=ben).update(colour="red")
    services.table_open(host=ben, terms=Terms(GAME, 2, 2), colour="green")
    new = again(before, ana)
    assert MARKED.findall(room_of(new, ben)) == ["red"]


# --- What is marked -------------------------------------------------------------------------------


def test_the_last_choice_is_marked_if_it_is_free_or_the_first(ana: User, ben: User) -> None:
    free = ["yellow", "red", "blue"]
    assert colour_usual(ben, free) == "yellow"
    services.table_open(host=ben, terms=Terms("port_royal", 3, 3), colour="red")
    services.table_open(host=ben, terms=Terms("cuba", 3, 3))
    assert colour_usual(ben, free) == "red"
    services.table_open(host=ben, terms=Terms(GAME, 3, 3), colour="blue")
    assert colour_usual(ben, free) == "blue"
    assert colour_usual(ben, ["yellow", "red"]) == "red"
    assert colour_usual(ben, ["yellow", "red"], kept="yellow") == "yellow"
    assert colour_usual(ana, free, kept="green") == "yellow"
    assert colour_usual(ben, []) == ""


def test_not_all_that_somebody_ever_chose_is_read(ben: User) -> None:
    tables = [Table(game=GAME, seats_min=2, seats_max=2) for _ in range(LATELY + 1)]
    for number, table in enumerate(tables):
        table.save()
        Seat.objects.create(table=table, place=0, user=ben, colour="" if number else "red")
    assert colour_usual(ben, ["yellow", "red"]) == "yellow"
    Seat.objects.filter(table=tables[1]).update(colour="red")
    assert colour_usual(ben, ["yellow", "red"]) == "red"


def test_a_visitor_has_the_first(client: Client, opened: Opener) -> None:
    """Bots have no user either, and one of them might have had a colour."""
    table = opened(guests=True, bots=1)
    Seat.objects.filter(table=table, user=None).update(colour="green")
    page = client.get(reverse("waiting_room", args=[table.pk])).text
    assert FREE.findall(page) == ["yellow", "blue", "red", ""]
    assert MARKED.findall(page) == ["yellow"]


# --- Pages ----------------------------------------------------------------------------------------


def test_the_waiting_room_asks_for_one_of_the_free(ben: User, opened: Opener) -> None:
    table = opened(colour="yellow")
    page = room_of(table, ben)
    assert FREE.findall(page) == ["blue", "green", "red", ""]
    assert MARKED.findall(page) == ["blue"]
    assert 'role="img" aria-label="yellow"' in page, "who has what"
    client_of(ben).post(reverse("seat_take", args=[table.pk]), {"colour": "green"})
    assert chosen(table) == {"Ana": "yellow", "Ben": "green"}
    seated = room_of(table, ben)
    assert not FREE.findall(seated)
    buttons = re.findall(r'name="colour" value="(\w*)" id="[\w-]+"\s+aria-pressed="(\w+)"', seated)
    assert buttons == [("blue", "false"), ("green", "true"), ("red", "false"), ("", "false")]


def test_a_page_that_is_out_of_date_is_told_so(ben: User, opened: Opener) -> None:
    table = opened(colour="yellow")
    client, take = client_of(ben), reverse("seat_take", args=[table.pk])
    answer = client.post(take, {"colour": "yellow"}, follow=True)
    assert "Somebody else has this colour: choose another one." in answer.text
    assert answer.redirect_chain[-1][0] == reverse("waiting_room", args=[table.pk])
    assert chosen(table) == {"Ana": "yellow"}
    client.post(take, {"colour": "blue"})
    again = client.post(reverse("seat_colour", args=[table.pk]), {"colour": "yellow"}, follow=True)
    assert "Somebody else has this colour" in again.text
    client.post(reverse("seat_colour", args=[table.pk]), {"colour": "red"})
    assert chosen(table) == {"Ana": "yellow", "Ben": "red"}


def test_nobody_but_who_sits_there_changes_it(carla: User, opened: Opener) -> None:
    table = opened(colour="yellow")
    address = reverse("seat_colour", args=[table.pk])
    assert client_of(carla).get(address).status_code == 405
    assert reverse("account_login") in Client().post(address, {"colour": "red"})["location"]
    answer = client_of(carla).post(address, {"colour": "red"}, follow=True)
    assert "You are not at this table." in answer.text
    assert chosen(table) == {"Ana": "yellow"}


def test_lists_lead_to_the_question(ben: User, ana: User, opened: Opener) -> None:
    """With one click one would sit down without it, perhaps on the last seat."""
    asking, other = opened(), opened(game="cuba")
    listed = client_of(ben).get(reverse("lobby")).text
    for table in (asking, other):
        services.invitation_send(table_id=table.pk, user=ana, name="Ben")
    mine = client_of(ben).get(reverse("my_games")).text
    for page in (listed, mine):
        assert f'action="{reverse("seat_take", args=[asking.pk])}"' not in page
        assert f'action="{reverse("seat_take", args=[other.pk])}"' in page
    room = reverse("waiting_room", args=[asking.pk])
    assert f'href="{room}" id="join-{asking.pk}"' in listed
    assert f'href="{room}" id="accept-{asking.pk}"' in mine


def test_by_the_private_link_and_as_a_guest(client: Client, ben: User, opened: Opener) -> None:
    table = opened(private=True)
    link = reverse("private_link", args=[table.token])
    assert "red" in FREE.findall(client_of(ben).get(link).text)
    client_of(ben).post(link, {"colour": "red"})
    assert FREE.findall(client.get(link).text) == ["yellow", "blue", "green", ""]
    client.post(link, {"guest": "1", "colour": "green"})
    assert sorted(chosen(table).values()) == ["", "green", "red"]


def test_whoever_opens_a_table_is_asked_too(ana: User) -> None:
    client, address = client_of(ana), reverse("table_open", args=[GAME])
    page = client.get(address).text
    assert FREE.findall(page) == ["yellow", "blue", "green", "red", ""]
    assert client.post(address, {**OPEN, "colour": "purple"}).status_code == 422
    client.post(address, {**OPEN, "colour": "red"})
    client.post(address, OPEN)
    colours = [table.seats.get().colour for table in Table.objects.order_by("pk")]
    assert colours == ["red", ""]
    assert MARKED.findall(client.get(address).text) == ["red"]


def test_and_who_plays_against_bots(client: Client, ana: User) -> None:
    page = client_of(ana).get(reverse("game", args=[GAME])).text
    assert MARKED.findall(page) == MARKED.findall(client.get(reverse("game", args=[GAME])).text)
    client_of(ana).post(reverse("play_bots"), {"game": GAME, "bots": "3", "colour": "red"})
    table = Table.objects.get()
    assert drawn(table)["Ana"] == "red" and chosen(table)["Ana"] == "red"
    answer = client_of(ana).post(
        reverse("play_bots"), {"game": GAME, "colour": "pink"}, follow=True
    )
    assert "There is no such colour in this game." in answer.text
    assert Table.objects.get() == table


@pytest.mark.parametrize("game", ["cuba", "guatemala_cafe"])
def test_no_page_asks_where_nobody_chooses(ana: User, ben: User, opened: Opener, game: str) -> None:
    table = opened(game=game)
    room = reverse("waiting_room", args=[table.pk])
    pages = [room, reverse("table_open", args=[game]), reverse("game", args=[game])]
    for user, page in [*((ana, page) for page in pages), (ben, room)]:
        assert 'name="colour"' not in client_of(user).get(page).text


def test_the_names_are_in_the_readers_language(ben: User, opened: Opener) -> None:
    table = opened(colour="yellow")
    page = client_of(ben).get(
        reverse("waiting_room", args=[table.pk]), headers={"Accept-Language": "de"}
    )
    assert 'aria-label="gelb"' in page.text and "</svg> grün" in page.text


# --- The API --------------------------------------------------------------------------------------


def api(user: User, path: str, document: dict[str, object]) -> tuple[int, dict[str, object]]:
    answer = client_of(user).post(f"/api/v1/{path}", document, content_type="application/json")
    return answer.status_code, answer.json()


def test_by_the_api(ana: User, ben: User) -> None:
    games = {game["slug"]: game for game in client_of(ana).get("/api/v1/games").json()}
    assert games[GAME]["colours"] == ["yellow", "blue", "green", "red"]
    assert games["cuba"]["colours"] == []
    wish = {"game": GAME, "seats": 3}
    assert api(ana, "tables", {**wish, "colour": "pink"})[0] == 422
    status, opened = api(ana, "tables", {**wish, "colour": "red"})
    assert (status, [seat["colour"] for seat in opened["seats"]]) == (201, ["red"])  # type: ignore[attr-defined]
    at = f"tables/{opened['id']}"
    status, refused = api(ben, f"{at}/join", {"colour": "red"})
    assert (status, refused["error"], refused["field"]) == (409, "not_now", "colour")
    assert api(ben, f"{at}/colour", {"colour": "blue"})[0] == 403
    assert api(ben, f"{at}/join", {})[0] == 200
    listed = client_of(ben).get("/api/v1/tables?status=open").json()
    assert [seat["colour"] for seat in listed[0]["seats"]] == ["red", None]
    status, update = api(ben, f"{at}/colour", {"colour": "blue"})
    assert (status, [seat["colour"] for seat in update["seats"]]) == (200, ["red", "blue"])  # type: ignore[attr-defined]
    assert api(ben, f"{at}/colour", {"colour": "red"})[0] == 409
    status, refused = api(ben, f"{at}/colour", {"colour": "pink"})
    assert (status, refused["error"], refused["field"]) == (422, "malformed", "colour")
    assert api(ben, f"{at}/colour", {})[0] == 422
    assert chosen(Table.objects.get()) == {"Ana": "red", "Ben": "blue"}
