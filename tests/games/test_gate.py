"""Before new code serves, its rules are asked about every table in play (`check_positions`)."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.utils import InternalError
from django.utils import timezone

from games.changing import services
from games.changing.gate_processes import PartFailed, reports_of_processes
from games.changing.log_check import check_table
from games.judging.continuing import ContinuingVerdict, judgement_on
from games.models import Seat, Table
from games.rules.core.codec import decode_move
from games.rules.core.play import replay
from games.rules.pier.rules import Pier
from games.rules.registry import GAMES
from games.storing import kept
from tests.rules.mutating import Line, lines_of, modules_of, taken_out
from tools import corpus
from tools.seating import position_changed, position_store, table_begun

pytestmark = pytest.mark.django_db

IN_LOBBY = {
    "port_royal": ("contracts", "decisions", "discover", "expeditions", "trade", "turns"),
    "cuba": ("bills", "buildings", "characters", "laws", "market", "plantation", "ships", "turns"),
    "guatemala_cafe": ("announcing", "building", "drawing", "places", "routes", "turns"),
    "santiago_de_cuba": ("buildings", "cubans", "delivery", "driving", "pawns", "turns"),
}
"""The modules that say what is asked, by game."""
LINES = 40  # of each game, drawn by lot


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("check_positions", *arguments, stdout=out)
    return out.getvalue().strip()


def refused(*arguments: str) -> str:
    """What a refusing gate says."""
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("check_positions", *arguments, stdout=out)
    return f"{out.getvalue()}{error.value}"


def test_tables_in_play_go_on(begin: Any) -> None:
    playing = begin(seats=3)
    playing.play(0, 1)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    playing.play_on(20)
    begin()
    assert run() == "2 same, 0 migrated, 0 differs, 0 frozen"
    assert all(judgement_on(table, timezone.now()).on_record for table in kept.kept_tables())


def test_there_may_be_no_database_yet() -> None:
    assert run() == "0 same, 0 migrated, 0 differs, 0 frozen"
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate; alter table games_table rename to later")
    assert run() == "0 same, 0 migrated, 0 differs, 0 frozen"


def test_it_asks_before_the_migrations(begin: Any) -> None:
    """What later migrations have added is not there yet."""
    begin()
    with connection.cursor() as cursor:
        cursor.execute(
            "set constraints all immediate; alter table games_table drop column stand_in;"
            "alter table games_seat drop column undoable, drop column excused"
        )
    assert run() == "1 same, 0 migrated, 0 differs, 0 frozen"


def test_it_changes_nothing(begin: Any) -> None:
    begin()
    with pytest.raises(InternalError, match="read-only"), kept.only_reading():
        Table.objects.update(freeze_reason="by mistake")


def test_a_table_of_older_rules_is_migrated(begin: Any) -> None:
    playing = begin()
    with position_changed(playing.id) as position:
        position["version"] = 1
        for player in position["state"]["players"]:
            player["money"] = player.pop("coins")
    assert run() == "0 same, 1 migrated, 0 differs, 0 frozen"
    assert check_table(playing.id)[0] is ContinuingVerdict.MIGRATED


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": []}, "seat 0 was asked something, and is not any more"),
        ({"row": "none"}, "Expected `array`"),
        ({"row": [1, 1, 1]}, "AssertionError|other answers"),
    ],
)
def test_a_position_that_cannot_go_on_differs(begin: Any, change: Any, said: str) -> None:
    playing, other = begin(), begin()
    with position_changed(playing.id) as position:
        position["state"] |= change
    found = refused()
    assert f"table {playing.id} (pier) differs: " in found
    assert f"table {other.id}" not in found
    assert any(each in found for each in said.split("|")), found
    assert "1 tables differ" in found


def test_a_game_that_is_gone_differs(begin: Any) -> None:
    playing = begin()
    Table.objects.filter(pk=playing.id).update(game="chess")
    assert f"table {playing.id} (chess) differs: the game 'chess' is not installed" in refused()


def test_without_a_record_only_who_is_asked_is_known(begin: Any) -> None:
    """Tables that older code has stored last: what their seats were offered is not known."""
    playing = begin()
    with position_changed(playing.id) as position:
        assert set(position.pop("asked")) == {"0", "1"}
    assert run().endswith(
        "1 same, 0 migrated, 0 differs, 0 frozen; the questions of 1 are not on record"
    )
    Seat.objects.filter(table_id=playing.id, place=0).update(deciding=False, since=None)
    assert "seat 0 is asked 'bid', and was asked nothing" in refused()


def dearer(original: Any) -> Any:
    """Rules that take a coin more for every answer."""

    def apply(self: Any, state: Any, seat: int, move: Any, fx: Any) -> None:
        original(self, state, seat, move, fx)
        state.players[seat].coins = max(0, state.players[seat].coins - 1)

    return apply


def test_a_log_that_leads_elsewhere_counts_where_a_move_can_be_taken_back(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = begin()
    playing.play(0, 2)
    place = Seat.objects.get(table_id=playing.id, undoable__isnull=False).place
    monkeypatch.setattr(Pier, "apply", dearer(Pier.apply))
    assert f"leads elsewhere; seat {place} could take back" in refused()
    Seat.objects.filter(table_id=playing.id).update(undoable=None)
    assert run().startswith("1 same"), "what was played stands"
    assert check_table(playing.id)[0] is ContinuingVerdict.DIFFERS
    assert "1 tables differ from their log" in refused("--whole-log")


def test_an_operator_goes_on_all_the_same(begin: Any) -> None:
    first, second = begin(), begin()
    for playing in (first, second):
        with position_changed(playing.id) as position:
            position["state"]["players"] = []
    assert "1 tables differ" in refused("--accept", str(first.id))
    for accepted in ([f"{first.id} {second.id}"], [f"{first.id},{second.id}"], ["pier"], ["all"]):
        assert f"table {first.id} (pier) differs, accepted" in run("--accept", *accepted)
    assert "2 tables differ" in refused("--accept", "")
    Table.objects.update(frozen_at=timezone.now())
    assert run() == "0 same, 0 migrated, 0 differs, 2 frozen"


# --- Changed rules ------------------------------------------------------------------------------


@pytest.fixture
def tables(people: Sequence[Any]) -> dict[str, list[int]]:
    """Tables of every game that people play, each in the middle of a game of the corpus."""
    return {slug: [in_the_middle(slug, n, people) for n in range(1, 13)] for slug in IN_LOBBY}


def in_the_middle(slug: str, number: int, people: Sequence[Any]) -> int:
    """A table at which a game of the corpus has been played for so many thirteenths of it."""
    rules, recorded = GAMES[slug], corpus.read(slug)
    known = [decode_move(rules, move) for move in recorded.moves]
    game = recorded.games[number]
    moves = corpus.moves_of(game, known)[: len(game.moves) * number // 13]
    position = replay(rules, corpus.opening_of(rules, game.setting).position, moves)
    setting = game.setting
    begun = {"game": slug, "users": people[:2], "bots": setting.players - 2}
    table = table_begun(**begun, options=setting.options)
    position_store(table.pk, position)
    return table.pk


def differing(tables: Sequence[kept.KeptTable]) -> list[int]:
    """The ids of tables that cannot go on."""
    now = timezone.now()
    return [t.id for t in tables if judgement_on(t, now).verdict is ContinuingVerdict.DIFFERS]


def test_a_changed_rule_turns_it_red_and_names_the_tables(tables: dict[str, list[int]]) -> None:
    """One line is taken out of the rules of a game: only tables of this game differ."""
    stored = list(kept.kept_tables())
    assert run() == "48 same, 0 migrated, 0 differs, 0 frozen"
    for slug, names in IN_LOBBY.items():
        lines = [line for module in modules_of(slug, *names) for line in lines_of(module)]
        tried = random.Random(slug).sample(lines, LINES)
        worst, found = most_differing(tried, [t for t in stored if t.game == slug])
        with taken_out(worst):
            said = refused()
        assert f"{len(found)} tables differ" in said, worst
        named = [word for word in said.split() if word.isdecimal()]
        assert {str(table) for table in found} <= set(named)
        for other in set(IN_LOBBY) - {slug}:
            assert f"({other})" not in said
    assert run().startswith("48 same")


def most_differing(
    lines: Sequence[Line], tables: Sequence[kept.KeptTable]
) -> tuple[Line, list[int]]:
    """The line without which most tables differ, and these."""
    found = []
    for line in lines:
        with taken_out(line):
            found.append((line, differing(tables)))
    return max(found, key=lambda one: len(one[1]))


@pytest.mark.django_db(transaction=True)
def test_many_tables_are_asked_about_on_all_cores(begin: Any) -> None:
    bad = [begin().id for _ in range(5)][1:3]
    for table in bad:
        with position_changed(table) as position:
            position["state"]["players"] = []
    said = refused("--processes", "2")
    assert "3 same, 0 migrated, 2 differs, 0 frozen" in said
    assert all(f"table {table} (pier) differs" in said for table in bad)


@pytest.mark.django_db(transaction=True)
def test_a_process_that_dies_is_no_consent(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "nowhere")
    with pytest.raises(PartFailed):
        list(reports_of_processes(str(connection.settings_dict["NAME"]), 1))
