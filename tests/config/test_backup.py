"""`manage.py backup` and `restore`: the drill, and what they refuse."""

from __future__ import annotations

import io
import json
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.utils import timezone
from procrastinate.contrib.django.utils import connector_params

from accounts.models import Notice
from accounts.notices import selecting
from accounts.notices.feeds import feeds_renew
from config.backup import file
from config.backup.continuing import site_continue
from config.running import postgres, worker
from games.models import Heartbeat, LogEntry, Seat, Table
from games.storing.lives import life_mark
from lobby.terms.opening import days_per_move
from tests.config.drill import (
    GO_ON,
    LOG,
    SEQUENCES,
    altered,
    asked,
    marks_given,
    moves_going_on,
    production,
)
from tests.people import people_make, session_of
from tools.patience import until
from tools.processes import Running, environment, gone, manage
from tools.seating import table_begun
from tools.working import forget_jobs

pytestmark = pytest.mark.django_db(transaction=True)

DOWN = timedelta(hours=2)


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    """A data folder with an empty cluster, which runs."""
    path = Path(tempfile.mkdtemp(prefix="sobremesa-"))
    path.chmod(0o755)
    with postgres.hold(path, durable=False):
        yield path
    assert gone(path) == []
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def club() -> list[Any]:
    """Two users at tables in play, one with a clock, one with a bot whose job is queued."""
    forget_jobs()
    users = people_make("Ana", "Bo")
    session_of(users[0])
    clocked = table_begun("pier", users, **days_per_move(3))
    with_bot = table_begun("pier", [users[0]], bots=1)
    Seat.objects.filter(table=with_bot, deciding=True).exclude(bot="").get()
    Heartbeat.objects.create(pk=1, at=timezone.now() - DOWN)
    earlier = timezone.now() - 2 * DOWN
    Seat.objects.filter(table=clocked, deciding=True).update(
        asked=earlier, since=earlier, deadline=F("deadline") - 2 * DOWN
    )
    return users


@pytest.mark.costly
def test_a_site_is_backed_up_amid_its_moves_and_goes_on_elsewhere(
    club: list[Any], elsewhere: Path, tmp_path: Path
) -> None:
    feeds_renew(club[0])
    clocked = Table.objects.exclude(pace="none").get().pk
    before = Seat.objects.get(table=clocked, place=0).deadline
    Notice.objects.create(
        user=club[0], kind="turn", key="owed when it was backed up", channel="push", address="1",
        owed_at=timezone.now(), due_at=timezone.now(), next_at=timezone.now(),
    )  # fmt: skip
    path = tmp_path / "site.backup"
    facts = connector_params() | {"application_name": worker.known_as(worker.DEFAULT)}
    with psycopg.connect(**facts), moves_going_on(club) as acknowledged:
        until(lambda: len(acknowledged) >= 10)
        made = manage(tmp_path / "none", "backup", str(path), **production())
        assert made.returncode == 0, made.stderr
        went_on = len(acknowledged)
        until(lambda: len(acknowledged) > went_on)
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["site.backup"]
    with file.opened(path) as (_, notes):
        point = datetime.fromisoformat(notes.at)
    assert acknowledged[0].at < point < acknowledged[-1].at

    restored = manage(elsewhere, "restore", str(path))
    assert restored.returncode == 0, restored.stderr
    with connection.cursor() as cursor:
        cursor.execute(LOG)
        live = set(cursor.fetchall())
        cursor.execute(SEQUENCES)
        numbers = dict(cursor.fetchall())
    marks = marks_given(clocked, club[0])
    with asked(elsewhere) as asking:
        there = set(asking.execute(LOG + " where kind not in ('clock', 'restore')").fetchall())
        (newest,) = asking.execute("select max(id) from games_table").fetchone() or (0,)
    assert there <= live, "nothing is in the backup that did not happen"
    entries = {(row[0], row[1]) for row in there}
    assert {(one.table, one.number) for one in acknowledged if one.at <= point} <= entries
    done = manage(elsewhere, "shell", "--no-imports", "-c", GO_ON)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.partition("found ")[2])
    assert "0 migrated, 0 differs" in found["checked"], "every log leads to its position"
    assert found["sessions"] == 1
    assert found["owed"] == [], "who was told after the backup is not told again"
    ((since, to),) = found["outages"]
    down = datetime.fromisoformat(to) - datetime.fromisoformat(since)
    assert before and down >= DOWN
    late = datetime.fromisoformat(found["deadlines"][str(clocked)]) - before
    assert abs(late - down) < timedelta(seconds=1), "its clock got the time back"
    moved = found["moves"]
    latest = max(row[1] for row in live)
    assert set(moved) >= {str(clocked)} and all(latest < then < now for then, now in moved.values())
    assert found["bots"][1] > found["bots"][0], "its job was there"
    ((job, *state),) = found["queued"]
    assert state == ["todo", 0] and [job, "succeeded", 1] in found["jobs"], "and ran once"
    assert found["new"] > newest
    assert set(found["numbers"]) >= set(numbers)
    again = {name for name, given in numbers.items() if found["numbers"][name] <= given + 100_000}
    assert again == set(), "no number of before is given a second time"
    assert {"mail", "hook", "push", "picture", "question", "deadlines 0", "tables 0"} <= set(
        found["marks"]
    )
    assert set(found["marks"].values()).isdisjoint(marks.values()), "nor any mark"

    again = manage(elsewhere, "restore", str(path))
    assert again.returncode == 1 and "is not empty" in again.stderr
    short = altered(path, tmp_path / "short.backup", rows={**notes.rows, "games_table": 7})
    again = manage(elsewhere, "restore", str(short), "--replace", "--no-input")
    assert again.returncode == 1
    assert "Nothing was restored, the database is as it was" in again.stderr
    assert "not as many rows as in the backup in games_table" in again.stderr
    with asked(elsewhere) as asking:
        assert asking.execute("select max(id) from games_table").fetchone() == (found["new"],)


def test_only_what_was_due_before_counts_as_sent_and_only_if_the_site_went_on(
    club: list[Any],
) -> None:
    """A site that is stopped, backed up and moved still tells people what it owes."""
    now = timezone.now()
    Heartbeat.objects.update(at=now)
    for key, due in (("before", now), ("later", now + timedelta(hours=1))):
        Notice.objects.create(
            user=club[0], kind="turn", key=key, channel="push", address="1", owed_at=now,
            due_at=due, next_at=due,
        )  # fmt: skip

    def owed() -> set[str]:
        return set(Notice.objects.filter(status="owed").values_list("key", flat=True))

    site_continue(now, went_on=False)
    assert owed() == {"before", "later"}
    site_continue(now, went_on=True)
    assert owed() == {"later"}
    selecting.waiting_owe(delay=timedelta(), now=now)
    assert owed() == {"later"}, "nor are turns of before told that nobody had written down yet"
    asked = Notice.objects.filter(kind="turn", channel="mail")
    assert asked.count() and not asked.exclude(status="dropped").exists()


def test_a_recovery_by_hand_can_be_followed_by_a_new_life() -> None:
    before, mark = Table.objects.create(game="pier", seats_min=2, seats_max=2).pk, life_mark()
    call_command("new_life", stdout=(said := io.StringIO()))
    assert Table.objects.create(game="pier", seats_min=2, seats_max=2).pk > before + 900_000
    assert life_mark() != mark and life_mark() in said.getvalue()


def made(folder: Path) -> Path:
    """A backup of the tests' database, by the command as it is called here."""
    call_command("backup", str(folder / "small.backup"), stdout=io.StringIO())
    return folder / "small.backup"


def refused(path: Path, *arguments: str) -> str:
    """What restoring says, which changes nothing."""
    with pytest.raises(CommandError) as problem:
        call_command("restore", str(path), *arguments, stdout=io.StringIO())
    return str(problem.value)


def test_what_cannot_be_restored_is_refused_before_anything_changes(tmp_path: Path) -> None:
    path = made(tmp_path)
    assert "The site is running: stop it first" in refused(path, "--replace", "--no-input")
    newer = altered(path, tmp_path / "newer", migrations=["games 9999_chairs"])
    assert "newer version of the site" in refused(newer)
    assert "games 9999_chairs" in refused(newer)
    server = altered(path, tmp_path / "server", server=99)
    assert "The backup is of PostgreSQL 99" in refused(server)
    other = altered(path, tmp_path / "other", format=2)
    assert "has the format 2" in refused(other)
    sum_ = altered(path, tmp_path / "sum", sha256="0")
    assert "checksum" in refused(sum_, "--check")
    whole = path.read_bytes()
    middle = len(whole) // 3
    (tmp_path / "bit").write_bytes(
        whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
    )
    assert "damaged" in refused(tmp_path / "bit", "--check")
    (tmp_path / "cut").write_bytes(whole[:-100])
    assert "only a part of one" in refused(tmp_path / "cut")
    assert "No such file" in refused(tmp_path / "none")


def test_a_backup_never_overwrites_one_unless_told_to(tmp_path: Path) -> None:
    path = tmp_path / "small.backup"
    path.write_text("the one of yesterday")
    with pytest.raises(CommandError, match="exists already"):
        made(tmp_path)
    assert path.read_text() == "the one of yesterday"
    call_command("backup", str(path), force=True, stdout=io.StringIO())
    with file.opened(path) as (_, notes):
        assert notes.rows["games_logentry"] == LogEntry.objects.count()


def test_programs_that_are_missing_or_that_refuse_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PG_BIN", str(programs))
    with pytest.raises(CommandError, match="There is no pg_dump, pg_restore and psql: set PG_BIN"):
        made(tmp_path)
    for name in ("pg_dump", "pg_restore", "psql"):
        (programs / name).write_text(
            "#!/bin/sh\necho pg_dump: error: version mismatch >&2; exit 1\n"
        )
        (programs / name).chmod(0o755)
    with pytest.raises(CommandError, match="There is no backup: pg_dump: error: version mismatch"):
        made(tmp_path)
    assert list(tmp_path.iterdir()) == [programs]


def test_a_backup_that_is_stopped_leaves_nothing(tmp_path: Path) -> None:
    """It waits for a table that is locked, so it is certainly under way."""
    folder = tmp_path / "kept"
    folder.mkdir()
    with psycopg.connect(**connector_params()) as locking:
        locking.execute("lock table lobby_invitation in access exclusive mode")
        command = [sys.executable, "manage.py", "backup", str(folder)]
        running = Running(command, environment(tmp_path / "none", **production()))
        until(lambda: list(folder.iterdir()) or running.process.poll() is not None)
        assert running.end(signal.SIGTERM) == 1
    assert list(folder.iterdir()) == []


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("backup", str(tmp_path / "no" / "x.backup"))
