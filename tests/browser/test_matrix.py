"""`manage.py living` walks through every combination of settings, and tells what it has seen."""

from __future__ import annotations

import subprocess
import sys
from itertools import chain

import pytest

from config.running.bootstrap import ROOT
from tools.living.pairs import PACES, all_settings
from tools.living.site import TurnsWanted, walks

GAMES = ("cuba", "port_royal")


def test_every_combination_is_walked_once() -> None:
    walked = [*chain.from_iterable(walks(TurnsWanted(GAMES, PACES, 0, "quay")))]
    assert sorted(walked) == sorted(all_settings(GAMES))


def test_a_walk_is_one_game_by_one_way_on_one_device() -> None:
    for walk in walks(TurnsWanted(GAMES, PACES[:1], 0, "quay")):
        assert len({setting[:3] for setting in walk}) == 1
        assert {setting.pace for setting in walk} == {PACES[0]}


def told(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What the command says."""
    command = [sys.executable, "manage.py", "living", "--games", "port_royal", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.slow
def test_it_tells_how_many_comparisons_it_has_made() -> None:
    done = told("--pace", "machine", "--moves", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 comparisons, 0 turns wrong." in done.stdout
