"""A kind of notice is its class and two templates: all else is made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.template.loader import get_template
from django.utils import timezone

from accounts.mail.unsubscribing import unsubscribe
from accounts.models import Channel, Notice, User
from accounts.notices.hooks import hook_set
from accounts.notices.kind import AtTable, Kind, News
from accounts.notices.kinds import KINDS, register
from games.models import LogEntry, Table
from tests.accounts.mailbox import Mailbox
from tests.games.conftest import Playing
from tools import mails
from tools.notices import table_of_kinds
from tools.working import news_owe, work

pytestmark = pytest.mark.django_db(transaction=True)

Begin = Callable[..., Playing]
ROOT = Path(__file__).parent.parent.parent
PAGE = '{% extends "mail/_page.html" %}{% block content %}<p>{{ title }} flies.</p>{% endblock %}'
TEXT = 'Hello {{ name }}, {{ title }} flies: {{ table_url }}{% include "mail/_foot.txt" %}'


@pytest.fixture
def quick(tmp_path: Path, settings: Any) -> Iterator[type[News]]:
    """A kind of notice that nothing but its class and its templates declares."""

    @register
    class Quick(News):
        """A table has begun without a clock."""

        name = "quick"
        label, subject = "a quick table", "{game}: no clock here"
        key, at = "s.user_id", "t.started_at"
        where = "where t.started_at > %(after)s and t.status = 'playing'"

    (tmp_path / "mail").mkdir()
    (tmp_path / "mail" / "quick.html").write_text(PAGE)
    (tmp_path / "mail" / "quick.txt").write_text(TEXT)
    first, *others = settings.TEMPLATES
    settings.TEMPLATES = [{**first, "DIRS": [tmp_path, *first["DIRS"]]}, *others]
    yield Quick
    del KINDS["quick"]


def quick_to(mailbox: Mailbox) -> list[str]:
    """Who was sent a mail of the new kind."""
    return [letter["To"] for letter in mailbox.letters if "no clock here" in letter["Subject"]]


def test_a_kind_is_found_and_sent_by_its_class_and_templates(
    begin: Begin, mailbox: Mailbox, quick: type[News]
) -> None:
    playing = begin(seats=2)
    first, second = playing.users
    unsubscribe(second)
    work()
    assert quick_to(mailbox) == [first.email]
    (letter,) = [one for one in mailbox.letters if one["Subject"] == "Pier: no clock here"]
    text, page = (letter.get_body((kind,)).get_content() for kind in ("plain", "html"))
    assert f"Pier flies: http://localhost:8000/tables/{playing.id}/" in text
    assert "<p>Pier flies.</p>" in page and "List-Unsubscribe" in letter
    news_owe()
    work()
    assert quick_to(mailbox) == [first.email], "found twice, told once"


def test_a_kind_that_holds_no_more_is_dropped(
    begin: Begin, mailbox: Mailbox, quick: type[News]
) -> None:
    playing = begin(seats=2)
    news_owe()
    assert Notice.objects.filter(kind="quick").count() == 2
    Table.objects.filter(pk=playing.id).update(frozen_at=None, status="closed")
    work()
    assert quick_to(mailbox) == []
    assert set(Notice.objects.filter(kind="quick").values_list("status", flat=True)) == {"dropped"}


@pytest.mark.parametrize(("pace", "told"), [("turn", 2), ("quiet", 2), ("digest", 0), ("off", 0)])
def test_a_kind_is_for_the_paces_that_it_names(
    begin: Begin, quick: type[News], pace: str, told: int
) -> None:
    begin(seats=2)
    User.objects.update(mails=pace)
    news_owe()
    assert Notice.objects.filter(kind="quick").count() == told


@pytest.mark.parametrize("channel", ["mail", "webhook"])
def test_a_kind_goes_on_the_channels_that_it_names(
    begin: Begin, quick: type[News], channel: str
) -> None:
    quick.channels = [channel]
    for user in begin(seats=2).users:
        hook_set(user=user, url="https://example.org/")
    news_owe()
    channels = Notice.objects.filter(kind="quick").values_list("channel", flat=True)
    assert list(channels) == [channel, channel]


def test_a_kind_has_a_preview(begin: Begin, people: list[User], quick: type[News]) -> None:
    asked = begin(seats=2).table.seats.get(place=0)
    mails.seat_owe(asked, quick)
    mails.mails_write()
    assert Notice.objects.get().subject == "Pier: no clock here"


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_each_kind_is_whole(kind: type[Kind]) -> None:
    assert len(kind.name) <= (Notice._meta.get_field("kind").max_length or 0)
    assert kind.label and kind.__doc__ != Kind.__doc__ and kind.paces and kind.channels
    for ending in ("html", "txt") if Channel.MAIL in kind.channels else ():
        assert get_template(f"mail/{kind.name}.{ending}")


FOUND = [kind for kind in KINDS.values() if issubclass(kind, AtTable)]


@pytest.mark.parametrize("kind", FOUND, ids=[kind.name for kind in FOUND])
def test_each_kind_at_a_table_is_found_by_valid_sql(kind: type[AtTable]) -> None:
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute(kind.occasions(), {"now": now, "before": now, "after": now})
        assert cursor.description is not None
        names = [column.name for column in cursor.description]
    assert names == ["user_id", "kind", "table_id", "place", "at", "key", "facts"]
    assert str(kind.subject).startswith("{game}: ")


def test_the_kinds_of_entries_that_are_looked_for_have_an_index() -> None:
    """Each look reads the news by it, and no whole logs."""
    (index,) = [index for index in LogEntry._meta.indexes if index.name == "entry_news"]
    assert index.condition is not None
    ((_field, indexed),) = index.condition.children
    looked_for = [re.findall(r"l\.kind = '(\w+)'", kind.where) for kind in FOUND]
    assert sorted(chain(*looked_for)) == sorted(indexed)


def test_the_table_of_the_docs_is_of_today() -> None:
    page = (ROOT / "docs" / "topics" / "notices.md").read_text()
    assert table_of_kinds() in page, "manage.py notices"
