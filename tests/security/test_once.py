"""Every form and request that makes something counts once, by whatever address it comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import timezone

from accounts.models import Act, Appeal, Message, Report, Submission, User
from accounts.moderation.acts import user_warn
from accounts.people.rights import make_group
from games.models import Table
from games.rules.registry import GAMES
from lobby.pages.forms.table import OpenForm
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.games.conftest import Playing
from tests.games.trying import Trying
from tests.people import client_of
from tests.security.making import doors, source
from tests.security.making import services as makers

pytestmark = pytest.mark.django_db

OVER = {"outcome": {"reason": "", "standings": []}, "finished_at": timezone.now()}
BY_QUESTION = """
    page table_answer, page table_undo, page table_resign, page table_clock,
    page table_clock_answer, page table_return, page table_start, page table_close,
    page table_change, page terms_agree, page seat_take, page seat_leave, page seat_remove,
    page seat_take_over, page decline, page private_link, API POST tables/{int:table_id}/join,
    API POST tables/{int:table_id}/take-over, API POST tables/{int:table_id}/leave,
    API POST tables/{int:table_id}/start, API POST tables/{int:table_id}/remove,
    API POST tables/{int:table_id}/terms, API POST tables/{int:table_id}/agree,
    API POST tables/{int:table_id}/decline, API POST tables/{int:table_id}/moves,
    API POST tables/{int:table_id}/undo, API POST tables/{int:table_id}/resign,
    API POST tables/{int:table_id}/return, API POST tables/{int:table_id}/wish,
    API POST tables/{int:table_id}/wish/answer
"""
"""A table changes once: the second time it asks something else, or the seat is taken."""
BY_WHAT_IS_SET = """
    page moderation:answer,
    page table_orders, page study_plan, page what_if_plan, page note_table,
    page note_person, page block, page settings, page appearance,
    page own_time, page program_end, page delete_account, page archive, page become,
    page notices, page notices_tables, page device_add, page silence, page lesson_answer,
    page chat, API POST tables/{int:table_id}/messages/read,
    page lesson_on, page lesson_back, page lesson_again, page lesson_hint,
    page account_email_verification_sent,
    API POST tables/{int:table_id}/orders, API PUT tables/{int:table_id}/plan,
    page decision, API POST me/decisions/{int:decision_id}/appeal, API POST me/time,
    API POST tables/{int:table_id}/notes, API POST people/{str:name}/note,
    API POST tables/{int:table_id}/evaluation
"""
"""There is one of it: the second time it is what it was already."""


Sample = tuple[str, dict[str, Any]]


class World:
    """A table in play whose first place is the sender's, and one of theirs that is open."""

    def __init__(self, playing: Playing) -> None:
        self.playing, self.user, self.other = playing, playing.user_at(0), playing.user_at(1)
        self.client = client_of(self.user)

    def opened(self) -> Table:
        """An open table of theirs."""
        terms = Terms(game="cuba", seats_min=3, seats_max=3)
        return services.table_open(host=self.user, terms=terms)

    def over(self) -> Table:
        """A table against bots that is over."""
        table = services.table_against_bots(host=self.user, game="cuba")
        Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED, **OVER)
        return table

    def room(self, page: str, *number: int) -> str:
        """An address in the room of the moderators, of whom the user is one."""
        self.user.groups.add(make_group())
        return reverse(f"moderation:{page}", args=number)

    def act(self, page: str, number: int, name: str) -> Sample:
        """An act on a thing there."""
        told = {"act": name, f"{name}-why": "Hm.", f"{name}-rule": "words", f"{name}-sure": "on"}
        return self.room(page, number), told

    def elsewhere(self) -> Table:
        """An open table of the other."""
        terms = Terms(game="cuba", seats_min=3, seats_max=3)
        return services.table_open(host=self.other, terms=terms)

    def message(self) -> Message:
        """Return the message that the other has written there."""
        return Message.objects.create(table=self.elsewhere(), user=self.other, text="Hm.")

    def report(self) -> Report:
        """A report about the other."""
        return Report.objects.create(about=self.other, text="Rude.")

    def warned(self) -> Act:
        """A warning of the other by an administrator."""
        boss = User.objects.create_superuser("Boss")
        user_warn(moderator=boss, user=self.other, why="Hm.")
        return Act.objects.get()

    def appeal(self) -> Appeal:
        """An appeal of the other against it."""
        decision = self.other.decisions.get(act_id=self.warned().pk)
        return Appeal.objects.create(decision=decision, text="No.")

    def tried(self) -> str:
        """Where moves were tried."""
        trying = Trying(self.client, self.playing.id)
        assert trying.play_on(2) == 2
        return trying.here


def usual() -> dict[str, Any]:
    """What the form of a new table offers."""
    form = OpenForm(GAMES["cuba"])
    filled = {name: form.get_initial_for_field(form.fields[name], name) for name in form.fields}
    return {name: value for name, value in filled.items() if value}


PAGES: dict[str, Callable[[World], Sample]] = {
    "table_open": lambda _: (reverse("table_open", args=["cuba"]), usual()),
    "play_bots": lambda _: (reverse("play_bots"), {"game": "cuba"}),
    "invite": lambda w: (reverse("invite", args=[w.opened().pk]), {"name": w.other.username}),
    "table_again": lambda w: (reverse("table_again", args=[w.over().pk]), {}),
    "hint": lambda w: (reverse("hint", args=[w.playing.id]), {}),
    "analysis": lambda w: (reverse("analysis", args=[w.over().pk]), {}),
    "chat_say": lambda w: (reverse("chat_say", args=[w.playing.id]), {"text": "Hello"}),
    "report": lambda w: (reverse("report", args=[w.other.username]), {"text": "Rude."}),
    "tokens": lambda _: (reverse("tokens"), {"name": "my bot"}),
    "programs": lambda _: (reverse("programs"), {"name": "Rook"}),
    "befriend": lambda w: (reverse("befriend"), {"name": w.other.username}),
    "hook_change": lambda _: (reverse("hook_change"), {"url": "https://hook.example.org/"}),
    "notices_feeds": lambda _: (reverse("notices_feeds"), {}),
    "moderation:matter": lambda w: w.act("matter", w.report().pk, "note"),
    "moderation:appeal": lambda w: w.act("appeal", w.appeal().pk, "grant"),
    "moderation:person": lambda w: w.act("person", w.other.pk, "warn"),
    "moderation:message": lambda w: w.act("message", w.message().pk, "hide"),
    "moderation:table": lambda w: w.act("table", w.elsewhere().pk, "close"),
    "moderation:undo": lambda w: w.act("undo", w.warned().pk, ""),
    "moderation:answers": lambda w: (
        w.room("answers"),
        {"title": "Names", "text": "We call nobody names."},
    ),
    "what_if_keep": lambda w: (f"{w.tried()}keep", {"name": "high"}),
}
AT = "tables/{int:table_id}/"
API: dict[str, Callable[[World], Sample]] = {
    "tables": lambda _: ("tables", {"game": "cuba", "seats": 3, "private": True}),
    f"{AT}invite": lambda w: (f"tables/{w.opened().pk}/invite", {"name": w.other.username}),
    f"{AT}again": lambda w: (f"tables/{w.over().pk}/again", {}),
    f"{AT}messages": lambda w: (f"tables/{w.playing.id}/messages", {"text": "Hello"}),
    "friends": lambda w: ("friends", {"name": w.other.username}),
}


def counts() -> dict[str, int]:
    """How many rows there are of each kind."""
    kinds = [kind for kind in apps.get_models() if kind is not Submission]
    return {kind.__name__: kind._default_manager.count() for kind in kinds}


@pytest.fixture
def world(begin: Any) -> World:
    """A table in play that allows hints."""
    return World(begin(hints=True))


@pytest.mark.parametrize("name", PAGES)
def test_a_form_counts_once(world: World, name: str) -> None:
    address, fields = PAGES[name](world)
    before = counts()
    first = world.client.post(address, {**fields, "mark": "one"})
    once = counts()
    assert once != before, first.text
    second = world.client.post(address, {**fields, "mark": "one"})
    assert counts() == once
    assert (second.status_code, second.headers.get("Location"), second.text) == (
        first.status_code, first.headers.get("Location"), first.text,
    )  # fmt: skip


@pytest.mark.parametrize("name", API)
def test_a_request_counts_once(world: World, name: str) -> None:
    address, document = API[name](world)
    before = counts()
    marked = {"Idempotency-Key": "one"}

    def send() -> Any:
        return world.client.post(
            f"/api/v1/{address}", document, content_type="application/json", headers=marked
        )

    first = send()
    once = counts()
    assert once != before, first.text
    second = send()
    assert counts() == once
    assert (second.status_code, second.json()) == (first.status_code, first.json())


def test_these_are_all_that_make_something() -> None:
    """Those of whole sites, such as signing in, come through the same middleware."""
    making = makers()
    named = {f"page {name}" for name in PAGES} | {f"API POST {name}" for name in API}
    harmless = {name.strip() for name in f"{BY_QUESTION},{BY_WHAT_IS_SET}".split(",")}
    found = {
        name
        for name, functions in doors()
        if name.startswith(("page", "API")) and source().reached_from(functions) & making
    }
    assert found == named | harmless | {"page hook_try"}
    assert not named & harmless
