"""Postgres keeps the keys of an object in an order of its own: nobody may see that.

A table that is watched lies in memory as the rules have left it; the next page is drawn from what
is stored. Both must show the same.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import msgspec
import pytest

from games.page import rendering
from games.storing.rows import TableRow
from games.telling.cache import Cache
from games.telling.updates import Updates
from tests.games.test_rendering import Reader, parts_of, row_at
from tests.rules.playing import as_stored, every_game, playout

SEEDS = 3
EVERY = 4  # moves from one look to the next


def shown(row: TableRow, place: int, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, dict[str, str]]:
    """The update and the parts of the page, all drawn anew."""
    monkeypatch.setattr("games.page.parts._parts", Cache(30_000))
    reader = Reader(100 + place)
    update = Updates(row, [], lambda _: []).of(reader.pk, 0)
    return update, parts_of(rendering.Scene(row, reader, update))


@pytest.mark.costly
@pytest.mark.parametrize("rules", every_game, ids=lambda rules: rules.slug)
def test_a_stored_position_is_shown_as_the_one_in_memory(
    rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = 0
    for seed in range(SEEDS):
        for number, turn in enumerate(islice(playout(rules, seed), 0, None, EVERY)):
            live = row_at(rules, turn.before, number + 2)
            document = json.dumps(as_stored(json.loads(live.position or "")))
            stored = msgspec.structs.replace(live, position=document)
            place = number % len(live.seats)
            update, parts = shown(live, place, monkeypatch)
            update_stored, parts_stored = shown(stored, place, monkeypatch)
            assert update == update_stored
            assert parts == parts_stored
            looked += 1
    assert looked >= 10
