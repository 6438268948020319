"""Whoever knows one game finds the same matter under the same name in every other."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import games.rules
from games.rules.registry import GAMES

FILES = (
    *("bots", "components", "ending", "gains", "invariants", "migrations", "moves", "opening"),
    *("reasons", "rules", "state", "texts", "view"),
)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_the_same_files(slug: str) -> None:
    folder = Path(games.rules.__file__).parent / slug
    assert {f"{name}.py" for name in FILES} <= {path.name for path in folder.iterdir()}
    assert (folder / "RULES.md").is_file()
    assert (folder / "glossary.toml").is_file()


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_built_from_functions_of_the_same_names(slug: str) -> None:
    homes = {
        "check": "invariants.check",
        "determine": "determining.determined",
        "gains": "gains.gains_of",
        "migrations": "migrations.MIGRATIONS",
        "outcome": "ending.outcome",
        "results": "ending.results",
        "setup": "opening.set_up",
        "texts": "texts.TEXTS",
        "unavailable": "reasons.unavailable",
    }
    for attribute, place in homes.items():
        module, name = place.split(".")
        home = import_module(f"games.rules.{slug}.{module}")
        assert getattr(GAMES[slug], attribute) is getattr(home, name)
    assert callable(import_module(f"games.rules.{slug}.view").look)
