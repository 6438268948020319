"""A site goes on from a backup: nothing that was given after it means something else.

What is lost is played in a transaction that is rolled back.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from games.changing import services
from games.changing.log_check import ContinuingVerdict, check_table
from games.errors import OutdatedMove
from games.models import LogEntry, Table
from games.storing.lives import FURTHER, life_begin
from games.telling import updates
from tests.games.conftest import Playing
from tests.people import client_of

pytestmark = pytest.mark.django_db

LOST = "What was played then is lost: the site goes on from a backup."


@pytest.fixture
def restored(begin: Callable[..., Playing]) -> tuple[Playing, int, dict[str, Any]]:
    """A table that went on from a backup, its number before that, and a question that is lost.

    Two answers are in the backup, the two after them are lost.
    """
    playing = begin()
    playing.play_on(2)
    with transaction.atomic():
        playing.play_on(2)
        number, (place,) = playing.table.number, playing.asked()
        lost = {"place": place, **playing.question(place)}
        transaction.set_rollback(True)
    life_begin(timezone.now(), lost=True)
    return playing, number, lost


def test_people_read_in_the_log_that_answers_are_lost(restored: Any) -> None:
    playing, number, _ = restored
    assert playing.kinds() == ["start", "move", "move", "restore"]
    assert playing.table.number == number - 2 + 1 + FURTHER
    page = client_of(playing.user_at(0)).get(playing.table.get_absolute_url()).text
    assert "The site goes on from a backup. What was played after it is lost." in page


def test_the_page_tells_how_many_entries_are_before_those_that_it_shows(
    restored: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing, _, _ = restored
    monkeypatch.setattr(updates, "LOG_SHOWN", 3)
    page = client_of(playing.user_at(0)).get(playing.table.get_absolute_url()).text
    assert "1 earlier entry" in page
    assert set(re.findall(r'data-entry="(\d+)"', page)) == {"2", "3", str(playing.table.number)}


def test_the_game_goes_on_and_its_log_leads_to_its_position(restored: Any) -> None:
    playing, _, _ = restored
    call_command("check_positions", stdout=io.StringIO())
    playing.play_on(3)
    assert playing.kinds()[-3:] == ["move"] * 3
    assert check_table(playing.id) == (ContinuingVerdict.SAME, "")
    assert list(LogEntry.objects.values_list("number", flat=True).order_by("number")) == [
        1, 2, 3, *range(playing.table.number - 3, playing.table.number + 1),
    ]  # fmt: skip


def test_an_address_of_a_step_that_is_lost_never_shows_another_one(restored: Any) -> None:
    playing, number, _ = restored
    playing.play_on(4)
    reader, table = client_of(playing.user_at(0)), playing.table.get_absolute_url()
    for at in (number - 2, playing.table.number - 2):
        page = reader.get(f"{table}?at={at}").text
        assert f'data-past="{at}"' in page and LOST not in page
    page = reader.get(f"{table}?at={number}").text
    assert 'data-past=""' in page and LOST in page
    for address in (f"{table}what-if/?at={number}", f"{table}what-if/{number}/"):
        answer = reader.get(address, follow=True)
        assert answer.redirect_chain[-1][0] == table and LOST in answer.text


def test_a_program_that_goes_on_from_a_lost_entry_gets_what_is_new(restored: Any) -> None:
    playing, number, _ = restored
    playing.play_on(1)
    latest = playing.table.number
    told = playing.update(0, since=number)["events"]
    assert sorted({event["number"] for event in told}) == [latest - 1, latest]


def test_a_question_that_is_lost_cannot_be_answered(restored: Any) -> None:
    """Not even if the same is asked again, of the same seat after as many answers."""
    playing, _, lost = restored
    playing.play_on(2)
    place = lost["place"]
    again = playing.question(place)
    assert again["moves"] == lost["moves"] and again["id"] != lost["id"]
    with pytest.raises(OutdatedMove):
        services.move_submit(
            table_id=playing.id, user_id=playing.user_at(place).pk, question=lost["id"],
            move=lost["moves"][0]["move"],
        )  # fmt: skip


def test_a_site_that_was_stopped_and_moved_has_lost_nothing(begin: Callable[..., Playing]) -> None:
    playing = begin()
    life_begin(timezone.now(), lost=False)
    assert playing.kinds() == ["start"]


def test_tables_that_are_over_stay_as_they_are(begin: Callable[..., Playing]) -> None:
    playing = begin()
    Table.objects.filter(pk=playing.id).update(status="closed")
    life_begin(timezone.now(), lost=True)
    assert playing.kinds() == ["start"]
