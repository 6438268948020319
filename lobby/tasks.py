"""The worker's periodic jobs for the lobby."""

from __future__ import annotations

from django.utils import timezone
from procrastinate.contrib.django import app

from games.storing.halts import halt_now
from lobby.tables import inviting, letters, services


@app.periodic(cron="* * * * * */10")
@app.task(name="lobby.letters", queueing_lock="lobby.letters", pass_context=False)
def start_letters(timestamp: int) -> None:
    """Every ten seconds: have invitations by mail tried again that could not be sent."""
    letters.letters_start(timezone.now())


@app.periodic(cron="17 * * * *")
@app.task(name="lobby.expire_tables", queueing_lock="lobby.expire_tables", pass_context=False)
def expire_tables(timestamp: int) -> None:
    """Close open tables that nobody joins; forget who was invited to those that are over."""
    if halt_now() is not None:
        return
    now = timezone.now()
    services.tables_expire(now=now)
    inviting.addresses_forget(now)
    inviting.invitations_forget()
