"""Sample tables: they have every option, are the same again, and are where they say they are."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from games.models import Seat
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.telling.history import position_at, steps_of
from tests.people import people_make
from tools import samples

games = pytest.mark.parametrize("game", GAMES)


@games
def test_every_value_of_every_option_is_sampled(game: str) -> None:
    found = samples.covering(game) + samples.rarer(game)
    for option, (usual, *others) in samples.values_by_option(GAMES[game]).items():
        seen = {sample.options.get(option, usual) for sample in found}
        assert seen == {usual, *others}, option
    players = GAMES[game].players
    assert {sample.players for sample in found} == {players[0], players[-1]}


@games
def test_any_two_choices_meet_unless_they_exclude_each_other(game: str) -> None:
    factors = samples.factors_of(game)
    few = [name for name, values in factors.items() if len(values) <= samples.MANY]
    met = set()
    for sample in samples.covering(game):
        chosen = {name: values[0] for name, values in factors.items()}
        chosen |= {**sample.options, "players": sample.players}
        met |= {frozenset(pair) for pair in combinations(chosen.items(), 2)}
    for one, other in combinations(few, 2):
        for a in factors[one]:
            for b in factors[other]:
                pair = frozenset([(one, a), (other, b)])
                assert pair in met or not samples.goes(samples.sample_of(game, dict(pair)))


@games
def test_a_sample_goes_from_its_opening_to_its_end(game: str, people: list[Any]) -> None:
    people += people_make("elena")
    sample = samples.covering(game)[-1]
    table = samples.table_make(sample, people)
    reached = []
    for phase in samples.PHASES:
        samples.table_play_on(table, sample, phase)
        row = table_load(table)
        reached.append(row.number)
        assert row.status == ("finished" if phase == "ended" else "playing")
        seated = Seat.objects.filter(table=table).order_by("place").values_list("user", flat=True)
        assert list(seated) == [user.pk for user in people[: sample.players]]
        assert len(steps_of(row)) == samples.moves_until(sample, phase) + 1
        at = table_load(samples.table_make(sample, people, phase))
        assert position_at(at, at.number) == position_at(row, row.number)
        assert (at.number, at.outcome) == (row.number, row.outcome)
    assert reached == sorted(set(reached))
    opening = position_at(row, 1)
    assert opening is not None
    assert opening == position_at(at, 1)
