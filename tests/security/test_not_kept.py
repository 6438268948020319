"""What signed-in people are shown is not kept by their browser, nor by anything on the way."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import Token
from accounts.people.tokens import token_make
from tests.people import client_of

pytestmark = pytest.mark.django_db

OF_MEMBERS = ["/", "/my-games/", "/accounts/settings/", "/accounts/tokens/", "/accounts/2fa/"]
OF_ALL = ["/", "/lobby/", "/help/", "/accounts/people/{name}/"]


def test_pages_of_members_are_not_kept_and_those_of_visitors_may_be(people: Any) -> None:
    ana = people[0]
    for address in [*OF_MEMBERS, *OF_ALL]:
        answer = client_of(ana).get(address.format(name=ana.username))
        assert answer.status_code == 200, address
        assert {"no-store", "private"} <= set(answer["Cache-Control"].split(", ")), address
    for address in OF_ALL:
        answer = Client().get(address.format(name=ana.username))
        assert "no-store" not in answer.get("Cache-Control", ""), address


def test_neither_is_what_a_program_is_told(people: Any) -> None:
    secret = token_make(user=people[0], name="mine")
    answer = Client().get("/api/v1/me", headers={"authorization": f"Bearer {secret}"})
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    assert Token.objects.count() == 1


def test_pictures_stay_as_they_say_and_so_do_files(people: Any, begin: Any) -> None:
    playing = begin()
    client = client_of(playing.user_at(0))
    picture = client.get(f"/tables/{playing.id}/miniature.svg")
    assert picture["Cache-Control"] == "private, no-cache"
    known = {"if-none-match": picture["ETag"]}
    assert client.get(f"/tables/{playing.id}/miniature.svg", headers=known).status_code == 304
    assert "no-store" not in client.get("/static/site.css").get("Cache-Control", "")
