"""Feeds and mails are read by libraries of others, and those find what is wrong."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import feedparser
import ics
import pytest
import vobject
from django.test import Client

from accounts.notices import feeds
from tests.accounts.strict import faults_in

SOUND = (
    b"Date: Sat, 28 Nov 2026 12:00:00 +0000\r\nFrom: a@example.org\r\nTo: b@example.org\r\n"
    b"Subject: Pier\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: text/html; charset=utf-8\r\n\r\n"
    b"<!DOCTYPE html><html><head><title>x</title></head><body><p>x</p></body></html>\r\n"
)
FAULTS = {
    "long": SOUND + b"x" * 999 + b"\r\n",
    "end of line": SOUND + b"x\n",
    "bytes": SOUND.replace(b"Pier", "Café".encode()),
    "twice": b"Subject: again\r\n" + SOUND,
    "without": SOUND.replace(b"Message-ID: <1@example.org>\r\n", b""),
    "html": SOUND.replace(b"<p>x</p>", b"<p>x</b></p>"),
    "address": SOUND.replace(b"To: b@example.org", b"To: b@@example.org"),
    "charset": SOUND.replace(b"utf-8", b"utf-99"),
}


def test_a_sound_mail_has_no_faults() -> None:
    assert faults_in(SOUND) == []


@pytest.mark.parametrize("mail", FAULTS.values(), ids=FAULTS)
def test_a_fault_in_a_mail_is_found(mail: bytes) -> None:
    assert faults_in(mail)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_timed", [True, False])
def test_calendar_and_feed_are_read_by_others(begin: Any, is_timed: bool) -> None:
    playing = begin(seats=2, **({"days_per_move": 2} if is_timed else {}))
    user = playing.user_at(0)
    feeds.feeds_renew(user)
    told = {
        name: Client().get(urlsplit(url).path).text for name, url in feeds.feeds_of(user).items()
    }
    calendar = vobject.readOne(told["deadlines"])
    assert calendar.validate(raiseException=True)
    assert len(calendar.contents.get("vevent", [])) == is_timed
    assert len(ics.Calendar(told["deadlines"]).events) == is_timed
    feed = feedparser.parse(told["tables"])
    assert not feed.bozo and feed.feed.author == "Sobremesa"
    assert [entry.link.endswith(f"/tables/{playing.id}/") for entry in feed.entries] == [True]
