"""A seat whose user has vanished is offered, and one person takes it over."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Friendship, User
from accounts.people.blocks import block
from accounts.people.rights import AccountNeeded
from accounts.people.selectors import game_records, tables_left
from accounts.signing_in.guests.services import guest_make
from config.web.refusal import Refused
from games.changing import expiring, services
from games.changing.moderation import seat_replace
from games.errors import CannotUndo, NoSuchTable, SeatGone
from games.models import Seat, Table, Tenure
from games.storing.rows import table_load
from lobby.models import Notice
from lobby.tables import offers
from lobby.tables.errors import Apart
from lobby.tables.selectors import Filters
from tests.people import people_make
from tests.racing import together
from tests.sent import update_sent
from tools.seating import table_begun

pytestmark = pytest.mark.django_db
OFFERED = {"at_timeout": "offer", "days_per_move": 2, "options": {"info": "screens"}}


def answer(table: Table, seat: Seat) -> None:
    """Let a seat answer, or the bot that plays for it."""
    if seat.bot:
        services.bot_move(table_id=table.pk)
        return
    question = update_sent(table_load(table.pk), seat.user_id, 0)["question"]
    move = question["moves"][0]["move"]
    services.move_submit(
        table_id=table.pk, user_id=seat.user_id, question=question["id"], move=move
    )


def play_on(table: Table) -> None:
    """Let everybody answer until the game is over."""
    while (seat := table.seats.filter(deciding=True).first()) is not None:
        answer(table, seat)


def vanish(table: Table, place: int = 0) -> User:
    """Let the time of a seat be over, once it is asked; its user."""
    while not (seat := table.seats.get(place=place)).deciding:
        answer(table, table.seats.get(deciding=True))
    over = timezone.now() - timedelta(seconds=1)
    Seat.objects.filter(pk=seat.pk).update(since=over, deadline=over)
    expiring.decision_expire(table_id=table.pk, place=place, deadline=over)
    assert seat.user is not None
    return seat.user


@pytest.fixture
def table(ana: User, ben: User) -> Table:
    """Ana and Ben play Santiago de Cuba, and whoever is first has vanished."""
    table = table_begun("santiago_de_cuba", [ana, ben], **OFFERED)
    vanish(table)
    return table


def offered_to(reader: Any, game: str = "", **terms: str) -> list[tuple[int, int]]:
    seats = offers.offers_for(reader, Filters(game, terms))
    return [(seat.table_id, seat.place) for seat in seats]


def refused(error: type[Refused], table: Table, user: User, token: str = "") -> None:
    with pytest.raises(error):
        offers.take_over(table_id=table.pk, place=0, user=user, token=token)


def test_somebody_takes_over_with_a_fresh_clock_and_sees_what_the_seat_sees(table, carla):
    vanished = table.seats.get(place=0).user
    before = update_sent(table_load(table.pk), vanished.pk, 0)
    assert offered_to(carla) == [(table.pk, 0)]
    offers.take_over(table_id=table.pk, place=0, user=carla)
    seat = table.seats.get(place=0)
    assert (seat.user, seat.bot, seat.absent_since, seat.excused) == (carla, "", None, False)
    assert timedelta(hours=47) < seat.deadline - timezone.now() <= timedelta(days=2)
    now = update_sent(table_load(table.pk), carla.pk, 0)
    assert now["view"] == before["view"] and now["question"]
    spectator = update_sent(table_load(table.pk), vanished.pk, 0)
    assert spectator["question"] is None and spectator["view"] != now["view"]
    assert offered_to(carla) == [] == offered_to(vanished)
    tenure = Tenure.objects.get(table=table)
    assert (tenure.user, tenure.vanished, list(tables_left(vanished.pk))) == (
        vanished,
        True,
        [table],
    )
    notice = Notice.objects.get(user=vanished)
    assert (notice.kind, notice.about) == ("taken", carla)


def test_whoever_took_over_is_ranked_as_the_seat_and_who_vanished_is_noted(ana, ben, carla, client):
    table = table_begun("pier", [ana, ben], at_timeout="offer", days_per_move=2)
    vanished = vanish(table)
    offers.take_over(table_id=table.pk, place=0, user=carla)
    play_on(table)
    table.refresh_from_db()
    seat = table.seats.get(place=0)
    (standing,) = (one for one in table.outcome["standings"] if one["seat"] == 0)
    assert (table.status, seat.user, seat.rank) == ("finished", carla, standing["rank"])
    assert not standing.get("resigned")
    assert f"took over from {vanished.username}" in client.get(table.get_absolute_url()).text
    assert [r["finished"] for r in game_records(carla)] == [1] and game_records(vanished) == []
    assert list(tables_left(vanished.pk)) == [table] and not tables_left(carla.pk).exists()


def test_whoever_gets_a_seat_that_was_given_up_is_not_put_last(ana, ben, carla):
    table = table_begun("pier", [ana, ben, people_make("Dario")[0]], days_per_move=2)
    gone = table.seats.get(place=0).user
    services.seat_resign(table_id=table.pk, user_id=gone.pk)
    seat_replace(table_id=table.pk, place=0, user_id=carla.pk)
    play_on(table)
    table.refresh_from_db()
    (standing,) = (one for one in table.outcome["standings"] if one["seat"] == 0)
    better = [one for one in table.outcome["standings"] if one["score"] > standing["score"]]
    assert standing["rank"] == len(better) + 1 and not standing.get("resigned")
    assert list(tables_left(gone.pk)) == [table]


def test_the_result_says_for_whom_a_bot_has_played(ana, ben, client):
    table = table_begun("pier", [ana, ben], at_timeout="bot", days_per_move=2)
    vanished = vanish(table)
    play_on(table)
    page = client.get(table.get_absolute_url()).text
    standings = page.split('class="standings"')[1].split("</ol>")[0]
    assert f"{vanished.username} <small>away, a bot played</small>" in standings
    assert list(tables_left(vanished.pk)) == [table]


def facts_for(table: Table, user: User | None) -> list[dict[str, Any]]:
    """What somebody reads in the log, without the sentences, which say "you"."""
    events = update_sent(table_load(table.pk), user and user.pk, 0)["events"]
    return [{name: fact for name, fact in event.items() if name != "text"} for event in events]


def test_the_log_of_the_seat_goes_with_it(begun_alone, carla):
    """Its sealed bid, too; the one who vanished reads from then on what everybody may."""
    table, _ = begun_alone
    vanished = vanish(table)
    while not any(event["event"] == "bid_sealed" for event in facts_for(table, None)):
        services.bot_move(table_id=table.pk)
    told, anybody = facts_for(table, vanished), facts_for(table, None)
    assert told != anybody
    offers.take_over(table_id=table.pk, place=0, user=carla)
    assert facts_for(table, carla)[: len(told)] == told
    assert facts_for(table, vanished)[: len(anybody)] == anybody


def test_nothing_is_taken_back_beyond_a_hand_over(begun_alone, carla):
    table, other = begun_alone
    vanish(table)
    services.bot_move(table_id=table.pk)
    offers.take_over(table_id=table.pk, place=0, user=carla)
    for user in (carla, other):
        with pytest.raises(CannotUndo):
            services.move_undo(table_id=table.pk, user_id=user.pk)


@pytest.fixture
def begun_alone(ana: User, ben: User) -> tuple[Table, User]:
    """A table of Pier, and who is still there when the first has vanished."""
    table = table_begun("pier", [ana, ben], at_timeout="offer", days_per_move=2)
    return table, table.seats.get(place=1).user


def test_whoever_returns_first_keeps_the_seat(table, carla):
    vanished = table.seats.get(place=0).user
    services.seat_return(table_id=table.pk, user_id=vanished.pk)
    assert offered_to(carla) == []
    refused(SeatGone, table, carla)
    assert table.seats.get(place=0).user == vanished and not Tenure.objects.exists()


@pytest.mark.parametrize("agreed", ["bot", "once"])
def test_a_seat_is_offered_only_where_that_was_agreed(table, carla, agreed):
    Table.objects.filter(pk=table.pk).update(at_timeout=agreed)
    assert offered_to(carla) == []
    refused(SeatGone, table, carla)


def test_a_frozen_table_offers_nothing(table, carla):
    services.table_freeze(table_id=table.pk, reason="a test")
    assert offered_to(carla) == []
    refused(SeatGone, table, carla)


def test_nobody_sits_down_twice_or_knows_two_hands(table, carla):
    still_there = table.seats.get(place=1).user
    refused(SeatGone, table, still_there)
    Tenure.objects.create(table=table, place=1, user=carla, first=1, last=1)
    assert offered_to(still_there) == [] == offered_to(carla)
    refused(SeatGone, table, carla)


def test_nobody_sits_down_with_somebody_they_have_blocked(table, carla):
    block(user=table.seats.get(place=1).user, other=carla)
    assert offered_to(carla) == []
    refused(Apart, table, carla)


def test_guests_only_where_they_are_welcome(table):
    guest = guest_make()
    assert offered_to(guest) == []
    refused(AccountNeeded, table, guest)
    Table.objects.filter(pk=table.pk).update(guests=True)
    assert offered_to(guest) == [(table.pk, 0)]
    offers.take_over(table_id=table.pk, place=0, user=guest)


def test_a_private_table_offers_to_friends_and_by_its_link(table, carla, client):
    Table.objects.filter(pk=table.pk).update(private=True)
    table.refresh_from_db()
    stranger = people_make("Dario")[0]
    page = reverse("seat_take_over", args=[table.pk, 0])
    client.force_login(stranger)
    assert offered_to(stranger) == [] and client.get(page).status_code == 404
    refused(NoSuchTable, table, stranger)
    refused(NoSuchTable, table, stranger, "not its token")
    assert client.get(f"{page}?token={table.token}").status_code == 200
    late = client.get(reverse("private_link", args=[table.token])).content.decode()
    assert f"{page}?token={table.token}" in late
    friend = table.seats.get(place=1).user
    Friendship.objects.create(user=friend, friend=carla)
    Friendship.objects.create(user=carla, friend=friend)
    assert offered_to(carla) == [(table.pk, 0)]
    offers.take_over(table_id=table.pk, place=0, user=carla)


def test_the_list_is_filtered(table, carla):
    Table.objects.update(most_protected=720)
    for fits in ({"game": "santiago_de_cuba"}, {"seats": "2"}, {"pace": "quick"}):
        assert offered_to(carla, **fits) == [(table.pk, 0)]
    for other in ({"game": "cuba"}, {"seats": "3"}, {"pace": "none"}, {"protected": "0"}):
        assert offered_to(carla, **other) == []


def test_the_lobby_shows_either_or_both(table, carla, client):
    client.force_login(carla)
    pages = {
        show: client.get(reverse("lobby"), {"show": show}).text for show in ("", "open", "offered")
    }
    free, none = "Seats that are free again", "No open table"
    assert [(free in page, none in page) for page in pages.values()] == [
        (True, True),
        (False, True),
        (True, False),
    ]
    services.seat_return(table_id=table.pk, user_id=table.seats.get(place=0).user_id)
    nothing = client.get(reverse("lobby"), {"show": "offered"}).text
    assert "No seat is free again right now" in nothing and free not in nothing


def test_the_lobby_takes_the_same_queries_for_many_offers(ana, ben, carla, client):
    client.force_login(carla)
    counts = []
    for _ in range(2):
        vanish(table_begun("santiago_de_cuba", [ana, ben], **OFFERED))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("lobby"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_pages_from_the_lobby_to_the_seat(table, carla, client):
    page = reverse("seat_take_over", args=[table.pk, 0])
    client.force_login(carla)
    assert page in client.get(reverse("lobby")).content.decode()
    assert page in client.get(table.get_absolute_url()).content.decode()
    shown = client.get(page)
    assert shown.status_code == 200 and "Take over this seat" in shown.content.decode()
    answer = client.post(page)
    assert answer.url == table.get_absolute_url()
    assert table.seats.get(place=0).user == carla
    assert client.get(page).url == table.get_absolute_url()
    again = client.post(page)
    assert again.url == page, "with the reason, then at the table"


def test_a_visitor_signs_in_first(table, client):
    page = reverse("seat_take_over", args=[table.pk, 0])
    assert client.get(page).status_code == 200
    assert "/accounts/login/" in client.post(page).url


def test_the_api_lists_and_takes_over(table, carla, client):
    client.force_login(carla)
    (offer,) = client.get("/api/v1/offers").json()
    assert (offer["table"], offer["place"], offer["game"]) == (table.pk, 0, "santiago_de_cuba")
    assert client.get("/api/v1/offers?game=cuba").json() == []
    taken = client.post(
        f"/api/v1/tables/{table.pk}/take-over", {"place": 0}, content_type="application/json"
    )
    assert taken.status_code == 200 and taken.json()["seats"][0]["user"] == "Carla"
    again = client.post(
        f"/api/v1/tables/{table.pk}/take-over", {"place": 0}, content_type="application/json"
    )
    assert (again.status_code, again.json()["error"]) == (409, "seat_gone")


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_gets_the_seat():
    ana, ben, *others = people_make("Ana", "Ben", "Carla", "Dario", "Eva")
    table = table_begun("santiago_de_cuba", [ana, ben], **OFFERED)
    vanished = vanish(table)

    def take(user: User) -> str:
        try:
            offers.take_over(table_id=table.pk, place=0, user=user)
        except SeatGone:
            return ""
        return user.username

    def come_back() -> str:
        services.seat_return(table_id=table.pk, user_id=vanished.pk)
        return ""

    answers, failures = [], []

    def attempt(work: Any) -> Any:
        def run() -> None:
            try:
                answers.append(work())
            except Refused as error:
                failures.append(error)

        return run

    together(*[attempt(lambda user=user: take(user)) for user in others], attempt(come_back))
    winners = [answer for answer in answers if answer]
    seat = table.seats.get(place=0)
    assert len(winners) <= 1
    assert seat.user.username == (winners or [vanished.username])[0]
    assert seat.bot == "" and seat.absent_since is None
    assert Tenure.objects.filter(table=table).count() == len(winners)
