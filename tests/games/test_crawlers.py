"""What crawlers may ask for, and what search engines do not list."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from config.web.addresses import address_of
from tests.games.test_calendars import Begin

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_public_table_costs_crawlers_one_page(client: Client, begin: Begin) -> None:
    playing = begin(seats=2)
    playing.play(0)
    said = client.get("/robots.txt").text.splitlines()
    assert {"Disallow: /*?at=", "Disallow: /tables/*/what-if/", "Disallow: /lobby/?"} <= set(said)
    here = f"/tables/{playing.id}/"
    for page in (here, f"{here}?at=1", f"{here}?described=1"):
        found = re.findall('<link rel="canonical" href="(.*?)"', client.get(page).text)
        assert found == [address_of("table", playing.id)]


def test_what_people_have_said_and_played_is_found_by_no_search(
    client: Client, begin: Begin
) -> None:
    playing = begin(seats=2)
    name = playing.user_at(0).username
    for page in (f"/tables/{playing.id}/chat/", f"/tables/?person={name}", "/tables/?before=3"):
        answer = client.get(page)
        assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex")
    assert "X-Robots-Tag" not in client.get("/tables/")
