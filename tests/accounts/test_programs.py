"""Programs: accounts with an owner, marked by their name, that act through the API alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Token, User
from accounts.moderation.acts import user_readmit, user_suspend
from accounts.people.blocks import are_apart, block, unblock
from accounts.people.leaving import account_delete, all_about
from accounts.people.programs import program_end, program_make, program_token_renew
from accounts.people.rights import AccountNeeded
from accounts.people.tokens import token_read
from accounts.signing_in.guests.services import guest_make
from config.web.limits import PROGRAMS
from config.web.refusal import NotFound, TooMany
from games.faces import PROGRAM
from games.models import Seat, Table
from lobby.tables.errors import ForPeople
from lobby.tables.offers import offers_for, take_over
from lobby.tables.selectors import Filters
from lobby.tables.services import invitation_send, seat_take, table_open
from lobby.terms.opening import Terms
from tests.lobby.test_api import Program
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

LATER = timezone.now() + timedelta(days=1)


@pytest.fixture
def ana() -> User:
    return people_make("Ana")[0]


@pytest.fixture
def rook(ana: User) -> User:
    """Ana's program."""
    return made(program_make(owner=ana, first="Rook", language="en"))


def made(secret: str) -> User:
    """The program of a token."""
    token = token_read(secret)
    assert token is not None
    return token.user


def renewed(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_a_program_is_made_on_a_page_and_acts_with_its_token(ana: User) -> None:
    client = client_of(ana)
    page = client.post(reverse("programs"), {"name": "Rook"}).text
    rook = ana.programs.get()
    assert rook.username == "Rook-program" and not rook.has_usable_password()
    secret = re.findall(r"sobremesa_[\w-]{43}", page)[0]
    api = Program(rook, secret)
    me = api.get("me").json()
    assert (me["name"], me["owner"], me["face"]["shape"]) == ("Rook-program", "Ana", PROGRAM)
    assert "sobremesa_" not in client.get(reverse("programs")).text, "shown once"
    page = client.post(reverse("programs"), {"renew": rook.pk}).text
    assert secret not in page and api.get("me").status_code == 401
    assert Program(rook, re.findall(r"sobremesa_[\w-]{43}", page)[0]).get("me").status_code == 200
    profile = Client().get(rook.get_absolute_url()).text
    assert "Rook-program" in profile and reverse("profile", args=["Ana"]) in profile
    client.post(reverse("program_end", args=[rook.pk]))
    assert not User.objects.filter(pk=rook.pk).exists() and not Token.objects.exists()
    refused = client.post(reverse("programs"), {"name": "Rook"}).text
    assert "It is reserved for a while" in refused


def test_its_name_says_in_its_owners_language_what_it_is(ana: User) -> None:
    assert made(program_make(owner=ana, first="Turm", language="de")).username == "Turm-Programm"
    assert made(program_make(owner=ana, first="Ana", language="it")).username == "Ana-program"


@pytest.mark.parametrize("first", ["Ben", "BEN", "x", "the-admin", "Гость_x", "a" * 25, "Rook"])
def test_no_program_passes_for_somebody_else(ana: User, rook: User, first: str) -> None:
    people_make("Ben")
    with pytest.raises(ValidationError):
        program_make(owner=ana, first=first, language="en")
    assert [each.pk for each in ana.programs.all()] == [rook.pk]


@pytest.mark.parametrize("name", ["Ana-program", "ana.Programm", "my_program2", "Program"])
def test_nobody_passes_for_a_program(name: str) -> None:
    with pytest.raises(ValidationError):
        User(username=name, email="x@example.org").full_clean(exclude=["password"])


@pytest.mark.parametrize("changed", [{"username": "Rook"}, {"email": "a@b.c"}, {"is_staff": True}])
def test_the_database_keeps_the_mark(rook: User, changed: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=rook.pk).update(**changed)


def test_a_program_does_not_sign_in(rook: User) -> None:
    rook.set_password("a long enough pass")
    rook.save()
    client = Client()
    client.post(
        reverse("account_login"), {"login": rook.username, "password": "a long enough pass"}
    )
    assert "_auth_user_id" not in client.session
    assert client_of(rook).get(reverse("tokens")).status_code == 302, "a session would not help"


def test_there_is_an_end_to_programs_and_guests_have_none(ana: User, rook: User) -> None:
    for number in range(PROGRAMS.number - 1):
        program_make(owner=ana, first=f"Rook{'abc'[number]}", language="en")
    with pytest.raises(TooMany):
        program_make(owner=ana, first="Bishop", language="en")
    with pytest.raises(AccountNeeded):
        program_make(owner=guest_make(), first="Bishop", language="en")
    with pytest.raises(NotFound):
        program_make(owner=rook, first="Bishop", language="en")
    (ben,) = people_make("Ben")
    for act in (program_end, program_token_renew):
        with pytest.raises(NotFound):
            act(owner=ben, program_id=rook.pk)


def test_what_keeps_its_owner_out_keeps_it_out(ana: User, rook: User) -> None:
    boss = User.objects.create_superuser("Boss")
    user_suspend(moderator=boss, user=ana, until=LATER, why="Hm.")
    assert renewed(rook).suspended_until == LATER and renewed(rook).suspended_because == "Hm."
    user_readmit(moderator=boss, user=ana, why="Oh.")
    assert not renewed(rook).is_suspended and renewed(rook).suspended_because == ""
    User.objects.filter(pk=ana.pk).update(muted_until=LATER, is_active=False)
    assert renewed(rook).muted_until == LATER and not renewed(rook).is_active
    User.objects.filter(pk=ana.pk).update(muted_until=None, is_active=True)
    assert renewed(rook).muted_until is None and renewed(rook).is_active
    longer = LATER + timedelta(days=1)
    user_suspend(moderator=boss, user=rook, until=longer, why="Itself.")
    user_suspend(moderator=boss, user=ana, until=LATER, why="Hm.")
    user_readmit(moderator=boss, user=ana, why="Oh.")
    assert renewed(rook).suspended_until == longer, "its own suspension stays"
    assert renewed(rook).suspended_because == "Itself."


def test_programs_go_with_their_owner_and_bots_play_on(
    begin: Callable[..., Any], people: list[User]
) -> None:
    playing = begin(seats=2)
    owner = playing.user_at(0)
    rook = made(program_make(owner=owner, first="Rook", language="en"))
    Seat.objects.filter(table_id=playing.id, place=1).update(user=rook)
    told = all_about(owner)["programs"]
    assert [program["username"] for program in told] == ["Rook-program"]
    account_delete(user=owner)
    assert not User.objects.filter(pk=rook.pk).exists()
    left = Seat.objects.filter(table_id=playing.id).values_list("user", "bot")
    assert [user for user, bot in left if bot] == [None, None]


def test_whoever_blocks_a_person_blocks_their_programs(ana: User, rook: User) -> None:
    ben, carla = people_make("Ben", "Carla")
    block(user=ben, other=ana)
    block(user=ana, other=carla)
    later = made(program_make(owner=ana, first="Bishop", language="en"))
    for program in (rook, later):
        assert are_apart(program, [ben.pk]) and are_apart(carla, [program.pk])
    unblock(user=ben, other=ana)
    assert not are_apart(rook, [ben.pk]) and are_apart(carla, [rook.pk])


def test_it_sits_down_where_it_is_invited_and_nowhere_else(
    begin: Callable[..., Any], people: list[User]
) -> None:
    *_, owner = people
    rook = made(program_make(owner=owner, first="Rook", language="en"))
    (host,) = people_make("Host")
    table = table_open(host=host, terms=Terms("port_royal", 2, 3))
    for token in ("", table.token):
        with pytest.raises(ForPeople):
            seat_take(table_id=table.pk, user=rook, token=token)
    invitation_send(table_id=table.pk, user=host, name="rook-program")
    seat_take(table_id=table.pk, user=rook)
    assert table.seats.filter(user=rook).exists()
    playing = begin(seats=2)
    Table.objects.filter(pk=playing.id).update(at_timeout=Table.AtTimeout.OFFER)
    away = Seat.objects.filter(table_id=playing.id, place=1)
    away.update(absent_since=timezone.now(), bot="greedy")
    assert offers_for(owner, Filters()).exists() and not offers_for(rook, Filters()).exists()
    with pytest.raises(ForPeople):
        take_over(table_id=playing.id, place=1, user=rook)


def test_its_own_tables_are_private_unless_it_says_otherwise(ana: User, rook: User) -> None:
    api = Program(rook, program_token_renew(owner=ana, program_id=rook.pk))
    wish = {"game": "port_royal", "seats": 2}
    opened = [api.post("tables", wish | more).json()["id"] for more in ({}, {"private": False})]
    assert [Table.objects.get(pk=table).private for table in opened] == [True, False]
    public = Program(ana).post("tables", wish).json()["id"]
    assert not Table.objects.get(pk=public).private
