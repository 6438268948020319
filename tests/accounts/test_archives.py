"""All tables of a user in one file, which the worker makes: see `accounts.people.archiving`."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.mail.letters import letters_send
from accounts.models import Archive
from accounts.people.archiving import KEPT, archive_ask, archive_of, archives_forget
from accounts.tasks import archive_make
from config.web.refusal import TooMany
from games.models import Seat
from games.rules.core.proof import prove
from games.rules.registry import GAMES
from tests.people import client_of, grown_old

pytestmark = pytest.mark.django_db


def test_all_tables_are_packed_with_progress(begin: Any, people: list[Any]) -> None:
    over, running = begin(), begin()
    while over.table.status == "playing":
        over.play_on(1)
    ana = people[0]
    client = client_of(ana)
    page = client.post(reverse("archive"), follow=True).text
    assert "Being packed: 0 of 0 tables" in page and "data-waits" in page
    assert client.get(reverse("archive_file")).status_code == 404
    archive_make(ana.pk)
    assert "2 tables are packed." in client.get(reverse("archive")).text
    file = client.get(reverse("archive_file"))
    assert file["Content-Disposition"] == 'attachment; filename="sobremesa.zip"'
    packed = zipfile.ZipFile(io.BytesIO(file.content))
    assert packed.testzip() is None
    names = {f"tables/pier-{over.id}.json", f"tables/pier-{running.id}-mine.json", "account.json"}
    assert set(packed.namelist()) == names
    assert prove(GAMES, packed.read(f"tables/pier-{over.id}.json")).proof.table == over.id
    assert json.loads(packed.read("account.json"))["account"]["name"] == ana.username
    position = json.loads(running.table.position)
    hidden = position["rng"]["seed"].encode()
    for name in names - {f"tables/pier-{over.id}.json"}:
        assert b'"seed"' not in packed.read(name) and hidden not in packed.read(name)
    letters_send()
    assert any("archive of all your tables" in str(letter.body) for letter in mail.outbox)


def test_a_session_alone_does_not_take_it_home(people: list[Any]) -> None:
    client = client_of(people[0])
    archive_ask(user=people[0])
    archive_make(people[0].pk)
    grown_old(client)
    assert client.get(reverse("archive_file")).status_code == 302
    assert client_of(people[1]).get(reverse("archive_file")).status_code == 404


def test_who_may_not_see_a_table_any_more_gets_their_own_moves(
    begin: Any, people: list[Any]
) -> None:
    playing = begin(private=True)
    playing.play(0)
    mine = Seat.objects.get(table=playing.id, user=people[1])
    place = mine.place
    playing.table.tenures.create(place=place, user=people[1], first=1, last=playing.table.number)
    Seat.objects.filter(pk=mine.pk).update(user=people[2])
    while playing.table.status == "playing":
        playing.play_on(1)
    archive_ask(user=people[1])
    archive_make(people[1].pk)
    packed = zipfile.ZipFile(io.BytesIO(bytes(Archive.objects.get().file)))
    assert f"tables/pier-{playing.id}-mine.json" in packed.namelist()


def test_it_is_made_once_an_hour_and_kept_for_a_week(people: list[Any]) -> None:
    ana = people[0]
    assert archive_of(ana) is None
    archive_make(ana.pk)
    assert not Archive.objects.exists(), "nobody has asked for it"
    archive_ask(user=ana)
    with pytest.raises(TooMany, match="once an hour"):
        archive_ask(user=ana)
    archive_make(ana.pk)
    made = Archive.objects.get()
    archive_make(ana.pk)
    assert Archive.objects.get().finished_at == made.finished_at, "a job may run twice"
    Archive.objects.update(asked_at=timezone.now() - timedelta(hours=2))
    archive_ask(user=ana)
    assert Archive.objects.get().file is None
    archives_forget(timezone.now() + KEPT)
    assert not Archive.objects.exists()
