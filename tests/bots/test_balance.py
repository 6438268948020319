"""The bench of the games: every option and number of seats, all seats alike, honest intervals."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.rules.core.levels import Level
from games.rules.registry import GAMES
from tools.bench import balance, matches, memory, report
from tools.bench.matches import Match, Played, key, play, played

SHORT = ("games", "--game", "pier", "--seats", "2", "--options", "usual", "--level", "regular")
"""A bench of one cell whose games are quick."""


def test_every_value_of_every_option_has_a_cell_of_its_own() -> None:
    found = balance.cells("port_royal", range(2, 6))
    assert {cell.players for cell in found} == {2, 3, 4, 5}
    named = [cell.named for cell in found if cell.players == 3]
    assert named == [balance.USUAL, "expansion=cards", "expansion=contracts", "edition=1"]
    options = {cell.named: cell.options.expansion for cell in found}
    assert options[balance.USUAL] == "none" and options["expansion=cards"] == "cards"
    assert [cell.players for cell in balance.cells("port_royal", range(3, 4))] == [3] * 4


def test_options_that_need_more_players_are_left_out() -> None:
    named = {(cell.players, cell.named) for cell in balance.cells("santiago_de_cuba", range(2, 6))}
    assert (2, "start_player=seat_4") not in named and (4, "start_player=seat_4") in named
    assert (2, "info=screens") in named and (2, "pablo_wood=True") in named


def test_only_some_options_are_played() -> None:
    def named(*wanted: str) -> list[str]:
        return [cell.named for cell in balance.cells("port_royal", range(3, 4), wanted)]

    assert named("usual") == [balance.USUAL]
    assert named("usual", "expansion=contracts") == [balance.USUAL, "expansion=contracts"]
    assert named("expansion") == ["expansion=cards", "expansion=contracts"]
    for unknown in ("no such option", "public_scores=True+no such option"):
        with pytest.raises(CommandError, match="options"):
            benched("games", "--game", "pier", "--options", unknown)


def test_options_can_be_played_together() -> None:
    (cell,) = balance.cells("port_royal", range(3, 4), ["expansion=contracts+edition=1"])
    assert cell.named == "expansion=contracts+edition=1"
    assert (cell.options.expansion, cell.options.edition) == ("contracts", 1)


def test_of_many_values_some_are_tried() -> None:
    """Guatemala Café's buyer may start on each of 36 spaces, or on one that is drawn."""
    named = [cell.named for cell in balance.cells("guatemala_cafe", range(2, 3))]
    assert 4 <= sum(name.startswith("buyer_start") for name in named) <= balance.MOST_VALUES
    assert {"track_length=60", "track_length=80"} <= set(named)
    assert [*balance.spread((1, 2, 3))] == [1, 2, 3] and [*balance.spread(range(36))][:2] == [0, 6]


def test_all_cells_have_the_same_seeds_and_equal_players() -> None:
    one, other = balance.cells("pier", range(3, 4))
    first, second = (balance.matches(cell, "regular", 5) for cell in (one, other))
    assert [match.seed for match in first] == [match.seed for match in second]
    assert len({match.seed for match in first}) == 5
    assert all(match.names == ("regular",) * 3 for match in [*first, *second])
    assert {match.options.public_scores for match in second} == {True}


def test_the_options_of_a_match_are_those_of_its_game() -> None:
    """The seat that begins is drawn, or the one that the options name."""
    cells = {cell.named: cell for cell in balance.cells("santiago_de_cuba", range(2, 3))}
    one = [played(match) for match in balance.matches(cells["start_player=seat_1"], "regular", 6)]
    two = [played(match) for match in balance.matches(cells["start_player=seat_2"], "regular", 6)]
    assert [result.shares for result in one] != [result.shares for result in two]


def test_what_a_cell_says() -> None:
    (cell,) = [c for c in balance.cells("pier", range(2, 3)) if c.named == balance.USUAL]
    won, lost, tied = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)
    results = [Played(won, (0, 0), (1, 1), 10)] * 90 + [Played(lost, (0, 0), (1, 1), 30)] * 6
    results += [Played(tied, (0, 0), (1, 1), 20)] * 4
    first, second, length = balance.rows_of(cell, "regular", results)
    assert isinstance(first, balance.Share) and isinstance(second, balance.Share)
    assert (first.ours, second.ours, first.reference) == (0.92, 0.08, 0.5)
    assert not first.even and not second.even and first.low < 0.92 < first.high
    assert isinstance(length, balance.Length)
    assert (length.ours, length.short, length.long) == (10, 10, 10)
    even = [Played(won, (0, 0), (1, 1), 10), Played(lost, (0, 0), (1, 1), 30)] * 20
    assert all(row.even for row in balance.rows_of(cell, "regular", even)[:2])  # type: ignore[attr-defined]


def test_shares_in_turn_are_told_where_not_always_the_same_seat_is_asked_first() -> None:
    (cell,) = balance.cells("pier", range(3, 4), ["usual"])

    def found(*games: tuple[int, int | None]) -> list[tuple[float, bool]]:
        """Of games in which one seat won and one was asked first: the rows in turn."""
        results = [
            Played(tuple(float(seat == won) for seat in range(3)), (0,) * 3, (1,) * 3, 9, first)
            for won, first in games
        ]
        rows = balance.rows_of(cell, "regular", results)
        assert len([row for row in rows if type(row) is balance.Share]) == 3
        lines = balance.said(cell, rows).splitlines()
        turns = [row for row in rows if isinstance(row, balance.InTurn)]
        assert ("asked first" in lines[-1]) == (len(lines) == 2) == bool(turns)
        return [(row.ours, row.even) for row in turns]

    assert found(*[(0, 0), (1, 1), (2, 2)] * 20) == [(1, False), (0, False), (0, False)]
    assert found(*[(0, 1), (1, 2), (2, 0)] * 20) == [(0, False), (0, False), (1, False)]
    assert found((0, 0), (0, 1), (0, 2)) == [(0.333, True)] * 3, "seat 1 wins whatever its turn"
    assert not found((0, 0), (1, 0), (2, 0)), "nothing else than by seat"
    assert not found((0, 0), (1, None)), "all are asked at once"


def test_who_is_asked_first_need_not_be_who_begins() -> None:
    """Santiago de Cuba, 2.7: who sits to the right of the start chooses the first demand."""
    fixed, drawn = (
        balance.cells("santiago_de_cuba", range(3, 4), [named])[0]
        for named in ("start_player=seat_2", "usual")
    )
    assert {played(match).first for match in balance.matches(fixed, "regular", 6)} == {0}
    assert len({played(match).first for match in balance.matches(drawn, "regular", 6)}) > 1


def benched(*arguments: str, aside: StringIO | None = None) -> str:
    out = StringIO()
    call_command("bench", *arguments, stdout=out, stderr=aside)
    return out.getvalue()


def test_the_bench_of_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "REPORTS", tmp_path)
    page = tmp_path / "balance-regular.md"
    page.write_text("# What each seat wins\n")
    aside = StringIO()
    bench = ("games", "--game", "pier", "--seats", "2..3", "--games", "4", "--json")
    said = benched(*bench, "--level", "regular", "--write", aside=aside)
    assert page.read_text().count("| pier, ") == 4, "a line for each cell"
    assert len(aside.getvalue().splitlines()) >= 1 + 4, "how far it is, beside the output"
    rows = msgspec.json.decode(said)
    shares = [row for row in rows if "even" in row]
    assert len(shares) == 2 * (2 + 3), "two sets of options"
    for players in (2, 3):
        of = [row["ours"] for row in shares if f"{players} players, usual" in row["measure"]]
        assert sum(of) == pytest.approx(1, abs=0.01)
    lengths = [row for row in rows if "long" in row]
    assert all(0 < row["short"] <= row["ours"] <= row["long"] for row in lengths)


def test_games_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    """Whoever stops a bench with `--kept` loses the games in play; here half a line of one, too."""
    kept = tmp_path / "kept.jsonl"
    bench = (*SHORT, "--games", "6")
    whole = benched(*bench, "--kept", str(kept))
    assert "are in kept.jsonl" not in whole
    lines = kept.read_text().splitlines(keepends=True)
    assert len(lines) == 6 and benched(*bench) == whole

    kept.write_text("".join(lines[:4]) + lines[4][: len(lines[4]) // 2])
    again = benched(*bench, "--kept", str(kept)).splitlines()
    assert again.pop(1) == "4 of 6 games are in kept.jsonl" and again == whole.splitlines()
    assert sorted(kept.read_text().splitlines(keepends=True)[:4]) == sorted(lines[:4])
    assert len(kept.read_text().splitlines()) == 6


def test_a_kept_game_counts_as_it_was_played(tmp_path: Path) -> None:
    kept, match = tmp_path / "kept.jsonl", Match("pier", "one", ("regular",) * 2)
    with ProcessPoolExecutor(1) as pool:
        (result,) = play(pool, [match], print, kept)
        other = result._replace(shares=result.shares[::-1], moves=1234)
        line = msgspec.json.encode((key(match), other)) + b"\n"
        assert line != kept.read_bytes()
        kept.write_bytes(line)
        found = play(pool, [match, match._replace(seed="two")], print, kept)
    assert found[0] == other and found[1].moves < 1234
    assert len(kept.read_text().splitlines()) == 2


def test_long_benches_say_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "WORD_AFTER", 0)
    said = benched(*SHORT, "--games", "3")
    assert said.splitlines()[1:3] == ["1 of 3 games", "2 of 3 games"]


def test_people_can_read_it_and_choose_the_level() -> None:
    said = benched("games", "--game", "pier", "--seats", "2", "--games", "2", "--level", "novice")
    assert "novice against itself" in said and "public_scores=True" in said


def test_masters_play_where_no_level_is_chosen() -> None:
    bench = [one for one in SHORT if one not in ("--level", "regular")]
    said = benched(*bench, "--games", "2")
    assert said.startswith("master against itself, 2 games each")
    assert said == benched(*bench, "--games", "2", "--level", "master")


@pytest.mark.parametrize(
    "wrong", [("--seats", "two"), ("--level", "champion"), ("--seats", "7..9")]
)
def test_what_there_is_not_is_refused(wrong: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        benched("games", "--game", "pier", "--games", "2", *wrong)


def test_the_memory_of_a_search_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here in this process: it is of its own only so that its peak is no other level's."""
    small = {"expert": Level(work=300)}
    monkeypatch.setattr(type(GAMES["pier"]), "levels", small)
    found = memory.thought("pier", "expert", answers=3)
    assert found.answers == 3 and 0 < found.before <= found.peak


def test_the_ladder_tells_the_memory_of_each_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two levels here; each process knows them all."""
    said: list[str] = []
    levels = {name: GAMES["pier"].levels[name] for name in ("novice", "expert")}
    monkeypatch.setattr(type(GAMES["pier"]), "levels", levels)
    rows: list[Any] = memory.measure(["pier"], 1, said.append)
    names = [row.measure for row in rows]
    assert all(row.reference < memory.now() / 2 for row in rows), "nothing of this process"
    assert [name.split(": ")[2] for name in names] == list(levels)
    assert all(row.ours >= row.reference > 1 for row in rows) and len(said) == len(rows)
