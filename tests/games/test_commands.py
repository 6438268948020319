"""The commands that prove, measure and record."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.changing import services
from games.changing.log_check import Verdict, check_table
from games.judging import turns
from games.models import LogEntry
from games.rules.pier.rules import Pier
from tests.seating import position_changed

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_running_tables_are_the_same_as_their_logs(begin, monkeypatch):
    monkeypatch.setattr(turns, "SNAPSHOT_EVERY", 5)
    playing = begin(seats=3)
    playing.play(0, 1)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    playing.play_on(20)
    begin()
    assert run("check_positions").strip() == "2 same, 0 migrated, 0 differs"


def test_a_table_of_older_rules_is_reported_as_migrated(begin):
    playing = begin()
    with position_changed(playing.id) as position:
        position["version"] = 1
        for player in position["state"]["players"]:
            player["money"] = player.pop("coins")
    assert check_table(playing.id)[0] is Verdict.MIGRATED
    assert "0 same, 1 migrated, 0 differs" in run("check_positions")


def change_state(playing: Any, **change: Any) -> None:
    with position_changed(playing.id) as position:
        position["state"] |= change


@pytest.mark.parametrize(
    "change", [{"row": [1, 1, 1]}, {"taker": 1}, {"players": []}, {"row": "none"}]
)
def test_a_position_that_does_not_follow_from_the_log_differs(begin, change):
    playing = begin()
    change_state(playing, **change)
    assert check_table(playing.id)[0] is Verdict.DIFFERS
    with pytest.raises(CommandError):
        run("check_positions")


def test_a_log_that_lost_a_move_differs(begin):
    playing = begin()
    playing.play(0, 1)
    LogEntry.objects.filter(table_id=playing.id, number=2).update(undone=True)
    assert check_table(playing.id) == (Verdict.DIFFERS, "at the latest entry")


def test_rules_that_play_otherwise_now_differ(begin, monkeypatch):
    playing = begin()
    playing.play(0, 2)
    playing.play(1, 1)
    original = Pier.apply

    def dearer(self: Any, state: Any, seat: int, move: Any, fx: Any) -> None:
        original(self, state, seat, move, fx)
        state.players[seat].coins = max(0, state.players[seat].coins - 1)

    monkeypatch.setattr(Pier, "apply", dearer)
    assert check_table(playing.id)[0] is Verdict.DIFFERS


def test_bench_rules_prints_one_list_of_rows():
    rows = json.loads(run("bench", "rules", "--json", "--game", "pier", "--seconds", "0.2"))
    assert all(list(row) == ["measure", "ours", "reference", "ratio", "aim", "met"] for row in rows)
    of = {row["measure"]: row for row in rows}
    speed = of["rules: pier, 2 players: moves/s beside chess plies/s"]
    assert speed["ours"] > 0
    assert speed["reference"] > 0
    assert speed["ratio"] > 0
    assert of["rules: pier, 4 players: bytes of a position"]["ours"] > 100


def test_bench_prints_a_table_to_be_read():
    table = run("bench", "rules", "--game", "pier", "--seconds", "0.2").splitlines()
    assert table[0].split() == ["measure", "ours", "reference", "ratio", "aim", "met"]
    assert any(line.startswith("rules: pier, 4 players: bytes of a view") for line in table)


def test_bench_peers_without_node_says_so_and_has_no_rows(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run("bench", "peers", "--json") == "[]\n"
    assert "no node here" in capsys.readouterr().err


def test_bench_bots_measures_the_strongest_against_random():
    rows = json.loads(run("bench", "bots", "--json", "--game", "pier", "--games", "60"))
    assert 0.5 < rows[0]["ours"] <= 1
    assert rows[0]["met"] is True


def test_golden_games_are_recorded_and_left_alone_while_they_replay(tmp_path, monkeypatch):
    from tests.management.commands import golden

    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    assert "pier_empty" in run("golden", "pier", "--name", "one", "--players", "3")
    path = tmp_path / "pier" / "one.json"
    recorded = path.read_text()
    assert "one.json: same" in run("golden")
    path.write_text(recorded.replace('"score": ', '"score": 1'))
    assert "recorded anew" in run("golden")
    assert path.read_text() == recorded
    with pytest.raises(CommandError):
        run("golden", "--name", "two")
