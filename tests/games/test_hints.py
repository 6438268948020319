"""Hints: what an expert would do in one's place, where the table's terms allow to ask."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client

from config.running.worker import SEARCHES
from config.web import buckets
from config.web.limits import Rate
from games import tasks
from games.advising import asking, keeping, telling, thinking
from games.changing import services
from games.models import Analysis, Seat, Table, Thought
from games.storing.rows import table_load
from games.trying.course import course_of
from lobby.tables.services import table_against_bots, table_open
from lobby.terms.opening import Terms
from tests.games.advising import asked_at_table
from tests.games.advising import quickly as quickly
from tests.games.test_what_if import other_worlds
from tests.games.trying import Trying, sampled
from tests.people import client_of
from tests.rules.playing import slugs
from tools.working import work

pytestmark = pytest.mark.django_db


def jobs(task: str) -> list[tuple[str, dict[str, Any]]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "select queue_name, args::text from procrastinate_jobs where task_name = %s", [task]
        )
        return [(queue, json.loads(args)) for queue, args in cursor]


def ask(client: Client, table_id: int) -> str:
    """Ask at a table and let the searcher think: the page of the hint."""
    assert client.post(f"/tables/{table_id}/hint/").headers["Location"].endswith("/hint/")
    for thought in Thought.objects.filter(found__isnull=True):
        tasks.think(thought.pk)
    return client.get(f"/tables/{table_id}/hint/").text


@pytest.mark.parametrize("slug", slugs)
def test_a_hint_names_answers_that_can_be_given_and_lines_that_can_be_tried(slug: str) -> None:
    table_id, _users = sampled(slug)
    user = asked_at_table(table_id)
    client = client_of(user)
    page = ask(client, table_id)
    (thought,) = Thought.objects.all()
    asked = asking.asked_at(
        table_load(table_id), asking.own_question(table_load(table_id), user.pk)
    )
    offered = [thinking.encode(move) for move in asked.decision.moves]
    found: Any = thought.found
    assert found["place"] == asked.decision.seat and sum(found["chances"]) == pytest.approx(1)
    assert 1 <= len(found["answers"]) <= 3
    for answer in found["answers"]:
        assert answer["move"] in offered and sum(answer["chances"]) == pytest.approx(1)
        assert answer["line"][0] == [asked.decision.seat, answer["move"]] or len(answer["line"]) > 1
    for one in [*found["answers"], found["fear"]]:
        line = [tuple(move) for move in (one or {"line": []})["line"]]
        course = course_of(asked.rules, asked.view, thinking.DRAW, line)
        assert len(course.happened) == len(line), "each of its moves is possible in turn"
    fear = found["fear"]
    assert fear is None or fear["place"] != asked.decision.seat
    assert fear is None or not fear["line"] or [fear["place"], fear["move"]] in fear["line"]
    assert page.count("<h3>") == len(found["answers"])
    for chance in ("how likely you are to win after giving it", "if a quick bot answers for you"):
        assert chance in page, "chances of two kinds are told apart"


def test_its_lines_are_stepped_through_where_moves_are_tried() -> None:
    table_id, _users = sampled("pier", "opening")
    client = client_of(asked_at_table(table_id))
    page = ask(client, table_id)
    assert "Step through it" in page
    there = client.post(f"/tables/{table_id}/hint/try", {"line": "0"})
    assert "/what-if/" in there.headers["Location"]
    length = len(Thought.objects.get().found["answers"][0]["line"])
    trying = Trying(client, table_id)
    assert f"Step 0 of {length}" in trying.page()
    for _ in range(length):
        trying.act("forward")
    assert f"Step {length} of {length}" in trying.page()
    for line in ("7", "x", ""):
        assert client.post(f"/tables/{table_id}/hint/try", {"line": line}).status_code == 404


def test_where_nobody_thinks_the_reader_is_told_so() -> None:
    table_id, _users = sampled("pier", "opening")
    client = client_of(asked_at_table(table_id))
    client.post(f"/tables/{table_id}/hint/")
    late, soon = "Nobody has started on it", "This takes a few seconds"
    page = client.get(f"/tables/{table_id}/hint/").text
    assert soon in page and late not in page
    Thought.objects.update(asked_at=F("asked_at") - telling.LATE)
    assert late in client.get(f"/tables/{table_id}/hint/").text
    Thought.objects.update(done=5)
    assert soon in client.get(f"/tables/{table_id}/hint/").text, "one has begun since"


@pytest.mark.parametrize("slug", slugs)
def test_worlds_that_look_the_same_give_the_same_hint(slug: str) -> None:
    table_id, _users = sampled(slug)
    user = asked_at_table(table_id)
    place = Seat.objects.get(table=table_id, user=user).place
    found = []
    for _ in other_worlds(table_id, place, 1):
        Thought.objects.all().delete()
        row = table_load(table_id)
        asked = asking.asked_at(row, asking.own_question(row, user.pk))
        found.append((asked.key, thinking.thought_of(asked, lambda _share: None)))
    assert found[0] == found[1]


def test_terms_without_hints_allow_none(begin: Any) -> None:
    """Nor do terms with them help who does not play, or is not asked."""
    playing = begin(seats=2)
    here = f"/tables/{playing.id}/hint/"
    client = client_of(playing.user_at(0))
    assert "hint/" not in client.get(f"/tables/{playing.id}/").text
    answer = client.post(here, follow=True)
    assert "Hints are not allowed at this table" in html.unescape(answer.text)
    assert not Thought.objects.exists() and not jobs(keeping.THINK)
    Table.objects.update(hints=True)
    assert "hint/" in client.get(f"/tables/{playing.id}/").text
    assert "You do not play at this table" in Client().post(here, follow=True).text
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
    assert "not in play" in client.post(here, follow=True).text
    assert not Thought.objects.exists()


def test_hints_are_agreed_on_and_off_unless_somebody_wants_them(people: list[Any]) -> None:
    usual = table_open(host=people[0], terms=Terms("port_royal", 2, 3))
    wanted = table_open(host=people[0], terms=Terms("port_royal", 2, 3, hints=True))
    assert not usual.hints and wanted.hints
    rooms = [
        client_of(people[1]).get(f"/lobby/tables/{table.pk}/").text for table in (usual, wanted)
    ]
    assert ["may ask for hints" in room for room in rooms] == [False, True]
    bots = table_against_bots(host=people[0], game="port_royal", bots=1)
    assert bots.hints and not table_against_bots(host=people[0], game="cuba", hints=False).hints
    page = client_of(people[0]).get(f"/tables/{bots.pk}/").text
    assert re.search(r"<dt>Hints</dt>\s*<dd>everybody may ask for them</dd>", page)
    playing = {"game": "port_royal", "bots": "1", "bot": "regular"}
    client_of(people[0]).post("/lobby/bots/", playing)
    assert not Table.objects.latest("pk").hints, "the box was not ticked"


def test_it_is_thought_once_by_a_searcher_and_not_by_the_page(begin: Any) -> None:
    playing = begin(seats=2, hints=True)
    client = client_of(playing.user_at(0))
    here = f"/tables/{playing.id}/hint/"
    assert "data-waits" not in client.get(here).text and not jobs(keeping.THINK)
    for _ in range(2):
        client.post(here)
    (thought,) = Thought.objects.all()
    about = {"thought_id": thought.pk, "for_user": playing.user_at(0).pk}
    assert jobs(keeping.THINK) == [(SEARCHES, about)]
    Thought.objects.update(done=40)
    waits = client.get(f"{here}?part=hint").text
    assert 'value="40"' in waits and "data-waits" in waits and "<html" not in waits
    tasks.think(thought.pk)
    found = Thought.objects.get().found
    tasks.think(thought.pk)
    client.post(here)
    assert Thought.objects.get().found == found and found
    assert "The best answers" in client.get(here).text


def test_what_nobody_is_asked_any_more_is_not_thought(begin: Any) -> None:
    playing = begin(seats=2, hints=True)
    client_of(playing.user_at(0)).post(f"/tables/{playing.id}/hint/")
    (thought,) = Thought.objects.all()
    Thought.objects.update(key="0" * 64)
    tasks.think(thought.pk)
    assert not Thought.objects.exists()


def test_a_hint_follows_its_question_when_others_answer_it_too(begin: Any) -> None:
    """Both bid at once. What the other has bid is news, so it is thought about as it is then."""
    playing = begin(seats=2, hints=True)
    assert playing.asked() == [0, 1]
    client, here = client_of(playing.user_at(0)), f"/tables/{playing.id}/hint/"
    client.post(here)
    before = Thought.objects.get()
    playing.play(1)
    assert "data-waits" in client.get(here).text
    client.post(here)
    assert Thought.objects.get() == before, "it is asked for already"
    tasks.think(before.pk)
    row = table_load(playing.id)
    now = asking.asked_at(row, asking.own_question(row, playing.user_at(0).pk))
    thought = Thought.objects.get()
    assert thought.key == now.key != before.key and thought.source["at"] == now.source.at
    assert "The best answers" in client.get(here).text


def test_a_thought_begins_anew_when_others_answer_meanwhile(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = begin(seats=2, hints=True)
    client, here = client_of(playing.user_at(0)), f"/tables/{playing.id}/hint/"
    client.post(here)
    think, begun = thinking.thought_of, []

    def thought_of(asked: asking.Asked, tell: Any) -> dict[str, Any]:
        begun.append(asked.source.at)
        if len(begun) == 1:
            playing.play(1)
        return think(asked, tell)

    monkeypatch.setattr(thinking, "thought_of", thought_of)
    tasks.think(Thought.objects.get().pk)
    assert len(begun) == 2 and begun[0] < begun[1]
    assert Thought.objects.get().source["at"] == begun[1]
    assert "The best answers" in client.get(here).text


def test_a_hint_stays_when_others_answer_later_and_can_be_asked_again(begin: Any) -> None:
    playing = begin(seats=2, hints=True)
    client, here = client_of(playing.user_at(0)), f"/tables/{playing.id}/hint/"
    since = "Others have answered since"
    before = ask(client, playing.id)
    assert since not in before
    playing.play(1)
    page = client.get(here).text
    assert since in page and "The best answers" in page
    assert re.findall("<h3>(.*?)</h3>", page) == re.findall("<h3>(.*?)</h3>", before)
    there = client.post(f"{here}try", {"line": "0"})
    assert "/what-if/" in there.headers["Location"]
    trying = client.get(there.headers["Location"])
    assert trying.status_code == 200 and "Step 0 of " in trying.text
    api = f"/api/v1/tables/{playing.id}/evaluation"
    assert client.get(api).json()["status"] == "none", "nobody has asked about it as it is now"
    page = ask(client, playing.id)
    assert since not in page and "The best answers" in page
    playing.play(0)
    for place in playing.asked():
        assert "The best answers" not in client_of(playing.user_at(place)).get(here).text


def test_a_hint_does_not_follow_to_the_next_question(begin: Any) -> None:
    """Who has answered has asked nothing about what comes then, and nobody asks for others."""
    playing = begin(seats=2, hints=True)
    first, second = (client_of(playing.user_at(place)) for place in (0, 1))
    here = f"/tables/{playing.id}/hint/"
    first.post(here)
    (thought,) = Thought.objects.all()
    assert "data-waits" not in second.get(here).text
    playing.play(0)
    assert "data-waits" not in second.get(here).text
    playing.play(1)
    for place in playing.asked():
        assert "data-waits" not in (first, second)[place].get(here).text
    key = thought.key
    tasks.think(thought.pk)
    assert Thought.objects.get().key == key and Thought.objects.get().found


def test_a_failure_is_told_and_can_be_tried_again(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = begin(seats=2, hints=True)
    client = client_of(playing.user_at(0))
    with monkeypatch.context() as broken:
        broken.setattr("games.bots.outlook.shares_of", lambda results: results[99])
        assert "That did not work" in ask(client, playing.id)
    assert playing.table.frozen_at is None
    assert "The best answers" in ask(client, playing.id)


def test_who_asks_too_often_waits(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets.thoughts, "rate", Rate(0.1, 1))
    playing = begin(seats=2, hints=True)
    client = client_of(playing.user_at(0))
    client.post(f"/tables/{playing.id}/hint/")
    assert "Too many requests" in client.post(f"/tables/{playing.id}/hint/", follow=True).text


def test_a_lesson_gives_hints_to_anybody_with_its_lines_on_the_board() -> None:
    client, here = Client(), "/games/pier/lessons/bidding/"
    for _ in range(10):
        page = client.get(here).text
        if f"{here}hint/" in page:
            break
        client.post(f"{here}on")
    assert client.post(f"{here}hint/").status_code == 302
    (thought,) = Thought.objects.all()
    assert thought.table is None
    tasks.think(thought.pk)
    page = client.get(f"{here}hint/").text
    assert "The best answers" in page
    line = f"{here}hint/0/"
    assert line in page
    length = len(Thought.objects.get().found["answers"][0]["line"])
    for step in (0, 1, length, length + 5):
        shown = client.get(f"{line}{step}/").text
        assert f"Step {min(step, length)} of {length}" in shown
    assert client.get(f"{here}hint/9/0/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_worker_does_it_all_and_each_user_waits_for_themselves(begin: Any) -> None:
    """Somebody who has much analysed waits for it; who asks for a hint meanwhile does not."""
    playing = begin(seats=2, hints=True)
    eager, other = playing.users
    ended = [begin(seats=2) for _ in range(3)]
    for one in ended:
        services.seat_resign(table_id=one.id, user_id=other.pk)
        client_of(eager).post(f"/tables/{one.id}/analysis/")
    client_of(other).post(f"/tables/{playing.id}/hint/")
    with connection.cursor() as cursor:
        cursor.execute(
            "select task_name from procrastinate_jobs where queue_name = %s"
            " order by priority desc, id",
            [SEARCHES],
        )
        order = [name for (name,) in cursor]
    assert order == [keeping.ANALYSE, keeping.THINK, keeping.ANALYSE, keeping.ANALYSE]
    work()
    assert Thought.objects.get().found
    assert Analysis.objects.filter(found__isnull=False).count() == 3
