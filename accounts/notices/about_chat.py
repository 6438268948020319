"""The kinds of notices about what was said in the chat of a table."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import ClassVar

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.chat.naming import NAMES, is_named
from accounts.chat.unread import FOR_READING, left_to_read
from accounts.models import Channel, Message, Notice
from accounts.notices.kind import News
from accounts.notices.registry import register
from accounts.notices.writing import Words
from config.web.addresses import address_of
from config.web.isolates import isolated

UNREAD = f"""
    join accounts_message m on m.table_id = t.id
    join accounts_user r on r.id = s.user_id and r.chat_news
    where m.at > %(after)s and m.at < %(now)s::timestamptz - interval '1 minute' and {FOR_READING}
"""


class OfChat(News):
    """A notice of messages that its reader has not read after a minute."""

    key, at = "s.user_id, m.id", "m.at"
    is_by_name: ClassVar[bool]  # only messages that name their reader, or only others

    @cached_property
    def messages(self) -> list[Message]:
        """The messages that their reader has not read, and was not told of on this way."""
        said = left_to_read(self.user, self.notice.table_id or 0, self.told_until)
        return [one for one in said if is_named(self.user.username, one.text) == self.is_by_name]

    @property
    def told_until(self) -> datetime | None:
        """Up to when their reader was told on this way what was said; each mail tells it."""
        told = Notice.objects.filter(
            user=self.user, table=self.notice.table, channel=self.notice.channel,
            address=self.notice.address, status=Notice.Status.SENT,
        )  # fmt: skip
        if self.notice.channel != Channel.MAIL:
            told = told.filter(kind=self.name)
        at: datetime | None = told.aggregate(at=Max("sent_at"))["at"]
        return at

    def holds(self) -> bool:
        """Return whether the message is still to be told, to somebody who wants to hear of it."""
        is_new = any(self.is_about(m.table_id, self.user.pk, m.pk) for m in self.messages)
        return self.user.chat_news and is_new

    def say(self) -> Words | None:
        """Return the latest message, and how many there are."""
        if not self.messages:
            return None
        latest, url = self.messages[-1], f"{address_of('table', self.row.id)}#chat"
        name = isolated(latest.user.username) if latest.user else str(_("Somebody who left"))
        line, more = f"{name}: {isolated(latest.text)}", len(self.messages) - 1
        before = ngettext("{count} earlier message", "{count} earlier messages", more)
        return self.about_table(f"{line} ({before.format(count=more)})" if more else line, url)


@register
class Said(OfChat):
    """A message at a table of theirs is unread after a minute; a switch of its own turns it off.
    Mails about a table tell it as well, but there is none for it alone.
    """

    name = "said"
    label: ClassVar[str | Promise] = _("something was said at a table")
    subject: ClassVar[str | Promise] = _("{game}: new in the chat")
    channels = (Channel.PUSH, Channel.WEBHOOK)
    where = f"{UNREAD} and not {NAMES}"
    is_by_name = False


@register
class Mentioned(OfChat):
    """A message that names them (@Name) is unread after a minute; the same switch turns it off."""

    name = "mentioned"
    label: ClassVar[str | Promise] = _("somebody has mentioned me in a chat")
    subject: ClassVar[str | Promise] = _("{game}: you were mentioned in the chat")
    where = f"{UNREAD} and {NAMES}"
    is_by_name = True
