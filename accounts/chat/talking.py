"""Posting chat messages at a table, and reading them."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from accounts.models import User
from accounts.models.chat import LONGEST, Message
from accounts.people.blocks import blocked_with
from accounts.people.own_pages import tell_users
from accounts.people.rights import need_account
from accounts.submissions.submissions import SentOtherwise
from config.push.telling import tell_after_commit
from config.web.counting import check_most, within
from config.web.limits import MESSAGES
from config.web.one_line import in_one_line
from config.web.refusal import Refused, counted
from games.faces import Face
from games.models import Seat, Table
from games.telling.documents import Moment
from games.telling.reading import zoned

Reader = User | AnonymousUser

LATEST = 100
"""How many messages are shown at most."""


class NotAtTable(Refused):
    """Only players at the table may write."""

    code, status = "not_your_seat", 403
    text = _("Only the players at the table can write here.")


class PlayersOnly(Refused):
    """The players at this table talk among themselves."""

    code, status = "players_only", 403
    text = _("At this table, the chat is for the players only.")


class Muted(Refused):
    """A moderator has muted the user for a while."""

    code, status, text = "muted", 403, _("You cannot write until {until}.")


class EmptyText(Refused):
    """The message is empty or too long."""

    code, status, text = (
        "text",
        422,
        counted(_("A message has 1 to {most} characters."), most=LONGEST),
    )


def chat_group(table_id: int) -> str:
    """The channel group of everybody who follows the chat at a table."""
    return f"chat.{table_id}"


@transaction.atomic
def message_say(*, table: Table, user: User, text: str, mark: str = "") -> Message:
    """Post a message at a table; one with a mark that came before is that message.

    Raises NotAtTable, AccountNeeded, Muted, TooMany, EmptyText, SentOtherwise.
    """
    User.objects.select_for_update().get(pk=user.pk)  # locked, so that the limits hold
    check_may_talk(table, user)
    text = in_one_line(text)
    if mark and (first := Message.objects.filter(user=user, mark=mark).first()):
        if (first.table_id, first.text) != (table.pk, text):
            raise SentOtherwise
        return first
    if not 1 <= len(text) <= LONGEST:
        raise EmptyText
    for most in MESSAGES:
        check_most(most, Message.objects.filter(within(most), user=user).count())
    message = Message.objects.create(table=table, user=user, text=text, mark=mark)
    tell(table.pk, "chat.said", message)
    tell_users(seated_at(table.pk) - {user.pk})
    return message


def check_may_talk(table: Table, user: User) -> None:
    """Raise NotAtTable, AccountNeeded or Muted."""
    need_account(user)
    if not may_talk(table.pk, user):
        raise NotAtTable
    if user.is_muted and user.muted_until is not None:
        raise Muted(str(Muted.text).format(until=zoned(user.muted_until)))


def may_talk(table_id: int, user: Reader) -> bool:
    """Whether a user with an account sits at a table and has not given up."""
    return (
        isinstance(user, User)
        and not user.is_guest
        and Seat.objects.filter(table=table_id, user=user, resigned_at=None).exists()
    )


def messages_for(table_id: int, reader: Reader, since: int = 0) -> QuerySet[Message]:
    """The messages at a table that a reader may see, oldest first.

    Hidden ones are left out, and so are those of users blocked by, or blocking, the reader. Where
    the players talk among themselves, nobody else may see any.
    """
    messages = open_to(reader).filter(table=table_id, hidden=False, pk__gt=since)
    if isinstance(reader, User):
        messages = messages.exclude(user__in=blocked_with(reader))
    return messages.select_related("user")


def open_to(reader: Reader) -> QuerySet[Message]:
    """The messages at tables where a reader may follow the chat; they must see the table, too."""
    return Message.objects.filter(chats_open_to(reader, "table"))


def may_read(table_id: int, reader: Reader) -> bool:
    """Whether a reader who sees a table may follow its chat."""
    return Table.objects.filter(chats_open_to(reader, "pk"), pk=table_id).exists()


def chats_open_to(reader: Reader, table: str) -> Q:
    """The condition that a reader may follow a table's chat; `table` is the field that names it.

    The one place where this is decided, for pages, sockets, API and reports.
    """
    public = "players_chat" if table == "pk" else f"{table}__players_chat"
    seats = Seat.objects.filter(table=OuterRef(table), user=reader.pk)
    among = Q(Exists(seats)) if reader.pk is not None else Q()
    return Q(**{public: False}) | among


def latest(table_id: int, reader: Reader, since: int = 0) -> list[Message]:
    """The latest `LATEST` messages for a reader, oldest first."""
    return list(messages_for(table_id, reader, since).order_by("-pk")[:LATEST])[::-1]


def message_hide(*, message: Message) -> None:
    """Hide a message from everybody; only moderators may."""
    Message.objects.filter(pk=message.pk).update(hidden=True)
    tell(message.table_id, "chat.hidden", message)
    tell_users(seated_at(message.table_id))


def message_show(*, message: Message) -> None:
    """Show a hidden message again, on pages that are opened from now on."""
    Message.objects.filter(pk=message.pk).update(hidden=False)
    tell_users(seated_at(message.table_id))


def seated_at(table_id: int) -> set[int | None]:
    """Return the ids of the users at a table; None is among them if a bot sits there."""
    return set(Seat.objects.filter(table=table_id).values_list("user_id", flat=True))


def tell(table_id: int, kind: str, message: Message) -> None:
    """Notify everybody who follows the chat at a table of a new or hidden message."""
    group = chat_group(table_id)
    tell_after_commit(group, {"type": kind, "group": group, "id": message.pk})


class MessageDocument(Struct, frozen=True):
    """A chat message at a table; `user` is null if the account was deleted."""

    id: int
    user: str | None
    face: Face | None
    text: str
    at: Moment


def document_of(message: Message) -> MessageDocument:
    """A message as the API and the socket send it."""
    return MessageDocument(
        id=message.pk,
        user=message.user.username if message.user else None,
        face=message.user.face if message.user else None,
        text=message.text,
        at=Moment.at(message.at),
    )
