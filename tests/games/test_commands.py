"""The commands that prove, measure and record."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


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
    from tools.management.commands import golden

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
