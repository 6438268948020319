"""Whoever knows one game finds the same matter under the same name in every other."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import games.rules
from games.rules.core.interface import Rules
from games.rules.registry import GAMES

FILES = ("bots", "components", "ending", "moves", "opening", "rules", "state", "texts", "view")
HOMES = {
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
"""By the name that `Rules` gives them; what a game leaves to the default needs no file."""


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_the_same_files(slug: str) -> None:
    folder = Path(games.rules.__file__).parent / slug
    assert {f"{name}.py" for name in FILES} <= {path.name for path in folder.iterdir()}
    assert (folder / "RULES.md").is_file()
    assert (folder / "glossary.toml").is_file()


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_built_from_functions_of_the_same_names(slug: str) -> None:
    declared = {name for cls in type(GAMES[slug]).__mro__ if cls is not Rules for name in vars(cls)}
    for attribute in HOMES.keys() & declared:
        module, name = HOMES[attribute].split(".")
        home = import_module(f"games.rules.{slug}.{module}")
        assert getattr(GAMES[slug], attribute) is getattr(home, name)
    assert callable(import_module(f"games.rules.{slug}.view").look)
