"""A drill for backups: moves that go on meanwhile, and what a restored site is asked."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psycopg
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from accounts.models import Notice
from accounts.notices import hooks
from accounts.notices.feeds import feeds_of
from accounts.notices.posting import message_of
from accounts.notices.pushing import topic_of
from config.backup import file
from config.running import postgres
from games.changing import services
from games.judging import turns
from games.judging.questions import question_id
from games.rules.core.codec import encode
from games.rules.core.interface import Decision
from games.storing.rows import table_load
from tools.seating import table_begun

LOG = (
    "select table_id, number, kind, place, question, move::text, snapshot::text from games_logentry"
)


class Acknowledged(NamedTuple):
    """A move that the site has taken."""

    table: int
    number: int
    at: datetime


def move_once(table: int) -> int:
    """Answer the question that is asked first; the entry."""
    row = table_load(table)
    draft = turns.Draft(row, timezone.now())
    decision = draft.decisions[0]
    user = row.seats[decision.seat].user_id
    assert user is not None
    services.move_submit(
        table_id=table,
        user_id=user,
        question=draft.question_of(decision),
        move=encode(decision.moves[0]),
    )
    return table_load(table).number


@contextmanager
def moves_going_on(users: Sequence[Any]) -> Iterator[list[Acknowledged]]:
    """Moves at one table after the other without a pause; those acknowledged so far."""
    over, taken = threading.Event(), list[Acknowledged]()

    def play() -> None:
        try:
            while not over.is_set():
                table = table_begun("santiago_de_cuba", users).pk
                while not over.is_set() and table_load(table).status == "playing":
                    taken.append(Acknowledged(table, move_once(table), datetime.now(UTC)))
        finally:
            connections.close_all()

    playing = threading.Thread(target=play)
    playing.start()
    try:
        yield taken
    finally:
        over.set()
        playing.join()


def of_test_database() -> str:
    """DATABASE_URL of the database of the tests, as an operator with one of their own has it."""
    facts = connection.settings_dict
    return f"postgres://{facts['USER']}@/{facts['NAME']}?host={facts['HOST']}"


def production() -> dict[str, str]:
    """The environment of a site on the database of the tests."""
    return {
        "DATABASE_URL": of_test_database(), "SECRET_KEY": "k" * 50,
        "SITE_URL": "https://games.example.org", "EMAIL_URL": "smtp://localhost:1",
    }  # fmt: skip


@contextmanager
def asked(folder: Path) -> Iterator[psycopg.Connection[Any]]:
    """A connection to the embedded database of a data folder that somebody holds."""
    host = str(postgres.socket_folder(folder))
    with psycopg.connect(host=host, user=postgres.NAME, dbname=postgres.NAME) as asking:
        yield asking


def altered(source: Path, target: Path, **notes: Any) -> Path:
    """A copy of a backup of which something else is noted."""
    with file.opened(source) as (archive, known), file.created(target, force=False) as copy:
        with archive.open(file.DUMP) as part, file.dump_into(copy) as writing:
            writing.write(part.read())
        for name, value in notes.items():
            setattr(known, name, value)
        file.note(copy, known)
    return target


ENTRIES = re.compile(r"^UID:(.*?)\r?$|<id>(.*?)</id>", re.MULTILINE)
SEQUENCES = (
    "select sequencename, coalesce(last_value, 0) from pg_sequences where schemaname = 'public'"
)


def marks_given(table: int, user: Any) -> dict[str, str]:
    """What others keep by a mark of ours: the same number and the same turn, in each life of it."""
    notice = Notice(pk=7, user=user, kind="turn", key="turn 7", table_id=table, address="a@b.org")
    client = Client(headers={"host": "localhost"})
    client.force_login(user)
    feeds = {name: urlsplit(address).path for name, address in feeds_of(user).items()}
    marks = {
        "mail": message_of(notice).extra_headers["Message-ID"],
        "hook": hooks.mark_of(notice),
        "push": topic_of(notice),
        "question": question_id(table, 0, 7, Decision(seat=0, key="pass", moves=())),
        "picture": client.get(f"/tables/{table}/miniature.svg")["ETag"],
    }
    for name, path in feeds.items():
        told = client.get(path).content.decode().partition("<entry>")
        found = ENTRIES.findall(told[2] or told[0])
        marks |= {f"{name} {n}": a or b for n, (a, b) in enumerate(found)}
    return marks


GO_ON = """
import io, json
from django.core.management import call_command
from django.contrib.sessions.models import Session
from django.db import connection
from accounts.models import Notice, User
from games.models import Outage, Seat, Table
from tests.config.drill import SEQUENCES, marks_given, move_once
from tools.working import work

call_command("check_positions", stdout=(said := io.StringIO()))
found = {"sessions": Session.objects.count(), "checked": said.getvalue()}
clocked = Table.objects.exclude(pace="none").get().pk
found["marks"] = marks_given(clocked, User.objects.get(username="Ana"))
found["outages"] = [(o.since.isoformat(), o.until.isoformat()) for o in Outage.objects.all()]
found["deadlines"] = {s.table_id: s.deadline.isoformat()
    for s in Seat.objects.filter(place=0, deadline__isnull=False)}
found["owed"] = list(Notice.objects.filter(status="owed").values_list("key", flat=True))
jobs = "select id, status::text, attempts from procrastinate_jobs"
jobs += " where task_name = 'games.bots_play'"
with connection.cursor() as cursor:
    cursor.execute(jobs)
    found["queued"] = cursor.fetchall()
found["moves"] = {}
for table in Table.objects.filter(status="playing").exclude(seats__bot="random").order_by("pk"):
    found["moves"][table.pk] = [table.number, move_once(table.pk)]
bot = Table.objects.get(seats__bot="random")
work()
found["bots"] = [bot.number, Table.objects.get(pk=bot.pk).number]
with connection.cursor() as cursor:
    cursor.execute(jobs)
    found["jobs"] = cursor.fetchall()
opened = Table.objects.create(game="pier", seats_min=2, seats_max=2)
found["new"] = opened.pk
with connection.cursor() as cursor:
    cursor.execute(SEQUENCES)
    found["numbers"] = dict(cursor.fetchall())
print("found", json.dumps(found))
"""
"""What a restored site is asked to do: go on everywhere."""
