"""Paces in the lobby: in the form, over the API, in words, in the filter."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.models import TIMES, Table
from lobby.pages.forms.table import TermsForm
from lobby.tables import terms
from lobby.templatetags.tables import pace as pace_in_short
from lobby.templatetags.tables import time_left
from lobby.terms.opening import DAY, Terms, terms_of
from lobby.terms.pacing import FIRST, name_of_pace, pace_named, paces
from tests.lobby.conftest import Opener
from tests.lobby.test_views import OPEN, listed
from tests.people import client_of

pytestmark = pytest.mark.django_db

CLOCK = ("pace", *TIMES)
BUDGET = {"pace": "budget", "pace_start": 3 * DAY, "pace_increment": 720, "pace_cap": 5 * DAY}


def clock_of(table: Table) -> list[Any]:
    return [getattr(table, name) for name in CLOCK]


def test_every_pace_that_is_offered_can_be_opened(ana: User) -> None:
    assert [value for value, _words in paces()][: len(FIRST)] == [*FIRST]
    for value, _words in paces():
        sent = {**OPEN, "pace": value, "protected": str(DAY)}
        client_of(ana).post(reverse("table_open", args=["santiago_de_cuba"]), sent)
        table = Table.objects.get()
        assert name_of_pace(terms_of(table)) == value
        assert {**dict.fromkeys(CLOCK, 0), "pace": "none", **pace_named(value)} == {
            **dict(zip(CLOCK, clock_of(table), strict=True)),
            "most_protected": 0,
        }
        assert table.most_protected == (DAY if value else 0)
        table.delete()


def test_what_only_a_program_can_open_stays_as_it_is_on_the_page(opened: Opener) -> None:
    odd = {"pace": "budget", "pace_start": 77, "pace_increment": 7, "pace_cap": 99}
    table = opened(**odd, most_protected=61)
    form = TermsForm(table)
    sent = {name: form[name].initial for name in form.fields}
    again = TermsForm(table, {name: value for name, value in sent.items() if value})
    assert again.is_valid(), again.errors
    wish = again.terms()
    assert [getattr(wish, name) for name in CLOCK] == clock_of(table)
    assert "77" not in str(form["protected"]) and "1 hour 1 minute" in str(form["protected"])


OWN_BUDGET = {
    "pace": "own-budget", "start": "36", "start_unit": "60", "increment": "90",
    "increment_unit": "1", "cap": "2", "cap_unit": str(DAY),
}  # fmt: skip
OWN_ANSWER = {"pace": "own-answer", "start": "45", "start_unit": "1"}


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        (OWN_BUDGET, ["budget", 36 * 60, 90, 2 * DAY, DAY]),
        (OWN_ANSWER, ["answer", 45, 0, 0, DAY]),
        ({"pace": "own-answer", "start": "4"}, ["answer", 4 * DAY, 0, 0, DAY]),
    ],
)
def test_a_pace_in_numbers_of_ones_own(ana: User, sent: Any, stored: list[Any]) -> None:
    """When a table is opened, and when its host changes it."""
    client = client_of(ana)
    address = reverse("table_open", args=["santiago_de_cuba"])
    client.post(address, {**OPEN, "protected": str(DAY), **sent})
    table = Table.objects.get()
    assert clock_of(table) == stored
    change = reverse("table_change", args=[table.pk])
    kept = client.get(change).context["form"]
    assert name_of_pace(terms_of(table)) == kept["pace"].initial
    client.post(change, {**OPEN, "protected": "0"})
    assert clock_of(Table.objects.get()) == ["answer", 3 * DAY, 0, 0, 0]
    client.post(change, {**OPEN, "protected": str(DAY), **sent})
    assert clock_of(Table.objects.get()) == stored


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({**OWN_BUDGET, "cap": ""}, "cap"),
        ({**OWN_BUDGET, "cap": "1"}, "cap"),
        ({**OWN_BUDGET, "cap": "61"}, "cap"),
        ({**OWN_BUDGET, "increment": "15", "increment_unit": str(DAY)}, "increment"),
        ({**OWN_BUDGET, "start": "x"}, "start"),
        ({**OWN_BUDGET, "start_unit": "7"}, "start_unit"),
        ({"pace": "own-answer"}, "start"),
        ({**OWN_ANSWER, "start": "0"}, "start"),
        ({**OWN_ANSWER, "start": "15", "start_unit": str(DAY)}, "start"),
        ({**OWN_ANSWER, "start": "-1"}, "start"),
        ({**OWN_ANSWER, "start": "9" * 30}, "start"),
        ({**OWN_ANSWER, "cap": "2"}, "cap"),
        ({"pace": "3", "start": "2"}, "start"),
    ],
)
def test_what_is_wrong_with_ones_own_numbers_is_said_there(
    ana: User, wrong: dict[str, str], field: str
) -> None:
    answer = client_of(ana).post(
        reverse("table_open", args=["santiago_de_cuba"]), {**OPEN, "protected": str(DAY), **wrong}
    )
    assert answer.status_code == 422 and not Table.objects.exists()
    assert list(answer.context["form"].errors) == [field]
    (fold,) = re.findall(r'<details [^>]*id="fold-pace"[^>]*>', answer.text)
    assert fold.endswith(" open>"), "where it is said is to be seen"


def test_paces_in_words(opened: Opener) -> None:
    table = opened(**BUDGET, most_protected=2 * DAY)
    assert pace_in_short(table) == "3 days + 12 hours per move"
    with translation.override("de"):
        assert pace_in_short(table) == "3 Tage + 12 Stunden je Zug"
    assert pace_in_short(opened(pace="answer", pace_start=90)) == "1 hour 30 minutes per move"


def test_the_room_says_all_about_the_time(client: Client, opened: Opener) -> None:
    table = opened(**BUDGET, most_protected=2 * DAY)
    shown = client.get(reverse("waiting_room", args=[table.pk])).text
    assert "You have 3 days in all; each answer adds 12 hours, up to 5 days at once." in shown
    assert "Your clock stops at the times you protect" in shown
    assert "for up to 2 days for each question." in shown


def test_a_change_of_the_pace_is_one_change(opened: Opener) -> None:
    table = opened(**BUDGET)
    before = terms_of(table)
    for name, value in zip(CLOCK, ("answer", DAY, 0, 0, DAY), strict=True):
        setattr(table, name, value)
    assert [tuple(one) for one in terms.differences(table, before)] == [
        (
            "Time for a move",
            "3 days in all, and 12 hours for each answer (at most 5 days at once)",
            "1 day",
        ),
        ("Protected time for a question", "none: clocks run at any hour", "at most 1 day"),
    ]


def test_the_filter_by_pace_and_protected_time(client: Client, opened: Opener) -> None:
    evening = opened(pace="budget", pace_start=20, pace_increment=1, pace_cap=30)
    hour = opened(pace="answer", pace_start=60, most_protected=600)
    slow = opened(**BUDGET, most_protected=7 * DAY)
    day = opened(pace="answer", pace_start=DAY, most_protected=2 * DAY)
    assert listed(client, pace="evening") == [hour.pk, evening.pk]
    assert listed(client, pace="budget") == [slow.pk]
    assert listed(client, pace="quick") == [day.pk]
    assert listed(client, protected=0) == [evening.pk]
    assert listed(client, protected=2 * DAY) == [day.pk, hour.pk, evening.pk]
    assert len(listed(client, protected="many")) == 4, "unknown values are ignored"


def test_terms_are_compared_whole() -> None:
    assert set(CLOCK) <= set(Terms.__struct_fields__)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(-5, "less than a minute left"), (59, "less than a minute left"), (3_750, "1 hour, 2")],
)
def test_a_deadline_is_never_no_minutes_away(seconds: int, said: str) -> None:
    deadline = timezone.now() + timedelta(seconds=seconds + 0.5)
    assert time_left(deadline).replace("\xa0", " ").startswith(said)
