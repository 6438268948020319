"""An address of somebody's thing answers everybody else as that of a missing thing does.

Every address with a parameter is tried, but for those of tables (`test_missing_or_private`): what
it names is public, or a secret, or is made for Ben and asked for by everybody else. An address with
a parameter of a new name is red until that stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts import models
from accounts.models import Act, Device, Feed, Message, Report, Token, User
from accounts.moderation.log import record
from games.models import Outage, Table
from lobby.models import Notice
from tests.people import client_of, people_make
from tests.security.test_every_parameter import PARAMETER, routes
from tests.security.test_missing_or_private import (
    FIRST,
    METHODS,
    NUMBER,
    SAID,
    STAFF,
    outsider,
    seen,
)

pytestmark = pytest.mark.django_db

PUBLIC = {
    "game": "a game",
    "slug": "a game, for its rules and lessons",
    "name": "a lesson, a picture of the rules, or a person",
    "moment": "a moment of a picture of the rules",
    "line": "a line of a hint in a lesson",
    "step": "a step of a line of a hint",
}
SECRET = {
    "secret": "of feeds: whoever knows it may read them",
    "token": "of private tables, letters and mails: whoever knows it was given it",
    "key": "of a mail that confirms an address or resets a password",
    "uidb36": "whose password a key resets",
}
OWNED: dict[str, Callable[[User, Table], Model]] = {
    "device_id": lambda user, _: Device.objects.create(user=user, name="x", endpoint="https://x"),
    "notice_id": lambda user, table: Notice.objects.create(user=user, table=table, kind="host"),
    "pk": lambda user, _: Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN, data={}
    ),
    "token_id": lambda user, _: Token.objects.create(user=user, name="x", digest="x"),
    "program_id": lambda user, _: User.objects.create(username="Rook-program", owner=user),
    "decision_id": lambda user, _: models.Decision.objects.create(user=user, text="x"),
    "act_id": lambda user, _: record(user, Act.Kind.WARN, "x", user=user),
    "answer_id": lambda *_: models.ReadyAnswer.objects.create(title="x", text="x"),
    "appeal_id": lambda user, _: models.Appeal.objects.create(
        decision=user.decisions.create(text="x"), text="x"
    ),
    "message_id": lambda user, table: Message.objects.create(user=user, table=table, text="x"),
    "report_id": lambda user, _: Report.objects.create(about=user, text="x"),
    "user_id": lambda user, _: user,
}
MOVED_ON = """
    select setval(format('%%I.%%I', schemaname, sequencename)::regclass, %s)
    from pg_sequences where schemaname = 'public'
"""
MISSING = FIRST + 500
OF_STAFF = {"object_id", "app_label", "url", "content_type_id", "id"}


def rows_make(ben: User, table: Table) -> None:
    """Store what staff may read of people: all that belongs to Ben, and what was said and told."""
    for make in OWNED.values():
        make(ben, table)
    EmailAddress.objects.create(user=ben, email="other@example.org")
    UserSession.objects.create(user=ben, ip="127.0.0.1", session_key="x", user_agent="x")
    Message.objects.create(user=ben, table=table, text="x")
    Report.objects.create(reporter=ben, about=ben, text="x")
    now = timezone.now()
    Outage.objects.create(since=now, until=now + timedelta(hours=1))


def addresses() -> dict[str, set[str]]:
    """Return the addresses with parameters that name no table, each with its parameters."""
    found = ((f"/{path}", set(PARAMETER.findall(path))) for path, _view in routes())
    return {path: names for path, names in found if names and "table_id" not in names}


def ours() -> dict[str, set[str]]:
    """Return the addresses outside the administration."""
    return {path: names for path, names in addresses().items() if STAFF not in path}


@pytest.fixture(autouse=True)
def numbers(db: None) -> None:
    """Let everything that is made have a number that stands nowhere else on a page."""
    with connection.cursor() as cursor:
        cursor.execute(MOVED_ON, [FIRST])


@pytest.fixture
def ben(people: list[User]) -> User:
    """Return the owner of the things that others ask for."""
    return people[1]


def told(user: User | None, pairs: list[tuple[str, str]]) -> list[str]:
    """Compare the answers for a thing and for a missing one; return the addresses that differ."""
    client = client_of(user, raise_request_exception=False)
    found = []
    for there, missing in pairs:
        for method in METHODS:
            answers = []
            for path in (missing, there):
                client.cookies.pop(SAID, None)
                status, *rest = seen(getattr(client, method)(path))
                text = str(rest)
                for named in (path, quote(path, safe="")):
                    text = text.replace(NUMBER.sub("N", named), "A")
                answers.append((status, text))
            if answers[0] != answers[1]:
                found.append(f"{method} {there}: {answers[1][0]}, not {answers[0][0]}")
    return found


def test_every_parameter_has_a_row() -> None:
    known = PUBLIC.keys() | SECRET.keys() | OWNED.keys()
    unknown = {path: names - known for path, names in ours().items() if names - known}
    assert not unknown
    used = set[str]().union(*ours().values())
    assert known == used, "and every row an address"


@pytest.mark.parametrize("role", ["nobody", "guest", "member", "blocked"])
def test_what_is_somebodys(ben: User, begin: Any, role: str) -> None:
    table, pairs, made = begin().table, list[tuple[str, str]](), list[Model]()

    def stored() -> list[Any]:
        return [type(one)._default_manager.filter(pk=one.pk).values().get() for one in made]

    for path, names in ours().items():
        for name in names & OWNED.keys():
            made.append(thing := OWNED[name](ben, table))
            there, missing = (PARAMETER.sub(str(n), path) for n in (thing.pk, MISSING))
            pairs.append((there, missing))
    assert len(pairs) > 5
    before = stored()
    assert told(outsider(role, ben), pairs) == []
    assert stored() == before


def test_the_secret_of_somebody_suspended_is_as_unknown_as_any(ben: User) -> None:
    feed = Feed.objects.create(user=ben, secret="a" * 43)
    paths = [path for path in ours() if "<str:secret>" in path]
    assert len(paths) == 2
    client = client_of(None)
    for path in paths:
        assert client.get(PARAMETER.sub(feed.secret, path)).status_code == 200
    User.objects.filter(pk=ben.pk).update(is_active=False)
    pairs = [(PARAMETER.sub("a" * 43, path), PARAMETER.sub("b" * 43, path)) for path in paths]
    assert told(None, pairs) == [], "nor does a suspension tell that there was one"


@pytest.mark.parametrize("role", ["nobody", "guest", "member"])
def test_the_administration_tells_others_nothing(ben: User, begin: Any, role: str) -> None:
    rows_make(ben, begin().table)
    pairs = of_staff()
    assert len(pairs) > 40
    assert told(outsider(role, ben), pairs) == []


def test_staff_are_told_nothing_of_what_they_may_not_see(ben: User) -> None:
    """Try a right to see accounts at second factors, sessions and all else."""
    (mina,) = people_make("Mina", is_staff=True)
    see = Permission.objects.get(codename="view_user")
    mina.user_permissions.add(see)
    rows_make(ben, Table.objects.create(game="pier", seats_min=2, seats_max=2))
    pairs = of_staff(User)
    assert len(pairs) > 35
    assert told(mina, pairs) == []


def of_staff(left_out: type[Model] | None = None) -> list[tuple[str, str]]:
    """Return addresses of things in the administration, each with that of a missing one."""
    pairs = []
    for path, names in addresses().items():
        if STAFF not in path or not names <= OF_STAFF | {"name"} or "object_id" not in names:
            continue
        label = path.split("/")[2:4]
        model = next((m for m in admin.site._registry if label == label_of(m)), None)
        if model in (None, left_out):
            continue
        assert model is not None
        there = model._default_manager.values_list("pk", flat=True).first()
        if there is None:
            continue
        values = {"name": "warn", "object_id": str(there)}
        missing = {**values, "object_id": str(MISSING)}
        pairs.append((filled(path, values), filled(path, missing)))
    return pairs


def label_of(model: type[Model]) -> list[str]:
    """Return the two parts of an administration's address that name a model."""
    kind = ContentType.objects.get_for_model(model)
    return [kind.app_label, kind.model]


def filled(path: str, values: dict[str, str]) -> str:
    """Return an address with its parameters filled in."""
    return PARAMETER.sub(lambda found: values[found[1]], path)
