"""`/metrics`: what is counted, and who may read it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import Notice
from accounts.notices import sending
from games.changing import services
from games.tasks import bots_play
from tests.config.sight.figures import Figures, asked
from tests.games.sockets import heard, heard_of, watch
from tests.games.test_sockets import play
from tests.people import client_of
from tools.working import forget_jobs, work

pytestmark = pytest.mark.django_db(transaction=True)


def inside(client: Client | None = None) -> Figures:
    """As somebody on this machine reads them."""
    answer = (client or Client()).get("/metrics", headers={"host": "localhost:8000"})
    assert answer.status_code == 200
    return Figures(answer.content.decode())


def test_a_move_over_a_socket_is_counted(live: str, begin: Any) -> None:
    playing = begin()
    before = asked(live)
    with watch(live, playing.id, playing.user_at(0)) as socket:
        question = heard(socket)["question"]
        play(socket, {**question, "moves": [{"move": {"kind": "Nonsense"}}]})
        assert heard_of(socket, "answer")["status"] == 422
        play(socket, question)
        assert heard_of(socket, "answer")["status"] == 200
        heard_of(socket, "update")
        during = asked(live)
    for name, labels, more in (
        ("sobremesa_moves_total", {"by": "user"}, 1),
        ("sobremesa_refused_moves_total", {"reason": "unknown_kind"}, 1),
        ("sobremesa_step_seconds_count", {"step": "store"}, 1),
        ("sobremesa_seen_seconds_count", {}, 1),
        ("sobremesa_sockets", {}, 1),
        ("sobremesa_waiting_wishes", {}, 0),
        ("sobremesa_request_seconds_count", {"kind": "inside", "status": "2xx"}, 1),
    ):
        assert during(name, **labels) - before(name, **labels) == more, name
    for step in ("load", "judge", "show"):
        count = ("sobremesa_step_seconds_count", step)
        assert during(count[0], step=step) > before(count[0], step=step), step
    assert during("process_resident_memory_bytes") > 0


def test_drawn_parts_are_missed_once_and_then_kept(begin: Any) -> None:
    playing = begin()
    reader = client_of(playing.user_at(0))
    counts = []
    for _ in range(2):
        before = inside()
        assert reader.get(f"/tables/{playing.id}/").status_code == 200
        after = inside()
        counts.append([
            after("sobremesa_drawn_total", what="parts", outcome=outcome)
            - before("sobremesa_drawn_total", what="parts", outcome=outcome)
            for outcome in ("kept", "missed")
        ])  # fmt: skip
    (_, first_missed), (kept, missed) = counts
    assert first_missed > 0 and missed == 0 and kept > 0


def test_what_is_stored_is_counted_by_whoever_is_asked(begin: Any, people: Any) -> None:
    forget_jobs()
    playing, now = begin(), timezone.now()
    services.table_freeze(table_id=playing.id, reason="the rules failed")
    late = begin(seed="late", pace="answer", pace_start=60)
    late.table.seats.filter(deciding=True).update(deadline=now - timedelta(minutes=5))
    for number, channel in enumerate(("mail", "mail", "push")):
        Notice.objects.create(
            user=people[0], kind="turn", key=f"turn {number}", channel=channel,
            address="a@b.example", owed_at=now, due_at=now,
            next_at=now - timedelta(minutes=number * 10),
        )  # fmt: skip
    bots_play.defer(table_id=playing.id)
    bots_play.configure(schedule_in={"hours": 1}).defer(table_id=playing.id)
    with connection.cursor() as cursor:
        cursor.execute("update procrastinate_events set at = now() - interval '5 minutes'")
    figures = inside()
    assert figures("sobremesa_tables_frozen", game="pier") == 1
    assert figures("sobremesa_tables", status="playing") == 2
    assert figures("sobremesa_answers_overdue") >= 1
    assert figures("sobremesa_outbox", channel="mail") == 2
    assert 590 < figures("sobremesa_outbox_oldest_seconds", channel="mail") < 900
    assert figures("sobremesa_jobs", queue="default", state="waiting") == 1
    assert figures("sobremesa_jobs", queue="default", state="later") == 1
    assert 290 < figures("sobremesa_job_oldest_seconds", queue="default") < 600
    assert ("sobremesa_job_oldest_seconds", frozenset({("queue", "searches")})) in figures.samples
    assert figures("sobremesa_database_up") == 1


def test_what_waits_by_itself_is_not_old(begin: Any) -> None:
    """Bots among themselves come after everything else, and nobody waits for them."""
    forget_jobs()
    playing = begin()
    bots_play.configure(priority=-(10**9) - 5).defer(table_id=playing.id)
    with connection.cursor() as cursor:
        cursor.execute("update procrastinate_events set at = now() - interval '5 minutes'")
    figures = inside()
    assert figures("sobremesa_jobs", queue="default", state="waiting") == 1
    assert figures("sobremesa_job_oldest_seconds", queue="default") == 0


def test_without_the_database_there_is_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    figures = inside()
    assert figures("sobremesa_database_up") == 0
    assert "sobremesa_tables_frozen" not in figures.names
    assert figures("process_cpu_seconds_total") > 0


def test_mails_and_jobs_are_counted_by_what_came_of_them(mailbox: Any, begin: Any) -> None:
    playing = begin()
    mailbox.answers += ["550 nobody here", "451 later"]
    before = inside()
    for _ in range(3):
        Notice.objects.all().delete()
        playing.play_on(1)
        work()
        Notice.objects.filter(attempts=1, status="owed").update(next_at=timezone.now())
        sending.notices_send("mail")
    after = inside()
    counted = {
        outcome: after("sobremesa_deliveries_total", channel="mail", outcome=outcome)
        - before("sobremesa_deliveries_total", channel="mail", outcome=outcome)
        for outcome in ("sent", "delayed", "failed")
    }
    assert counted["failed"] == 1 and counted["delayed"] == 1 and counted["sent"] >= 1
    job = {"task": "accounts.notices_send", "outcome": "done"}
    name = "sobremesa_job_seconds_count"
    assert after(name, **job) > before(name, **job)


TOKEN = "a token for metrics, long enough"
BEARER = {"authorization": f"Bearer {TOKEN}"}
HERE = {"host": "127.0.0.1:8000"}


@pytest.mark.parametrize(
    ("headers", "peer", "status"),
    [
        (HERE, "127.0.0.1", 200),
        ({"host": "localhost"}, "::1", 200),
        ({"host": "[::1]:8000"}, "::1", 200),
        (HERE, "10.0.0.9", 404),
        ({**HERE, "x-forwarded-for": "127.0.0.1"}, "127.0.0.1", 404),
        ({**HERE, "x-forwarded-for": ""}, "127.0.0.1", 404),
        ({**HERE, "x-forwarded-proto": "https"}, "127.0.0.1", 404),
        ({**HERE, "forwarded": "for=127.0.0.1"}, "127.0.0.1", 404),
        ({"host": "evil.example"}, "127.0.0.1", 404),
        ({"host": "games.example.org"}, "127.0.0.1", 404),
        ({**BEARER, "host": "live:8001", "x-forwarded-for": "10.0.0.9"}, "10.0.0.9", 200),
        ({"authorization": "Bearer a token"}, "10.0.0.9", 404),
        ({"authorization": f"Basic {TOKEN}"}, "10.0.0.9", 404),
        ({"authorization": "Bearer ümlaut"}, "10.0.0.9", 404),
    ],
)
def test_only_this_machine_and_the_token_may_read(
    settings: Any, headers: dict[str, str], peer: str, status: int
) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = Client(REMOTE_ADDR=peer).get("/metrics", headers=headers)
    assert answer.status_code == status
    assert (b"sobremesa_" in answer.content) == (status == 200)


def test_an_empty_token_opens_nothing(settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    visitor = Client(REMOTE_ADDR="10.0.0.9")
    assert visitor.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


def test_where_a_proxy_could_be_silent_nobody_counts_as_near(settings: Any) -> None:
    """Without https in production a proxy need not say for whom it asks."""
    settings.LOCAL = settings.SECURE_SSL_REDIRECT = False
    assert Client().get("/metrics", headers=HERE).status_code == 404
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/metrics", headers=HERE).status_code == 200


def test_a_signed_in_user_may_not_read(begin: Any) -> None:
    playing = begin()
    client = client_of(playing.user_at(0), REMOTE_ADDR="192.0.2.7")
    assert client.get("/metrics").status_code == 404


def test_a_refused_move_by_form_and_program_is_counted(begin: Any) -> None:
    playing = begin()
    before = inside()
    reader = client_of(playing.user_at(0))
    body = json.dumps({"question": "0" * 16, "move": {"kind": "Pass"}})
    answer = reader.post(
        f"/api/v1/tables/{playing.id}/moves", body, content_type="application/json"
    )
    assert answer.status_code == 409
    name = "sobremesa_refused_moves_total"
    assert inside()(name, reason="outdated") - before(name, reason="outdated") == 1
