"""The ladder of levels: paired seeds, all seats, intervals, and a status that says what failed."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.rules.core.levels import Level
from games.rules.registry import GAMES
from tools.bench import ladder, report
from tools.bench.matches import Match, played
from tools.bench.plot import COLOURS


def test_every_seed_is_played_from_every_seat() -> None:
    matches = list(ladder.seatings("pier", "master", "expert", 3, games=4))
    assert len(matches) == 6, "two seeds, so that none is half played"
    assert len({match.seed for match in matches}) == 2
    for number in (0, 3):
        seats = [match.names.index("master") for match in matches[number : number + 3]]
        assert seats == [0, 1, 2]
        assert len({match.seed for match in matches[number : number + 3]}) == 1
    assert all(match.names.count("expert") == 2 for match in matches)


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [
        (0.5, 100, 0.404, 0.596),
        (1.0, 10, 0.722, 1.0),
        (0.0, 10, 0.0, 0.278),
        (0.7, 40, 0.546, 0.819),
    ],
)
def test_wilsons_interval(share: float, games: int, low: float, high: float) -> None:
    """Values of Wilson's formula as tables of it give them."""
    assert ladder.interval(share, games) == pytest.approx((low, high), abs=0.001)


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    match = Match("pier", "again", ("regular", "novice", "novice"))
    first, second = played(match), played(match)
    assert first.shares == second.shares and first.answers == second.answers
    assert sum(first.shares) == pytest.approx(1.0)
    assert played(match._replace(seed="another")).answers != first.answers


def test_what_a_level_has_to_win() -> None:
    assert ladder.least_of(2) == 0.7
    even = ladder.rung("even", [1.0, 0.0, 0.0, 0.0], ladder.least_of(4))
    assert even.met is False, "just its share of a full table is not more"
    assert ladder.rung("more", [1.0, 0.0, 0.0], ladder.least_of(4)).met
    assert not ladder.rung("two", [1.0] * 69 + [0.0] * 31, 0.7).met
    assert ladder.rung("two", [1.0] * 70 + [0.0] * 30, 0.7).met


def test_who_plays_against_whom() -> None:
    """Each against the one below, two of them and at a full table; the best against the usual."""
    found = list(ladder.duels(GAMES["port_royal"]))
    assert found[:2] == [("regular", "novice", 2), ("regular", "novice", 5)]
    assert found[-2:] == [("master", "expert", 5), ("master", "regular", 2)]
    assert len(found) == 7


@pytest.fixture
def two_levels(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes the ladder of Santiago de Cuba have two rungs."""

    def levels(**named: Level) -> None:
        monkeypatch.setattr(type(GAMES["santiago_de_cuba"]), "levels", named)

    return levels


def climbed(*arguments: str) -> tuple[str, bool]:
    """What the bench says, and whether every level holds."""
    out = StringIO()
    ladder_of = ("bench", "bots", "--ladder", "--game", "santiago_de_cuba", "--games", "4")
    try:
        call_command(*ladder_of, *arguments, stdout=out)
    except CommandError:
        return out.getvalue(), False
    return out.getvalue(), True


def test_a_ladder_that_holds(
    two_levels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_levels(novice=Level(slips=1.0), regular=Level())
    monkeypatch.setattr(report, "REPORTS", tmp_path)
    plot, page = tmp_path / "ladder.svg", tmp_path / "ladder.md"
    page.write_text("# The ladder\n\nIts figures.\n\n| measure |\n| --- |\n| of before |\n")
    said, holds = climbed("--json", "--write")
    assert holds, said
    text = page.read_text()
    assert text.startswith("# The ladder\n\nIts figures.\n\n| measure | ours |")
    assert "regular against novice" in text and "of before" not in text
    dots = ElementTree.fromstring(plot.read_text()).findall("{http://www.w3.org/2000/svg}circle")
    assert len(dots) == 2 and {dot.get("fill") for dot in dots} == {COLOURS[0]}, "both hold"
    rows = msgspec.json.decode(said, type=list[ladder.Rung])
    shares = [row for row in rows if row.games]
    assert [row.games for row in shares] == [4, 4], "at two seats and at four"
    assert all(row.met and row.low <= row.ours <= row.high for row in shares)


def test_a_level_that_does_not_hold(two_levels: Any) -> None:
    two_levels(novice=Level(), regular=Level(slips=1.0))
    said, holds = climbed()
    assert not holds
    assert "regular against novice" in said and "95 % between" in said
