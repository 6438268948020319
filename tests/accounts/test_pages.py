"""Profile, settings, language and theme; whose language and time zone a page is in."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Preferences, User
from accounts.people.selectors import game_records
from games.models import Seat, Table

pytestmark = pytest.mark.django_db

SETTINGS = {
    "language": "de",
    "time_zone": "Europe/Berlin",
    "theme": "dark",
    "palette": "distinct",
    "confirm": "always",
    "next_order": "least_time",
}


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("Ana")


def finished_table(user: User, rank: int, game: str = "pier") -> None:
    now = timezone.now()
    table = Table.objects.create(
        game=game, seats_min=2, seats_max=2, status=Table.Status.FINISHED, position="{}",
        number=1, started_at=now, finished_at=now, outcome={"reason": "x", "standings": []},
    )  # fmt: skip
    Seat.objects.create(table=table, place=0, user=user, rank=rank)


def test_settings_are_kept(client: Client, ana: User) -> None:
    client.force_login(ana)
    answer = client.post(reverse("settings"), SETTINGS, follow=True)
    ana.refresh_from_db()
    assert {name: getattr(ana, name) for name in SETTINGS} == SETTINGS
    assert answer.wsgi_request.LANGUAGE_CODE == "de"
    assert b'data-theme="dark" data-palette="distinct"' in answer.content


@pytest.mark.parametrize(
    "wrong",
    [
        {"language": "xx"},
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../../etc/passwd"},
        {"theme": "pink"},
        {"palette": "loud"},
        {"confirm": "perhaps"},
        {"next_order": "<script>"},
    ],
    ids=str,
)
def test_odd_settings_are_refused(client: Client, ana: User, wrong: dict[str, str]) -> None:
    client.force_login(ana)
    answer = client.post(reverse("settings"), SETTINGS | wrong)
    assert b"errorlist" in answer.content
    before = User.objects.get(pk=ana.pk)
    assert (before.theme, before.language) == (Preferences.Theme.AUTO, "")


def test_settings_are_ones_own(client: Client) -> None:
    assert client.get(reverse("settings")).status_code == 302


@pytest.mark.parametrize("signed_in", [False, True])
def test_language_and_theme_from_the_menu(client: Client, ana: User, signed_in: bool) -> None:
    if signed_in:
        client.force_login(ana)
    client.post(reverse("appearance"), {"language": "de"})
    client.post(reverse("appearance"), {"theme": "dark"})
    page = client.get(reverse("account_logout" if signed_in else "account_login"))
    assert re.search(r'<html lang="de"\s+data-theme="dark"', page.text)
    ana.refresh_from_db()
    assert (ana.language, ana.theme) == (("de", "dark") if signed_in else ("", "auto"))


def test_odd_choices_in_the_menu(client: Client) -> None:
    for odd in ({"language": "xx"}, {"theme": "<pink>"}, {"language": "../de"}):
        assert client.post(reverse("appearance"), odd).status_code == 400
    client.cookies["theme"] = '"><script>'
    assert b'data-theme="auto"' in client.get(reverse("account_login")).content


def test_the_menu_leads_back_but_never_elsewhere(client: Client) -> None:
    for target, allowed in [("/lobby/?seats=3", True), ("//example.org", False), ("", False)]:
        answer = client.post(reverse("appearance"), {"theme": "dark", "next": target})
        assert answer.headers["location"] == (target if allowed else "/")


def test_pages_come_in_the_readers_language_and_time(client: Client, ana: User) -> None:
    User.objects.filter(pk=ana.pk).update(language="de", time_zone="America/Havana")
    client.force_login(ana)
    answer = client.get(reverse("settings"), headers={"accept-language": "en"})
    assert answer.headers["content-language"] == "de"
    assert Template("{% load tz %}{% get_current_timezone as zone %}{{ zone }}").render(Context())
    assert timezone.get_current_timezone_name() == "UTC", "the next request begins afresh"
    translation.activate("en")


def test_a_time_zone_that_no_longer_exists_is_utc(ana: User) -> None:
    ana.time_zone = "Mars/Olympus"
    assert str(ana.zone) == "UTC"


def test_a_profile_counts_games(client: Client, ana: User) -> None:
    for rank in (1, 1, 3):
        finished_table(ana, rank)
    finished_table(ana, 2, "santiago_de_cuba")
    assert game_records(ana) == [
        {"game": "pier", "finished": 3, "won": 2, "mean_rank": pytest.approx(5 / 3)},
        {"game": "santiago_de_cuba", "finished": 1, "won": 0, "mean_rank": 2},
    ]
    page = client.get(reverse("profile", args=["aNA"]))
    assert page.status_code == 200
    assert "<strong>4</strong>" in page.text and "1.7" in page.text


def test_no_profile_of_nobody(client: Client) -> None:
    User.objects.create_user("Gone", is_active=False)
    for name in ("Gone", "Nobody", "x" * 300, "a\x00", "<script>"):
        assert client.get(reverse("profile", args=[name])).status_code == 404


def test_an_address_is_nobodys_business(client: Client) -> None:
    User.objects.create_user("Eva", "eva@secret.example")
    assert b"secret.example" not in client.get(reverse("profile", args=["Eva"])).content


@pytest.mark.parametrize("name", ["400", "403", "404_bare", "429", "500"])
def test_error_pages_need_nothing(name: str) -> None:
    page = Template(f'{{% include "{name}.html" %}}').render(Context())
    assert "<h1>" in page and name.removesuffix("_bare") in page
