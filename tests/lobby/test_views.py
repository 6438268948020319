"""Pages of the lobby: what they show to whom, and that bad input changes nothing."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User, address_confirm
from games.models import Seat, Table
from games.models.terms import DEFAULTS
from games.storing.rows import table_load
from games.telling.standing import Stand, stand_of
from lobby.models import Invitation, Notice
from lobby.pages import views
from lobby.tables import selectors, services
from lobby.templatetags.tables import emblem
from lobby.terms.opening import DAY, Terms, games_in_lobby
from tests.lobby.conftest import GAME, Opener, names, open_on
from tests.people import client_of
from tests.sent import update_sent
from tools import samples

OF_FORMS = re.compile(r'name="(?:csrfmiddlewaretoken|mark)" value="[^"]+"')
"""The values that are new in every form."""

BESIDE = ("after", "before")
"""The pages of finished tables beside one, the newer first."""

pytestmark = pytest.mark.django_db

OPEN = {
    **{name: "on" for name, usual in DEFAULTS.items() if usual is True},
    "seats_min": "2",
    "seats_max": "3",
    "bots": "0",
    "pace": "3",
    "joining": "members",
    "at_timeout": "bot",
    "option_info": "screens",
    "option_screens_log": "strict",
    "option_auto_pass": "standard",
    "option_zorro_order": "simultaneous",
    "option_owner_bonus": "end_of_turn",
    "option_max_steps": "one_lap",
    "option_zero_ship": "forbid",
    "option_start_player": "random",
}


def listed(client: Client, **query: object) -> list[int]:
    answer = client.get(reverse("lobby"), query)
    assert answer.status_code == 200
    return open_on(answer.text)


def test_opening_a_table_with_the_form(ana: User) -> None:
    client = client_of(ana)
    assert client.get(reverse("table_open", args=[GAME])).status_code == 200
    answer = client.post(reverse("table_open", args=[GAME]), OPEN)
    table = Table.objects.get()
    assert answer.headers["location"] == reverse("waiting_room", args=[table.pk])
    assert (table.seats_min, table.seats_max, table.pace_start) == (2, 3, 3 * DAY)
    assert table.options["info"] == "screens"
    assert table.options["pablo_wood"] is False


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats_min": "0"},
        {"seats_max": "99"},
        {"seats_min": "3", "seats_max": "2"},
        {"bots": "3"},
        {"pace": "1000"},
        {"joining": "nobody"},
        {"joining": ""},
        {"at_timeout": ""},
        {"option_info": "<script>"},
        {"option_start_player": "seat_4"},
    ],
    ids=str,
)
def test_what_cannot_be_opened_comes_back_with_words(ana: User, wrong: dict[str, str]) -> None:
    answer = client_of(ana).post(reverse("table_open", args=[GAME]), OPEN | wrong)
    assert answer.status_code == 422
    assert "errorlist" in answer.text and "<script>alert" not in answer.text
    assert not Table.objects.exists()


def test_no_form_for_an_unknown_game(ana: User) -> None:
    for game in ("chess", "pier-2", "x" * 200):
        assert client_of(ana).get(reverse("table_open", args=[game])).status_code == 404


def test_the_list_and_its_filters(client: Client, opened: Opener) -> None:
    two = opened(seats_max=2, days_per_move=1)
    four = opened(seats_min=4, days_per_move=7, options={"info": "screens"})
    timeless = opened(seats_max=3)
    opened(private=True)
    opened(seats_max=2, bots=1)
    assert listed(client) == [timeless.pk, four.pk, two.pk]
    assert listed(client, seats=4) == [four.pk]
    assert listed(client, seats=2, pace="quick") == [two.pk]
    assert listed(client, pace="calm") == [four.pk]
    assert listed(client, pace="none") == [timeless.pk]
    assert listed(client, game=GAME, option_info="screens") == [four.pk]
    assert listed(client, game=GAME, option_pablo_wood="True") == []
    assert listed(client, game="port_royal") == []


@pytest.mark.parametrize(
    "query",
    [
        {"game": "chess"},
        {"seats": "many"},
        {"seats": "99"},
        {"pace": "'; drop table"},
        {"game": GAME, "option_info": "nonsense"},
        {"game": GAME, "option_info__gt": "x"},
        {"option_info": "screens"},
    ],
    ids=str,
)
def test_filters_nobody_knows_are_left_out(
    client: Client, opened: Opener, query: dict[str, str]
) -> None:
    table = opened()
    assert listed(client, **query) == [table.pk]


def test_the_list_takes_the_same_queries_for_many_tables(
    client: Client, opened: Opener, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(8):
        opened()
    with django_assert_max_num_queries(4):
        client.get(reverse("lobby"))


def test_the_list_has_an_end(
    client: Client, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "MOST_SHOWN", 2)
    tables = [opened().pk for _ in range(2)]
    assert listed(client) == tables[::-1]
    assert "There are more" not in client.get(reverse("lobby")).text
    opened()
    assert len(listed(client)) == 2
    assert "There are more" in client.get(reverse("lobby")).text


def test_every_game_is_drawn(client: Client) -> None:
    assert {slug for slug in games_in_lobby() if "art/emblem.svg" in emblem(slug)} == set()
    assert "art/emblem.svg" in emblem("chess")


def test_markup_stays_text(client: Client, ana: User, opened: Opener) -> None:
    table = opened()
    User.objects.filter(pk=ana.pk).update(username="<b>Ana")  # past every check
    for address in (reverse("lobby"), reverse("waiting_room", args=[table.pk])):
        text = client.get(address).text
        assert "<b>Ana" not in text and "&lt;b&gt;Ana" in text


def test_joining_and_leaving(ben: User, opened: Opener) -> None:
    table, client = opened(), client_of(ben)
    client.post(reverse("seat_take", args=[table.pk]))
    assert names(table) == ["Ana", "Ben"]
    again = client.post(reverse("seat_take", args=[table.pk]), follow=True)
    assert "You are already at this table." in again.text
    client.post(reverse("seat_leave", args=[table.pk]))
    assert names(table) == ["Ana"]


def test_a_visitor_does_not_sit_where_a_bot_does(client: Client, opened: Opener) -> None:
    table = opened(bots=1)
    assert "You sit here" not in client.get(reverse("lobby")).content.decode()
    page = client.get(reverse("waiting_room", args=[table.pk])).content.decode()
    assert "Sign in to join" in page
    assert "Leave" not in page


def test_a_visitor_is_not_the_host_of_a_table_that_has_none(client: Client, opened: Opener) -> None:
    table = opened()
    Table.objects.update(host=None)
    page = client.get(reverse("waiting_room", args=[table.pk])).content.decode()
    assert table.token not in page


def test_nothing_happens_on_get_or_without_a_name(opened: Opener, ben: User) -> None:
    table = opened()
    for name in ("seat_take", "seat_leave", "table_start", "table_close", "invite", "decline"):
        address = reverse(name, args=[table.pk])
        assert client_of(ben).get(address).status_code == 405
        assert reverse("account_login") in Client().post(address).headers["location"]
    assert names(table) == ["Ana"]


def test_forged_requests_are_refused(ben: User, opened: Opener) -> None:
    strict = client_of(ben, enforce_csrf_checks=True)
    table = opened()
    refused = strict.post(reverse("seat_take", args=[table.pk]))
    assert refused.status_code == 403 and "You do not have access to this" in refused.text
    assert names(table) == ["Ana"]


def test_a_private_table_is_hidden_but_for_guests(
    client: Client, ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table = opened(private=True)
    room, link = (
        reverse("waiting_room", args=[table.pk]),
        reverse("private_link", args=[table.token]),
    )
    assert client.get(room).status_code == client_of(ben).get(room).status_code == 404
    assert client.get(link).status_code == 200
    refused = client_of(ben).post(reverse("seat_take", args=[table.pk]))
    assert refused.headers["location"] == reverse("lobby") and names(table) == ["Ana"]
    assert client_of(ben).post(link).headers["location"] == room
    client_of(ana).post(reverse("invite", args=[table.pk]), {"name": "carla"})
    assert client_of(carla).get(room).status_code == 200
    client_of(carla).post(reverse("seat_take", args=[table.pk]))
    assert names(table) == ["Ana", "Ben", "Carla"]
    assert client.get(reverse("private_link", args=["x" * 22])).status_code == 404


def test_who_is_not_signed_in_is_led_back_to_what_is_private(
    client: Client, ana: User, opened: Opener
) -> None:
    """The page says the same of a table that there is not."""
    table = opened(private=True)
    room, missing = (reverse("waiting_room", args=[pk]) for pk in (table.pk, table.pk + 1))
    refused, none = client.get(room), client.get(missing)
    assert refused.status_code == none.status_code == 404

    def seen(page: str, path: str) -> str:
        return OF_FORMS.sub("", page.replace(quote(path, ""), "").replace(path, ""))

    assert seen(refused.text, room) == seen(none.text, missing)
    *_, way = re.findall(r'href="(/accounts/login/[^"]+)"', refused.text)
    ana.set_password("a long enough pass")
    ana.save()
    address_confirm(ana)
    back = client.post(way, {"login": "Ana", "password": "a long enough pass"}, follow=True)
    assert back.redirect_chain == [(room, 302)] and back.status_code == 200
    assert "/accounts/login/" not in client.get(missing).text


def test_only_the_host_sees_the_private_link(ben: User, opened: Opener) -> None:
    table = opened(private=True)
    services.seat_take(table_id=table.pk, user=ben, token=table.token)
    room = reverse("waiting_room", args=[table.pk])
    assert table.token not in client_of(ben).get(room).text
    assert table.host is not None
    assert table.token in client_of(table.host).get(room).text


def test_an_invitation_is_answered(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    client_of(ana).post(reverse("invite", args=[table.pk]), {"name": "Ben"})
    assert "You are invited" in client_of(ben).get(reverse("my_games")).text
    client_of(ben).post(reverse("decline", args=[table.pk]))
    assert Invitation.objects.get().status == Invitation.Status.DECLINED
    page = client_of(ana).get(reverse("my_games")).text
    assert "The invitation was declined." in page
    client_of(ana).post(reverse("notice_dismiss", args=[Notice.objects.get().pk]))
    assert not Notice.objects.exists()


def test_once_begun_the_room_leads_to_the_table(ben: User, opened: Opener) -> None:
    table = opened(seats_max=2)
    client = client_of(ben)
    answer = client.post(reverse("seat_take", args=[table.pk]))
    assert answer.headers["location"] == reverse("table", args=[table.pk])
    part = client.get(reverse("waiting_room", args=[table.pk]), {"part": "room"})
    assert part.headers["elsewhere"] == reverse("table", args=[table.pk])


def test_against_bots_with_one_click(ana: User) -> None:
    answer = client_of(ana).post(reverse("play_bots"), {"game": GAME})
    table = Table.objects.get()
    assert answer.headers["location"] == table.get_absolute_url()
    assert table.status == Table.Status.PLAYING
    for game in ("chess", "", "pier\x00"):
        answer = client_of(ana).post(reverse("play_bots"), {"game": game})
        assert answer.headers["location"] == reverse("lobby")
    assert Table.objects.count() == 1


@pytest.mark.parametrize("demo", [False, True])
def test_a_visitor_plays_against_bots_as_a_guest(
    client: Client, settings: Settings, demo: bool
) -> None:
    User.objects.create_user("Ana")
    settings.DEMO, settings.ROOT_URLCONF = demo, "tests.demo_urls" if demo else "config.urls"
    answer = client.post(reverse("play_bots"), {"game": GAME})
    table = Table.objects.get()
    assert answer.headers["location"] == table.get_absolute_url()
    guest = User.objects.get(is_guest=True)
    assert table.host == guest and guest.username.startswith("Guest-")
    assert sorted(names(table)) == [guest.username, "bot"]
    assert client.get(table.get_absolute_url()).status_code == 200


def waiting_table(user: User, hours: int, days: int | None) -> Table:
    """A table at which a user has been asked some hours ago, with some days left."""
    now = timezone.now()
    table = services.table_open(host=user, terms=Terms(GAME, 2, 2, bots=1))
    Seat.objects.filter(table=table).update(deciding=False, since=None, deadline=None)
    Seat.objects.filter(table=table, user=user).update(
        deciding=True,
        since=now - timedelta(hours=hours),
        deadline=None if days is None else now + timedelta(days=days),
    )
    return table


def test_my_games_and_the_next_one(ana: User) -> None:
    client = client_of(ana)
    old, urgent, calm = (waiting_table(ana, *at) for at in [(9, None), (5, 1), (1, 3)])
    page = client.get(reverse("my_games"))

    def shown() -> list[int]:
        page = client.get(reverse("my_games")).text
        return [int(number) for number in re.findall(r'cover" href="/tables/(\d+)/"', page)]

    assert shown() == [old.pk, urgent.pk, calm.pk]
    assert 'data-waiting="3"' in page.text

    def after(table: Table | None) -> int | None:
        return selectors.next_table(ana, table and table.pk)

    assert [after(table) for table in (None, old, urgent, calm)] == [
        old.pk,
        urgent.pk,
        calm.pk,
        old.pk,
    ]
    ana.next_order = "least_time"
    ana.save()
    assert [after(table) for table in (None, urgent, calm, old)] == [
        urgent.pk,
        calm.pk,
        old.pk,
        urgent.pk,
    ]
    assert shown() == [urgent.pk, calm.pk, old.pk]
    answer = client.get(reverse("next_table"), {"after": urgent.pk})
    assert answer.headers["location"] == calm.get_absolute_url()


@pytest.mark.parametrize("after", ["", "x", "-1", "9" * 40, "١٢"])
def test_next_survives_nonsense(ana: User, after: str) -> None:
    answer = client_of(ana).get(reverse("next_table"), {"after": after}, follow=True)
    assert "No other table is waiting for you." in answer.text


def test_the_only_waiting_table_is_not_next_to_itself(ana: User) -> None:
    table = waiting_table(ana, 1, None)
    assert selectors.next_table(ana, table.pk) is None
    assert selectors.next_table(ana) == table.pk


def finished_table(user: User, ended: timedelta) -> Table:
    """A table that was over so long ago, and that a user has won."""
    now = timezone.now()
    table = Table.objects.create(
        game=GAME, seats_min=2, seats_max=2, status=Table.Status.FINISHED, position='{"number": 1}',
        number=1, started_at=now, finished_at=now - ended, outcome={"reason": "x", "standings": []},
    )  # fmt: skip
    Seat.objects.create(table=table, place=0, user=user, rank=1)
    return table


def test_finished_tables_come_in_pages(ana: User, ben: User) -> None:
    """The latest first; each page leads to the ones beside it, whatever has ended meanwhile."""
    tables = [finished_table(ana, timedelta(hours=n // 2)) for n in range(30)]
    latest = sorted(tables, key=lambda t: (t.finished_at, t.pk), reverse=True)
    stranger = finished_table(ben, timedelta(hours=3))
    client = client_of(ana)

    def page(**query: object) -> tuple[list[int], bool, bool]:
        answer = client.get(reverse("my_games"), query)
        shown = [int(number) for number in re.findall(r"/tables/(\d+)/\?at=first", answer.text)]
        newer, older = (re.findall(rf'href="\?{word}=(\d+)"', answer.text) for word in BESIDE)
        assert older in ([], [str(shown[-1])]) and newer in ([], [str(shown[0])])
        return shown, bool(newer), bool(older)

    keys = [table.pk for table in latest]
    assert page() == (keys[:12], False, True)
    assert page(before=keys[11]) == (keys[12:24], True, True)
    assert page(before=keys[23]) == (keys[24:], True, False)
    assert page(before=keys[29]) == page(after=keys[0]) == page(), "there is nothing beyond"
    assert page(after=keys[24]) == (keys[12:24], True, True)
    assert page(after=keys[12]) == (keys[:12], False, True)
    newest = finished_table(ana, timedelta(hours=-1)).pk
    assert page(after=keys[12]) == (keys[:12], True, True)
    assert page(after=keys[0]) == ([newest], False, True)
    other_digits = str(keys[3]).translate({ord("0") + n: ord("٠") + n for n in range(10)})
    for nonsense in (stranger.pk, 10**17, "x", "-1", "9" * 40, other_digits):
        assert page(before=nonsense)[0] == [newest, *keys[:11]]


def test_my_games_take_the_same_queries_for_many_tables(
    ana: User, ben: User, opened: Opener, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Session, user, tables with seats, chats, notices; the positions of those in play, if any."""
    client = client_of(ana)
    for count in range(3):
        with django_assert_num_queries(6 if count else 5):
            text = client.get(reverse("my_games")).text
        assert text.count("table-card") == 4 * count
        waiting_table(ana, 1, 1)
        finished_table(ana, timedelta(hours=1))
        opened()
        services.invitation_send(table_id=opened(ben).pk, user=ben, name=ana.username)
        away = waiting_table(ana, 1, 1)
        Seat.objects.filter(table=away, user=ana).update(bot="random", absent_since=timezone.now())


def test_my_games_show_the_board_the_question_and_how_one_stands(ana: User, ben: User) -> None:
    sample = samples.usual(GAME)[0]
    table_id = samples.table_make(sample, [ana, ben], "middle")
    row = table_load(table_id)
    asked = next(seat for seat in row.seats if seat.deciding)
    users = {user.pk: user for user in (ana, ben)}
    for user in users.values():
        text = client_of(user).get(reverse("my_games")).text
        place = row.place_of(user.pk)
        update = update_sent(row, user.pk)
        points = [player["holdings"]["points"] for player in update["view"]["players"]]
        rank = 1 + sum(other > points[place or 0] for other in points)
        assert f'src="{reverse("table_miniature", args=[table_id])}?look=auto"' in text
        assert f"Table {table_id}" in text
        assert re.search(rf"{points[place or 0]} points?,\s+rank {rank} of 2", text)
        question = update["question"]
        assert (question is not None) == (user.pk == asked.user_id)
        assert ('class="question"' in text) == (user.pk == asked.user_id)
        assert question is None or escape(question["prompt"]) in text


def test_a_place_is_told_only_where_all_points_are_known() -> None:
    players = [{"points": 4}, {"points": 9}, {"points": 4, "influence": 1}]
    assert [stand_of({"players": players}, place) for place in (0, 1, 2, None)] == [
        Stand(4, 2, 3), Stand(9, 1, 3), Stand(4, 2, 3), None,
    ]  # fmt: skip
    assert stand_of({"players": [{"influence": 3}, {}]}, 0) == Stand(3, 0, 2)
    assert stand_of({"players": [{"points": None}]}, 0) is None
    assert stand_of(None, 0) is None
    screens = [{"holdings": {"points": 5}}, {"holdings": None}]
    assert [stand_of({"players": screens}, place) for place in (0, 1)] == [Stand(5, 0, 2), None]


def test_my_games_are_mine() -> None:
    assert Client().get(reverse("my_games")).status_code == 302


def test_the_front_page_invites(client: Client, ana: User) -> None:
    text = client.get("/").text
    assert "Santiago de Cuba" in text and reverse("account_signup") in text
    assert reverse("my_games") in client_of(ana).get("/").text
