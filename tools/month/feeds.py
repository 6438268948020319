"""Programs that fetch the calendar and the feed of their users, over the addresses of the site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit
from xml.etree import ElementTree

from django.test import Client
from icalendar import Calendar

from accounts.models import User
from accounts.notices import feeds
from config.web import buckets as limits

if TYPE_CHECKING:
    from tools.month.journal import Journal

ATOM = "{http://www.w3.org/2005/Atom}"
TABLE = re.compile(r"/tables/(\d+)/")
MINE, OTHERS = "it is your turn", "others are playing"


class Fetched(NamedTuple):
    """What a program found: the ends of its user's time, and how their tables stand."""

    user: int
    at: datetime
    deadlines: dict[int, datetime]
    states: dict[int, str]


def fetch(user: User, now: datetime) -> Fetched:
    """Fetch both, as a program does."""
    limits.feeds.levels.clear()  # a day has passed for the site, and no time for it
    paths = {what: urlsplit(url).path for what, url in feeds.feeds_of(user).items()}
    client = Client(SERVER_NAME="localhost")
    pages = {what: client.get(path) for what, path in paths.items()}
    wrong = {what: page.status_code for what, page in pages.items() if page.status_code != 200}
    if wrong:
        raise OSError(f"the feeds of {user} answer {wrong}")
    events = Calendar.from_ical(pages["deadlines"].content).walk("VEVENT")
    entries = ElementTree.fromstring(pages["tables"].content).findall(f"{ATOM}entry")
    return Fetched(
        user.pk,
        now,
        {table_in(str(event["url"])): event.decoded("dtstart") for event in events},
        {
            table_in(entry.findtext(f"{ATOM}id") or ""): entry.findtext(f"{ATOM}summary") or ""
            for entry in entries
        },
    )


def table_in(address: str) -> int:
    """The number of the table at an address."""
    found = TABLE.search(address)
    assert found, address
    return int(found[1])


def feeds_are_right(journal: Journal) -> Iterator[str]:
    """Whether programs have found exactly what their users were asked, and until when."""
    over = {h.table: h.at for h in journal.happenings if h.kind == "finished"}
    for fetched in journal.fetched:
        where = f"feeds of user {fetched.user} at {fetched.at:%d %B %H:%M}"
        asked = {
            question.table: question
            for question in journal.questions
            if question.user == fetched.user and question.is_open(fetched.at)
        }
        ends = {}
        for table, question in asked.items():
            clocks = [clock for clock in question.clocks if clock.at <= fetched.at]
            if clocks:
                ends[table] = clocks[-1].deadline.replace(microsecond=0)
        if ends != fetched.deadlines:
            yield f"{where}: the calendar says {fetched.deadlines}, and it should be {ends}"
        said = {table for table, state in fetched.states.items() if state.endswith(MINE)}
        if said != asked.keys():
            yield f"{where}: their turn at {said}, and it should be {set(asked)}"
        for table, state in fetched.states.items():
            plays = state.endswith((MINE, OTHERS))
            if plays == (table in over and over[table] <= fetched.at):
                yield f"{where}: table {table} is said to be: {state}"
