"""The worker's jobs for the lobby."""

from __future__ import annotations

from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.mail.sending import not_for_ever
from lobby import inviting, letters, services


@app.periodic(cron="17 * * * *")
@app.task(name="lobby.expire_tables", queueing_lock="lobby.expire_tables", pass_context=False)
def expire_tables(timestamp: int) -> None:
    """Close the open tables that nobody joins, and forget the addresses of those that are over."""
    now = timezone.now()
    services.tables_expire(now=now)
    inviting.addresses_forget(now)


@app.task(name="lobby.letter_deliver", retry=not_for_ever)
def letter_deliver(letter_id: int) -> None:
    """Send an invitation by mail; retry with growing pauses while the server cannot take it."""
    letters.letter_post(letter_id)
