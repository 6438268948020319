"""The selectors of tables and seats, each asked directly by everybody whom it tells apart.

`manage.py mutate` finds out whether these tests notice a selector that says otherwise.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Permission
from django.http import Http404
from django.utils import timezone

from accounts.models import User
from accounts.people.blocks import block
from accounts.people.friends import befriend
from games.models import Plan, Seat, Study, Table
from games.storing.rows import table_load
from games.telling import selectors
from games.telling.plan_reading import all_plans_of, plans_at
from games.telling.studies import all_studies_of, studies_at
from lobby.models import Invitation, MailedInvitation, Notice
from lobby.tables import selectors as lobby
from tests.people import people_make

pytestmark = pytest.mark.django_db

NOW = timezone.now()
VISITOR = AnonymousUser()
Status = Table.Status


@pytest.fixture
def club() -> dict[str, User]:
    """Some people; Ana and Ben are friends, Carla has only asked, and Dario has been asked."""
    names = ("Ana", "Ben", "Carla", "Dario", "Eva", "Mona")
    people = dict(zip(names, people_make(*names), strict=True))
    for one, other in (("Ana", "Ben"), ("Ben", "Ana"), ("Carla", "Ana"), ("Ana", "Dario")):
        befriend(user=people[one], other=people[other])
    return people


def table_of(*users: User, host: User | None = None, **fields: Any) -> Table:
    """A table in play at which these people sit; what is given says more."""
    usual = {"game": "pier", "seats_min": 2, "seats_max": 4, "status": Status.PLAYING}
    begun = {"position": "{}", "number": 1, "started_at": NOW}
    over = {"outcome": {}, "finished_at": NOW} if fields.get("status") == Status.FINISHED else {}
    table = Table.objects.create(host=host, **{**usual, **begun, **over, **fields})
    for place, user in enumerate(users):
        Seat.objects.create(table=table, place=place, user=user)
    return table


def seen_by(user: Any) -> set[int]:
    """The tables that somebody may look at; table by table, both ways of asking agree."""
    found = set(selectors.tables_visible_to(user).values_list("pk", flat=True))
    for pk in Table.objects.values_list("pk", flat=True):
        assert selectors.may_watch(table_load(pk), user) == (pk in found), pk
        assert lobby.is_visible(user, pk) == (pk in found)
    return found


def test_who_sees_which_table(club: dict[str, User]) -> None:
    ana, ben, carla, dario, eva, mona = club.values()
    public = table_of(eva).pk
    seated = table_of(ana, host=eva, private=True).pk
    hosted = table_of(eva, host=ana, private=True).pk
    shown = table_of(ana, host=eva, private=True, friends_watch=True).pk
    bots = table_of(host=eva, private=True, friends_watch=True).pk
    alone = table_of(eva, host=eva, private=True, friends_watch=True).pk
    hostless = table_of(eva, private=True).pk
    for table, place in ((bots, 0), (hostless, 1)):
        Seat.objects.create(table_id=table, place=place, bot="random")
    assert seen_by(VISITOR) == {public}
    assert seen_by(ana) == {public, seated, hosted, shown}
    assert seen_by(ben) == {public, shown}, "a friend of hers"
    for stranger in (carla, dario):
        assert seen_by(stranger) == {public}, "who has only asked, or was"
    assert seen_by(eva) == {public, seated, hosted, shown, bots, alone, hostless}
    mona.user_permissions.add(Permission.objects.get(codename="view_table"))
    mona = User.objects.get(pk=mona.pk)
    assert seen_by(mona) == {public}, "a right of nobody on the staff"
    User.objects.filter(pk__in=(mona.pk, ben.pk)).update(is_staff=True)
    mona, ben = (User.objects.get(pk=one.pk) for one in (mona, ben))
    assert seen_by(mona) == {public, seated, hosted, shown, bots, alone, hostless}
    assert seen_by(ben) == {public, shown}, "of the staff, without the right"
    assert selectors.table_for(ana, seated).pk == seated
    for unseen in (seated, 10**9):
        with pytest.raises(Http404):
            selectors.table_for(carla, unseen)


def test_who_is_a_friend(club: dict[str, User]) -> None:
    ana, ben, carla, dario, *_ = club.values()
    assert set(selectors.friends_of(ana).values_list("pk", flat=True)) == {ben.pk}
    assert not selectors.friends_of(carla).exists() and not selectors.friends_of(dario).exists()


def test_whom_a_table_waits_for(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    asked = {"deciding": True, "since": NOW}
    waiting = [table_of(ana, ben), table_of(ana, ben)]
    Seat.objects.filter(user=ana).update(**asked)
    Seat.objects.filter(user=ana, table=waiting[0]).update(since=NOW + timedelta(hours=1))
    for fields in ({"bot": "random"}, {"deciding": False, "since": None}):
        Seat.objects.filter(table=table_of(ana, ben), user=ana).update(**{**asked, **fields})
    for other in ({"status": Status.OPEN}, {"frozen_at": NOW}):
        Seat.objects.filter(table=table_of(ana, ben, **other), user=ana).update(**asked)
    Seat.objects.filter(table=table_of(ben), user=ben).update(**asked)
    found = [seat.table_id for seat in selectors.tables_waiting_for(ana)]
    assert found == [waiting[1].pk, waiting[0].pk], "the longest waiting first"
    assert not selectors.tables_waiting_for(VISITOR).exists()


def test_seats_of_those_who_are_away(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    away = {"absent_since": NOW, "bot": "random"}
    here, offered = table_of(ana, ben), table_of(ana, ben, at_timeout=Table.AtTimeout.OFFER)
    frozen = table_of(ana, at_timeout=Table.AtTimeout.OFFER, frozen_at=NOW)
    over = table_of(ana, at_timeout=Table.AtTimeout.OFFER, status=Status.FINISHED)
    table_of(ana, at_timeout=Table.AtTimeout.OFFER, status=Status.OPEN)
    Seat.objects.filter(user=ana).update(**away)
    for fields in ({"bot": ""}, {"absent_since": None}):
        table = table_of(ana, at_timeout=Table.AtTimeout.OFFER)
        Seat.objects.filter(table=table).update(**{**away, **fields})
    gone = table_of(at_timeout=Table.AtTimeout.OFFER)
    Seat.objects.create(table=gone, place=0, **away)
    assert {seat.table_id for seat in selectors.absent_seats(ana)} == {
        here.pk, offered.pk, frozen.pk,
    }  # fmt: skip
    assert not selectors.absent_seats(ben).exists()
    assert [seat.table_id for seat in selectors.seats_offered()] == [offered.pk]
    assert over.pk != offered.pk


def test_studies_and_plans_are_ones_own(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    here, there = table_of(ana, ben), table_of(ana, ben)
    for user in (ana, ben):
        for table in (here, there):
            for number in (2, 1):
                Study.objects.create(
                    user=user,
                    table=table,
                    number=number,
                    at=1,
                    seed=1,
                    moves=[],
                    name=user.username,
                )
            for orders in (None, {"of": user.username}):
                Plan.objects.create(user=user, table=table, at=1, made=1, orders=orders)
    mine = list(studies_at(ana.pk, here.pk))
    assert [(study.user_id, study.table_id, study.number) for study in mine] == [
        (ana.pk, here.pk, 1), (ana.pk, here.pk, 2),
    ]  # fmt: skip
    assert not studies_at(None, here.pk).exists()
    assert {study["name"] for study in all_studies_of(ana.pk)} == {"Ana"}
    assert len(all_studies_of(ana.pk)) == len(all_plans_of(ana.pk)) == 4
    assert [p["orders"] for p in all_plans_of(ana.pk) if "orders" in p] == [{"of": "Ana"}] * 2
    steps, orders = plans_at(ana.pk, here.pk)
    assert steps and orders and steps.orders is None and orders.orders == {"of": "Ana"}
    assert {(plan.user_id, plan.table_id) for plan in (steps, orders)} == {(ana.pk, here.pk)}
    assert plans_at(None, here.pk) == (None, None)


# --- Open tables --------------------------------------------------------------------------------


def open_table(*users: User, **fields: Any) -> Table:
    return table_of(*users, **{"status": Status.OPEN, "host": users[0], **fields})


def listed(reader: Any, game: str = "", **terms: str) -> set[int]:
    return {table.pk for table in lobby.open_tables(reader, lobby.Filters(game, terms))}


def searched(reader: Any, **wanted: Any) -> set[int]:
    usual = {"status": None, "mine": False, "waiting": False, "game": ""}
    return {table.pk for table in lobby.tables_searched(reader, **{**usual, **wanted})}


def test_which_open_tables_are_listed(club: dict[str, User]) -> None:
    ana, ben, carla, dario, eva, _mona = club.values()
    bens, evas = open_table(ben), open_table(eva)
    with_dario, hosted = open_table(carla, dario), open_table(carla, host=eva)
    secret = open_table(carla, private=True)
    playing = table_of(carla)
    gone = open_table(carla, game="chess")
    everything = {bens.pk, evas.pk, with_dario.pk, hosted.pk}
    assert listed(VISITOR) == listed(ana) == everything
    assert lobby.open_tables(ana, lobby.Filters())[0].of_friends
    assert lobby.open_tables(ana, lobby.Filters())[0] == bens, "those of friends come first"
    assert {one.of_friends for one in lobby.open_tables(VISITOR, lobby.Filters())} == {False}
    block(user=ana, other=eva)
    block(user=dario, other=ana)
    assert listed(ana) == {bens.pk}, "neither the host nor another player"
    assert listed(VISITOR) == everything
    assert evas.pk not in searched(ana, status="open") and evas.pk in searched(ana)
    assert searched(eva, status="open", mine=True) == {evas.pk}
    assert searched(VISITOR, status="open") == everything | {gone.pk}
    assert searched(VISITOR, mine=True) == searched(VISITOR) == searched(VISITOR, waiting=True)
    assert searched(ana, game="chess") == {gone.pk}
    Seat.objects.filter(table=playing).update(deciding=True, since=NOW)
    assert searched(carla, waiting=True) == {playing.pk}
    assert secret.pk in searched(carla) and secret.pk not in searched(ana)
    mine = open_table(eva, ana)
    assert searched(ana, status="open", mine=True) == {mine.pk}, "with whoever else sits there"


def test_filters_leave_out_what_does_not_match(club: dict[str, User]) -> None:
    ana, *_ = club.values()
    two = open_table(
        ana, seats_min=2, seats_max=2, pace="answer", pace_start=24 * 60, most_protected=60
    )
    many = open_table(ana, game="cuba", seats_min=4, seats_max=5)
    assert listed(VISITOR, seats="2") == {two.pk} and listed(VISITOR, seats="5") == {many.pk}
    assert listed(VISITOR, seats="3") == set()
    assert listed(VISITOR, game="cuba") == {many.pk} == listed(VISITOR, pace="none")
    assert listed(VISITOR, protected="0") == {many.pk}


def test_who_comes_to_a_table_by_an_invitation(club: dict[str, User]) -> None:
    ana, ben, carla, *_ = club.values()
    table, other = open_table(ana, private=True), open_table(ana, private=True)
    open_table(ana)
    statuses = Invitation.Status
    for status in statuses:
        Invitation.objects.update_or_create(table=table, user=ben, defaults={"status": status})
        stands = status not in Invitation.ENDED
        assert lobby.is_invited(ben, table.pk) is stands, status
        assert lobby.standing_for(ben).exists() is stands
        assert lobby.invitations_to(table.pk).exists() is stands
        waits = status == statuses.SENT
        assert lobby.invitations_for(ben).exists() is waits
        if stands:
            assert lobby.open_table_for(ben, table.pk) == table
        else:
            with pytest.raises(Http404):
                lobby.open_table_for(ben, table.pk)
    Invitation.objects.update(status=statuses.SENT)
    assert not lobby.is_invited(carla, table.pk) and not lobby.is_invited(ben, other.pk)
    assert not lobby.invitations_for(carla).exists() and not lobby.invitations_to(other).exists()
    for reader, number in ((carla, table.pk), (VISITOR, table.pk), (ben, other.pk)):
        with pytest.raises(Http404):
            lobby.open_table_for(reader, number)
    Table.objects.filter(pk=table.pk).update(status=Status.PLAYING)
    assert not lobby.invitations_for(ben).exists(), "it has begun"


def test_letters_and_links_open_their_table_alone(club: dict[str, User]) -> None:
    ana, *_ = club.values()
    table, other = open_table(ana, private=True), open_table(ana, private=True)
    statuses = MailedInvitation.Status
    letters = {
        status: MailedInvitation.objects.create(
            table=table, host=ana, address="x@example.org", digest=status, language="en",
            status=status,
        )
        for status in statuses
    }  # fmt: skip
    for status, letter in letters.items():
        assert lobby.letter_with(letter.token).exists() is (status == statuses.SENT)
        if status == statuses.WITHDRAWN:
            with pytest.raises(Http404):
                lobby.table_by_token(letter.token)
        else:
            assert lobby.table_by_token(letter.token) == table
    assert lobby.table_by_token(other.token) == other
    assert not lobby.letter_with("").exists() and not lobby.letter_with("x").exists()
    with pytest.raises(Http404):
        lobby.table_by_token("x")
    stand = {one.status for one in lobby.letters_to(table)}
    assert stand == set(statuses) - {statuses.WITHDRAWN}
    assert not lobby.letters_to(other).exists()


def test_ones_own_notices_and_open_tables(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    table = open_table(ana, ben)
    Notice.objects.create(user=ana, table=table, kind=Notice.Kind.HOST, about=ben)
    assert lobby.notices_for(ana).count() == 1 and not lobby.notices_for(ben).exists()
    assert lobby.open_table_hosted_by(ana, table.pk) == table
    with pytest.raises(Http404):
        lobby.open_table_hosted_by(ben, table.pk)
    other = open_table(ana)
    assert lobby.open_table_hosted_by(ana, other.pk) == other
    Table.objects.filter(pk=table.pk).update(status=Status.PLAYING)
    with pytest.raises(Http404):
        lobby.open_table_hosted_by(ana, table.pk)


def test_whom_one_finds_by_name(club: dict[str, User]) -> None:
    ana, ben, carla, dario, eva, mona = club.values()
    table_of(ana, carla)
    table_of(eva, dario)
    assert set(lobby.companions_of(ana)) == {ben, carla}, "friends, and those met at a table"
    assert lobby.names_like(ana, "c") == ["Carla"] == lobby.names_like(ana, "CAR")
    assert lobby.names_like(ana, "e") == [], "a stranger by one letter"
    assert lobby.names_like(ana, "ev") == ["Eva"] and lobby.names_like(ana, "an") == []
    block(user=carla, other=ana)
    User.objects.filter(pk=mona.pk).update(is_guest=True, email="")
    User.objects.filter(pk=dario.pk).update(is_active=False)
    for hidden in ("car", "mo", "da", "c\x00"):
        assert lobby.names_like(ana, hidden) == [], hidden
    assert set(lobby.findable(User.objects.all(), ana)) == {ben, dario, eva}
    assert set(lobby.companions_of(ana)) == {ben}
