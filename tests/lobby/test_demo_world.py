"""The demo world is played, not painted, and made once."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.notices import selecting, sending
from accounts.people.rights import may_moderate_table
from games.models import LogEntry, Seat, Table
from games.telling.selectors import tables_waiting_for
from lobby.models import Invitation

pytestmark = pytest.mark.django_db


def test_the_world(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo_world")
    ana = User.objects.get(username="Ana")
    assert not ana.has_usable_password()

    finished = Table.objects.get(status=Table.Status.FINISHED)
    assert finished.outcome and len(finished.outcome["standings"]) == 3
    assert Seat.objects.filter(table=finished, rank__isnull=False).count() == 3
    played = LogEntry.objects.filter(table=finished, kind="move")
    assert played.count() > 30
    assert set(played.values_list("place", flat=True)) == {0, 1, 2}

    playing = Table.objects.get(status=Table.Status.PLAYING)
    assert playing.seats.count() == 3
    assert [seat.table for seat in tables_waiting_for(ana)] == [playing]
    assert Table.objects.filter(status=Table.Status.OPEN).exists()
    assert Invitation.objects.get().user == ana

    everything = (User.objects.count(), Table.objects.count(), LogEntry.objects.count())
    call_command("demo_world")
    assert everything == (User.objects.count(), Table.objects.count(), LogEntry.objects.count())
    assert "is there" in capsys.readouterr().out


def test_the_world_has_a_moderator_who_plays_nowhere(client: Client) -> None:
    call_command("demo_world")
    mira = User.objects.get(username="Mira")
    playing = Table.objects.get(status=Table.Status.PLAYING)
    assert may_moderate_table(mira, playing.pk)
    assert not mira.is_superuser
    client.force_login(mira)
    assert client.get(f"/moderation/tables/{playing.pk}/").status_code == 200


def test_the_page_of_mails_shows_the_mails_of_the_demo(client: Client, settings: Settings) -> None:
    settings.DEMO, settings.ROOT_URLCONF = True, "tests.demo_urls"
    call_command("demo_world")
    sending.notices_send("mail")
    page = client.get("/accounts/demo/mails/").text
    assert "Ben invites you to Santiago de Cuba" in page
    playing = Table.objects.get(status=Table.Status.PLAYING)
    selecting.turns_owe(before=timezone.now(), now=timezone.now())
    sending.notices_send("mail")
    page = client.get("/accounts/demo/mails/").text
    assert "Santiago de Cuba: it is your turn" in page and f"/tables/{playing.pk}/" in page


def test_nobody_elsewhere_has_an_address_of_the_demo() -> None:
    User.objects.create(username="Ben", password="!")  # of an older demo
    call_command("demo_world")
    for user in User.objects.filter(password="!"):
        assert user.email.endswith("@demo.invalid"), "a name that the net will never have"
        assert user.emailaddress_set.get().verified
    assert User.objects.filter(username__in=("Ana", "Ben", "Mira")).count() == 3


def test_not_in_production(settings: Settings) -> None:
    settings.LOCAL = False
    with pytest.raises(CommandError):
        call_command("demo_world")
    assert not User.objects.exists()
