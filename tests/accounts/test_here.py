"""People on the site now: named to members alone, without those who hide or are blocked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Seen, User
from accounts.notices.wishes import are_here
from accounts.people import here
from accounts.people.blocks import block
from accounts.people.friends import befriend
from accounts.people.here import LATELY, who_is_here
from accounts.signing_in.guests.services import guest_make
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db
Told = tuple[list[str], int]


@pytest.fixture
def people() -> list[User]:
    """Three who have a page open."""
    people = people_make("Carla", "Ben", "Ana")
    are_here([person.pk for person in people])
    return people


def told(reader: User | AnonymousUser) -> Told:
    """The names that a reader is told, and how many more there are."""
    found = who_is_here(reader, timezone.now())
    return [person.username for person in found.named], found.more


def test_whoever_has_an_account_is_told_the_names_of_the_others(people: list[User]) -> None:
    carla, ben, ana = people
    assert told(ana) == (["Ben", "Carla"], 0)
    befriend(user=ana, other=carla)
    befriend(user=carla, other=ana)
    assert told(ana) == (["Carla", "Ben"], 0), "friends come first"
    page = client_of(ben).get("/").text
    assert all(f'href="/accounts/people/{name}/"' in page for name in ("Ana", "Carla"))


def test_everybody_else_is_told_how_many(people: list[User], client: Client) -> None:
    guest = guest_make()
    for reader in (AnonymousUser(), guest):
        assert told(reader) == ([], 3)
    for page in (client.get("/").text, client_of(guest).get("/").text):
        assert "3 people are here right now." in page
        assert not any(person.username in page for person in people)


def test_guests_are_counted(people: list[User]) -> None:
    are_here([guest_make().pk])
    assert told(people[-1]) == (["Ben", "Carla"], 1)
    assert told(AnonymousUser()) == ([], 4)


def test_whoever_hides_is_not_even_counted(people: list[User]) -> None:
    carla, _, ana = people
    client_of(carla).post("/accounts/settings/", {**preferences(carla), "shows_here": ""})
    carla.refresh_from_db()
    assert not carla.shows_here
    assert (told(ana), told(AnonymousUser())) == ((["Ben"], 0), ([], 2))
    assert told(carla) == (["Ana", "Ben"], 0), "and sees the others all the same"


def preferences(user: User) -> dict[str, str]:
    """Return the values of the settings' form."""
    form = client_of(user).get("/accounts/settings/").context["form"]
    return {name: str(form[name].value() or "") for name in form.fields}


def test_nobody_is_told_of_somebody_blocked_in_either_direction(people: list[User]) -> None:
    carla, ben, ana = people
    block(user=ana, other=ben)
    assert (told(ana), told(ben), told(carla)) == (
        (["Carla"], 0), (["Carla"], 0), (["Ana", "Ben"], 0),
    )  # fmt: skip


def test_whoever_may_not_come_is_not_there(people: list[User]) -> None:
    carla, ben, ana = people
    User.objects.filter(pk=ben.pk).update(is_active=False)
    until = timezone.now() + timedelta(days=1)
    User.objects.filter(pk=carla.pk).update(suspended_until=until)
    assert (told(ana), told(AnonymousUser())) == (([], 0), ([], 1))
    User.objects.filter(pk=carla.pk).update(suspended_until=timezone.now())
    assert told(ana) == (["Carla"], 0)


def test_whoever_has_not_been_seen_for_a_while_has_gone(people: list[User]) -> None:
    Seen.objects.update(at=timezone.now() - LATELY)
    assert told(people[-1]) == ([], 0)
    assert "Who is here" not in client_of(people[-1]).get("/").text


def test_a_crowd_is_counted(
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    monkeypatch.setattr(here, "MOST_NAMED", 1)
    with django_assert_num_queries(1):
        assert told(people[-1]) == (["Ben"], 1)
    assert "and 1 more" in client_of(people[-1]).get("/").text
