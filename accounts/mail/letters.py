"""Mails about accounts, which somebody is waiting for: written in the request, sent by the worker.

The words are secret (codes, links to reset a password): they are no argument of a job, which
administrators can read, but a row that is deleted when the mail is sent, and after `KEPT` at the
latest. A session knows its letters, so that its pages can tell if one could not be sent.
"""

from __future__ import annotations

import smtplib
from datetime import datetime, timedelta

from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.mail.sending import MAIL_PAUSES, counted, is_permanent, not_for_ever, told
from accounts.models import Letter
from config.running.worker import OUTSIDE, Lane

KEPT = timedelta(days=1)
"""The longest that a letter is kept; a code or link in it is worthless by then."""
WIDTH = 2
"""How many letters a process hands over at once."""
LANE = Lane(WIDTH)


@transaction.atomic
def letter_owe(letter: Letter) -> Letter:
    """Store a mail to one address, and have it sent at once, after the commit."""
    letter.owed_at = letter.next_at = timezone.now()
    letter.save()
    letters_send.defer()
    return letter


@app.task(name="accounts.letters_send", queue=OUTSIDE, retry=not_for_ever)
def letters_send(now: datetime | None = None) -> None:
    """Send all letters that are due."""
    LANE.run(lambda: next_send(now or timezone.now()))


def letters_start(now: datetime) -> None:
    """Queue a job if a letter is to be tried again."""
    if Letter.objects.filter(next_at__lte=now).exists():
        letters_send.defer()


def next_send(now: datetime) -> bool:
    """Try the letter that has been due longest; False if there is none.

    The attempt is counted, and the next one put off, before the mail is handed over.
    """
    letter = next_claim(now)
    if letter is not None:
        claimed_send(letter)
    return letter is not None


@transaction.atomic
def next_claim(now: datetime) -> Letter | None:
    """Note that an attempt begins at the letter that has been due longest, if there is one."""
    due = Letter.objects.select_for_update(skip_locked=True).filter(next_at__lte=now)
    letter = due.order_by("next_at", "pk").first()
    if letter is not None:
        letter.attempts += 1
        letter.next_at = now + MAIL_PAUSES.later(letter.attempts)
        letter.save(update_fields=["attempts", "next_at"])
    return letter


@transaction.atomic
def claimed_send(letter: Letter) -> None:
    """Hand a claimed letter over.

    Whoever looks for the next one may lock it for a moment, to see that it is claimed.
    """
    same = Letter.objects.select_for_update().filter(pk=letter.pk, attempts=letter.attempts)
    claimed = same.first()
    if claimed is not None:
        attempt(claimed)


def attempt(letter: Letter) -> None:
    """Hand a letter over; it is gone if that goes well, and says why if not."""
    message = EmailMultiAlternatives(letter.subject, letter.text, letter.sender, [letter.address])
    if letter.page:
        message.attach_alternative(letter.page, "text/html")
    try:
        with counted():
            message.send()
    except (smtplib.SMTPException, OSError) as error:
        letter.problem = told(error)[:500]
        if is_permanent(error):
            letter.subject = letter.text = letter.page = ""
            letter.next_at = None
        letter.save()
    else:
        letter.delete()


def letters_forget(now: datetime) -> None:
    """Delete what is older than `KEPT`, sent or not."""
    Letter.objects.filter(owed_at__lt=now - KEPT).delete()
