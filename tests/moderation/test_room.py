"""The room of the moderators: what is found there, in which words, and at which cost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.chat import talking
from accounts.models import Act, Appeal, Message, ReadyAnswer, Report, User
from accounts.moderation import acts
from accounts.moderation.log import record
from accounts.moderation.matters import remark_make
from games.changing import services
from games.models import Table
from tests.people import client_of, people_make
from tests.security.test_whose_things import MISSING, numbers, told
from tools import samples

__all__ = ["numbers"]
pytestmark = pytest.mark.django_db

WHY = "They asked for it."


@pytest.fixture
def boss(db: None) -> User:
    """An administrator, who plays nowhere."""
    (user,) = people_make("Boss", is_staff=True, is_superuser=True)
    return user


def own_report(mona: User, table: Table, boss: User) -> int:
    return Report.objects.create(reporter=boss, about=mona, text="x").pk


def report_at_own_table(mona: User, table: Table, boss: User) -> int:
    return Report.objects.create(reporter=boss, table=table, text="x").pk


def report_by_oneself(mona: User, table: Table, boss: User) -> int:
    return Report.objects.create(reporter=mona, about=boss, text="x").pk


def own_appeal(mona: User, table: Table, boss: User) -> int:
    return Appeal.objects.create(decision=mona.decisions.create(text="x"), text="x").pk


def own_message(mona: User, table: Table, boss: User) -> int:
    return Message.objects.create(table=table, user=mona, text="x").pk


def act_on_oneself(mona: User, table: Table, boss: User) -> int:
    acts.user_warn(moderator=boss, user=mona, why="x")
    return Act.objects.get().pk


PART_OF: list[tuple[str, Callable[[User, Table, User], int]]] = [
    ("matter", own_report), ("matter", report_at_own_table), ("matter", report_by_oneself),
    ("appeal", own_appeal), ("message", own_message), ("undo", act_on_oneself),
    ("person", lambda mona, *_: mona.pk), ("table", lambda _, table, __: table.pk),
    ("person", lambda _, __, boss: boss.pk),
]  # fmt: skip
"""The pages of things on which Mona must not act: she is involved, or they are not her right."""


@pytest.mark.parametrize("number", range(len(PART_OF)))
def test_what_one_is_part_of_is_answered_as_what_is_missing(
    begin: Any, moderator: User, boss: User, number: int
) -> None:
    table = begin(host=moderator).table
    page, make = PART_OF[number]
    pk = make(moderator, table, boss)
    there, missing = (reverse(f"moderation:{page}", args=[one]) for one in (pk, MISSING))
    assert told(moderator, [(there, missing)]) == []
    for name in ("warn", "settle", "grant", "hide", "freeze", ""):
        form = {"act": name, f"{name}-why": "x", f"{name}-rule": "words"}
        assert client_of(moderator).post(there, form).status_code == 404
    if page != "undo":
        assert there not in client_of(moderator).get(reverse("moderation:queue")).text


def test_a_table_is_read_in_words(moderator: User, people: list[User]) -> None:
    usual = samples.usual("santiago_de_cuba")[0]
    number = samples.table_make(usual, people[:3], "opening", days_per_move=3)
    acts.table_freeze(moderator=moderator, table_id=number, why="Let me look.")
    address, client = reverse("moderation:table", args=[number]), client_of(moderator)
    english = client.get(address).text
    for words in ("Santiago de Cuba", "It is stopped", "Let me look.", "3 days", "Drawn at random",
                  "a bot plays on for the seat", "This table is stopped until", "The game begins.",
                  "Stopped a table"):  # fmt: skip
        assert words in english, words
    for raw in ("santiago_de_cuba", "4320", "True", "False", "None", "{"):
        shown = re.sub(r"<(script|head).*?</\1>|<[^>]*>", " ", english, flags=re.DOTALL)
        assert raw not in shown, raw
    german = client.get(address, headers={"accept-language": "de"}).text
    assert "3 Tage" in german and "It is" not in german


def test_a_table_of_a_game_that_is_gone_can_be_closed(moderator: User, people: list[User]) -> None:
    number = samples.table_make(samples.usual("pier")[0], people[:2])
    Table.objects.filter(pk=number).update(game="gone")
    address, client = reverse("moderation:table", args=[number]), client_of(moderator)
    page = client.get(address).text
    assert "gone" in page and f'href="/tables/{number}/"' not in page
    client.post(address, {"act": "close", "close-why": WHY, "close-sure": "on"})
    assert Table.objects.get(pk=number).status == "closed"
    assert "Moderate</h2>" not in client.get(address).text, "nothing is left to do"


@pytest.mark.parametrize(
    ("state", "offered"),
    [
        ("open", {"close"}), ("playing", {"freeze", "correct", "replace", "close"}),
        ("frozen", {"thaw", "correct", "close"}), ("closed", set()),
    ],
)  # fmt: skip
def test_what_is_offered_fits_the_state(
    begin: Any, moderator: User, people: list[User], state: str, offered: set[str]
) -> None:
    number = begin(seats=2).id
    if state == "open":
        open_one = Table.objects.create(game="pier", seats_min=2, seats_max=2, host=people[0])
        number = open_one.pk
    if state == "frozen":
        services.table_freeze(table_id=number, reason="broken")
    if state == "closed":
        services.table_close(table_id=number, reason="host")
    page = client_of(moderator).get(reverse("moderation:table", args=[number])).text
    assert set(re.findall(r'name="act" value="(\w+)"', page)) == offered


def test_somebody_muted_and_suspended_can_be_let_back(moderator: User, people: list[User]) -> None:
    address, client = reverse("moderation:person", args=[people[0].pk]), client_of(moderator)
    assert 'value="readmit"' not in client.get(address).text
    told = {"why": WHY, "rule": "words", "days": "3", "sure": "on"}
    for name, back in (("mute", "unmute"), ("suspend", "readmit")):
        client.post(address, {"act": name, **{f"{name}-{key}": told[key] for key in told}})
        assert f'value="{back}"' in client.get(address).text
        client.post(address, {"act": back, f"{back}-why": WHY})
        assert f'value="{back}"' not in client.get(address).text
    user = User.objects.get(pk=people[0].pk)
    assert not user.is_muted and not user.is_suspended
    kinds = Act.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["mute", "unmute", "suspend", "readmit"]


def test_pages_cost_the_same_however_much_there_is(
    begin: Any, moderator: User, boss: User, people: list[User]
) -> None:
    playing = begin(seats=2)
    rude, victim = playing.user_at(0), playing.user_at(1)

    def more() -> tuple[Report, Appeal, Message]:
        message = talking.message_say(table=playing.table, user=rude, text="You fool")
        report = Report.objects.create(
            reporter=victim, about=rude, table=playing.table, message=message, text="x"
        )
        remark_make(moderator=boss, report=report, why="Hm.")
        acts.user_warn(moderator=boss, user=rude, why="Names.", report=report)
        acts.message_hide(moderator=boss, message=message, why="Names.", report=report)
        acts.table_freeze(moderator=boss, table_id=begin(seats=2).id, why="Hm.")
        record(boss, Act.Kind.FREEZE, "Hm.", table_id=playing.id, report=report)
        appeal = Appeal.objects.create(decision=rude.decisions.latest("pk"), text="No.")
        ReadyAnswer.objects.create(title=f"Ready {appeal.pk}", text="Names.")
        return report, appeal, message

    report, appeal, message = more()
    pages = [
        reverse("moderation:queue"), reverse("moderation:acts"), reverse("moderation:answers"),
        reverse("moderation:matter", args=[report.pk]),
        reverse("moderation:appeal", args=[appeal.pk]),
        reverse("moderation:person", args=[rude.pk]),
        reverse("moderation:message", args=[message.pk]),
        reverse("moderation:table", args=[playing.id]),
    ]  # fmt: skip
    client = client_of(moderator)

    def costs(page: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(page).status_code == 200
        return len(queries)

    for page in pages:
        costs(page)  # what is remembered afterwards
    before = [costs(page) for page in pages]
    for _number in range(3):
        more()
    playing.play_on(3)
    assert [costs(page) for page in pages] == before
    assert max(before) < 40
