"""A game without templates of its own is drawn all the same: as lists of what its view says."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import msgspec
import pytest

from games.page import rendering
from games.rules.core.codec import encode
from games.rules.core.interface import Rules
from games.rules.registry import GAMES
from games.storing.rows import TableRow
from games.telling.updates import table_update
from tests.games.test_rendering import NOBODY, Elements, Reader, row_at
from tests.rules.playing import every_game, playout, slugs


class Unpainted(TableRow, frozen=True):
    """A table of a game that has rules, but neither templates nor a module among the boards."""

    @property
    def rules(self) -> Rules[Any]:
        return GAMES[self.game.removeprefix("unpainted_")]


def plain(row: TableRow, reader: Reader) -> dict[str, str]:
    """The roots of a page as they are if the game of a table has no board."""
    fields = {name: getattr(row, name) for name in row.__struct_fields__}
    update = table_update(row, reader.pk, 0)
    same = Unpainted(**{**fields, "game": f"unpainted_{row.game}"})
    return rendering.whole(rendering.Scene(same, reader, update).roots())


def ids_in(value: Any) -> set[str]:
    """Of all things in a view that have one."""
    if isinstance(value, dict):
        own = {value["id"]} if value.get("id") else set()
        return own.union(*map(ids_in, value.values()))
    return set().union(*map(ids_in, value)) if isinstance(value, list | tuple) else set()


@pytest.mark.parametrize("rules", every_game, ids=slugs)
def test_everything_with_an_id_is_a_spot(rules: Rules[Any], db: None) -> None:
    for turn in islice(playout(rules, 1), 0, 60, 20):
        parts = plain(row_at(rules, turn.before), NOBODY)
        assert parts["board"].startswith('<div data-part="board"')
        assert 'class="plain-board"' in parts["board"]
        spots = Elements(parts["board"] + parts["players"]).values("data-spot")
        assert set(spots) == ids_in(
            msgspec.to_builtins(encode(rules.view(turn.before.state, None)))
        )


def test_board_and_players_say_what_the_viewer_may_see(db: None) -> None:
    rules = GAMES["pier"]
    for turn in islice(playout(rules, 2), 8):
        for place, player in enumerate(turn.before.state.players):
            parts = plain(row_at(rules, turn.before), Reader(100 + place))
            text = re.sub(r"<[^>]+>|\s+", " ", parts["board"]).split()
            row, deck = turn.before.state.row, len(turn.before.state.deck)
            assert text[: 3 + len(row)] == ["row", *map(str, row), "deck", str(deck)]
            bids = re.findall(r"<dt>bid</dt><dd>(.*?)</dd>", parts["players"], re.DOTALL)
            told = [re.sub(r"<[^>]+>|\s", "", bid) for bid in bids]
            sealed = "–" if player.bid is None else str(player.bid)
            assert told == [sealed, *["–"] * (len(told) - 1)]  # one's own comes first
