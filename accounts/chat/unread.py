"""Unread messages in the chats of the tables where somebody sits.

What is read on one device is read on all. Guests read, too; spectators' pages count by themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.chat.talking import chat_group, messages_for
from accounts.models import ChatRead, Message, User
from accounts.people.blocks import blocked_with
from accounts.people.own_pages import tell_users
from config.push.telling import tell_after_commit
from games.models import BIGGEST
from games.storing.rows import run

FOR_READING = """
    m.user_id is distinct from s.user_id and not m.hidden and m.id > coalesce((
        select r.number from accounts_chatread r
        where r.user_id = s.user_id and r.table_id = s.table_id
    ), 0) and not exists (
        select from accounts_user_blocked b
        where (b.from_user_id, b.to_user_id) = (s.user_id, m.user_id)
            or (b.from_user_id, b.to_user_id) = (m.user_id, s.user_id)
    )
"""
"""The condition that the user of a seat `s` has yet to read a message `m` at its table.

Hidden ones are left out, and those of users with whom there is a block: nobody could read them
(`messages_for`).
"""
UNREAD = f"""
    select s.user_id, s.table_id, count(*)::int
    from games_seat s
    join accounts_message m on m.table_id = s.table_id
    where s.user_id = any(%(users)s)
        and (s.goes_on or s.ended_at > now() - interval '30 days')
        and {FOR_READING}
    group by s.user_id, s.table_id
"""  # noqa: S608 - our own statement
"""By user and table, how many messages they have yet to read, where it goes on or ended lately."""

READ = """
    select coalesce(r.number, 0) from games_seat s
    left join accounts_chatread r on r.user_id = s.user_id and r.table_id = s.table_id
    where s.user_id = %(user)s and s.table_id = %(table)s
"""
STORE = """
    insert into accounts_chatread as r (user_id, table_id, number, at)
    values (%(user)s, %(table)s, %(number)s, %(now)s)
    on conflict (user_id, table_id) do update set number = excluded.number, at = excluded.at
        where r.number < excluded.number
    returning number
"""
COUNTS = """
    select (
        select count(*) from games_seat s join games_table t on t.id = s.table_id
        where s.user_id = %(user)s and s.deciding and s.bot = '' and t.status = 'playing'
            and t.frozen_at is null
    ), (select coalesce(sum(u.count), 0) from (UNREAD) u)
""".replace("UNREAD", UNREAD.replace("any(%(users)s)", "%(user)s"))


class Counts(NamedTuple):
    """The numbers in the header of every page."""

    waiting: int  # tables at which it is their turn
    unread: int  # messages


class Reader(NamedTuple):
    """Up to which message somebody has read a chat."""

    name: str
    number: int


def counts_of(user: User) -> Counts:
    """Return what waits for a user, in one statement."""
    ((waiting, unread),) = run(COUNTS, {"user": user.pk})
    return Counts(int(waiting), int(unread))


def unread_of_all(user_ids: Collection[int]) -> Mapping[int, Mapping[int, int]]:
    """Return how many messages each of these users has not read, by table."""
    found = defaultdict[int, dict[int, int]](dict)
    for user_id, table_id, count in run(UNREAD, {"users": list(user_ids)}):
        found[user_id][table_id] = count
    return found


def unread_by_table(user: User) -> Mapping[int, int]:
    """Return how many messages a user has not read, by table; tables without any are left out."""
    return unread_of_all([user.pk]).get(user.pk, {})


def left_to_read(user: User, table_id: int, after: datetime | None = None) -> list[Message]:
    """Return the messages of others that a user has yet to read, of those after a time."""
    since = read_until(user=user, table_id=table_id) or 0
    said = messages_for(table_id, user, since).exclude(user=user)
    return list(said.filter(at__gt=after) if after else said)


def tables_talking(user: User, since: datetime) -> list[int]:
    """Return the tables at which something was said since then that a user has yet to read."""
    lately = Message.objects.filter(table__in=unread_by_table(user), at__gt=since)
    return sorted(set(lately.exclude(user=user).values_list("table_id", flat=True)))


def read_until(*, user: User, table_id: int) -> int | None:
    """Return up to which message a user has read; None for who has no seat at the table."""
    found = run(READ, {"user": user.pk, "table": table_id})
    return int(found[0][0]) if found else None


def readers_at(table_id: int, user: User) -> list[Reader]:
    """Return up to where the others have read a chat: those who show it, to somebody who does."""
    if not user.shows_read:
        return []
    read = ChatRead.objects.filter(
        table=table_id, user__shows_read=True, user__seats__table=table_id
    )
    others = read.exclude(user=user).exclude(user__in=blocked_with(user))
    return [Reader(*one) for one in others.order_by("pk").values_list("user__username", "number")]


def read_by(said: Sequence[Message], readers: Sequence[Reader]) -> dict[int, list[str]]:
    """Return who has read up to each of some messages, oldest first, and no further."""
    found = defaultdict[int, list[str]](list)
    for reader in readers:
        latest = max((message.pk for message in said if message.pk <= reader.number), default=0)
        found[latest].append(reader.name)
    return found


@transaction.atomic
def chat_read(*, user: User, table_id: int, number: int) -> None:
    """Note that a user has read the chat at a table up to a message, and tell all their pages.

    No further than there are messages, and never back. Does nothing for who has no seat there.
    """
    if read_until(user=user, table_id=table_id) is None:
        return
    said = Message.objects.filter(table=table_id, pk__lte=min(number, BIGGEST))
    latest = said.aggregate(latest=Max("pk"))["latest"]
    if latest is None:
        return
    facts = {"user": user.pk, "table": table_id, "number": latest, "now": timezone.now()}
    if run(STORE, facts):
        group = chat_group(table_id)
        told = {"type": "chat.read", "group": group, "user": user.pk, "id": latest}
        tell_after_commit(group, told)
        tell_users([user.pk])
