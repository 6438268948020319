"""What moderators do to tables: entries in the table's log, and nothing that chance repeats."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.models import Act, User
from accounts.moderation import acts
from accounts.moderation.log import NoReason
from games.changing import services
from games.changing.log_check import check_table
from games.changing.moderation import CannotRebuild, NoSuchSeat
from games.errors import CannotGoOn, NotInPlay, TableFrozen
from games.judging.continuing import ContinuingVerdict
from games.models import Seat, Table
from games.rules.core.codec import decode_position
from games.storing.rows import table_load
from games.telling.bots import bot_name
from tests.people import client_of

pytestmark = pytest.mark.django_db

WHY = "They asked for it."


def position(playing: Any) -> Any:
    row = table_load(playing.id)
    return decode_position(row.rules, row.position)[0]


def proven(playing: Any) -> bool:
    return check_table(playing.id)[0] is ContinuingVerdict.SAME


def test_freezing_and_thawing(begin, moderator):
    playing = begin(days_per_move=2)
    acts.table_freeze(moderator=moderator, table_id=playing.id, why=WHY)
    assert playing.update(0)["status"] == "frozen"
    assert playing.update(0)["question"] is None
    with pytest.raises(TableFrozen):
        services.seat_resign(table_id=playing.id, user_id=playing.user_at(0).pk)
    acts.table_thaw(moderator=moderator, table_id=playing.id, why=WHY)
    assert playing.update(0)["question"] is not None
    assert Seat.objects.filter(table_id=playing.id, deadline__gt=timezone.now()).count() == 2
    assert playing.kinds() == ["start", "freeze", "thaw"]
    assert list(Act.objects.values_list("kind", flat=True)) == ["thaw", "freeze"]


def test_closing(begin, moderator):
    playing = begin()
    acts.table_close(moderator=moderator, table_id=playing.id, why=WHY)
    assert (playing.table.status, playing.table.close_reason) == ("closed", "moderator")
    assert playing.asked() == []


def test_a_bot_takes_a_seat_for_good(begin, moderator):
    playing = begin(seats=2)
    gone = playing.user_at(1)
    acts.seat_replace(
        moderator=moderator, table_id=playing.id, place=1, user=None, why="Away for weeks"
    )
    seat = Seat.objects.get(table_id=playing.id, place=1)
    assert (seat.user, seat.bot) == (None, "regular"), "the stand-in"
    assert (
        playing.update(0)["events"][-1]["text"] == f"{bot_name(playing.id, 1)} takes over a seat."
    )
    assert table_load(playing.id).place_of(gone.pk) is None
    assert services.bot_move(table_id=playing.id), "the bot answers"
    assert proven(playing)


def test_another_user_takes_a_seat(begin, moderator, people):
    playing = begin(seats=3, days_per_move=3)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
    new = people[3]
    acts.seat_replace(moderator=moderator, table_id=playing.id, place=1, user=new, why=WHY)
    seat = Seat.objects.get(table_id=playing.id, place=1)
    assert (seat.user, seat.bot, seat.resigned_at) == (new, "", None)
    assert seat.deadline is not None
    playing.play(1)
    assert proven(playing)
    act = Act.objects.get()
    assert (act.kind, act.table_id, act.details["after"]) == ("replace", playing.id, "dario")


def test_a_bots_seat_can_go_to_a_user(begin, moderator, people):
    playing = begin(seats=3, bots=1)
    acts.seat_replace(moderator=moderator, table_id=playing.id, place=0, user=people[3], why=WHY)
    assert playing.user_at(0) == people[3]
    assert playing.question(0)["key"] == "bid"


@pytest.mark.parametrize("place", [-1, 2, 99])
def test_there_is_no_such_seat(begin, moderator, people, place):
    playing = begin()
    with pytest.raises(NoSuchSeat):
        acts.seat_replace(
            moderator=moderator, table_id=playing.id, place=place, user=people[3], why=WHY
        )
    with pytest.raises(NoSuchSeat):
        acts.seat_replace(
            moderator=moderator, table_id=playing.id, place=0, user=playing.user_at(1), why=WHY
        )
    assert playing.kinds() == ["start"] and not Act.objects.exists()


def test_taking_back_entries(begin, moderator):
    playing = begin(seats=2)
    playing.play(0, 2)
    playing.play(1, 0)  # the bids are opened: a player could not take this back
    then, question = position(playing), playing.question(0)["id"]
    number = playing.table.number
    playing.play_on(5)
    acts.entries_take_back(moderator=moderator, table_id=playing.id, number=number, why=WHY)
    now = position(playing)
    assert now.state == then.state
    assert now.rng.seed != then.rng.seed, "chance is not repeated"
    assert playing.kinds()[-1] == "correct"
    table = playing.table
    assert table.snapshot_number == table.number, "nothing goes back behind it"
    after = table.log.filter(number__gt=number, kind="move")
    assert after.count() == 5 and not after.filter(undone=False).exists()
    assert playing.question(0)["id"] != question, "an old answer does not meet the new question"
    assert proven(playing)
    playing.play_on(4)
    assert proven(playing)


def test_taking_back_with_snapshots_between(begin, moderator, monkeypatch):
    monkeypatch.setattr("games.judging.turns.SNAPSHOT_EVERY", 3)
    playing = begin(seats=3)
    playing.play_on(4)
    number = playing.table.number
    playing.play_on(3)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
    assert playing.table.log.filter(snapshot__isnull=False, number__gt=number).exists()
    acts.entries_take_back(moderator=moderator, table_id=playing.id, number=number, why=WHY)
    assert proven(playing)
    services.bot_move(table_id=playing.id)
    assert proven(playing)


def test_taking_back_ends_a_freeze(begin, moderator):
    playing = begin(seats=2)
    playing.play(0, 1)
    services.table_freeze(table_id=playing.id, reason="The rules failed.")
    acts.entries_take_back(moderator=moderator, table_id=playing.id, number=1, why=WHY)
    assert playing.update(0)["status"] == "playing"
    assert playing.kinds() == ["start", "move", "freeze", "correct", "thaw"]
    assert proven(playing)


def unreadable(playing: Any) -> None:
    """Have a position that no rules can read, and a table that was stopped for it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "update games_table set position = jsonb_set(position::jsonb, '{state}', '7')"
            " where id = %s",
            [playing.id],
        )
    services.table_freeze(table_id=playing.id, reason="The rules failed.")


def test_a_table_that_cannot_be_read_is_refused_in_words_and_rebuilt(begin, moderator):
    playing = begin(seats=2)
    playing.play(0, 1)
    unreadable(playing)
    before = playing.kinds()
    with pytest.raises(CannotGoOn, match="Take it back"):
        acts.table_thaw(moderator=moderator, table_id=playing.id, why=WHY)
    assert playing.kinds() == before and not Act.objects.exists()
    latest = before.index("move") + 1
    acts.entries_take_back(moderator=moderator, table_id=playing.id, number=latest, why=WHY)
    assert playing.update(0)["status"] == "playing"
    assert playing.table.log.filter(undone=True).count() == 0, "the move stays"
    assert proven(playing)


def test_moderators_are_told_in_words_that_a_table_cannot_be_read(begin, moderator):
    playing = begin(seats=2)
    unreadable(playing)
    address = reverse("moderation:table", args=[playing.id])
    form = {"act": "thaw", "thaw-why": WHY}
    page = client_of(moderator).post(address, form, follow=True)
    assert page.status_code == 200 and "Take it back to an earlier entry" in page.text


@pytest.mark.parametrize("number", [0, -3, 2, 99, 2**40])
def test_there_is_nothing_to_take_back(begin, moderator, number):
    playing = begin()
    playing.play(0)
    with pytest.raises(CannotRebuild):
        acts.entries_take_back(moderator=moderator, table_id=playing.id, number=number, why=WHY)
    assert playing.kinds() == ["start", "move"] and not Act.objects.exists()


def test_what_is_over_stays(begin, moderator):
    playing = begin()
    services.table_close(table_id=playing.id, reason="host")
    for act in (
        lambda: acts.entries_take_back(moderator=moderator, table_id=playing.id, number=1, why=WHY),
        lambda: acts.seat_replace(
            moderator=moderator, table_id=playing.id, place=0, user=None, why=WHY
        ),
    ):
        with pytest.raises(NotInPlay):
            act()
    assert not Act.objects.exists()


@pytest.mark.parametrize("why", ["", "   ", "x" * 2001])
def test_no_act_without_a_reason(begin, moderator, why):
    playing = begin()
    with pytest.raises(NoReason):
        acts.table_freeze(moderator=moderator, table_id=playing.id, why=why)
    assert playing.kinds() == ["start"], "neither the act nor its record is stored"


def everything(by: User, table_id: int, other: User | None = None) -> list[Any]:
    told: dict[str, Any] = {"moderator": by, "table_id": table_id, "why": WHY}
    return [
        lambda: acts.table_freeze(**told),
        lambda: acts.table_thaw(**told),
        lambda: acts.table_close(**told),
        lambda: acts.seat_replace(**told, place=0, user=other),
        lambda: acts.entries_take_back(**told, number=1),
    ]


@pytest.mark.parametrize("superuser", [False, True])
def test_nobody_moderates_a_table_they_sit_at(begin, moderator, people, superuser):
    people[0].is_superuser = superuser
    people[0].save()
    people[0].groups.set(moderator.groups.all())
    playing = begin(seats=2, host=people[3])
    playing.play(0)
    seated = User.objects.get(pk=people[0].pk)
    for act in everything(seated, playing.id):
        with pytest.raises(acts.NotAllowed):
            act()
    User.objects.filter(pk=people[3].pk).update(is_superuser=True)
    for act in everything(User.objects.get(pk=people[3].pk), playing.id):
        with pytest.raises(acts.NotAllowed):
            act()  # who has opened it
    assert playing.kinds() == ["start", "move"] and not Act.objects.exists()


def test_others_do_not_moderate_at_all(begin, people):
    playing = begin(seats=2)
    for act in everything(people[3], playing.id):
        with pytest.raises(acts.NotAllowed):
            act()
    assert playing.kinds() == ["start"]


def test_a_moderator_does_not_take_a_seat_by_an_act(begin, moderator):
    playing = begin()
    with pytest.raises(acts.NotAllowed):
        acts.seat_replace(
            moderator=moderator, table_id=playing.id, place=0, user=moderator, why=WHY
        )


def test_an_open_table_can_be_closed(moderator, people):
    table = Table.objects.create(game="pier", seats_min=2, seats_max=2, host=people[0])
    acts.table_close(moderator=moderator, table_id=table.pk, why=WHY)
    table.refresh_from_db()
    assert table.status == "closed"


def test_nothing_is_written_down_where_nothing_was_done(begin, moderator, people):
    playing = begin()
    acts.table_freeze(moderator=moderator, table_id=playing.id, why=WHY)
    with pytest.raises(acts.NothingDone):
        acts.table_freeze(moderator=moderator, table_id=playing.id, why=WHY)
    table = Table.objects.create(game="pier", seats_min=2, seats_max=2, host=people[0])
    for act in (acts.table_freeze, acts.table_thaw):
        with pytest.raises(acts.NothingDone):
            act(moderator=moderator, table_id=table.pk, why=WHY)
    assert Act.objects.count() == 1


def test_who_gave_up_stays_last_when_a_bot_goes_on(begin, moderator):
    playing = begin(seats=3)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(0).pk)
    acts.seat_replace(moderator=moderator, table_id=playing.id, place=0, user=None, why=WHY)
    assert Seat.objects.get(table_id=playing.id, place=0).resigned_at is not None
