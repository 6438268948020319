"""What the album shows: people, tables in every state, boards in every phase; the same each time.

Numbers, names, seeds and times are fixed, so two pictures of a page differ only if the page does.
Everything is made through the services. Times are a fixed while before now where pages say how
long ago something was, and on a fixed day where they name the day.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import F, OuterRef, Subquery, Value
from django.db.models.functions import Concat
from django.urls import reverse
from django.utils import timezone

from accounts.chat.talking import message_say
from accounts.mail.silence import page_for
from accounts.mail.unsubscribing import token_for
from accounts.models import (
    Appeal,
    Decision,
    Device,
    Feed,
    Hook,
    Message,
    Notice,
    ReadyAnswer,
    Report,
    Rule,
    User,
)
from accounts.moderation import acts
from accounts.moderation.appeals import appeal_make
from accounts.moderation.reporting import report_make
from accounts.notices.feeds import feeds_renew
from accounts.notices.hooks import hook_set
from accounts.notices.wishes import are_here
from accounts.people.decisions import token_for as token_of
from accounts.people.friends import befriend
from accounts.people.rights import make_group
from accounts.people.tokens import token_make
from games.changing import services as games
from games.changing.services import table_change
from games.judging.rating import START
from games.judging.turns import bot_takes_seat
from games.models import LogEntry, RatedSeat, Rating, Seat, Table
from games.rules.core.interface import Document
from games.rules.registry import GAMES
from games.storing.rows import table_load
from lobby.models import Invitation
from lobby.models import Notice as News
from lobby.tables import services
from lobby.tables.inviting import letter_send
from lobby.tables.terms import terms_change
from lobby.terms.opening import Terms, days_per_move, games_in_lobby
from tools import mails
from tools.album import advice
from tools.passkey import passkey_make
from tools.samples import PHASES, Sample, table_make

NAMES = ("Ana", "Ben", "Carla", "Dario", "Elena")
MODERATOR, SUSPENDED, WARNED, STRANGER = "Mira", "Sid", "Wim", "Zoe"
GUEST = "Guest-Heron-482"
HERE = (*NAMES[1:4], GUEST)
LONG_AGO = datetime(2026, 3, 14, 18, 0, tzinfo=UTC)
A_WHILE = timedelta(hours=5, minutes=30)
SEATS = 3
SILENT = 10
"""The number of the table at which somebody has been silent for long."""
LESSON = ("cuba", "round")
"""The one in which Ana has asked for a hint, at the first step that asks something."""
BOARDS = 100
"""Boards have numbers from here on, so many for each game; other tables have lower ones."""

OTHERWISE: dict[str, Document] = {
    "santiago_de_cuba": {"info": "screens"},
    "port_royal": {"expansion": "contracts"},
    "guatemala_cafe": {"setup": "fixed", "track_sacks": "hidden"},
    "cuba": {"plantation_side": "individual", "hidden_money": True},
}
"""The options with which a board looks different: shown with as many players as can play."""


class AlbumBoard(msgspec.Struct, frozen=True):
    """A table with a board in some phase."""

    game: str
    phase: str  # of `tools.samples`, or "otherwise" in the middle with other options
    table: int
    asked: str  # a user who is to move; "" at the end
    waiting: str  # one who sits there too and is not to move
    between: int  # an entry of the log to look back at


class AlbumWorld(msgspec.Struct, frozen=True):
    """What there is to see: tables and other things by a name, with their numbers."""

    boards: list[AlbumBoard]
    tables: dict[str, int] = {}
    moderated: dict[str, str] = {}  # addresses in the moderators' room, by what is there
    links: dict[str, str] = {}  # that mails bring, by what they are for


def world_make(slugs: Sequence[str], *, pages: bool) -> AlbumWorld:
    """The boards of these games, and with `pages` everything else, in an empty database."""
    people = people_make()
    boards = [board for slug in slugs for board in boards_make(slug, people)]
    world = pages_make(boards, people) if pages else AlbumWorld(boards)
    clocks_set()
    all_seen()
    some_are_here()
    return world


def people_make() -> list[User]:
    """The players, in the order of their names. Nobody has a password."""
    for number, name in enumerate((*NAMES, MODERATOR, SUSPENDED, WARNED, STRANGER), start=1):
        User.objects.create(
            pk=number,
            username=name,
            email=f"{name}@example.org",
            password="!",
            date_joined=LONG_AGO,
            is_staff=name == MODERATOR,
        )
    User.objects.get(username=MODERATOR).groups.add(make_group())
    return list(User.objects.filter(username__in=NAMES).order_by("pk"))


# --- Boards --------------------------------------------------------------------------------------


def boards_make(slug: str, people: list[User]) -> list[AlbumBoard]:
    """The boards of a game: each phase, and the middle with other options."""
    first = BOARDS + 10 * sorted(GAMES).index(slug)
    usual = Sample(slug, SEATS, {})
    boards = [
        board_make(usual, phase, phase, first + number, people)
        for number, phase in enumerate(PHASES)
    ]
    most = GAMES[slug].players[-1]
    other = Sample(slug, most, OTHERWISE.get(slug, {}))
    return [*boards, board_make(other, "middle", "otherwise", first + len(PHASES), people)]


def board_make(
    sample: Sample, phase: str, name: str, number: int, people: list[User]
) -> AlbumBoard:
    """A table of a sample in a phase, with this number."""
    table_make(sample, people, phase, pk=number, days_per_move=3)  # type: ignore[arg-type]
    row = table_load(number)
    asked = [seat.name or "" for seat in row.seats if seat.deciding]
    others = [seat.name or "" for seat in row.seats if not seat.deciding]
    return AlbumBoard(
        sample.game,
        name,
        number,
        asked[0] if asked else "",
        (others or asked)[-1],
        max(1, row.number // 2),
    )


# --- Pages ---------------------------------------------------------------------------------------


def pages_make(boards: list[AlbumBoard], people: list[User]) -> AlbumWorld:
    """Everything that is not a board."""
    ana, ben, carla, dario, _ = people
    slugs = list(games_in_lobby())
    tables = {
        "open": open_make(1, ben, Terms(slugs[0], 2, 4, **days_per_move(2))),
        "private": open_make(2, ben, Terms(slugs[1], 2, 5, private=True)),
        "small": open_make(3, carla, Terms(slugs[2], 3, 4, **days_per_move(5))),
        "against bots": open_make(4, dario, Terms(slugs[3], 3, 5, bots=1)),
        "frozen": running_make(5, slugs[0], people),
        "closed": running_make(6, slugs[1], people),
        "absent": running_make(7, slugs[2], people),
        "resigned": running_make(8, slugs[3], people),
        "offered": running_make(9, slugs[0], people[1:], at_timeout="offer", **days_per_move(3)),
        "silent": running_make(SILENT, slugs[1], people[::-1]),
        "hint": running_make(11, slugs[1], people, hints=True),
        "thinking": running_make(12, slugs[2], people, hints=True),
        "asking": running_make(13, slugs[0], people, hints=True),
    }
    studies = advice_make(boards, tables)
    services.seat_take(table_id=tables["open"], user=dario, colour="red")
    services.seat_take(table_id=tables["small"], user=ana)
    services.invitation_send(table_id=tables["open"], user=ben, name=ana.username)
    message = talk(tables["resigned"], people)
    games.table_freeze(table_id=tables["frozen"], reason="AssertionError: 41 coins, not 40")
    games.table_close(table_id=tables["closed"], reason="timeout")
    asked = Seat.objects.filter(table=tables["absent"], deciding=True).get()
    Seat.objects.filter(pk=asked.pk).update(bot="random", absent_since=timezone.now())
    asked = Seat.objects.filter(table=tables["offered"], deciding=True).get()
    table_change(
        tables["offered"], lambda row, now: bot_takes_seat(row, asked.place, "absent", now)
    )
    games.seat_resign(table_id=tables["resigned"], user_id=carla.pk)
    guests_and_friends_make(people, tables)
    ratings_make(people, boards)
    moderated = moderation_make(people, message, tables)
    mails_make(ana, boards, tables)
    token_make(user=ana, name="The script on my laptop")
    ways_make(ana)
    passkey = passkey_make(ben)
    Authenticator.objects.filter(pk=passkey.pk).update(id=1, created_at=LONG_AGO)
    warned = User.objects.get(username=WARNED).pk
    offered = reverse("seat_take_over", args=[tables["offered"], asked.place])
    decision = reverse("decision", args=[token_of(User.objects.get(pk=warned).decisions.get())])
    links = {**links_make(ana, ben), **studies, "take over": offered, "decision": decision}
    return AlbumWorld(boards, tables, moderated, links)


def advice_make(boards: list[AlbumBoard], tables: dict[str, int]) -> dict[str, str]:
    """What experts think: at tables, in a lesson, of a game that is over. And what a user tried."""
    advice.hint_make(tables["hint"], asked_at(tables["hint"]).pk)
    advice.hint_wait(tables["thinking"], asked_at(tables["thinking"]).pk)
    advice.lesson_hint_make(*LESSON, User.objects.get(username=NAMES[0]).pk)
    ended = [board for board in boards if board.phase == "ended"]
    advice.analysis_make(ended[0].table)
    if len(ended) > 1:
        advice.analysis_wait(ended[1].table)
    ana = User.objects.get(username=NAMES[0])
    over = ended[0]
    kept = reverse("what_if_at", args=[over.table, over.between])
    return {"study": advice.study_make(over.table, over.between, ana.pk), "studies": kept}


def asked_at(table_id: int) -> User:
    """Who is asked first at a table."""
    return User.objects.filter(seats__table=table_id, seats__deciding=True).order_by("pk")[0]


def open_make(number: int, host: User, terms: Terms) -> int:
    """An open table. The first of an empty database, so it has this number."""
    table = services.table_open(host=host, terms=terms)
    Table.objects.filter(pk=table.pk).update(token=private_token(number))
    assert table.pk == number, "the database was not empty"
    return number


def private_token(number: int) -> str:
    """The token of the private link of an open table."""
    return f"a-private-link-{number:03}"


def ways_make(user: User) -> None:
    """Ways on which notices reach a user: a device, an address of their own, feeds."""
    facts = {"endpoint": "https://push.example.org/1", "key": "k", "secret": "s"}
    Device.objects.create(user=user, name="Firefox · Android", **facts)
    Device.objects.update(made_at=LONG_AGO)
    hook_set(user=user, url="https://example.org/sobremesa")
    Hook.objects.update(secret=f"whsec_{'a' * 43}=", problem="502 Bad Gateway")
    Hook.objects.update(failing_since=LONG_AGO)
    feeds_renew(user)
    Feed.objects.update(secret="f" * 43)


def running_make(number: int, slug: str, people: list[User], **fields: Any) -> int:
    """A table at which somebody is to move, with this number and `fields`."""
    table_make(Sample(slug, SEATS, {}), people, "opening", pk=number, **fields)
    return number


def ratings_make(people: list[User], boards: list[AlbumBoard]) -> None:
    """Rate three by a table that is over, one of them with too much doubt for a list."""
    strengths = (("cuba", 1684, 88, 41), ("cuba", 1512, 103, 26), ("port_royal", 1450, 210, 6))
    ratings = [
        Rating(game=game, user=user, mu=mu, sigma=sigma, tables=tables)
        for user, (game, mu, sigma, tables) in zip(people, strengths, strict=False)
    ]
    over = [board.table for board in boards if board.phase == "ended"]
    RatedSeat.objects.bulk_create(
        RatedSeat(
            table_id=over[0],
            place=place,
            rating=rating,
            at=LONG_AGO,
            rank=place + 1,
            weight=1,
            mu_before=START,
            sigma_before=rating.sigma,
            mu=rating.mu,
            sigma=rating.sigma,
        )
        for place, rating in enumerate(Rating.objects.bulk_create(ratings))
    )


def guests_and_friends_make(people: list[User], tables: dict[str, int]) -> None:
    """A guest at a table by its link, friends, one who asks, a letter, and a table changed."""
    ana, ben, carla, dario, _ = people
    guest = User.objects.create(
        pk=20,
        username=GUEST,
        password="!",
        is_guest=True,
        date_joined=LONG_AGO,
        last_login=timezone.now(),
    )
    services.seat_take(
        table_id=tables["private"], user=guest, token=private_token(tables["private"])
    )
    for one, other in ((ana, ben), (ben, ana), (carla, ana), (ana, dario)):
        befriend(user=one, other=other)
    letter_send(table_id=tables["private"], user=ben, address="zoe@example.org")
    small = Table.objects.get(pk=tables["small"])
    terms = Terms(small.game, 3, 4, **days_per_move(2), guests=True)
    terms_change(table_id=small.pk, user=carla, terms=terms)


def talk(table_id: int, people: list[User]) -> int:
    """Some chat at a table; the number of the last message."""
    table = Table.objects.get(pk=table_id)
    said = ["Good luck, everybody!", "Who has taken my place in the sun?", "You are all hopeless."]
    for user, text in zip(people, said, strict=False):
        message = message_say(table=table, user=user, text=text)
    return message.pk


def moderation_make(people: list[User], message: int, tables: dict[str, int]) -> dict[str, str]:
    """A warning and the appeal against it, somebody suspended, two reports, a ready reason."""
    (ana, ben, *_), table = people, tables["resigned"]
    mira, sid, wim = (User.objects.get(username=name) for name in (MODERATOR, SUSPENDED, WARNED))
    said = Table.objects.get(pk=table).messages.get(pk=message)
    report = report_make(reporter=ana, text="Carla calls us names.", message=said)
    report_make(reporter=ben, text="Nothing goes on here.", table_id=table)
    until = LONG_AGO.replace(year=LONG_AGO.year + 10)
    acts.user_warn(moderator=mira, user=wim, why="Please stay friendly.", rule=Rule.WORDS)
    warning = wim.decisions.get()
    appeal = appeal_make(decision=warning, text="It was meant in fun.")
    ready = ReadyAnswer.objects.create(title="Names", text="We call nobody names here.")
    acts.user_suspend(moderator=mira, user=sid, until=until, why="Threats.", rule=Rule.WORDS)
    News.objects.create(user=ana, table_id=table, kind=News.Kind.HOST, about=ben)
    return {
        "a report": reverse("moderation:matter", args=[report.pk]),
        "an appeal": reverse("moderation:appeal", args=[appeal.pk]),
        "a person": reverse("moderation:person", args=[wim.pk]),
        "somebody suspended": reverse("moderation:person", args=[sid.pk]),
        "a message": reverse("moderation:message", args=[message]),
        "a table": reverse("moderation:table", args=[tables["frozen"]]),
        "an open table": reverse("moderation:table", args=[tables["open"]]),
        "a ready reason": reverse("moderation:answer", args=[ready.pk]),
    }


def links_make(sure: User, unsure: User) -> dict[str, str]:
    """The paths of links in mails. One user's address is confirmed, the other's is not yet."""
    EmailAddress.objects.create(user=sure, email=sure.email, primary=True, verified=True)
    address = EmailAddress.objects.create(user=unsure, email=unsure.email, primary=True)
    key = EmailConfirmationHMAC(address).key
    seat = Seat.objects.filter(table__host=unsure, table__status="open").exclude(user=unsure)[0]
    return {
        "confirm": reverse("account_confirm_email", args=[key]),
        "unsubscribe": reverse("unsubscribe", args=[token_for(sure)]),
        "silence": page_for("zoe@example.org").removeprefix(settings.SITE_URL),
        "remove": reverse("seat_remove", args=[seat.table_id, seat.pk]),
    }


def mails_make(user: User, boards: list[AlbumBoard], tables: dict[str, int]) -> None:
    """Every kind of mail to a user in every language; keys begin with the language."""
    seats = Seat.objects.filter(user=user)
    own = seats.filter(table__status="playing", table__frozen_at=None)
    ended = next(board.table for board in boards if board.phase == "ended")
    middle = {board.table for board in boards if board.phase == "middle"}
    host = User.objects.get(username=NAMES[1])
    moderator = User.objects.get(username=MODERATOR)
    Notice.objects.all().delete()  # what acts above have owed, if they were committed
    for language in dict(settings.LANGUAGES):
        User.objects.update(language=language)
        user.refresh_from_db()
        waiting = list(own.filter(deciding=True, bot="").order_by("table_id"))
        away = list(own.filter(absent_since__isnull=False))
        mails.every_kind_write(
            waiting[-1],
            (host, tables["open"]),
            turn=next((seat for seat in waiting if seat.table_id in middle), waiting[0]),
            started=seats.get(table=tables["resigned"]),
            finished=seats.get(table=ended),
            absent=away[0],
            missed=away[0],
        )
        moderator.alerts.all().delete()
        new = Notice.objects.exclude(key__contains="/")
        new.update(key=Concat(Value(f"{language}/"), F("kind")))
    User.objects.update(language="")


# --- Times ---------------------------------------------------------------------------------------


def clocks_set() -> None:
    """Set all times: a while ago, or on a fixed day."""
    now = timezone.now()
    then = now - A_WHILE
    Table.objects.update(opened_at=then)
    Table.objects.filter(started_at__isnull=False).update(started_at=then, moved_at=then)
    Table.objects.filter(finished_at__isnull=False).update(finished_at=LONG_AGO)
    Seat.objects.filter(deciding=True).update(since=then)
    Seat.objects.filter(absent_since__isnull=False).update(absent_since=then)
    silent = Seat.objects.filter(deciding=True, table=SILENT)
    silent.update(since=now - timedelta(days=20))
    Seat.objects.filter(deadline__isnull=False).update(deadline=now + 9 * A_WHILE)
    LogEntry.objects.update(at=then)
    Invitation.objects.update(sent_at=then)
    News.objects.update(at=then)
    Notice.objects.update(owed_at=LONG_AGO)
    Decision.objects.update(at=LONG_AGO)
    Report.objects.update(at=LONG_AGO)
    Message.objects.update(at=LONG_AGO)
    Appeal.objects.update(at=LONG_AGO)


def all_seen() -> None:
    """Nobody has anything to catch up with: else what a page shows depends on who looked before."""
    number = Table.objects.filter(pk=OuterRef("table")).values("number")
    Seat.objects.update(shown=Subquery(number))


def some_are_here() -> None:
    """The same people are about for as long as pictures are taken, whoever looks at pages."""
    here = User.objects.filter(username__in=HERE)
    User.objects.exclude(pk__in=here).update(shows_here=False)
    are_here(list(here.values_list("pk", flat=True)), timezone.now() + A_WHILE)
