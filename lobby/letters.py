"""What an invitation by mail says, and whether it is still wanted when its turn comes."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from procrastinate.contrib.django import app

from accounts.blocks import are_apart
from accounts.mail.sending import letter_deliver, not_for_ever
from accounts.mail.silence import is_silent, page_for
from accounts.models import User
from config.running.worker import OUTSIDE
from games.models import Table
from games.rules.registry import GAMES
from games.telling.wording import title_of
from lobby.models import MailedInvitation


@app.task(name="lobby.letter_mail", queue=OUTSIDE, retry=not_for_ever)
def letter_mail(letter_id: int) -> None:
    """Send an invitation by mail; retry with growing pauses while the server cannot take it."""
    letter_post(letter_id)


def is_wanted(letter: MailedInvitation) -> bool:
    """Whether a letter may go: the table open, nothing taken back, its reader not unwilling."""
    sent = letter.status == MailedInvitation.Status.SENT and letter.address
    if not sent or letter.table.status != Table.Status.OPEN or not letter.host.is_active:
        return False
    if letter.host.is_suspended or is_silent(letter.address):
        return False
    owner = EmailAddress.objects.filter(email=letter.address, verified=True).first()
    if owner is None:
        return True
    return owner.user.mails != User.Mails.OFF and not are_apart(letter.host, [owner.user_id])


def letter_post(letter_id: int) -> None:
    """Send an invitation by mail, in the language of whoever invites. Raises Delayed."""
    letters = MailedInvitation.objects.select_related("table", "host")
    letter = letters.filter(pk=letter_id).first()
    if letter is None or letter.table.game not in GAMES or not is_wanted(letter):
        return
    with translation.override(letter.language):
        title, silence = title_of(GAMES[letter.table.game]), page_for(letter.address)
        facts = {
            "host": letter.host.username,
            "title": title,
            "link": settings.SITE_URL + reverse("private_link", args=[letter.token]),
            "silence": silence,
            "site": settings.SITE_NAME,
            "site_url": settings.SITE_URL,
        }
        subject = _("{name} invites you to {game}").format(name=letter.host.username, game=title)
        text = render_to_string("mail/letter.txt", facts)
    headers = {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{silence}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    letter_deliver(subject, text, settings.DEFAULT_FROM_EMAIL, letter.address, headers)
