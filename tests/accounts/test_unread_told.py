"""Unread messages are told once: with a table's mails, in the digest, by push and hook."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.chat.talking import message_say
from accounts.chat.unread import chat_read
from accounts.models import Message, Notice, User
from accounts.notices.hooks import hook_set
from accounts.notices.kinds import kind_of
from accounts.notices.selecting import digests_owe
from games.changing import services
from games.models import Seat
from tests.accounts.mailbox import Mailbox
from tests.people import client_of
from tools.working import news_owe, work

pytestmark = pytest.mark.django_db(transaction=True)
SAID = "said"


def say(playing: Any, place: int, text: str, minutes: int = 5) -> Message:
    """Have somebody say something so many minutes ago."""
    said = message_say(table=playing.table, user=playing.user_at(place), text=text)
    Message.objects.filter(pk=said.pk).update(at=timezone.now() - timedelta(minutes=minutes))
    return said


def texts_to(mailbox: Mailbox, user: User) -> list[str]:
    """Return the plain texts of the mails to somebody."""
    letters = [letter for letter in mailbox.letters if letter["To"] == user.email]
    return [letter.get_body(("plain",)).get_content() for letter in letters]


def over(playing: Any, place: int) -> None:
    """End the game by giving up."""
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(place).pk)


def test_a_mail_about_a_table_tells_what_was_said_and_the_next_one_does_not(
    begin: Any, mailbox: Mailbox
) -> None:
    playing = begin(seats=2)
    (place,) = playing.asked()[:1]
    other, reader = 1 - place, playing.user_at(place)
    Seat.objects.filter(table=playing.id).update(since=timezone.now() - timedelta(hours=1))
    say(playing, other, "are you <there>?"), say(playing, other, "hello")
    say(playing, place, "yes")
    work()
    (first,) = [text for text in texts_to(mailbox, reader) if "your turn" in text]
    assert "are you <there>?" in first and "hello" in first and "yes" not in first
    over(playing, other)
    news_owe()
    work()
    *_, last = texts_to(mailbox, reader)
    assert "is over" in last and "hello" not in last


def test_a_mail_tells_nothing_of_what_was_read(begin: Any, mailbox: Mailbox) -> None:
    playing = begin(seats=2)
    said = say(playing, 0, "hello")
    chat_read(user=playing.user_at(1), table_id=playing.id, number=said.pk)
    over(playing, 0)
    news_owe()
    work()
    *_, last = texts_to(mailbox, playing.user_at(1))
    assert "is over" in last and "hello" not in last


def test_of_many_messages_a_mail_tells_the_latest(begin: Any, mailbox: Mailbox) -> None:
    playing = begin(seats=2)
    ana = playing.user_at(0)
    Message.objects.bulk_create(
        Message(table=playing.table, user=ana, text=f"message {number}") for number in range(13)
    )
    over(playing, 0)
    news_owe()
    work()
    *_, last = texts_to(mailbox, playing.user_at(1))
    assert "message 12" in last and "message 2" not in last and "3 earlier messages" in last


def hooked(playing: Any) -> User:
    """Give the second player an address of their own, and no mails."""
    user = playing.user_at(1)
    hook_set(user=user, url="https://example.org/")
    User.objects.filter(pk=user.pk).update(mails="off")
    return User.objects.get(pk=user.pk)


def owed(user: User) -> list[Notice]:
    """Return the notices of what was said that are owed to somebody, after a look."""
    news_owe()
    return list(Notice.objects.filter(user=user, kind=SAID, status="owed").order_by("pk"))


def test_each_message_is_told_once_by_push_or_hook(begin: Any) -> None:
    playing = begin(seats=3)
    ben = hooked(playing)
    say(playing, 0, "one"), say(playing, 2, "two")
    first, second = owed(ben)
    assert kind_of(first).is_wanted() and kind_of(second).is_wanted()
    words = kind_of(first).say()
    assert words and words.url.endswith(f"/tables/{playing.id}/#chat")
    assert "two" in words.body and "(1 earlier message)" in words.body
    Notice.objects.filter(pk=first.pk).update(status="sent", sent_at=timezone.now())
    assert not kind_of(second).is_wanted(), "it was told with the first"
    say(playing, 0, "three", minutes=2)
    Message.objects.filter(text="three").update(at=timezone.now() + timedelta(seconds=1))
    assert len(owed(ben)) == 1, "within a minute the page may show it"
    Notice.objects.update(sent_at=None, status="owed")
    chat_read(user=ben, table_id=playing.id, number=Message.objects.latest("pk").pk)
    assert not any(kind_of(notice).is_wanted() for notice in owed(ben)), "all of it is read"


@pytest.mark.parametrize("wish", [{"chat_news": False}, {"hooks": "digest"}, {"hooks": "off"}])
def test_who_does_not_want_it_is_told_nothing(begin: Any, wish: dict[str, object]) -> None:
    playing = begin(seats=2)
    ben = hooked(playing)
    say(playing, 0, "hello")
    assert len(owed(ben)) == 1
    User.objects.filter(pk=ben.pk).update(**wish)
    (notice,) = owed(ben)
    assert not kind_of(notice).is_wanted()
    Notice.objects.all().delete()
    assert owed(ben) == []


def test_there_is_no_mail_for_it(begin: Any) -> None:
    playing = begin(seats=2)
    say(playing, 0, "hello")
    assert owed(playing.user_at(1)) == []


def test_a_digest_tells_where_something_was_said(begin: Any, mailbox: Mailbox) -> None:
    playing = begin(seats=2, game="santiago_de_cuba")
    (place,) = playing.asked()
    reader = playing.user_at(1 - place)
    now = timezone.now().replace(hour=8, minute=10)
    zone = {"time_zone": "Etc/UTC", "daily_hour": 8, "mails": "digest"}
    User.objects.filter(pk=reader.pk).update(**zone)
    digests_owe(now)
    work()
    assert texts_to(mailbox, reader) == [], "nothing waits, and nothing was said"
    said = say(playing, place, "hello")
    Message.objects.filter(pk=said.pk).update(at=now - timedelta(hours=3))
    digests_owe(now)
    work()
    (text,) = texts_to(mailbox, reader)
    assert "New in the chats" in text and "1 new message" in text


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("@{name}, your turn", True),
        ("hello @{lower}!", True),
        ("{name} is slow", False),
        ("@{name}belle", False),
        ("mail me@{name}", True),
        ("@", False),
    ],
)
def test_who_is_named_is_told_by_mail_as_well(
    begin: Any, mailbox: Mailbox, text: str, named: bool
) -> None:
    playing = begin(seats=2, game="santiago_de_cuba")
    (place,) = playing.asked()
    ben = playing.user_at(1 - place)  # whom no mail about a turn tells it
    User.objects.filter(pk=ben.pk).update(username="b.en (x)")
    name = "b.en (x)"
    said = say(playing, place, text.format(name=name, lower=name.upper()))
    news_owe()
    kinds = set(Notice.objects.filter(user=ben).values_list("kind", "channel"))
    assert (("mentioned", "mail") in kinds) == named
    Notice.objects.exclude(kind="mentioned").delete()
    for _ in range(2):
        work()
        news_owe()
    mails = [text for text in texts_to(mailbox, ben) if "mentioned in the chat" in text]
    assert [said.text in text for text in mails] == [True] * named, "once"
    page = client_of(ben).get(f"/tables/{playing.id}/chat/").text
    assert ('class="for-me"' in page) == named
    other = client_of(playing.user_at(place)).get(f"/tables/{playing.id}/chat/").text
    assert 'class="for-me"' not in other


def test_what_a_mail_about_the_table_has_told_needs_no_other(begin: Any, mailbox: Mailbox) -> None:
    playing = begin(seats=2)
    ben = playing.user_at(1)
    say(playing, 0, f"@{ben.username}, good luck!")
    over(playing, 0)
    news_owe()
    mention = Notice.objects.get(user=ben, kind="mentioned", channel="mail")
    Notice.objects.filter(pk=mention.pk).update(next_at=timezone.now() + timedelta(hours=1))
    work()
    assert any("good luck!" in text for text in texts_to(mailbox, ben))
    assert not kind_of(mention).is_wanted()


def test_a_mail_about_several_tables_tells_what_was_said_at_each(
    begin: Any, mailbox: Mailbox
) -> None:
    """It counts as a mail about each table, so no other mail tells what names its reader."""
    tables = [begin(seats=2, game="santiago_de_cuba") for _ in range(2)]
    Seat.objects.filter(deciding=True).update(since=timezone.now() - timedelta(hours=1))
    places = [playing.asked()[0] for playing in tables]
    (reader,) = {playing.user_at(place) for playing, place in zip(tables, places, strict=True)}
    User.objects.filter(pk=reader.pk).update(mails="quiet", quiet_minutes=20)
    for number, (playing, place) in enumerate(zip(tables, places, strict=True)):
        say(playing, 1 - place, f"@{reader.username}, message {number}")
    news_owe()
    mentions = Notice.objects.filter(kind="mentioned", user=reader)
    mentions.update(next_at=timezone.now() + timedelta(hours=1), attempts=1)  # they wait
    work()
    (text,) = [text for text in texts_to(mailbox, reader) if "waiting for you" in text]
    assert "message 0" in text and "message 1" in text
    assert text.count("Santiago de Cuba: In the chat:") == 2
    assert not any(kind_of(one).is_wanted() for one in mentions)


def test_a_message_that_names_somebody_is_not_among_those_that_are_only_counted(
    begin: Any, mailbox: Mailbox
) -> None:
    playing = begin(seats=2)
    ana, ben = playing.user_at(0), playing.user_at(1)
    texts = [f"@{ben.username}, message 0", *(f"message {number}" for number in range(1, 13))]
    Message.objects.bulk_create(Message(table=playing.table, user=ana, text=one) for one in texts)
    over(playing, 0)
    news_owe()
    work()
    *_, last = texts_to(mailbox, ben)
    assert "message 0" in last and "message 2" not in last and "2 earlier messages" in last


def test_a_message_that_names_somebody_is_told_in_one_kind(begin: Any) -> None:
    playing = begin(seats=2)
    ben = hooked(playing)
    say(playing, 0, "hello"), say(playing, 0, f"@{ben.username}!")
    news_owe()
    owed = Notice.objects.filter(user=ben).order_by("kind")
    assert [(one.kind, kind_of(one).is_wanted()) for one in owed] == [
        ("mentioned", True), ("said", True),
    ]  # fmt: skip
    words = [kind_of(one).say() for one in owed]
    assert words[0] and words[1] and "!" in words[0].body and "hello" in words[1].body
    User.objects.filter(pk=ben.pk).update(chat_news=False)
    assert not any(kind_of(one).is_wanted() for one in Notice.objects.filter(user=ben))
