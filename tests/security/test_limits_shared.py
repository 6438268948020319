"""What can be made in several ways is counted together: by pages, the API and sockets."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count, cycle
from typing import Any

import pytest

from accounts import friends
from accounts.models import Friendship, Message, Note
from accounts.notes import keeping as notes
from config.web import buckets
from config.web.buckets import Bucket
from config.web.limits import MESSAGES, Rate
from games.advising import keeping as advice
from games.models import Plan, Table, Thought
from games.trying import planning
from lobby import changes, services
from lobby.models import Invitation, MailedInvitation
from lobby.opening import Terms
from lobby.services import table_open
from tests.games.planning import bid, taking
from tests.games.sockets import heard_of, watch
from tests.games.trying import Trying
from tests.people import client_of, people_make
from tests.security.test_limits_everywhere import GAME, OVER, WAYS, finished, in_play

Ways = dict[str, Callable[[int], Any]]


@pytest.fixture(autouse=True)
def fresh() -> None:
    """No limit is used up by the tests before."""
    for bucket in vars(buckets).values():
        if isinstance(bucket, Bucket):
            bucket.levels.clear()


def use_in_turn(ways: Ways, most: int, state: Callable[[], Any]) -> None:
    """Assert that so many are made, whatever the way, and then none by any way."""
    assert most >= len(ways)
    numbers = count()

    def makes(way: Callable[[int], Any]) -> bool:
        before = state()
        way(next(numbers))
        return bool(state() != before)

    turns = cycle(ways)
    for name in [next(turns) for _ in range(most)]:
        assert makes(ways[name]), f"{name}: refused too early"
    assert [name for name, way in ways.items() if makes(way)] == []


def as_json(client: Any, path: str, document: dict[str, Any], method: str = "post") -> Any:
    return getattr(client, method)(f"/api/v1/{path}", document, "application/json")


@pytest.mark.django_db(transaction=True)
def test_messages(live: str, begin: Any) -> None:
    playing = begin(seats=2)
    ana = playing.user_at(0)
    client, here = client_of(ana), f"tables/{playing.id}"
    with watch(live, playing.id, ana, query="?chat=0") as socket:

        def say(number: int) -> None:
            socket.send(json.dumps({"type": "say", "ref": number, "text": str(number)}))
            heard_of(socket, "answer")

        ways: Ways = {
            "page": lambda number: client.post(f"/{here}/chat/say/", {"text": number}),
            "API": lambda number: as_json(client, f"{here}/messages", {"text": str(number)}),
            "socket": say,
        }
        use_in_turn(ways, MESSAGES[0].number, Message.objects.count)


@pytest.mark.django_db
def test_invitations_and_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_AN_HOUR", 4)
    ana, *_ = people_make("Ana", *(f"Guest{number}" for number in range(10)))
    table = table_open(host=ana, terms=Terms(GAME, seats_min=2, seats_max=3))
    client, page = client_of(ana), f"/lobby/tables/{table.pk}/invite/"
    api = f"tables/{table.pk}/invite"
    ways: Ways = {
        "page": lambda number: client.post(page, {"name": f"Guest{number}"}),
        "API": lambda number: as_json(client, api, {"name": f"Guest{number}"}),
        "page, mail": lambda number: client.post(page, {"name": f"a{number}@example.org"}),
        "API, mail": lambda number: as_json(client, api, {"name": f"b{number}@example.org"}),
    }
    use_in_turn(ways, 4, lambda: (Invitation.objects.count(), MailedInvitation.objects.count()))


@pytest.mark.django_db
def test_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST", 3)
    ana, *_ = people_make("Ana", *(f"Guest{number}" for number in range(10)))
    client = client_of(ana)
    ways: Ways = {
        "page": lambda number: client.post("/accounts/friends/ask/", {"name": f"Guest{number}"}),
        "API": lambda number: as_json(client, "friends", {"name": f"Guest{number}"}),
    }
    use_in_turn(ways, 3, Friendship.objects.count)


@pytest.mark.django_db
def test_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    (ana,) = people_make("Ana")
    over: Iterator[Table] = iter([*finished(ana), *finished(ana)])
    monkeypatch.setattr(changes, "TABLES_ALONE", len(WAYS))
    client = client_of(ana)
    ways: Ways = {
        name: lambda _number, way=way: way(client, next(over)) for name, way in WAYS.items()
    }
    use_in_turn(ways, len(WAYS), in_play)


@pytest.mark.django_db
def test_hints(begin: Any, people: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "THOUGHTS", Rate(0.0001, 3))
    tables = [begin(seats=2, hints=True).id for _ in range(6)]
    client, lesson = client_of(people[0]), "/games/pier/lessons/bidding/"
    while f"{lesson}hint/" not in client.get(lesson).text:
        assert client.post(f"{lesson}on").status_code == 302
    ways: Ways = {
        "page": lambda number: client.post(f"/tables/{tables[number]}/hint/"),
        "API": lambda number: as_json(client, f"tables/{tables[number]}/evaluation", {}),
        "lesson": lambda _: client.post(f"{lesson}hint/"),
    }
    use_in_turn(ways, 3, Thought.objects.count)


@pytest.mark.django_db
def test_analyses_and_hints(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table to look through counts as a question does."""
    monkeypatch.setattr(advice, "THOUGHTS", Rate(0.0001, 1))
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    Table.objects.update(status=Table.Status.FINISHED, **OVER)
    position = {"at": 1, "place": 0}
    client.post(f"/tables/{playing.id}/analysis/")
    assert as_json(client, f"tables/{playing.id}/evaluation", position).status_code == 429


@pytest.mark.django_db
def test_plans(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "PLANS", Rate(0.0001, 4))
    playing = begin()
    user = playing.user_at(0)
    trying = Trying(client_of(user), playing.id)
    trying.play(bid(2))
    trying.act("keep", note="low")
    moves = [{"seat": seat, "move": move} for seat, move in taking(playing)]
    body, api = {"at": 1, "moves": moves}, f"tables/{playing.id}/plan"
    line = f"/tables/{playing.id}/what-if/plan-line"
    ways: Ways = {
        "page": lambda _: trying.act("plan"),
        "page, kept line": lambda _: trying.client.post(line, {"line": 1}),
        "API": lambda _: as_json(trying.client, api, body, "put"),
    }
    use_in_turn(ways, 4, lambda: list(Plan.objects.values_list("pk")))


@pytest.mark.django_db
def test_notes(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "NOTES", Rate(0.0001, 4))
    playing = begin(seats=2)
    client, name = client_of(playing.user_at(0)), playing.user_at(1).username
    table, person = f"tables/{playing.id}/notes", f"people/{name}/note"
    ways: Ways = {
        "page": lambda number: client.post(f"/{table}/keep/", {"text": number}),
        "API": lambda number: as_json(client, table, {"text": str(number)}),
        "page about a person": lambda number: client.post(f"/accounts/{person}/", {"text": number}),
        "API about a person": lambda number: as_json(client, person, {"text": str(number)}),
    }
    use_in_turn(ways, 4, lambda: sorted(Note.objects.values_list("text", flat=True)))
