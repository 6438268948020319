"""Every service that makes rows on somebody's request is asked beyond its limit, by each door.

The services and the doors of each are read from the source (`tests.security.making`): pages, the
API, messages of sockets. So a new service, and a new door of an old one, are red until they are
asked here, or a reason says why nothing limits them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count, cycle
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from procrastinate.contrib.django.models import ProcrastinateJob

from accounts.models import (
    Act,
    Appeal,
    Device,
    DoorQuestion,
    Friendship,
    Message,
    Note,
    Remark,
    Report,
    Token,
    User,
)
from accounts.moderation import acts as moderate
from accounts.moderation import log, reporting
from accounts.notices import hooks, pushing
from accounts.people import blocks, friends, programs, tokens
from config.web import buckets
from config.web.buckets import Bucket
from config.web.limits import MESSAGES, Most, Rate
from games.changing import studies
from games.models import Analysis, Plan, Study, Table, Thought
from lobby.models import Invitation, MailedInvitation
from lobby.tables import changes, services
from lobby.tables.services import table_open
from lobby.terms.opening import Terms
from tests.games.planning import bid, taking
from tests.games.sockets import heard_of, watch
from tests.games.trying import Trying
from tests.people import client_of, people_make
from tests.security import making
from tests.security.test_limits_everywhere import GAME, OVER, WAYS, finished, in_play
from tools.seating import table_begun

Ways = dict[str, Callable[[int], Any]]
"""By the door that each goes through; after a comma, what is sent there."""

ONE_EACH = "There is one row of it for each user, which is replaced."
FOLLOWS = "It comes with another row, whose service has a limit."
UNLIMITED = {
    "accounts.chat.unread.chat_read": "One for each seat of the user.",
    "accounts.signing_in.guests.services.account_ask": "A guest becomes an account once.",
    "accounts.sessions.last_use.last_use_note": "One for each session.",
    "accounts.mail.letters.letter_owe": "django-allauth counts what it has sent (`SIGNING_IN`).",
    "accounts.mail.silence.silence": "Once for each address, with a signature from a mail to it.",
    "accounts.models.names.KeptName.keep": "One for each account that is deleted.",
    "accounts.signing_in.newcomers.address_note": (
        "One for each sign-up, which are counted: `SIGNING_IN`."
    ),
    "accounts.moderation.appeals.appeal_make": "One for each decision.",
    "accounts.moderation.decisions.decision_make": FOLLOWS,
    "accounts.moderation.ready.ready_answer_keep": "Moderators are few; each title is kept once.",
    "accounts.notices.feeds.feeds_renew": ONE_EACH,
    "accounts.notices.hooks.hook_set": ONE_EACH,
    "accounts.notices.selecting.owe": FOLLOWS,
    "accounts.notices.selecting.write": FOLLOWS,
    "accounts.notices.wishes.are_here": ONE_EACH,
    "accounts.notices.wishes.table_pace_set": "One for each seat of the user.",
    "accounts.people.programs.token_store": "One for each program, which is replaced.",
    "accounts.people.archiving.archive_ask": ONE_EACH + " Once an hour: `ARCHIVES`.",
    "accounts.people.services.preferences_store": "It changes the user's own row.",
    "accounts.submissions.submissions.begin": (
        "Beyond `ANSWERS` nothing is kept, and nobody is refused."
    ),
    "config.running.queueing.defer_once": FOLLOWS,
    "games.changing.clocks.own_time_set": ONE_EACH + " Entries in logs: `CLOCK_CHANGES`.",
    "games.changing.expiring.clock_put_off": FOLLOWS,
    "games.changing.moderation.tenure_end": "One whenever a seat changes hands: somebody vanishes.",
    "games.changing.services.orders_begin": "One for each seat, when a game begins.",
    "games.changing.plan_changes.plan_replace": (
        "One for each user and table, and one of standing orders."
    ),
    "games.guide.progress.keep": "One for each user and lesson.",
    "games.storing.changes.store_statement": "The log of a table: answers to what the game asks.",
    "lobby.tables.changes.notify": "One of each kind for a user and a table; tables are limited.",
    "lobby.tables.inviting.seat_remove": "One for each user and table.",
    "lobby.tables.services.seat_take": "As many as tables have seats; tables are limited.",
    "lobby.tables.terms.ask": "One for each seat of an open table.",
}
"""The services that have no limit, each with its reason."""


@pytest.fixture(autouse=True)
def fresh() -> None:
    """No limit is used up by the tests before."""
    for bucket in vars(buckets).values():
        if isinstance(bucket, Bucket):
            bucket.levels.clear()


def asked_here() -> set[str]:
    """The services that are asked by the tests of this module."""
    marks = [mark for test in globals().values() for mark in getattr(test, "pytestmark", [])]
    return {service for mark in marks if mark.name == "asks" for service in mark.args}


def test_every_service_is_asked_or_has_a_reason() -> None:
    made = making.services()
    assert len(made) > 30
    assert made - asked_here() - UNLIMITED.keys() == set(), "neither asked nor explained"
    assert UNLIMITED.keys() - made == set(), "makes no rows on request"
    assert UNLIMITED.keys() & asked_here() == set()


@pytest.fixture
def use_in_turn(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Assert that so many are made, whatever the way, and then none by any way.

    The ways must lead through all doors of the services that the test asks.
    """
    marks = request.node.iter_markers("asks")
    doors = {door for mark in marks for name in mark.args for door in making.reached()[name]}

    def use(ways: Ways, most: int, state: Callable[[], Any]) -> None:
        assert {name.partition(",")[0] for name in ways} == doors
        assert most >= len(ways)
        numbers = count()

        def makes(name: str) -> tuple[bool, Any]:
            before = state()
            answer = ways[name](next(numbers))
            return bool(state() != before), answer

        turns = cycle(ways)
        for name in [next(turns) for _ in range(most)]:
            assert makes(name)[0], f"{name}: refused too early"
        for name in ways:
            has_made, answer = makes(name)
            assert not has_made, f"{name}: goes on"
            assert is_refused(name, answer), f"{name}: says nothing of it"

    return use


def is_refused(door: str, answer: Any) -> bool:
    """Whether an answer says that it was too much; a page may say it on the next one."""
    if door.startswith(("page", "signing in")):
        return answer.status_code in (302, 429) or "errorlist" in answer.text
    told = answer.json() if isinstance(answer, HttpResponse) else answer
    status = answer.status_code if isinstance(answer, HttpResponse) else answer["status"]
    return (status, told["error"]) == (429, "too_many")


def as_json(client: Any, path: str, document: dict[str, Any], method: str = "post") -> Any:
    return getattr(client, method)(f"/api/v1/{path}", document, "application/json")


@pytest.mark.asks("accounts.chat.talking.message_say")
@pytest.mark.django_db(transaction=True)
def test_messages(live: str, begin: Any, use_in_turn: Any) -> None:
    playing = begin(seats=2)
    ana = playing.user_at(0)
    client, here = client_of(ana), f"tables/{playing.id}"
    with watch(live, playing.id, ana, query="?chat=0") as socket:

        def say(number: int) -> Any:
            socket.send(json.dumps({"type": "say", "ref": number, "text": str(number)}))
            return heard_of(socket, "answer")

        ways: Ways = {
            "page chat_say": lambda number: client.post(f"/{here}/chat/say/", {"text": number}),
            "API POST tables/{int:table_id}/messages": lambda number: as_json(
                client, f"{here}/messages", {"text": str(number)}
            ),
            "socket say": say,
        }
        use_in_turn(ways, MESSAGES[0].number, Message.objects.count)


@pytest.mark.costly
@pytest.mark.asks(
    "lobby.tables.services.invitation_send",
    "lobby.tables.inviting.letter_send",
    "lobby.tables.rematch.invite",
)
@pytest.mark.django_db
def test_invitations_and_letters(monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(changes, "INVITATIONS", Most(6, within=timedelta(hours=1)))
    ana, *others = people_make("Ana", *(f"Guest{number}" for number in range(16)))
    table = table_open(host=ana, terms=Terms(GAME, seats_min=2, seats_max=3))
    played = [table_begun(users=[ana, other], game=GAME, host=ana).pk for other in others]
    Table.objects.filter(pk__in=played).update(status=Table.Status.FINISHED, **OVER)
    client, here = client_of(ana), f"tables/{table.pk}/invite"
    page = lambda name: client.post(f"/lobby/{here}/", {"name": name})  # noqa: E731
    program = lambda name: as_json(client, here, {"name": name})  # noqa: E731
    ways: Ways = {
        "page invite": lambda number: page(f"Guest{number}"),
        "page invite, by mail": lambda number: page(f"a{number}@example.org"),
        "API POST tables/{int:table_id}/invite": lambda number: program(f"Guest{number}"),
        "API POST tables/{int:table_id}/invite, by mail": lambda number: program(
            f"b{number}@example.org"
        ),
        "page table_again": lambda number: client.post(
            reverse("table_again", args=[played[number]])
        ),
        "API POST tables/{int:table_id}/again": lambda number: as_json(
            client, f"tables/{played[number]}/again", {}
        ),
    }
    use_in_turn(ways, 6, lambda: (Invitation.objects.count(), MailedInvitation.objects.count()))


@pytest.mark.asks("accounts.people.friends.befriend")
@pytest.mark.django_db
def test_friends(monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(friends, "FRIENDS", Most(3))
    ana, *_ = people_make("Ana", *(f"Guest{number}" for number in range(10)))
    client = client_of(ana)
    ways: Ways = {
        "page befriend": lambda number: client.post(
            "/accounts/friends/ask/", {"name": f"Guest{number}"}
        ),
        "API POST friends": lambda number: as_json(client, "friends", {"name": f"Guest{number}"}),
    }
    use_in_turn(ways, 3, Friendship.objects.count)


@pytest.mark.asks("accounts.people.blocks.block")
@pytest.mark.django_db
def test_blocks(monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(blocks, "BLOCKS", Most(2))
    ana, *_ = people_make("Ana", *(f"Guest{number}" for number in range(4)))
    client = client_of(ana)
    ways: Ways = {
        "page block": lambda number: client.post(f"/accounts/people/Guest{number}/block/"),
    }
    use_in_turn(ways, 2, ana.blocked.count)


@pytest.mark.asks("lobby.tables.services.table_open")
@pytest.mark.django_db
def test_tables(monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    (ana,) = people_make("Ana")
    over: Iterator[Table] = iter([*finished(ana), *finished(ana)])
    Table.objects.update(opened_at=OVER["finished_at"] - timedelta(days=1))
    monkeypatch.setattr(services, "TABLES", Most(6, within=timedelta(hours=1)))
    client = client_of(ana)
    fields = client.get(reverse("table_open", args=[GAME])).context["form"].fields
    form = {name: field.initial for name, field in fields.items() if field.required}

    def cancel(answer: Any) -> Any:
        """Tables that are closed again count too."""
        for table in Table.objects.filter(status=Table.Status.OPEN):
            services.table_close(table_id=table.pk, user=ana)
        return answer

    ways: Ways = {
        "page table_open": lambda _number: cancel(
            client.post(reverse("table_open", args=[GAME]), form)
        ),
        "page play_bots": lambda _number: WAYS["page"](client, next(over)),
        "API POST tables": lambda _number: WAYS["API"](client, next(over)),
        "page table_again": lambda _number: WAYS["page, again"](client, next(over)),
        "API POST tables/{int:table_id}/again": lambda _number: WAYS["API, again"](
            client, next(over)
        ),
    }
    use_in_turn(ways, 6, Table.objects.count)


@pytest.mark.django_db
def test_tables_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    (ana,) = people_make("Ana")
    over: Iterator[Table] = iter([*finished(ana), *finished(ana)])
    monkeypatch.setattr(changes, "TABLES_ALONE", Most(len(WAYS)))
    client, ways = client_of(ana), [*WAYS.values()]
    for way in [*ways, *ways]:
        way(client, next(over))
    assert in_play() == len(WAYS)


@pytest.mark.asks("accounts.signing_in.guests.services.guest_make")
@pytest.mark.django_db
def test_guests(settings: Any, use_in_turn: Any) -> None:
    settings.GUESTS_AT_ONCE, settings.GUESTS_AN_HOUR = 3, 1
    (ana,) = people_make("Ana")
    terms = Terms(GAME, seats_min=5, seats_max=5, guests=True)
    tables = [table_open(host=ana, terms=terms) for _number in range(2)]
    welcome = {"guest": "1"}
    ways: Ways = {
        "page play_bots": lambda _: Client().post(reverse("play_bots"), {"game": GAME}),
        "page seat_take": lambda _: Client().post(
            reverse("seat_take", args=[tables[0].pk]), welcome
        ),
        "page private_link": lambda _: Client().post(
            reverse("private_link", args=[tables[1].token]), welcome
        ),
    }
    use_in_turn(ways, 3, User.objects.filter(is_guest=True).count)


@pytest.mark.asks("accounts.signing_in.door_answers.question_store")
@pytest.mark.django_db
def test_questions_to_other_sites(
    club: Any, monkeypatch: pytest.MonkeyPatch, use_in_turn: Any
) -> None:
    monkeypatch.setattr(buckets.doors, "rate", Rate(0.0001, 2))
    address = reverse("openid_connect_login", args=["openid"])
    ways: Ways = {"signing in": lambda _: Client().post(address)}
    use_in_turn(ways, 2, DoorQuestion.objects.count)


@pytest.mark.asks("accounts.moderation.reporting.report_make")
@pytest.mark.django_db
def test_reports(monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(reporting, "REPORTS", Most(2, within=timedelta(days=1)))
    ana, _ben = people_make("Ana", "Ben")
    client = client_of(ana)
    ways: Ways = {
        "page report": lambda number: client.post(
            "/accounts/people/Ben/report/", {"text": f"Rude, {number}."}
        ),
    }
    use_in_turn(ways, 2, Report.objects.count)


@pytest.mark.asks("accounts.moderation.log.record", "accounts.moderation.matters.remark_make")
@pytest.mark.django_db
def test_acts_of_moderators(
    begin: Any, people: list[Any], monkeypatch: pytest.MonkeyPatch, use_in_turn: Any
) -> None:
    mona, milo = people_make("Mona", "Milo", is_superuser=True)
    client, user = client_of(mona), people[3]
    tables = [begin(seats=2) for _ in range(2)]
    chats = [(table.table, table.user_at(0)) for table in tables]
    said = [Message.objects.create(table=table, user=author, text="x") for table, author in chats]
    reports = [reporting.report_make(reporter=user, about=author, text="x") for _, author in chats]
    for _number in range(4):
        moderate.user_warn(moderator=milo, user=user, why="x")
    decisions = user.decisions.order_by("pk")
    appeals = [Appeal.objects.create(decision=one, text="x") for one in decisions[:2]]
    done = list(Act.objects.order_by("-pk"))

    def way(page: str, numbers: list[int], act: str, **more: str) -> Callable[[int], Any]:
        left = iter(numbers)
        told = {"act": act, f"{act}-why": "x", f"{act}-rule": "words", f"{act}-sure": "on", **more}
        return lambda _: client.post(reverse(f"moderation:{page}", args=[next(left)]), told)

    def pks(things: list[Any]) -> list[int]:
        return [thing.pk for thing in things]

    ways: Ways = {
        "page moderation:matter": way("matter", pks(reports), "dismiss"),
        "page moderation:matter, a note": way("matter", pks(reports)[::-1], "note"),
        "page moderation:appeal": way("appeal", pks(appeals), "uphold"),
        "page moderation:person": way("person", [user.pk] * 2, "warn"),
        "page moderation:message": way("message", pks(said), "hide"),
        "page moderation:table": way("table", [table.id for table in tables], "freeze"),
        "page moderation:undo": way("undo", pks(done), ""),
    }
    monkeypatch.setattr(log, "ACTS", Most(len(ways), within=timedelta(hours=1)))
    use_in_turn(ways, len(ways), lambda: (Act.objects.count(), Remark.objects.count()))


@pytest.mark.asks("accounts.people.tokens.token_make")
@pytest.mark.django_db
def test_tokens(monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(tokens, "TOKENS", Most(2))
    client = client_of(*people_make("Ana"))
    ways: Ways = {
        "page tokens": lambda number: client.post(reverse("tokens"), {"name": f"bot {number}"}),
    }
    use_in_turn(ways, 2, Token.objects.count)


@pytest.mark.asks("accounts.people.programs.program_make")
@pytest.mark.django_db
def test_programs(monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(programs, "PROGRAMS", Most(2))
    client = client_of(*people_make("Ana"))
    ways: Ways = {
        "page programs": lambda number: client.post(
            reverse("programs"), {"name": f"Rook{'abcdef'[number]}"}
        ),
    }
    use_in_turn(ways, 2, User.objects.count)


@pytest.mark.asks("accounts.notices.pushing.device_add")
@pytest.mark.django_db
def test_devices(monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(pushing, "DEVICES", Most(2))
    client = client_of(*people_make("Ana"))
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": pushing.encoded(point), "auth": pushing.encoded(b"sixteen bytes it")}
    ways: Ways = {
        "page device_add": lambda number: client.post(
            reverse("device_add"),
            {"endpoint": f"https://push.example.org/{number}", "keys": keys},
            content_type="application/json",
        ),
    }
    use_in_turn(ways, 2, Device.objects.count)


@pytest.mark.asks("accounts.notices.hooks.hook_try")
@pytest.mark.django_db
def test_messages_for_trial(monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(buckets.trials, "rate", Rate(0.0001, 2))
    (ana,) = people_make("Ana")
    hooks.hook_set(user=ana, url="https://example.org/hook")
    client = client_of(ana)
    ways: Ways = {"page hook_try": lambda _: client.post(reverse("hook_try"))}
    use_in_turn(ways, 2, ProcrastinateJob.objects.count)


@pytest.mark.asks("games.advising.keeping.thought_ask")
@pytest.mark.django_db
def test_hints(
    begin: Any, people: list[Any], monkeypatch: pytest.MonkeyPatch, use_in_turn: Any
) -> None:
    monkeypatch.setattr(buckets.thoughts, "rate", Rate(0.0001, 3))
    tables = [begin(seats=2, hints=True).id for _ in range(6)]
    client, lesson = client_of(people[0]), "/games/pier/lessons/bidding/"
    while f"{lesson}hint/" not in client.get(lesson).text:
        assert client.post(f"{lesson}on").status_code == 302
    ways: Ways = {
        "page hint": lambda number: client.post(f"/tables/{tables[number]}/hint/"),
        "API POST tables/{int:table_id}/evaluation": lambda number: as_json(
            client, f"tables/{tables[number]}/evaluation", {}
        ),
        "page lesson_hint": lambda _: client.post(f"{lesson}hint/"),
    }
    use_in_turn(ways, 3, Thought.objects.count)


@pytest.mark.asks("games.advising.keeping.analysis_ask")
@pytest.mark.django_db
def test_analyses(begin: Any, monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    """A table to look through counts as a question does."""
    monkeypatch.setattr(buckets.thoughts, "rate", Rate(0.0001, 2))
    tables = [begin(seats=2) for _ in range(4)]
    client = client_of(tables[0].user_at(0))
    Table.objects.update(status=Table.Status.FINISHED, **OVER)
    ways: Ways = {
        "page analysis": lambda number: client.post(f"/tables/{tables[number].id}/analysis/"),
    }
    use_in_turn(ways, 2, Analysis.objects.count)
    position = {"at": 1, "place": 0}
    answer = as_json(client, f"tables/{tables[0].id}/evaluation", position)
    assert answer.status_code == 429


@pytest.mark.asks("games.trying.planning.course_plan")
@pytest.mark.django_db
def test_plans(begin: Any, monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(buckets.plans, "rate", Rate(0.0001, 4))
    playing = begin()
    user = playing.user_at(0)
    trying = Trying(client_of(user), playing.id)
    trying.play(bid(2))
    trying.act("keep", note="low")
    moves = [{"seat": seat, "move": move} for seat, move in taking(playing)]
    body, api = {"at": 1, "moves": moves}, f"tables/{playing.id}/plan"
    line = f"/tables/{playing.id}/what-if/plan-study"
    ways: Ways = {
        "page what_if_plan": lambda _: trying.client.post(f"{trying.here}plan"),
        "page study_plan": lambda _: trying.client.post(line, {"study": 1}),
        "API PUT tables/{int:table_id}/plan": lambda _: as_json(trying.client, api, body, "put"),
    }
    use_in_turn(ways, 4, lambda: list(Plan.objects.values_list("pk")))


@pytest.mark.asks("games.changing.studies.study_keep")
@pytest.mark.django_db
def test_studies(begin: Any, monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(studies, "STUDIES", Most(2))
    playing = begin()
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    trying.play(bid(2))
    ways: Ways = {
        "page what_if_keep": lambda number: trying.client.post(
            f"{trying.here}keep", {"name": f"low, {number}"}
        ),
    }
    use_in_turn(ways, 2, Study.objects.count)


@pytest.mark.asks("accounts.notes.keeping.keep")
@pytest.mark.django_db
def test_notes(begin: Any, monkeypatch: pytest.MonkeyPatch, use_in_turn: Any) -> None:
    monkeypatch.setattr(buckets.notes, "rate", Rate(0.0001, 4))
    playing = begin(seats=2)
    client, name = client_of(playing.user_at(0)), playing.user_at(1).username
    table, person = f"tables/{playing.id}/notes", f"people/{name}/note"
    ways: Ways = {
        "page note_table": lambda number: client.post(f"/{table}/keep/", {"text": number}),
        "page note_person": lambda number: client.post(f"/accounts/{person}/", {"text": number}),
        "API POST tables/{int:table_id}/notes": lambda number: as_json(
            client, table, {"text": str(number)}
        ),
        "API POST people/{str:name}/note": lambda number: as_json(
            client, person, {"text": str(number)}
        ),
    }
    use_in_turn(ways, 4, lambda: sorted(Note.objects.values_list("text", flat=True)))
