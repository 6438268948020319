"""The channel mail: a notice as a message for the mail server."""

from __future__ import annotations

import smtplib
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from accounts.mail.outcomes import Delayed, Undeliverable
from accounts.mail.picture import PicturedMail, pictures_attach
from accounts.mail.sending import is_permanent, told
from accounts.mail.unsubscribing import address_for
from accounts.models import Notice, User
from accounts.notices.writing import Words
from config.web.isolates import isolated
from games.storing.lives import life_mark

WORDS = ("subject", "text", "page")
"""What a mail says, as it is kept."""


def notice_post(notice: Notice, words: Words, _now: datetime) -> None:
    """Send a notice as a mail. Raises Delayed, Undeliverable.

    An address that is refused for good is marked: nothing more is sent to it.
    """
    compose(notice, words)
    notice.save(update_fields=WORDS)  # the outcome will need next to no room on the disk
    try:
        message_of(notice).send()
    except (smtplib.SMTPException, OSError) as error:
        if not is_permanent(error):
            raise Delayed(told(error)) from error
        User.objects.filter(pk=notice.user_id).update(
            refused_address=notice.address, refused_because=told(error)[:200]
        )
        raise Undeliverable(told(error)) from error


def compose(notice: Notice, words: Words) -> None:
    """Put the words of a mail on the notice, to be sent and to be kept."""
    facts = {
        "chats": (),
        **words.facts,
        "name": isolated(notice.user.username),
        "table_url": words.url,
        "site": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "unsubscribe_url": address_for(notice.user),
    }
    notice.subject = " ".join(words.subject.split())[:200]
    notice.text = render_to_string(f"mail/{words.template}.txt", facts)
    notice.page = render_to_string(f"mail/{words.template}.html", facts)


def message_of(notice: Notice) -> EmailMultiAlternatives:
    """The message: text and HTML, threaded by table, with an unsubscribe header."""
    host = urlsplit(settings.SITE_URL).hostname
    headers = {
        "Message-ID": f"<mail-{life_mark()}-{notice.pk}@{host}>",
        "List-Unsubscribe": f"<{address_for(notice.user)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if notice.table_id is not None:
        thread = f"<table-{notice.table_id}.user-{notice.user_id}@{host}>"
        headers |= {"References": thread, "In-Reply-To": thread}
    message = PicturedMail(
        notice.subject, notice.text, settings.DEFAULT_FROM_EMAIL, [notice.address], headers=headers
    )
    message.attach_alternative(pictures_attach(message, notice, str(host)), "text/html")
    return message
