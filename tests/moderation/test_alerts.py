"""Moderators hear of what waits for them: a mail now and then, and a number in their menu."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Alert, Notice, User
from accounts.moderation import acts, alerts
from accounts.moderation.matters import report_settle
from accounts.moderation.reporting import report_make
from accounts.people.rights import GROUP, make_group
from games.changing import services
from tests.people import client_of
from tools.working import work

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mona(transactional_db: None) -> User:
    """A moderator, whose group may have been emptied with the tables of another test."""
    user = User.objects.create_user("Mona", "mona@example.org")
    user.groups.add(make_group())
    return User.objects.get(pk=user.pk)


def letters_to(mailbox: Any, user: User) -> list[Any]:
    return [letter for letter in mailbox.letters if letter["To"] == user.email]


def plain(letter: Any) -> str:
    text: str = letter.get_body(("plain",)).get_content()
    return text


def page_of(user: User, path: str = "/lobby/") -> str:
    return client_of(user).get(path).text


def test_a_frozen_table_is_told_to_the_moderators(begin, mailbox, mona):
    playing = begin(seats=2)
    User.objects.exclude(pk=mona.pk).update(mails="off")
    services.table_freeze(table_id=playing.id, reason="Traceback: hidden card 7")
    work()
    (letter,) = mailbox.letters
    assert letter["To"] == mona.email
    assert letter["Subject"] == "Something is waiting for the moderators"
    assert f"/moderation/tables/{playing.id}/" in plain(letter)
    assert "hidden card" not in letter.as_string()
    assert "who have been told" in page_of(playing.user_at(0), f"/tables/{playing.id}/")
    alerts.moderators_tell(timezone.now() + timedelta(hours=1))
    work()
    assert len(mailbox.letters) == 1, "of each thing once"


def test_a_report_is_told_without_what_it_says(mailbox, mona, people):
    report = report_make(reporter=people[0], about=people[1], text="He called me names.")
    work()
    (letter,) = mailbox.letters
    assert f"/moderation/reports/{report.pk}/" in plain(letter)
    assert "called me names" not in letter.as_string() and people[0].username not in plain(letter)


def test_one_mail_in_ten_minutes_with_all_that_has_come_since(begin, mailbox, mona, people):
    User.objects.exclude(pk=mona.pk).update(mails="off")
    first = report_make(reporter=people[0], about=people[1], text="One.")
    work()
    others = [report_make(reporter=people[0], about=people[1], text=str(n)) for n in range(5)]
    playing = begin(seats=2)
    services.table_freeze(table_id=playing.id, reason="broken")
    work()
    assert len(mailbox.letters) == 1
    alerts.moderators_tell(timezone.now() + alerts.PAUSE - timedelta(seconds=20))
    work()
    assert len(mailbox.letters) == 1, "not yet"
    alerts.moderators_tell(timezone.now() + alerts.PAUSE)
    work()
    assert len(mailbox.letters) == 2
    text = plain(mailbox.letters[1])
    assert f"/tables/{playing.id}/" in text and f"/reports/{first.pk}/" not in text
    assert all(f"/reports/{report.pk}/" in text for report in others)


def test_several_workers_write_one_mail(mona, people):
    report_make(reporter=people[0], about=people[1], text="One.")
    Notice.objects.all().delete()
    now = timezone.now()

    def tell() -> None:
        try:
            alerts.moderators_tell(now)
        finally:
            connection.close()

    threads = [threading.Thread(target=tell) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Notice.objects.filter(kind="moderation").count() == 1
    assert Alert.objects.count() == 1


def test_what_is_settled_before_is_not_told(begin, mailbox, mona, people):
    User.objects.exclude(pk=mona.pk).update(mails="off")
    report = report_make(reporter=people[0], about=people[1], text="One.")
    report_settle(moderator=mona, report=report, why="Seen.")
    playing = begin(seats=2)
    services.table_freeze(table_id=playing.id, reason="broken")
    services.table_thaw(table_id=playing.id)
    work()
    assert mailbox.letters == []
    services.table_freeze(table_id=playing.id, reason="broken again")
    work()
    services.table_thaw(table_id=playing.id)
    services.table_freeze(table_id=playing.id, reason="and again")
    alerts.moderators_tell(timezone.now() + alerts.PAUSE)
    work()
    assert len(mailbox.letters) == 2, "frozen anew is news"


def test_who_is_part_of_it_is_not_told(begin, mailbox, mona, people):
    """A moderator neither learns who has reported them, nor looks into their own table."""
    User.objects.filter(pk=people[0].pk).update(mails="off")
    ana = User.objects.get(pk=people[0].pk)
    report_make(reporter=ana, about=mona, text="A bad moderator.")
    report_make(reporter=mona, about=ana, text="My own.")
    playing = begin(seats=2)
    playing.table.seats.filter(user=playing.user_at(0)).update(user=mona)
    services.table_freeze(table_id=playing.id, reason="broken")
    work()
    assert [m for m in letters_to(mailbox, mona) if "moderators" in m["Subject"]] == []
    boss = User.objects.create_superuser("Boss", "boss@example.org")
    alerts.moderators_tell(timezone.now())
    work()
    assert len(letters_to(mailbox, boss)) == 1, "a superuser may moderate, too"


def test_who_froze_a_table_knows(begin, mailbox, mona):
    other = User.objects.create_user("Otto", "otto@example.org")
    other.groups.add(Group.objects.get(name=GROUP))
    playing = begin(seats=2)
    User.objects.exclude(pk__in=(mona.pk, other.pk)).update(mails="off")
    acts.table_freeze(moderator=mona, table_id=playing.id, why="A question of the rules.")
    work()
    assert [letter["To"] for letter in mailbox.letters] == [other.email]


def test_the_number_stands_in_the_menu_of_moderators_only(begin, mona, people):
    report_make(reporter=people[0], about=people[1], text="One.")
    report_make(reporter=people[0], about=people[1], text="Two.")
    table = begin(seats=2).id
    services.table_freeze(table_id=table, reason="broken")
    page = page_of(mona)
    assert "3 matters are waiting for the moderators" in page
    assert 'href="/moderation/"' in page
    listed = page_of(mona, "/moderation/")
    assert listed.count('href="/moderation/reports/') == 2
    assert listed.count(f'href="/moderation/tables/{table}/"') == 1
    assert "wait for the moderators" not in page_of(people[0])
    assert 'href="/moderation/"' not in page_of(people[0])
    assert "wait for the moderators" not in Client().get("/lobby/").text


def test_the_menu_costs_the_same_however_much_waits(mona, people):
    def queries_of(user: User) -> int:
        client = client_of(user)
        client.get("/lobby/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/lobby/")
        return len(queries)

    before, usual = queries_of(mona), queries_of(people[0])
    for count in range(4):
        report_make(reporter=people[0], about=people[1], text=str(count))
    assert queries_of(mona) == before and queries_of(people[0]) == usual
    assert before <= usual + 3, "rights by user and by group, and the number"
