"""Forms count once: what is sent again gets the first answer again."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Submission, User
from accounts.submissions.submissions import submissions_forget
from config.web import buckets
from config.web.limits import Rate
from games.models import Table
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

TABLE = {"game": "port_royal", "seats": 2, "bots": 1, "private": True}


def mark_on(client: Client, path: str, action: str) -> str:
    """The mark of the form on a page that posts to an address."""
    page = client.get(path).content.decode()
    (form,) = re.findall(rf'action="{re.escape(action)}".*?</form>', page, re.DOTALL)[:1]
    return re.search(r'name="mark" value="(\w+)"', form)[1]  # type: ignore[index]


def play_now(client: Client, mark: str, **fields: Any) -> HttpResponse:
    return client.post(reverse("play_bots"), {"game": "cuba", "mark": mark, **fields})


def test_each_form_of_a_page_has_its_own_mark() -> None:
    (ana,) = people_make("Ana")
    page = client_of(ana).get(reverse("notices")).content.decode()
    marks = re.findall(r'name="mark" value="(\w+)"', page)
    assert len(marks) == len(set(marks)) == page.count("csrfmiddlewaretoken") > 2


def test_a_second_press_gives_the_first_table() -> None:
    (ana,) = people_make("Ana")
    client = client_of(ana)
    mark = mark_on(client, reverse("front"), reverse("play_bots"))
    places = {play_now(client, mark)["Location"] for _ in range(2)}
    assert places == {Table.objects.get().get_absolute_url()}
    play_now(client, mark_on(client, reverse("front"), reverse("play_bots")))
    assert Table.objects.count() == 2


def test_a_visitor_who_presses_twice_is_one_guest() -> None:
    """The first answer may never have arrived: the second one signs in the same guest."""
    client = Client()
    mark = mark_on(client, reverse("front"), reverse("play_bots"))
    before = client.cookies[settings.CSRF_COOKIE_NAME].value
    first = play_now(client, mark)
    late = Client()
    late.cookies[settings.CSRF_COOKIE_NAME] = before
    assert play_now(late, mark)["Location"] == first["Location"]
    assert Table.objects.count() == User.objects.count() == 1
    assert late.get(reverse("front")).wsgi_request.user == User.objects.get()


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_table() -> None:
    (ana,) = people_make("Ana")

    def press(_: int) -> str:
        try:
            return str(play_now(client_of(ana), "twice")["Location"])
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        places = set(threads.map(press, range(4)))
    assert places == {Table.objects.get().get_absolute_url()}


def test_the_same_mark_with_other_content_changes_nothing_and_keeps_what_was_typed() -> None:
    (ana,) = people_make("Ana")
    client = client_of(ana)
    play_now(client, "one")
    answer = play_now(client, "one", game="port_royal")
    page = answer.content.decode()
    assert answer.status_code == 422 and Table.objects.count() == 1
    assert 'name="game" value="port_royal"' in page
    (mark,) = re.findall(r'name="mark" value="(\w+)"', page)
    play_now(client, mark, game="port_royal")
    assert [table.game for table in Table.objects.order_by("pk")] == ["cuba", "port_royal"]


def test_programs_have_a_header() -> None:
    (ana,) = people_make("Ana")
    client = client_of(ana)

    def ask(**fields: Any) -> HttpResponse:
        sent, marked = {**TABLE, **fields}, {"Idempotency-Key": "7"}
        return client.post("/api/v1/tables", sent, "application/json", headers=marked)

    first, second, other = ask(), ask(), ask(private=False)
    assert Table.objects.count() == 1
    assert (second.status_code, second.json()) == (201, first.json())
    assert (other.status_code, other.json()["error"]) == (422, "sent_otherwise")


def test_a_mark_is_of_bounded_length() -> None:
    (ana,) = people_make("Ana")
    assert play_now(client_of(ana), "m" * 256).status_code == 422
    assert not Table.objects.exists()


def test_what_was_refused_may_be_sent_corrected() -> None:
    (ana,) = people_make("Ana")
    client = client_of(ana)
    assert play_now(client, "one", bots="many")["Location"] == reverse("lobby")
    assert play_now(client, "one")["Location"] == Table.objects.get().get_absolute_url()


def test_a_kept_answer_cannot_be_read_without_its_mark() -> None:
    (ana,) = people_make("Ana")
    client = client_of(ana)
    first, second = (
        client.post(reverse("tokens"), {"name": "my bot", "mark": "one"}) for _ in range(2)
    )
    secret = re.search(r'value="(sobremesa_\w+|[\w-]{30,})"', first.content.decode())[1]  # type: ignore[index]
    assert secret in second.content.decode() and ana.tokens.count() == 1
    assert secret.encode() not in bytes(Submission.objects.get().answer)


def test_marks_of_others_are_others() -> None:
    people = people_make("Ana", "Ben")
    places = {play_now(client_of(user), "one")["Location"] for user in people}
    assert len(places) == Table.objects.count() == 2


def test_what_is_said_comes_again() -> None:
    people = people_make("Ana", "Ben")
    client = client_of(people[0])
    sent = {"name": "Ben", "mark": "one"}
    said = [client.post(reverse("befriend"), sent, follow=True).context["messages"] for _ in "12"]
    first, second = ([str(each) for each in messages] for messages in said)
    assert first == second != []


def test_marks_are_forgotten_after_a_day() -> None:
    (ana,) = people_make("Ana")
    play_now(client_of(ana), "one")
    submissions_forget(timezone.now() + timedelta(hours=23))
    assert Submission.objects.count() == 1
    submissions_forget(timezone.now() + timedelta(hours=25))
    assert Submission.objects.count() == 0


def test_beyond_a_limit_nothing_is_kept_and_nobody_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(buckets.answers, "rate", Rate(0.0001, 1))
    buckets.answers.levels.clear()
    (ana,) = people_make("Ana")
    client = client_of(ana)
    places = [play_now(client, mark)["Location"] for mark in ("one", "one", "two", "two")]
    assert places[0] == places[1] and len(set(places)) == 3
    assert Table.objects.count() == 3 and Submission.objects.count() == 1
