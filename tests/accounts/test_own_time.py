"""The page of one's own time, and the same over the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.pages.presets import PRESETS
from accounts.people import leaving
from accounts.people.tokens import token_make
from games.changing.clocks import own_time_of, own_time_set
from games.clocks.calendar import Days, Hours
from games.models import OwnTime, Seat
from tests.people import client_of

pytestmark = pytest.mark.django_db

EMPTY = {
    f"{name}_{day}{row}": ""
    for day in range(7)
    for row in ("", "_2", "_3")
    for name in ("from", "to")
}
FORM = {**EMPTY, "remind": "25", "first": "", "last": ""}
URL = "/accounts/time/"


@pytest.fixture
def ana(people: list[Any]) -> User:
    ana: User = people[0]
    ana.time_zone = "Europe/Berlin"
    ana.save()
    return ana


def hours_of(user: User) -> tuple[Hours, ...]:
    return own_time_of(user.pk, user.zone.key)[0].hours


def test_nights_and_weekends(ana: User) -> None:
    client = client_of(ana)
    sent = {**FORM, "from_0": "22:00", "to_0": "08:00", "from_5": "00:00", "to_5": "00:00"}
    assert client.post(URL, {**sent, "remind": "50"}).headers["location"] == URL
    assert hours_of(ana) == (Hours(0, 22 * 60, 8 * 60), Hours(5, 0, 0))
    shown = client.get(URL).text
    assert 'value="22:00"' in shown and "Europe/Berlin" in shown and "20 vacation days" in shown
    assert OwnTime.objects.get(pk=ana.pk).remind == 50


def test_several_times_a_day(ana: User) -> None:
    """Stored in the order of the day, and shown so; room for one more is beside them."""
    client = client_of(ana)
    sent = {
        **FORM, "from_1": "22:00", "to_1": "07:00", "from_1_2": "12:00", "to_1_2": "13:30",
        "from_1_3": "07:30", "to_1_3": "12:00",
    }  # fmt: skip
    assert client.post(URL, sent).headers["location"] == URL
    stored = (Hours(1, 450, 720), Hours(1, 720, 810), Hours(1, 1320, 420))
    assert hours_of(ana) == stored
    shown = client.get(URL)
    assert "Tuesday, time 3, from" in shown.text and "Tuesday: another time" not in shown.text
    form = shown.context["form"]
    again = {name: bound.initial or "" for name in form.fields for bound in [form[name]]}
    client.post(URL, {**FORM, **again, "from_1": "", "to_1": "", "remind": "25"})
    assert hours_of(ana) == stored[1:]
    shown = client.get(URL)
    days = {day.name: day for day in shown.context["form"].week()}
    assert [len(days[name].rows) for name in ("Monday", "Tuesday")] == [1, 2]
    assert [len(days[name].more) for name in ("Monday", "Tuesday")] == [2, 1]
    assert "Tuesday: another time" in shown.text


def test_what_was_stored_before_there_were_several_is_read_as_it_was(ana: User) -> None:
    week = [[day, 1320, 480] for day in range(7)]
    OwnTime.objects.create(user=ana, hours=week)
    assert hours_of(ana) == tuple(Hours(day, 1320, 480) for day in range(7))
    assert client_of(ana).get(URL).text.count('value="22:00"') == 7


def test_a_time_that_is_not_shown_at_first_is_shown_when_it_is_wrong(ana: User) -> None:
    client = client_of(ana)
    assert "open>" not in client.get(URL).text.split("<main")[1]
    wrong = {**FORM, "from_3": "10:00", "to_3": "12:00", "from_3_2": "11:00", "to_3_2": "13:00"}
    answer = client.post(URL, wrong)
    assert answer.text.split("<main")[1].count('<details class="more" open>') == 1


NIGHTS = [Hours(day, 22 * 60, 8 * 60) for day in range(7)]
WEEKEND = [Hours(5, 0, 0), Hours(6, 0, 0)]
WORK = [Hours(day, 9 * 60, 17 * 60) for day in range(5)]


@pytest.mark.parametrize(
    ("pressed", "hours", "said"),
    [
        (["nights"], NIGHTS, {"Every day": "22:00–08:00"}),
        (["weekends"], WEEKEND, {"Sat–Sun": "all day"}),
        (["work"], WORK, {"Mon–Fri": "09:00–17:00"}),
        (["nights", "nights"], NIGHTS, {"Every day": "22:00–08:00"}),
        (
            ["weekends", "nights"],
            [Hours(0, 0, 480), *NIGHTS[:4], Hours(4, 22 * 60, 0), *WEEKEND],
            {
                "Mon": "00:00–08:00, 22:00–08:00",
                "Tue–Thu": "22:00–08:00",
                "Fri": "22:00–00:00",
                "Sat–Sun": "all day",
            },
        ),
        (
            ["work", "nights"],
            [*NIGHTS, *WORK],
            {"Mon–Fri": "09:00–17:00, 22:00–08:00", "Sat–Sun": "22:00–08:00"},
        ),
        (["nights", "nothing"], [], {}),
    ],
    ids=str,
)
def test_one_press_fills_the_week(
    ana: User, pressed: list[str], hours: list[Hours], said: dict[str, str]
) -> None:
    """It adds to what there is, and leaves the rest: a form with nothing but the name of it."""
    away = [Days(timezone.localdate(), timezone.localdate() + timedelta(days=3))]
    own_time_set(user_id=ana.pk, zone="UTC", away=away, remind=50)
    client = client_of(ana)
    for name in pressed:
        assert client.post(URL, {"preset": name}).headers["location"] == URL
    assert hours_of(ana) == tuple(sorted(hours, key=lambda one: (one.weekday, one.start)))
    page = client.get(URL)
    assert dict(page.context["protected"]) == said
    assert ('value="nothing"' in page.text) == bool(hours), "there is something to be cleared"
    assert (own_time_of(ana.pk, "UTC")[0].away, own_time_of(ana.pk, "UTC")[1]) == (tuple(away), 50)


def test_every_preset_is_a_button_that_needs_no_script(ana: User) -> None:
    text = client_of(ana).get(URL).text
    assert '<form id="presets" method="post" hidden>' in text
    for name in PRESETS.keys() - {"nothing"}:
        assert f'type="submit" form="presets" name="preset" value="{name}"' in text


def test_a_press_that_leaves_no_room_changes_nothing(ana: User) -> None:
    full = [Hours(0, hour * 60, hour * 60 + 30) for hour in (1, 3, 5)]
    own_time_set(user_id=ana.pk, zone="UTC", hours=full)
    client = client_of(ana)
    for name, why in {
        "work": "A day of the week takes 3 protected times at most.",
        "siesta": "This parameter cannot be read.",
    }.items():
        answer = client.post(URL, {"preset": name}, follow=True)
        assert why in answer.text and "Your settings are saved." not in answer.text
        assert hours_of(ana) == tuple(full)


def test_days_away_in_one_press(ana: User) -> None:
    """Days within other days away are part of them; past ones are forgotten."""
    client, today = client_of(ana), timezone.localdate(timezone=ana.zone)

    def days(first: int, last: int) -> Days:
        return Days(today + timedelta(days=first), today + timedelta(days=last))

    def away() -> tuple[Days, ...]:
        return own_time_of(ana.pk, "UTC")[0].away

    own_time_set(user_id=ana.pk, zone="UTC", away=[days(-9, -2), days(30, 31)], hours=WORK)
    for name, expected in {
        "today": (days(0, 0), days(30, 31)),
        "week": (days(0, 6), days(30, 31)),
        "fortnight": (days(0, 13), days(30, 31)),
    }.items():
        client.post(URL, {"preset": name})
        assert away() == expected
    client.post(URL, {"preset": "week"})
    assert away() == (days(0, 13), days(30, 31))
    assert hours_of(ana) == tuple(WORK)


def test_errors_of_the_week_open_it(ana: User) -> None:
    client, folded = client_of(ana), '<details class="more" id="days">'
    assert folded in client.get(URL).text
    assert folded in client.post(URL, {**FORM, "last": "2026-12-24"}).text
    wrong = client.post(URL, {**FORM, "from_2": "22:00"}).text
    assert '<details class="more" id="days" open>' in wrong


def test_the_page_takes_the_same_statements_whatever_is_protected(
    ana: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Session, user, calendar; what waits."""
    client = client_of(ana)
    for _ in range(2):
        with django_assert_num_queries(4):
            client.get(URL)
        own_time_set(user_id=ana.pk, zone="UTC", hours=[*NIGHTS, *WORK])


def test_a_clock_that_runs_is_set_at_once(ana: User, begin: Any) -> None:
    playing = begin(seats=2, pace="answer", pace_start=60, most_protected=24 * 60)
    every = {f"{name}_{day}": "00:00" for day in range(7) for name in ("from", "to")}
    client_of(ana).post(URL, {**FORM, **every})
    seat = Seat.objects.get(table_id=playing.id, user=ana)
    assert seat.deadline is not None
    assert seat.deadline - timezone.now() > timedelta(hours=24)


def test_absences_are_announced_and_taken_back(ana: User) -> None:
    client, today = client_of(ana), timezone.localdate(timezone=ana.zone)
    later = today + timedelta(days=9)
    client.post(URL, {**FORM, "first": str(later)})
    client.post(URL, {**FORM, "first": str(today), "last": str(today + timedelta(days=2))})
    found = own_time_of(ana.pk, "UTC")[0].away
    assert found == (Days(today, today + timedelta(days=2)), Days(later, later))
    client.post(URL, {**FORM, "drop_0": "on"})
    assert own_time_of(ana.pk, "UTC")[0].away == (Days(later, later),)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"from_2": "22:00"}, "to_2"),
        ({"to_2": "25:00"}, "to_2"),
        ({"from_2_3": "22:00"}, "to_2_3"),
        ({"from_2": "22:00", "to_2": "08:00", "from_2_2": "23:00", "to_2_2": "23:30"}, "from_2_2"),
        ({"from_2": "22:00", "to_2": "08:00", "from_2_2": "20:00", "to_2_2": "22:30"}, "from_2"),
        ({"from_2": "22:00", "to_2": "08:00", "from_2_2": "22:00", "to_2_2": "08:00"}, "from_2_2"),
        ({"from_2": "00:00", "to_2": "00:00", "from_2_3": "12:00", "to_2_3": "13:00"}, "from_2_3"),
        ({"last": "2026-12-24"}, "first"),
        ({"first": "2026-12-24", "last": "2026-12-20"}, "first"),
        ({"first": "2026-12-24", "last": "2028-12-20"}, "first"),
        ({"first": "soon"}, "first"),
        ({"remind": "99"}, "remind"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(ana: User, wrong: dict[str, str], field: str) -> None:
    answer = client_of(ana).post(URL, {**FORM, **wrong})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not OwnTime.objects.filter(pk=ana.pk).exclude(away=[], hours=[]).exists()


def test_the_hours_are_those_of_the_zone_that_is_chosen(ana: User, begin: Any) -> None:
    """A change of the zone on the page of preferences sets the clocks, too."""
    playing = begin(seats=2, pace="answer", pace_start=60, most_protected=24 * 60)
    now = timezone.now()
    hour = now.astimezone(ana.zone).hour
    around = [Hours(day, (hour + 23) % 24 * 60, (hour + 2) % 24 * 60) for day in range(7)]
    own_time_set(user_id=ana.pk, zone=ana.zone.key, hours=around)
    protected = Seat.objects.get(table_id=playing.id, user=ana).deadline
    form = {
        "language": "", "time_zone": "Asia/Tokyo", "theme": "auto", "palette": "usual",
        "confirm": "final", "mails": "turn", "next_order": "oldest",
    }  # fmt: skip
    client_of(ana).post(reverse("settings"), form)
    after = Seat.objects.get(table_id=playing.id, user=ana).deadline
    assert protected is not None and after is not None and after < protected


@pytest.mark.parametrize(
    ("before", "sent", "after"),
    [
        ("", "Asia/Tokyo", "Asia/Tokyo"),
        ("Europe/Berlin", "Asia/Tokyo", "Europe/Berlin"),
        ("", "Mars/Olympus", ""),
    ],
)
def test_a_browser_tells_the_zone_of_who_has_none(
    ana: User, before: str, sent: str, after: str
) -> None:
    """Protected hours follow it."""
    ana.time_zone = before
    ana.save()
    own_time_set(user_id=ana.pk, zone="UTC", hours=[Hours(0, 60, 120)])
    answer = client_of(ana).post(reverse("appearance"), {"zone": sent})
    ana.refresh_from_db()
    assert ana.time_zone == after
    assert answer.status_code == (400 if sent == "Mars/Olympus" else 302)


def test_it_is_ones_own(ana: User, people: list[Any], client: Any) -> None:
    assert client.get(URL).status_code == 302
    own_time_set(user_id=ana.pk, zone="UTC", hours=[Hours(0, 60, 120)])
    assert 'value="01:00"' not in client_of(people[1]).get(URL).text
    assert leaving.all_about(ana)["time"]["hours"] == [[0, 60, 120]]
    assert leaving.all_about(people[1])["time"] == {}


def test_over_the_api(ana: User, client: Any) -> None:
    secret = token_make(user=ana, name="clock")
    headers = {"authorization": f"Bearer {secret}"}
    week = [{"weekday": 0, "start": 1320, "end": 480}]

    def post(body: Any) -> Any:
        address = "/api/v1/me/time"
        return client.post(address, body, content_type="application/json", headers=headers)

    answer = post({"hours": week, "away": [{"first": "2030-01-01", "last": "2030-01-03"}]})
    assert answer.status_code == 200
    told = client.get("/api/v1/me/time", headers=headers).json()
    assert told == answer.json()
    assert told == {
        "zone": "Europe/Berlin",
        "hours": week,
        "away": [{"first": "2030-01-01", "last": "2030-01-03"}],
        "remind": 25,
        "vacation_days": 20,
    }
    assert post({"remind": 10}).json()["hours"] == week, "what is not given stays"
    assert post({"hours": [*week, *week]}).json()["field"] == "hours"
    several = [{"weekday": 6, "start": n * 100, "end": n * 100 + 100} for n in range(4)]
    assert post({"hours": several[:3]}).json()["hours"] == several[:3]
    assert post({"hours": several}).json()["field"] == "hours"
    assert post({"hours": several[:1] * 22}).status_code == 422
    assert leaving.all_about(ana)["time"]["hours"] == [[6, 0, 100], [6, 100, 200], [6, 200, 300]]
    assert post({"away": [{"first": "2030-01-03", "last": "2030-01-01"}]}).status_code == 422
    assert client.get("/api/v1/me/time").status_code == 401
