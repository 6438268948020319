"""Signing in with another site: the worker asks it, and the page waits."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from accounts.models import DoorQuestion
from accounts.signing_in import door_answers
from accounts.signing_in.door_answers import doors_ask
from config.running import environment
from tests.accounts.club import Club
from tests.accounts.silent import Silent

pytestmark = pytest.mark.django_db(transaction=True)

LOGIN = "/accounts/oidc/openid_connect/login/"
FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


def is_waiting(client: Client) -> bool:
    """What the script of the page that waits is told."""
    status = client.get(reverse("awaited"), {"door": "1"}).status_code
    assert status in (202, 204)
    return status == 202


def again(client: Client, page: HttpResponse) -> Any:
    """Send the form of a page that waits."""
    found = re.search(r'<form id="door" method="(\w+)" action="([^"]+)"', page.text)
    assert found, page.text
    fields = {name: unescape(value) for name, value in FIELD.findall(page.text)}
    return getattr(client, found[1])(unescape(found[2]), fields)


def leads_to(answer: HttpResponse) -> str:
    assert answer.status_code == 302, answer.text
    return answer.headers["Location"]


def test_the_worker_asks_and_the_page_waits(club: Club) -> None:
    """In these tests a request that opens a socket fails: see `tests.guarded`."""
    client, other = Client(), Client()
    page = client.post(f"{LOGIN}?next=/lobby/", {"process": "login"})
    assert page.status_code == 200 and is_waiting(client)
    doors_ask()
    assert not is_waiting(client)
    asked = parse_qs(urlsplit(leads_to(again(client, page))).query)
    assert not DoorQuestion.objects.exists(), "what was answered is deleted"

    back = f"{urlsplit(asked['redirect_uri'][0]).path}?code=abc&state={asked['state'][0]}"
    page = client.get(back)
    rounds = 0
    while page.status_code == 200:
        rounds += 1
        assert is_waiting(client)
        assert client.get(back).status_code == 200, "which asks nothing twice"
        assert DoorQuestion.objects.filter(answer__isnull=True).count() == 1
        doors_ask()
        assert all(not question.asked for question in DoorQuestion.objects.all()), "no secret"
        stolen = other.get(back)
        assert stolen.status_code == 401, "the state is another session's"
        assert not is_waiting(other)
        page = again(client, page)
    assert rounds == 3, "how one asks there, for the code, and who it is"
    assert leads_to(page) == reverse("socialaccount_signup")
    assert not DoorQuestion.objects.exists()
    assert "zora@example.org" in client.get(leads_to(page)).text
    assert client.get(back).status_code == 401, "the state was good for one time"
    queued = ProcrastinateJob.objects.filter(task_name=doors_ask.name)
    assert queued.exists() and not queued.exclude(args={}).exists(), "no secret is in a job"


def test_a_site_that_says_nothing_is_told_of(
    club: Club, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door_answers, "SECONDS", 0.1)
    client = Client()
    with Silent() as silent:
        url = f"http://127.0.0.1:{silent.port}"
        found = environment.providers(openid_connect=("us", "secret", url, "Club"))
        settings.SIGN_IN_WITH = settings.SOCIALACCOUNT_PROVIDERS = found
        page = client.post(LOGIN)
        doors_ask()
        assert silent.came == 1
    assert leads_to(again(client, page)) == reverse("account_login")
    assert "is not answering" in client.get("/").text


def test_a_worker_that_is_away_is_waited_for_no_longer_than_is_stated(club: Club) -> None:
    client = Client()
    page = client.post(LOGIN)
    assert is_waiting(client)
    late = timezone.now() - timedelta(seconds=door_answers.PATIENCE)
    DoorQuestion.objects.update(asked_at=late)
    assert not is_waiting(client)
    doors_ask()
    assert DoorQuestion.objects.filter(answer__isnull=True).exists(), "nobody waits for it any more"
    assert leads_to(again(client, page)) == reverse("account_login")
    assert "is not answering" in client.get("/").text
    door_answers.questions_forget(timezone.now() + door_answers.KEPT)
    assert not DoorQuestion.objects.exists()
