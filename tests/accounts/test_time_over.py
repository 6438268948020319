"""Whose time is over hears of it, by mail and on every page about it, and can come back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notices import selecting, sending
from games.changing import clocks, expiring, services
from games.judging.clocks import stamp_of
from games.models import Seat, Table
from games.storing.rows import table_load
from lobby.tables import services as lobby
from lobby.terms.opening import Terms
from tests.people import client_of
from tools.working import news_owe, work

pytestmark = pytest.mark.django_db(transaction=True)


def let_time_pass(playing: Any, place: int) -> None:
    """The clock of a seat runs out."""
    over = timezone.now() - timedelta(seconds=1)
    Seat.objects.filter(table_id=playing.id, place=place).update(deadline=over)
    expiring.decision_expire(table_id=playing.id, place=place, deadline=over)


def page_of(user: User, path: str) -> str:
    return client_of(user).get(path).text


def letters_to(mailbox: Any, user: User) -> list[Any]:
    return [letter for letter in mailbox.letters if letter["To"] == user.email]


def plain(letter: Any) -> str:
    text: str = letter.get_body(("plain",)).get_content()
    return text


def test_whose_time_is_over_gets_a_mail(begin, mailbox):
    playing = begin(seats=2, days_per_move=1)
    late, other = playing.user_at(0), playing.user_at(1)
    work()
    mailbox.letters.clear()
    let_time_pass(playing, 0)
    work()
    (letter,) = letters_to(mailbox, late)
    assert letter["Subject"] == "Pier: a bot plays for you"
    assert "take your seat back whenever you like" in plain(letter)
    assert f"/tables/{playing.id}/" in plain(letter)
    assert letters_to(mailbox, other) == []
    news_owe()
    work()
    assert len(letters_to(mailbox, late)) == 1, "told twice, written once"


def test_whose_one_answer_a_bot_has_given_gets_a_mail(begin, mailbox):
    playing = begin(seats=2, days_per_move=1, at_timeout="once")
    late, other = playing.user_at(0), playing.user_at(1)
    work()
    mailbox.letters.clear()
    let_time_pass(playing, 0)
    work()
    (letter,) = letters_to(mailbox, late)
    assert letter["Subject"] == "Pier: a bot has answered for you"
    assert "The next one is yours again" in plain(letter)
    assert {letter["Subject"] for letter in letters_to(mailbox, other)} <= {"Pier: it is your turn"}
    news_owe()
    work()
    assert len(letters_to(mailbox, late)) == 1, "told twice, written once"


def test_whoever_is_excused_is_reminded_again(begin):
    playing = begin(seats=2, days_per_move=1, excused=False)
    seats = Seat.objects.filter(table_id=playing.id, place=0)
    before = seats.get().remind_at
    let_time_pass(playing, 0)
    assert playing.kinds()[-1] == "excused" and seats.get().remind_at > before


def ask(playing: Any, by: int, kind: str, place: int | None = None) -> None:
    clocks.wish_make(
        table_id=playing.id,
        user_id=playing.user_at(by).pk,
        kind=kind,
        place=place,
        time=timedelta(),
    )


def test_who_is_to_agree_gets_a_mail(begin, mailbox):
    playing = begin(seats=3)
    work()
    mailbox.letters.clear()
    ask(playing, 0, "end")
    work()
    to = {letter["To"] for letter in mailbox.letters}
    assert to == {playing.user_at(1).email, playing.user_at(2).email}
    for letter in mailbox.letters:
        assert letter["Subject"] == "Pier: you are asked to agree"
        assert "asks to end this game" in plain(letter) and "consent is needed" in plain(letter)
        assert f"/tables/{playing.id}/clock/" in plain(letter)


def test_no_mail_about_a_wish_that_is_gone(begin, mailbox):
    playing = begin(seats=2)
    work()
    mailbox.letters.clear()
    ask(playing, 0, "end")
    news_owe()
    stamp = stamp_of(table_load(playing.id).wish)
    clocks.wish_answer(table_id=playing.id, user_id=playing.user_at(0).pk, seen=stamp, agree=False)
    work()
    assert {n.status for n in Notice.objects.filter(kind="wish")} == {Notice.Status.DROPPED}
    assert mailbox.letters == []


def test_who_has_been_silent_hears_of_the_wish_and_of_the_bot(begin, mailbox):
    playing = begin(seats=3)
    work()
    mailbox.letters.clear()
    long_ago = timezone.now() - timedelta(days=15)
    Seat.objects.filter(table_id=playing.id, place=0).update(since=long_ago)
    silent = playing.user_at(0)
    ask(playing, 1, "stand_in", place=0)
    work()
    (letter,) = letters_to(mailbox, silent)
    assert "Your consent is not needed" in plain(letter)
    stamp = stamp_of(table_load(playing.id).wish)
    clocks.wish_answer(table_id=playing.id, user_id=playing.user_at(2).pk, seen=stamp, agree=True)
    work()
    letter = letters_to(mailbox, silent)[-1]
    assert letter["Subject"] == "Pier: a bot plays for you"
    assert "the others have agreed on a bot" in plain(letter) and "ran out" not in plain(letter)


def test_no_mail_to_who_is_back_already(begin, mailbox):
    playing = begin(seats=2, days_per_move=1)
    let_time_pass(playing, 0)
    news_owe()
    services.seat_return(table_id=playing.id, user_id=playing.user_at(0).pk)
    User.objects.exclude(pk=playing.user_at(0).pk).update(mails="off")
    Notice.objects.exclude(kind="absent").delete()
    sending.next_deliver("mail")
    assert Notice.objects.get().status == Notice.Status.DROPPED and mailbox.letters == []


@pytest.mark.parametrize(("mails", "expected"), [("turn", 1), ("digest", 0), ("off", 0)])
def test_the_preference_decides_here_too(begin, mailbox, mails, expected):
    playing = begin(seats=2, days_per_move=1)
    User.objects.update(mails=mails)
    let_time_pass(playing, 0)
    work()
    assert Notice.objects.filter(kind="absent").count() == expected


def test_a_digest_names_the_tables_at_which_a_bot_plays(begin, mailbox):
    playing = begin(seats=2, days_per_move=1)
    late = playing.user_at(0)
    User.objects.filter(pk=late.pk).update(mails="digest")
    User.objects.exclude(pk=late.pk).update(mails="off")
    let_time_pass(playing, 0)
    then = datetime(2026, 5, 3, 20, tzinfo=UTC)
    Seat.objects.filter(table_id=playing.id, place=0).update(absent_since=then)
    for day in (4, 5):
        selecting.digests_owe(datetime(2026, 5, day, 9, 2, tzinfo=UTC))
    work()
    (letter,) = mailbox.letters
    assert letter["Subject"] == "A bot plays for you"
    assert f"/tables/{playing.id}/" in plain(letter)


def test_my_games_offer_the_seat_back(begin):
    playing = begin(seats=2, days_per_move=1)
    late = playing.user_at(0)
    assert "A bot plays for you" not in page_of(late, "/my-games/")
    let_time_pass(playing, 0)
    page = page_of(late, "/my-games/")
    assert "A bot plays for you" in page and f'action="/tables/{playing.id}/return"' in page
    assert page.count(f'href="/tables/{playing.id}/"') == 1, "in one list only"
    assert "A bot plays for you" in page_of(late, f"/tables/{playing.id}/")
    client = client_of(late)
    back = client.post(f"/tables/{playing.id}/return", follow=True)
    assert back.redirect_chain[-1][0] == f"/tables/{playing.id}/"
    assert "A bot plays for you" not in page_of(late, "/my-games/")
    assert "A bot plays for you" not in page_of(playing.user_at(1), "/my-games/")


def test_my_games_take_the_same_queries_for_many_seats(begin):
    counts = []
    user = None
    for _ in range(2):
        for _ in range(2):
            playing = begin(seats=2, days_per_move=1)
            user = playing.users[0]
            place = Seat.objects.get(table_id=playing.id, user=user).place
            let_time_pass(playing, place)
            close = begin(seats=2, days_per_move=1, at_timeout="close")
            let_time_pass(close, 0)
        with CaptureQueriesContext(connection) as queries:
            assert "Take my seat back" in page_of(user, "/my-games/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_table_closed_by_time_says_whose_and_why(begin, mailbox):
    playing = begin(seats=2, days_per_move=1, at_timeout="close")
    late, other = playing.user_at(0), playing.user_at(1)
    work()
    mailbox.letters.clear()
    let_time_pass(playing, 0)
    work()
    mine = "Your time ran out, and it was agreed to stop then. Nobody has won."
    theirs = f"{late.username}’s time ran out, and it was agreed to stop then. Nobody has won."
    for user, words in ((late, mine), (other, theirs)):
        (letter,) = letters_to(mailbox, user)
        assert letter["Subject"] == "Pier: your game is over"
        assert words in plain(letter)
        assert words in letter.get_body(("html",)).get_content()
        assert words in page_of(user, f"/tables/{playing.id}/")
    assert theirs in Client().get(f"/tables/{playing.id}/").text
    assert f"{late.username}’s time has run out. The table is closed." in page_of(
        other, f"/tables/{playing.id}/"
    )
    assert "a bot plays" not in page_of(other, f"/tables/{playing.id}/")
    assert "closed: your time ran out" in page_of(late, "/my-games/")
    assert f"closed: {late.username}’s time ran out" in page_of(other, "/my-games/")
    assert f'href="/tables/{playing.id}/"' in page_of(other, "/my-games/")


def test_a_table_closed_by_a_moderator_says_so(begin, mailbox):
    playing = begin(seats=2)
    services.table_close(table_id=playing.id, reason="moderator")
    work()
    assert {letter["Subject"] for letter in mailbox.letters} == {"Pier: your game is over"}
    assert "A moderator has closed the table." in mailbox.text()
    assert "A moderator has closed the table." in page_of(
        playing.user_at(0), f"/tables/{playing.id}/"
    )
    assert "closed by a moderator" in page_of(playing.user_at(0), "/my-games/")


def test_a_table_that_was_cleared_is_in_no_list_and_no_mail(people, mailbox):
    table = lobby.table_open(host=people[0], terms=Terms("port_royal", 2, 3))
    lobby.seat_take(table_id=table.pk, user=people[1])
    User.objects.filter(pk=people[1].pk).update(mails="digest")
    lobby.table_close(table_id=table.pk, user=people[0])
    selecting.digests_owe(
        datetime.combine(timezone.now(), datetime.min.time(), UTC) + timedelta(hours=9)
    )
    work()
    assert mailbox.letters == []
    assert f"/tables/{table.pk}/" not in page_of(people[1], "/my-games/")
    client = Client()
    assert client.get(f"/tables/{table.pk}/").headers["location"] == f"/lobby/tables/{table.pk}/"
    assert "This table was cancelled" in client.get(f"/lobby/tables/{table.pk}/").text


def begun_by(host: User, guest: User, *, starter: str) -> Table:
    """A table of two that begins by the last seat taken, or by its host's word."""
    table = lobby.table_open(
        host=host, terms=Terms("port_royal", 2, 2 if starter == "guest" else 3)
    )
    lobby.seat_take(table_id=table.pk, user=guest)
    if starter == "host":
        lobby.table_start(table_id=table.pk, user=host)
    return table


@pytest.mark.parametrize("starter", ["guest", "host"])
def test_whoever_did_not_begin_a_table_hears_that_it_has(people, mailbox, starter):
    ana, ben = people[:2]
    table = begun_by(ana, ben, starter=starter)
    asked = Seat.objects.get(table=table, deciding=True).user
    work()
    waits = ben if asked == ana else ana
    subjects = {letter["To"]: letter["Subject"] for letter in mailbox.letters}
    assert subjects.pop(asked.email) == "Port Royal: it is your turn"
    assert "Your game of Port Royal has begun" in plain(letters_to(mailbox, asked)[0])
    knows = ben if starter == "guest" else ana
    if waits == knows:
        assert subjects == {}, "who began it knows"
    else:
        assert subjects == {waits.email: "Port Royal: your game has begun"}
