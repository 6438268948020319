"""What happens to a table, through the database."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from django.db import transaction

from accounts.models import Notice
from games.changing import services
from games.errors import (
    CannotUndo,
    NotInPlay,
    NotYourSeat,
    OutdatedMove,
    TableFrozen,
)
from games.judging import turns
from games.models import LogEntry, Seat, Table
from games.rules.pier.rules import Pier
from games.storing.rows import table_load
from games.telling.history import position_at, position_of
from games.telling.updates import updates_of
from tests.sent import update_sent
from tools.seating import position_changed
from tools.working import news_owe

pytestmark = pytest.mark.django_db


def test_a_table_begins_with_a_snapshot_and_asks_everybody(begin):
    playing = begin(seats=3)
    entry = playing.table.log.get()
    assert (entry.kind, entry.number, entry.barrier) == ("start", 1, True)
    assert json.loads(entry.snapshot) == json.loads(playing.table.position)
    assert playing.asked() == [0, 1, 2]


def test_a_move_is_logged_and_stored_with_its_number(begin):
    playing = begin()
    assert playing.play(0, 2) == 2
    entry = playing.table.log.get(number=2)
    assert json.loads(entry.move) == {"kind": "Bid", "coins": 2}
    assert json.loads(playing.table.position)["number"] == 2
    assert playing.asked() == [1]


def test_the_same_answer_sent_again_counts_once(begin):
    playing = begin()
    question = playing.question(0)
    answer = {
        "table_id": playing.id,
        "user_id": playing.user_at(0).pk,
        "question": question["id"],
        "move": question["moves"][1]["move"],
    }
    assert services.move_submit(**answer) == 2
    assert services.move_submit(**answer) == 2
    assert playing.table.log.count() == 2
    with pytest.raises(OutdatedMove):
        services.move_submit(**{**answer, "move": question["moves"][0]["move"]})
    assert playing.table.log.count() == 2


def test_an_answer_counts_although_somebody_else_answered_meanwhile(begin):
    playing = begin(seats=3)
    question = playing.question(0)
    playing.play(1)
    services.move_submit(
        table_id=playing.id,
        user_id=playing.user_at(0).pk,
        question=question["id"],
        move=question["moves"][0]["move"],
    )
    assert playing.asked() == [2]


@pytest.mark.parametrize(
    "move",
    [
        {},
        {"kind": "Bid"},
        {"kind": "Bid", "coins": 99},
        {"kind": "Bid", "coins": 1.0},
        {"kind": "Bid", "coins": True},
        {"kind": "Bid", "coins": "1"},
        {"kind": "Bid", "coins": 1, "extra": 1},
        {"kind": "Steal"},
        {"kind": "x" * 1_000_000},
        [],
        None,
        "Bid",
    ],
)
def test_a_bad_move_is_refused_and_changes_nothing(begin, move):
    playing = begin()
    question = playing.question(0)
    with pytest.raises(ValueError):
        services.move_submit(
            table_id=playing.id,
            user_id=playing.user_at(0).pk,
            question=question["id"],
            move=move,
        )
    assert playing.table.log.count() == 1


def test_only_who_sits_there_may_answer(begin, people):
    playing = begin()
    question = playing.question(0)
    for user, error in ((people[3], NotYourSeat), (playing.user_at(1), OutdatedMove)):
        with pytest.raises(error):
            services.move_submit(
                table_id=playing.id,
                user_id=user.pk,
                question=question["id"],
                move=question["moves"][0]["move"],
            )


def test_undo_takes_back_ones_own_latest_move(begin):
    playing = begin(seats=3)
    before = json.loads(playing.table.position)["state"]
    first = playing.question(0)["id"]
    playing.play(0, 1)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert json.loads(playing.table.position)["state"] == before
    assert playing.kinds() == ["start", "move", "undo"]
    assert playing.table.log.get(number=2).undone
    assert playing.question(0)["id"] != first, "the old answer cannot come back by itself"
    assert playing.update(0, since=2)["undone"] == [2]


def test_undo_stops_at_what_was_revealed(begin):
    playing = begin()
    playing.play(0, 2)
    playing.play(1, 1)  # opens the bids
    for place in (0, 1):
        with pytest.raises(CannotUndo):
            services.move_undo(table_id=playing.id, user_id=playing.user_at(place).pk)


def test_undo_leaves_the_moves_of_others(begin):
    playing = begin(seats=3)
    playing.play(0, 1)
    playing.play(1, 2)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert playing.asked() == [0, 2]
    assert playing.update(1)["view"]["players"][1]["bid"] == 2


def test_a_whole_game_ends_with_standings_and_a_log_that_replays(begin):
    playing = begin(seats=3)
    while playing.asked():
        playing.play(playing.asked()[0], -1)
    table = playing.table
    assert table.status == Table.Status.FINISHED
    assert min(s["rank"] for s in table.outcome["standings"]) == 1
    assert set(Seat.objects.filter(table=table).values_list("rank", flat=True)) <= {1, 2, 3}
    row = table_load(table.pk)
    assert position_at(row, row.number) == position_of(row)
    news_owe()
    assert Notice.objects.filter(kind="finished", table=table).count() == 3
    with pytest.raises(NotInPlay):
        services.move_undo(table_id=table.pk, user_id=playing.user_at(0).pk)


def test_bots_answer_for_their_seats_only(begin):
    playing = begin(seats=3, bots=2)
    human = Seat.objects.get(table_id=playing.id, bot="").place
    while services.bot_move(table_id=playing.id, chance=random.Random(1)):
        pass
    assert playing.asked() == [human]
    assert not services.bot_move(table_id=playing.id)
    assert set(playing.table.log.filter(kind="move").values_list("by", flat=True)) == {"random"}


def test_a_table_whose_rules_fail_is_frozen_alone(begin, monkeypatch):
    playing, other = begin(), begin()

    def fail(self: Pier, state: Any, seat: int, move: Any, fx: Any) -> None:
        state.players[seat].coins = -1
        raise ZeroDivisionError("in the rules")

    monkeypatch.setattr(Pier, "apply", fail)
    with pytest.raises(TableFrozen):
        playing.play(0)
    monkeypatch.undo()
    table = playing.table
    assert table.frozen_at is not None
    assert "ZeroDivisionError" in table.freeze_reason
    assert playing.update(0)["status"] == "frozen"
    assert playing.update(0)["question"] is None
    assert not Seat.objects.filter(table=table, deadline__isnull=False).exists()
    with pytest.raises(TableFrozen):
        services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    other.play(0)
    services.table_thaw(table_id=playing.id)
    playing.play(0)
    assert playing.kinds() == ["start", "freeze", "thaw", "move"]


def test_a_position_of_newer_rules_is_refused_loudly(begin):
    playing = begin()
    with position_changed(playing.id) as position:
        position["version"] = 99
    with pytest.raises(TableFrozen):
        services.move_submit(
            table_id=playing.id,
            user_id=playing.user_at(0).pk,
            question="x",
            move={"kind": "Bid", "coins": 0},
        )
    assert "version 99" in playing.table.freeze_reason


def test_a_position_of_older_rules_is_migrated_on_the_next_move(begin):
    playing = begin()
    with position_changed(playing.id) as position:
        position["version"] = 1
        for player in position["state"]["players"]:
            player["money"] = player.pop("coins")
    playing.play(0, 1)
    assert playing.kinds() == ["start", "migrate", "move"]
    assert playing.table.log.get(number=2).snapshot is not None
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    with pytest.raises(CannotUndo):
        services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)


def test_snapshots_are_taken_now_and_then_and_never_at_a_move_that_can_be_undone(
    begin, monkeypatch
):
    monkeypatch.setattr(turns, "SNAPSHOT_EVERY", 4)
    playing = begin(seats=2)
    playing.play_on(14)
    snapshots = playing.table.log.filter(snapshot__isnull=False)
    assert snapshots.count() >= 3
    assert all(snapshots.values_list("barrier", flat=True))
    assert playing.table.snapshot_number == snapshots.order_by("-number").first().number
    row = table_load(playing.id)
    for number in range(1, row.number + 1):
        assert position_at(row, number) is not None
    assert position_at(row, row.number) == position_of(row)


def test_whether_a_move_is_final_is_told_without_playing_it(begin):
    playing = begin()
    answers = []
    for place in (0, 1):
        question = playing.question(place)
        answer = {
            "table_id": playing.id,
            "user_id": playing.user_at(place).pk,
            "question": question["id"],
            "move": question["moves"][2]["move"],
        }
        answers.append(services.move_is_final(**answer))
        if place == 0:
            services.move_submit(**answer)
    assert answers == [False, True], "the last bid opens all"
    assert playing.table.log.count() == 2


def test_an_answer_that_counts_already_is_not_asked_about(begin):
    playing = begin(seats=2)
    question = playing.question(0)
    told = {"table_id": playing.id, "user_id": playing.user_at(0).pk, "question": question["id"]}
    first, other = (question["moves"][choice]["move"] for choice in (0, 1))
    services.move_submit(**told, move=first)
    assert not services.move_is_final(**told, move=first)
    with pytest.raises(OutdatedMove):
        services.move_is_final(**told, move=other)


def test_nothing_is_stored_when_the_transaction_around_it_fails(begin):
    playing = begin()

    def play_and_fail() -> None:
        with transaction.atomic():
            playing.play(0)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        play_and_fail()
    assert playing.table.number == 1
    assert len(playing.table.log.all()) == 1


def test_a_late_change_is_worked_out_afresh(begin, monkeypatch):
    """Between loading and storing somebody else bids: both bids count."""
    playing = begin(seats=3)
    question, load = playing.question(0), table_load
    overtaken = []

    def load_and_be_overtaken(table_id: int) -> Any:
        row = load(table_id)
        if not overtaken:
            overtaken.append(True)
            playing.play(1)
        return row

    monkeypatch.setattr(services, "table_load", load_and_be_overtaken)
    services.move_submit(
        table_id=playing.id,
        user_id=playing.user_at(0).pk,
        question=question["id"],
        move=question["moves"][0]["move"],
    )
    assert playing.asked() == [2]
    assert playing.kinds() == ["start", "move", "move"]


def test_an_entry_keeps_its_number_whatever_its_facts_are_called(begin):
    """Found by torture: events with a fact `number` were told under another entry's number."""
    playing = begin()
    events = [{"name": "round_over", "public": {"number": 77, "kind": "x"}, "private": {}}]
    LogEntry.objects.filter(table_id=playing.id).update(events=json.dumps(events))
    shown = updates_of(table_load(playing.id), 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "games.telling.wording.SiteWording.event", lambda _, facts: str(facts["number"])
        )
        told = shown.of(None, 0).events[0]
    assert (told.number, told.kind, told.event) == (1, "start", "round_over")
    assert msgspec.json.decode(told.json)["number"] == 1, "nor where it is sent"
    assert told.text == "77", "its sentence has the fact"


def test_an_update_never_tells_more_than_its_entry(begin):
    """Found by torture: what was stored after the row was read was told twice."""
    playing = begin(seats=3)
    row = table_load(playing.id)
    playing.play(0)
    update = update_sent(row, None, 0)
    assert {event["number"] for event in update["events"]} <= {1}
    assert update["number"] == 1
