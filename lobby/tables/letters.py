"""What an invitation by mail says, and whether it is still wanted when its turn comes.

The rows are the queue, and one is sent at a time: on a mail server that says nothing, many of them
hold up neither other mails nor pushes.
"""

from __future__ import annotations

import contextlib
from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from procrastinate.contrib.django import app

from accounts.mail.outcomes import Delayed
from accounts.mail.sending import MAIL_PAUSES, letter_deliver, not_for_ever
from accounts.mail.silence import is_silent, page_for
from accounts.models import User
from accounts.people.blocks import are_apart
from accounts.people.selectors import owner_of
from config.running.worker import OUTSIDE, Lane
from config.web.addresses import address_of
from config.web.isolates import isolated
from games.models import Table
from games.rules.registry import GAMES
from games.storing.rows import run
from games.telling.wording import title_of
from lobby.models import MailedInvitation

WIDTH = 1
"""How many invitations a process hands over at once."""
LANE = Lane(WIDTH)
MOST_ATTEMPTS = 8
"""With growing pauses, the last of 18 hours."""
ALONE = "select pg_try_advisory_xact_lock(hashtextextended(%s, 0))"


@app.task(name="lobby.letter_mail", queue=OUTSIDE, retry=not_for_ever)
def letter_mail(letter_id: int = 0) -> None:
    """Send all invitations that are due; a job of an earlier version names one of its own."""
    if letter_id:
        unsent = MailedInvitation.objects.filter(pk=letter_id, attempts=0)
        unsent.update(next_at=timezone.now())
    LANE.run(next_send)


def letters_start(now: datetime) -> None:
    """Queue a job if an invitation is to be tried again."""
    if MailedInvitation.objects.filter(next_at__lte=now).exists():
        letter_mail.defer()


def next_send() -> bool:
    """Try the invitation that has been due longest; False if there is none.

    The attempt is counted, and the next one put off, before the mail is handed over. Meanwhile
    nobody else sends it, but its row is free: its host may take it back.
    """
    now, rows = timezone.now(), MailedInvitation.objects.filter(next_at__isnull=False)
    with transaction.atomic():
        due = rows.select_for_update(skip_locked=True).filter(next_at__lte=now)
        letter = due.order_by("next_at", "pk").first()
        if letter is None:
            return False
        letter.attempts += 1
        is_last = letter.attempts >= MOST_ATTEMPTS
        letter.next_at = None if is_last else now + MAIL_PAUSES.later(letter.attempts)
        letter.save(update_fields=["attempts", "next_at"])
    with transaction.atomic():
        if run(ALONE, [f"lobby.letter_mail {letter.pk}"]) == [(True,)]:
            with contextlib.suppress(Delayed):
                letter_post(letter.pk)
                rows.filter(pk=letter.pk).update(next_at=None)
    return True


def is_wanted(letter: MailedInvitation) -> bool:
    """Whether a letter may go: the table open, nothing taken back, its reader not unwilling."""
    sent = letter.status == MailedInvitation.Status.SENT and letter.address
    if not sent or letter.table.status != Table.Status.OPEN or not letter.host.is_active:
        return False
    if letter.host.is_suspended or is_silent(letter.address):
        return False
    owner = owner_of(letter.address)
    if owner is None:
        return True
    return owner.mails != User.Mails.OFF and not are_apart(letter.host, [owner.pk])


def letter_post(letter_id: int) -> None:
    """Send an invitation by mail, in the language of whoever invites. Raises Delayed."""
    letters = MailedInvitation.objects.select_related("table", "host")
    letter = letters.filter(pk=letter_id).first()
    if letter is None or letter.table.game not in GAMES or not is_wanted(letter):
        return
    with translation.override(letter.language):
        host = isolated(letter.host.username)
        title, silence = title_of(GAMES[letter.table.game]), page_for(letter.address)
        facts = {
            "host": host,
            "title": title,
            "subject": _("{name} invites you to {game}").format(name=host, game=title),
            "table_url": address_of("private_link", letter.token),
            "silence": silence,
            "chats": (),
            "site": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
        }
        text, page = (render_to_string(f"mail/letter.{kind}", facts) for kind in ("txt", "html"))
    headers = {
        "List-Unsubscribe": f"<{silence}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    message = EmailMultiAlternatives(
        str(facts["subject"]), text, to=[letter.address], headers=headers
    )
    message.attach_alternative(page, "text/html")
    letter_deliver(message)
