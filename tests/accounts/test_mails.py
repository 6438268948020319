"""Mails: when one is owed, what it says, and what the mail server's answers lead to."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import (
    InterfaceError,
    InternalError,
    OperationalError,
    connection,
    connections,
    transaction,
)
from django.test import Client
from django.utils import timezone
from procrastinate.exceptions import ConnectorException

from accounts import tasks
from accounts.mail.letters import letters_send
from accounts.mail.sending import MAIL_PAUSES
from accounts.mail.unsubscribing import address_for, token_for
from accounts.models import Letter, Notice, User
from accounts.notices import selecting, sending
from accounts.people.leaving import account_delete
from config.web.isolates import isolated
from config.web.unreachable import UNREACHABLE
from games.changing import services
from games.models import Seat, Table
from games.storing.lives import life_mark
from games.storing.rows import table_load
from games.telling.updates import table_update
from lobby.tables.services import invitation_send, seat_take, table_open
from lobby.terms.opening import Terms
from tests.people import client_of
from tools.working import news_owe, work

pytestmark = pytest.mark.django_db(transaction=True)


def tell(playing: Any, *places: int) -> list[Notice]:
    """Owe the turns at these places of a table, and at no others; nothing is sent yet."""
    now = timezone.now()
    selecting.turns_owe(before=now, now=now)
    owed = Notice.objects.filter(kind="turn", table_id=playing.id, status="owed")
    owed.exclude(place__in=places).delete()
    return list(owed.order_by("place", "pk"))


def deliver(notice: Notice) -> Notice:
    """Send a notice as the worker does."""
    sending.notice_deliver(sending.owed().filter(pk=notice.pk), timezone.now())
    return Notice.objects.get(pk=notice.pk)


def test_a_turn_is_mailed_with_what_happened_since(begin, mailbox):
    playing = begin(seats=2, days_per_move=3)
    work()
    assert len(mailbox.letters) == 2, "both are asked for a bid"
    playing.play(0, 2)
    playing.play(1, 0)
    assert playing.asked() == [0]
    work()
    letter = mailbox.letters[-1]
    assert letter["To"] == playing.user_at(0).email
    assert letter["Subject"] == "Pier: it is your turn"
    assert f"/tables/{playing.id}/" in mailbox.text()
    assert "The bids: 2, 0" in mailbox.text()
    other = playing.user_at(1).username
    assert f"Players: you, {isolated(other)}" in mailbox.text(), "all who sit there"


def test_a_turn_mail_leaves_out_what_its_reader_did(begin, mailbox):
    playing = begin(seats=2, game="santiago_de_cuba")
    played: list[int] = []
    while not (played and played[-1] != playing.asked()[0] in played):
        played.append(playing.asked()[0])
        playing.play(played[-1])
    (place,) = playing.asked()
    work()
    user = playing.user_at(place)
    letters = [letter for letter in mailbox.letters if letter["To"] == user.email]
    text = letters[-1].get_body(("plain",)).get_content()
    events = table_update(table_load(playing.id), user.pk).events
    own = [event.text for event in events if event.place == place]
    assert own and not [one for one in own if one in text]
    assert events[-1].place == 1 - place and events[-1].text in text


def test_a_mail_tells_only_what_its_reader_may_know(begin, mailbox):
    playing = begin(seats=3)
    work()
    mailbox.letters.clear()
    playing.play(0, 3)
    Notice.objects.filter(table_id=playing.id).delete()
    work()
    name = playing.user_at(0).username
    assert f"{name} has bid." in mailbox.text()
    assert "has bid 3" not in mailbox.letters[-1].as_string()


def test_no_mail_for_a_turn_that_was_taken_meanwhile(begin, mailbox):
    playing = begin(seats=2)
    playing.play(0, 1)
    (notice,) = tell(playing, 1)
    playing.play(1, 2)
    assert deliver(notice).status == Notice.Status.DROPPED
    assert mailbox.letters == []


@pytest.mark.costly
@pytest.mark.sample
def test_the_mails_of_a_table_form_one_thread(begin, mailbox):
    playing = begin(seats=2)
    work()
    while playing.asked():
        playing.play(playing.asked()[0], 0)
        work()
    mine = [m for m in mailbox.letters if m["To"] == playing.user_at(0).email]
    assert len(mine) > 2
    assert len({letter["References"] for letter in mine}) == 1
    assert len({letter["Message-ID"] for letter in mine}) == len(mine)
    assert "is over" in mine[-1]["Subject"]
    assert "1. " in mailbox.text()


@pytest.mark.parametrize(("mails", "expected"), [("turn", 1), ("digest", 0), ("off", 0)])
def test_the_preference_decides(begin, mailbox, mails, expected):
    playing = begin(seats=2)
    User.objects.filter(pk=playing.user_at(0).pk).update(mails=mails)
    User.objects.filter(pk=playing.user_at(1).pk).update(mails="off")
    work()
    assert len(mailbox.letters) == expected


def test_the_digest_comes_once_in_the_morning_of_its_reader(begin, mailbox):
    playing = begin(seats=2, days_per_move=2)
    reader = playing.user_at(0)
    User.objects.filter(pk=reader.pk).update(mails="digest", time_zone="Asia/Tokyo", language="de")
    User.objects.filter(pk=playing.user_at(1).pk).update(mails="off")
    for now in (
        datetime(2026, 5, 3, 8, 2, tzinfo=UTC),  # the morning of UTC
        datetime(2026, 5, 3, 23, 2, tzinfo=UTC),  # 8:02 in Tokyo, the 4th
        datetime(2026, 5, 3, 23, 2, tzinfo=UTC),  # a worker that does it again
    ):
        selecting.digests_owe(now)
    work()
    assert [letter["To"] for letter in mailbox.letters] == [reader.email]
    assert f"/tables/{playing.id}/" in mailbox.text()


def test_a_temporary_refusal_is_tried_again_with_growing_pauses(begin, mailbox):
    playing = begin(seats=2)
    User.objects.filter(pk=playing.user_at(1).pk).update(mails="off")
    mailbox.answers = ["451 come back later"]
    work()
    assert mailbox.letters == []
    notice = Notice.objects.get()
    assert (notice.status, notice.attempts) == (Notice.Status.OWED, 1)
    assert "451" in notice.problem
    assert notice.next_at > timezone.now() + timedelta(seconds=1)
    sending.lanes_start(timezone.now())
    work()
    assert mailbox.letters == [], "it is not due yet"
    deliver(notice)
    deliver(notice)
    assert len(mailbox.letters) == 1, "sent once, however often it is tried"


def test_a_server_that_is_down_is_tried_again(begin, mailbox, settings):
    playing = begin(seats=2)
    (notice,) = tell(playing, 0)
    settings.EMAIL_PORT = 1
    assert deliver(notice).status == Notice.Status.OWED
    assert "Refused" in Notice.objects.get().problem


def test_a_permanent_refusal_marks_the_address_and_shows_the_user(begin, mailbox):
    playing = begin(seats=2)
    user = playing.user_at(0)
    User.objects.filter(pk=playing.user_at(1).pk).update(mails="off")
    mailbox.answers = ["550 no such user"]
    work()
    assert Notice.objects.get().status == Notice.Status.FAILED
    user.refresh_from_db()
    assert "550" in user.mail_problem
    client = client_of(user)
    assert "could not be delivered" in client.get("/accounts/settings/").text
    assert "Emails do not reach you" in client.get("/lobby/").text
    assert "Emails do not reach you" not in Client().get("/lobby/").text
    assert write_again(playing) == 0, "nothing more to an address that is refused"
    User.objects.filter(pk=user.pk).update(email="new@example.org")
    assert write_again(playing) == 1, "another address is tried"


def write_again(playing: Any) -> int:
    """How many mails are owed when a turn is to be told once more."""
    Notice.objects.all().delete()
    return len(tell(playing, 0))


def test_an_address_that_works_again_is_tried_again(begin, mailbox):
    playing = begin(seats=2)
    user = playing.user_at(0)
    User.objects.filter(pk=user.pk).update(refused_address=user.email, refused_because="552 full")
    assert write_again(playing) == 0
    client = client_of(user)
    assert client.get("/accounts/mails/again/").status_code == 405
    client.post("/accounts/mails/again/")
    assert write_again(playing) == 1
    assert "do not reach" not in client.get("/lobby/").text


def test_a_server_that_never_can_is_given_up_without_blame(begin, mailbox):
    playing = begin(seats=2)
    (notice,) = tell(playing, 0)
    Notice.objects.update(attempts=sending.MOST_ATTEMPTS - 1)
    mailbox.answers = ["451 come back later"]
    assert deliver(notice).status == Notice.Status.FAILED
    assert playing.user_at(0).mail_problem == ""


def test_the_pauses_grow():
    tries = range(1, sending.MOST_ATTEMPTS)
    pauses = [MAIL_PAUSES.after(attempts) for attempts in tries]
    assert all(later > 2 * sooner for sooner, later in pairwise(pauses))
    assert pauses[0] < 10 and 12 * 3600 < pauses[-1] <= 18.3 * 3600


@pytest.mark.parametrize("error", [OperationalError, InterfaceError, InternalError])
def test_what_goes_by_is_tried_again_what_is_wrong_is_not(error):
    """Found by torture: a mail whose transaction the database lost was given up."""
    job = SimpleNamespace(attempts=0)
    for task in (sending.notices_send, letters_send, tasks.digests):
        decide = task.retry_strategy.get_retry_decision
        assert decide(exception=error(), job=job) is not None
        assert decide(exception=TypeError(), job=job) is None


def session_lost() -> None:
    """Postgres ends the session of this thread, which does not know yet."""
    connection.ensure_connection()
    number = connection.connection.info.backend_pid
    other = connections.create_connection("default")
    with other.cursor() as cursor:
        cursor.execute("select pg_terminate_backend(%s, 10000)", [number])
    other.close()


def test_a_job_that_cannot_be_queued_as_the_database_is_gone_is_tried_again():
    """The digests of all others were given up for this hour."""
    session_lost()
    with pytest.raises(UNREACHABLE) as lost:
        sending.notices_send.defer(channel="mail")
    connection.close()
    assert isinstance(lost.value, ConnectorException)
    for task in (sending.notices_send, letters_send, tasks.digests):
        decide = task.retry_strategy.get_retry_decision
        assert decide(exception=lost.value, job=SimpleNamespace(attempts=0)) is not None
    sending.notices_send.defer(channel="mail")


@contextlib.contextmanager
def disk_full(condition: str) -> Iterator[None]:
    """The database has no room for changes of notices, as Postgres says it; where they are so."""
    with connection.cursor() as cursor:
        cursor.execute(
            "create function no_room() returns trigger language plpgsql as $$ begin"
            " raise 'No space left on device' using errcode = 'disk_full'; end $$;"
            " create trigger no_room before update on accounts_notice for each row"
            f" when ({condition}) execute function no_room()"
        )
        try:
            yield
        finally:
            cursor.execute("drop function no_room() cascade")


@pytest.mark.parametrize("condition", ["true", "new.page <> old.page"], ids=["nothing", "no words"])
def test_while_the_database_takes_no_changes_nobody_is_told_anything(begin, mailbox, condition):
    """Found by torture: each attempt sent the same mail again, as none could be noted."""
    playing = begin(seats=2)
    (notice,) = tell(playing, 0)
    later = notice.next_at + timedelta(seconds=MAIL_PAUSES.most(1))
    with disk_full(condition):
        for now in (notice.next_at, later):
            with pytest.raises(OperationalError, match="No space left"):
                sending.next_deliver("mail", now)
    assert mailbox.letters == []
    assert sending.next_deliver("mail", later + timedelta(seconds=MAIL_PAUSES.most(2)))
    assert len(mailbox.letters) == 1


def test_a_mail_that_could_not_be_noted_as_sent_is_not_sent_again_at_once(begin, mailbox):
    """The disk has become full while the mail server took it: the usual pauses grow."""
    playing = begin(seats=2)
    (notice,) = tell(playing, 0)
    with disk_full("new.status = 'sent'"):
        with pytest.raises(OperationalError, match="No space left"):
            sending.next_deliver("mail", notice.next_at)
        assert not sending.next_deliver("mail", notice.next_at + timedelta(seconds=2))
        assert len(mailbox.letters) == 1
        with pytest.raises(OperationalError, match="No space left"):
            sending.next_deliver("mail", notice.next_at + timedelta(seconds=4))
    assert not sending.next_deliver("mail", notice.next_at + timedelta(seconds=15))
    assert sending.next_deliver("mail", notice.next_at + timedelta(seconds=20))
    assert len(mailbox.letters) == 3
    mark = f"<mail-{life_mark()}-{notice.pk}@localhost>"
    assert {letter["Message-ID"] for letter in mailbox.letters} == {mark}
    assert Notice.objects.get(pk=notice.pk).status == Notice.Status.SENT


def test_a_notice_at_which_workers_die_is_given_up(begin, mailbox):
    playing = begin(seats=2)
    (notice,) = tell(playing, 0)
    Notice.objects.update(attempts=sending.MOST_ATTEMPTS)
    assert deliver(notice).status == Notice.Status.FAILED
    assert mailbox.letters == []


def test_a_notice_that_cannot_be_made_holds_up_no_other(begin, mailbox):
    playing = begin(seats=2)
    broken, _fine = tell(playing, 0, 1)
    Notice.objects.filter(pk=broken.pk).update(kind="invitation", facts={})
    Table.objects.filter(pk=playing.id).update(status="open")
    Notice.objects.filter(pk=broken.pk).update(next_at=broken.next_at - timedelta(hours=1))
    sending.next_deliver("mail")
    Table.objects.filter(pk=playing.id).update(status="playing")
    work()
    broken.refresh_from_db()
    assert (broken.status, broken.problem) == (Notice.Status.FAILED, "KeyError('host')")
    assert [letter["To"] for letter in mailbox.letters] == [playing.user_at(1).email]


def test_a_notice_of_somebody_who_is_gone_is_nothing_to_do(begin, mailbox):
    playing = begin(seats=2)
    tell(playing, 0)
    gone = playing.user_at(0)
    account_delete(user=User.objects.get(pk=gone.pk))
    work()
    assert gone.email not in [letter["To"] for letter in mailbox.letters]


def test_invitation_is_mailed_and_dropped_once_the_table_has_begun(begin, mailbox, people):
    ana, ben, carla, dario = people
    table = table_open(host=ana, terms=Terms("port_royal", 2, 2))
    invitation_send(table_id=table.pk, user=ana, name="ben")
    work()
    assert [letter["To"] for letter in mailbox.letters] == [ben.email]
    assert mailbox.letters[0]["Subject"] == "ana invites you to Port Royal"
    assert f"/lobby/tables/{table.pk}/" in mailbox.text()
    invitation_send(table_id=table.pk, user=ana, name="carla")
    seat_take(table_id=table.pk, user=dario)
    work()
    assert carla.email not in [letter["To"] for letter in mailbox.letters]


def test_started_is_told_to_who_is_not_asked_at_once(begin, mailbox, people):
    playing = begin(seats=2, host=people[3])
    Seat.objects.filter(table_id=playing.id, place=0).update(
        deciding=False, since=None, deadline=None
    )
    work()
    subjects = {letter["To"]: letter["Subject"] for letter in mailbox.letters}
    assert subjects[playing.user_at(0).email] == "Pier: your game has begun"
    assert subjects[playing.user_at(1).email] == "Pier: it is your turn"


def test_the_digest_names_the_tables_that_are_over(begin, mailbox):
    playing = begin(seats=2)
    User.objects.filter(pk=playing.user_at(0).pk).update(mails="digest")
    User.objects.filter(pk=playing.user_at(1).pk).update(mails="off")
    while playing.asked():
        playing.play(playing.asked()[0], 0)
    work()
    assert mailbox.letters == [], "a digest is all they want"
    Table.objects.update(finished_at=datetime(2026, 5, 3, 20, tzinfo=UTC))
    for day in (4, 5):
        selecting.digests_owe(datetime(2026, 5, day, 9, 2, tzinfo=UTC))
    work()
    assert [letter["Subject"] for letter in mailbox.letters] == ["Tables that are over"]
    assert f"/tables/{playing.id}/" in mailbox.text()


def test_old_mails_are_forgotten(begin, mailbox):
    playing = begin(seats=2)
    tell(playing, 0)
    assert selecting.notices_forget(timezone.now()) == 0
    assert selecting.notices_forget(timezone.now() + selecting.KEPT) == 1


def test_the_demo_shows_the_mails_and_nowhere_else_does(begin, mailbox, settings):
    playing = begin(seats=2)
    work()
    assert Client().get("/accounts/demo/mails/").status_code == 404
    settings.ROOT_URLCONF, settings.DEMO = "tests.demo_urls", True
    page = Client().get("/accounts/demo/mails/").text
    assert "it is your turn" in page and playing.user_at(0).username in page
    assert 'href="/accounts/demo/mails/"' in page


def test_leaving_takes_one_click_and_no_signing_in(begin, mailbox):
    playing = begin(seats=2)
    work()
    letter = mailbox.letters[0]
    user = User.objects.get(email=letter["To"])
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = letter["List-Unsubscribe"].strip().strip("<>")
    path = address[address.index("/accounts/") :]
    client = Client(enforce_csrf_checks=True)
    assert client.get(path).status_code == 200
    user.refresh_from_db()
    assert user.mails == User.Mails.TURN, "looking changes nothing"
    for _ in range(2):
        posted = client.post(
            path, "List-Unsubscribe=One-Click", "application/x-www-form-urlencoded"
        )
        assert posted.status_code == 200
    user.refresh_from_db()
    assert user.mails == User.Mails.OFF
    assert address == address_for(user)
    assert playing.user_at(0) is not None


def test_a_forged_token_leaves_nobody(people):
    genuine = token_for(people[0])
    for token in (genuine[:-1] + "x", f"{people[1].pk}:{genuine.split(':', 1)[1]}", "1", "1:"):
        assert Client().post(f"/accounts/mails/leave/{token}/").status_code == 404
    people[0].refresh_from_db()
    assert people[0].mails == User.Mails.TURN


def test_a_mail_is_owed_exactly_when_the_move_is_stored(begin, mailbox):
    playing = begin(seats=2)
    work()
    mailbox.letters.clear()
    playing.play(0, 2)
    with transaction.atomic():
        playing.play(1, 0)
        transaction.set_rollback(True)
    work()
    assert mailbox.letters == []
    playing.play(1, 0)
    work()
    assert len(mailbox.letters) == 1


def test_an_occasion_told_twice_is_mailed_once(begin, mailbox):
    playing = begin(seats=2)
    for _ in range(3):
        selecting.turns_owe(before=timezone.now(), now=timezone.now())
    services.table_close(table_id=playing.id, reason="host")
    for _ in range(3):
        news_owe()
    work()
    notices = Notice.objects.filter(user=playing.user_at(0))
    assert sorted(notices.values_list("kind", flat=True)) == ["finished", "turn"]


def test_names_with_markup_and_line_breaks_stay_harmless(begin, mailbox, people):
    playing = begin(seats=2)
    odd = playing.user_at(1)
    User.objects.filter(pk=odd.pk).update(username="<b>x\r\nBcc: e@x.org")
    work()
    letter = next(m for m in mailbox.letters if m["To"] == playing.user_at(0).email)
    assert "Bcc" not in letter
    page = letter.get_body(("html",)).get_content()
    assert "<b>x" not in page
    assert "&lt;b&gt;x" in page


def test_a_closed_table_is_told_to_who_played(begin, mailbox):
    playing = begin(seats=2)
    work()
    mailbox.letters.clear()
    services.table_close(table_id=playing.id, reason="host")
    work()
    assert {letter["To"] for letter in mailbox.letters} == {user.email for user in playing.users}
    assert timezone.now() >= Notice.objects.first().sent_at


NEW = {
    "username": "Zora",
    "email": "zora@example.org",
    "password1": "two sugars please",
    "password2": "two sugars please",
}


def test_signing_up_works_while_the_mail_server_does_not(mailbox, client):
    mailbox.answers = ["451 come back later"]
    assert client.post("/accounts/signup/", NEW).status_code == 302
    assert User.objects.filter(username="Zora").exists() and mailbox.letters == []
    Letter.objects.update(next_at=timezone.now())
    work()
    assert mailbox.letters[0]["To"] == "zora@example.org"
    assert "/accounts/confirm-email/" in mailbox.text()


def test_an_address_that_is_refused_for_good_is_not_tried_again(mailbox, client):
    mailbox.answers = ["550 no such user"]
    assert client.post("/accounts/signup/", NEW).status_code == 302
    work()
    assert mailbox.letters == []
