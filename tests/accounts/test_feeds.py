"""Calendar and feed: what they tell, to whom, and until when."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar

from accounts.models import Feed, User
from accounts.notices import feeds
from config.web import buckets
from config.web.addresses import address_of
from config.web.limits import Rate
from games.models import Seat
from games.storing.lives import life_mark
from tests.people import client_of

pytestmark = pytest.mark.django_db(transaction=True)

ATOM = "{http://www.w3.org/2005/Atom}"


def addresses(user: User) -> dict[str, str]:
    feeds.feeds_renew(user)
    return {what: urlsplit(url).path for what, url in feeds.feeds_of(user).items()}


def events(path: str) -> list[Any]:
    answer = Client().get(path)
    assert answer["Content-Type"].startswith("text/calendar")
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def entries(path: str) -> list[Any]:
    answer = Client().get(path)
    assert answer["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")


def test_the_calendar_has_the_deadlines_of_its_reader_and_no_others(begin):
    timed, other = begin(seats=2, days_per_move=2), begin(seats=2)
    user = timed.user_at(0)
    path = addresses(user)["deadlines"]
    (event,) = events(path)
    seat = Seat.objects.get(table_id=timed.id, place=0)
    assert event["summary"] == "Pier: your time ends"
    assert event.decoded("dtstart") == seat.deadline.replace(microsecond=0)
    assert event["url"].endswith(f"/tables/{timed.id}/")
    assert event["uid"] == f"turn-{life_mark()}-{timed.id}-0-{seat.answers}@localhost"
    timed.play(0)
    assert events(path) == []
    assert other.asked() == [0, 1]


def test_a_calendar_with_nothing_due_is_one_all_the_same(people):
    """RFC 5545, 3.4: at least one component, also where nothing is to come."""
    calendar = Calendar.from_ical(Client().get(addresses(people[0])["deadlines"]).content)
    assert [part.name for part in calendar.subcomponents] == ["VTIMEZONE"]
    assert calendar["method"] == "PUBLISH"
    assert b"\r\nX-PUBLISHED-TTL:PT30M\r\n" in calendar.to_ical()


def test_the_feed_has_the_tables_of_its_reader(begin):
    playing, other = begin(seats=2), begin(seats=2)
    user = playing.user_at(0)
    path = addresses(user)["tables"]
    found = entries(path)
    links = {entry.find(f"{ATOM}link").get("href") for entry in found}
    assert links == {address_of("table", table.id) for table in (playing, other)}
    assert "it is your turn" in found[0].find(f"{ATOM}summary").text
    while playing.asked():
        playing.play(playing.asked()[0], 0)
    over = entries(path)[0]
    assert over.find(f"{ATOM}link").get("href").endswith(f"/tables/{playing.id}/")
    assert "1. " in over.find(f"{ATOM}summary").text
    datetime.fromisoformat(over.find(f"{ATOM}updated").text)


def test_each_turn_is_an_entry_of_its_own(begin):
    """Readers show an id once: what others do is no news, another turn and the end are."""
    playing = begin(seats=2)
    path = addresses(playing.user_at(0))["tables"]
    told = [only_id(path)]
    for seat in (0, 1):
        playing.play(seat, seat)
        told.append(only_id(path))
    assert playing.asked() != [0, 1] and told[0] == told[1]
    while 0 not in playing.asked():
        playing.play(playing.asked()[0], 0)
    told.append(only_id(path))
    assert told[-1] != told[0]
    while playing.asked():
        playing.play(playing.asked()[0], 0)
    assert only_id(path) not in told


def only_id(path: str) -> str:
    (entry,) = entries(path)
    return str(entry.find(f"{ATOM}id").text)


def test_the_feed_has_an_author(begin):
    """RFC 4287, 4.1.1: the feed, if not each of its entries."""
    path = addresses(begin(seats=2).user_at(0))["tables"]
    feed = ElementTree.fromstring(Client().get(path).content)
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Sobremesa"


@pytest.mark.parametrize("what", ["deadlines", "tables"])
def test_a_feed_is_sent_again_only_when_it_has_changed(begin, what):
    playing = begin(seats=2, days_per_move=2)
    path = addresses(playing.user_at(0))[what]
    tag = Client().get(path)["ETag"]
    same = Client().get(path, headers={"if-none-match": tag})
    assert (same.status_code, same.content) == (304, b"")
    playing.play(0)
    assert Client().get(path, headers={"if-none-match": tag}).status_code == 200


def test_a_feed_says_nothing_of_what_is_played(begin):
    playing = begin(seats=2, days_per_move=2)
    playing.play(1, 3)
    user = playing.user_at(0)
    for path in addresses(user).values():
        assert "bid" not in Client().get(path).text


@pytest.mark.parametrize("what", ["deadlines", "tables"])
def test_a_renewed_address_is_worthless(begin, what):
    playing = begin(seats=2)
    user = playing.user_at(0)
    old = addresses(user)[what]
    assert Client().get(old).status_code == 200
    new = addresses(user)[what]
    assert Client().get(old).status_code == 404 and Client().get(new).status_code == 200
    client = client_of(user)
    client.post("/accounts/notices/feeds/", {"end": ""})
    assert Client().get(new).status_code == 404 and not Feed.objects.exists()
    client.post("/accounts/notices/feeds/")
    assert feeds.feeds_of(user)[what] in client.get("/accounts/notices/").text


def test_nobody_reads_the_feeds_of_who_may_not_sign_in(begin):
    user = begin(seats=2).user_at(0)
    path = addresses(user)["tables"]
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert Client().get(path).status_code == 404


def test_feeds_are_nobody_elses_to_keep_and_not_to_be_fetched_all_the_time(begin, monkeypatch):
    monkeypatch.setattr(buckets.feeds, "rate", Rate(0.1, 2))
    path = addresses(begin(seats=2).user_at(0))["tables"]
    answers = [Client().get(path) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0]["Cache-Control"].startswith("private")
    assert answers[0]["X-Robots-Tag"] == "noindex" and int(answers[2]["Retry-After"]) > 0


@pytest.mark.parametrize("what", ["deadlines", "tables"])
def test_feeds_take_the_same_queries_for_many_tables(begin, what):
    counts = []
    for _ in range(2):
        playing = begin(seats=2, days_per_move=2)
        begin(seats=2, days_per_move=2)
        path = addresses(playing.users[0])[what]
        Client().get(path)  # the first in a while is noted
        with CaptureQueriesContext(connection) as queries:
            Client().get(path)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_page_takes_wishes_for_all_tables_and_for_one(begin):
    playing = begin(seats=2)
    user, other = playing.users
    client = client_of(user)
    filled = {"mails": "quiet", "pushes": "digest", "hooks": "off"}
    filled |= {"quiet_minutes": "45", "daily_hour": "22"}
    page = client.post("/accounts/notices/", filled, follow=True).text
    user.refresh_from_db()
    assert (user.mails, user.pushes, user.hooks) == ("quiet", "digest", "off")
    assert (user.quiet_minutes, user.daily_hour) == (45, 22)
    assert f"Pier with {other.username}" in page
    client.post("/accounts/notices/tables/", {f"table-{playing.id}": "off"})
    assert list(user.paces.values_list("table", "pace")) == [(playing.id, "off")]
    client.post("/accounts/notices/tables/", {f"table-{playing.id}": "never"})
    assert user.paces.get().pace == "off"
    client.post("/accounts/notices/tables/", {f"table-{playing.id}": ""})
    assert not user.paces.exists()


def test_a_wish_that_cannot_be_is_refused_at_its_field(begin):
    client = client_of(begin(seats=2).users[0])
    page = client.post(
        "/accounts/notices/", {"mails": "never", "quiet_minutes": "0", "daily_hour": "24"}
    ).text
    assert 'id="id_mails_error"' in page
    assert 'id="id_quiet_minutes_error"' in page and 'id="id_daily_hour_error"' in page


def test_the_page_takes_the_same_queries_for_many_tables(begin):
    counts = []
    for _ in range(2):
        playing = begin(seats=2)
        begin(seats=2)
        client = client_of(playing.users[0])
        with CaptureQueriesContext(connection) as queries:
            client.get("/accounts/notices/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
