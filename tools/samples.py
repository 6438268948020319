"""Tables to look at: every game with its options and numbers of players, from opening to end.

Tests draw them and the album shows them. Each is played by the game's own bots through `turns`, so
it has a log one can look back in, and the same sample is the same table on every machine.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any, Literal, get_args

import msgspec
from django.db import transaction
from django.utils import timezone
from msgspec import inspect

from games.judging import turns
from games.models import Seat
from games.page.forms import choices_in, values_of
from games.rules.core.codec import decode_options, encode
from games.rules.core.golden import play_out
from games.rules.core.interface import Document, Rules
from games.rules.core.play import Played, start
from games.rules.registry import GAMES
from games.storing.changes import change_store
from games.storing.rows import table_load
from tools.seating import table_begun

Phase = Literal["opening", "middle", "late", "ended"]
PHASES: tuple[Phase, ...] = get_args(Phase)
PLAYED = {"opening": 0.0, "middle": 0.5, "late": 0.95, "ended": 1.0}  # of all moves of the game

MANY = 4  # an option with more values than this has each of them once, see `rarer`

Pair = tuple[str, Any]  # an option, or "players", with one of its values
Pairs = tuple[Pair, ...]
Factors = dict[str, list[Any]]  # options, and "players", with all of them


class Sample(msgspec.Struct, frozen=True):
    """A game with options, which are those of the game if not named, for so many players."""

    game: str
    players: int
    options: Document
    seed: str = "sample"

    @property
    def rules(self) -> Rules[Any]:
        """The judge of it."""
        return GAMES[self.game]

    @property
    def name(self) -> str:
        """What tells it from the others, for ids of tests and titles of pictures."""
        chosen = [f"{option}={value}" for option, value in self.options.items()]
        return ", ".join([self.game, f"{self.players} players", *chosen])


# --- Which ---------------------------------------------------------------------------------------


def usual(game: str) -> list[Sample]:
    """A game with its usual options for the least and for the most players."""
    players = GAMES[game].players
    return [Sample(game, count, {}) for count in sorted({players[0], players[-1]})]


@functools.cache
def covering(game: str) -> list[Sample]:
    """Few samples in which any two values of any two options meet, and numbers of players too.

    Of options with many values there are some. What does not go together is left out.
    """
    factors = factors_of(game)
    few = {name: values for name, values in factors.items() if len(values) <= MANY}
    return covered(game, [
        ((one, a), (other, b))
        for one, other in combinations(few, 2)
        for a, b in product(few[one], few[other])
    ])  # fmt: skip


@functools.cache
def rarer(game: str) -> list[Sample]:
    """Samples for those values of options with many of them that `covering` does not have."""
    seen = {pair for sample in covering(game) for pair in sample.options.items()}
    return covered(game, [
        ((name, value),)
        for name, values in factors_of(game).items()
        for value in values[1:]
        if len(values) > MANY and (name, value) not in seen
    ])  # fmt: skip


@functools.cache
def factors_of(game: str) -> Factors:
    """What differs between samples of a game."""
    rules = GAMES[game]
    return {"players": [rules.players[0], rules.players[-1]], **values_by_option(rules)}


def covered(game: str, pairs: Sequence[Pairs]) -> list[Sample]:
    """Samples that have all of these, but for those that do not go together."""
    wanted, samples = dict.fromkeys(pairs), list[Sample]()
    while wanted:
        sample = best_of(game, wanted, len(samples))
        if sample is None:
            del wanted[next(iter(wanted))]
        else:
            samples.append(sample)
    return samples


def values_by_option(rules: Rules[Any]) -> Factors:
    """The values of every option that the lobby offers, the usual one first."""
    found: Factors = {}
    for field, default in choices_in(rules.options_type):
        values = (False, True) if isinstance(field.type, inspect.BoolType) else ()
        others = [value for value in values or values_of(field.type) if value != default]
        found[field.name] = [default, *others]
    return found


def best_of(game: str, wanted: dict[Pairs, None], number: int) -> Sample | None:
    """A sample with the first of what is wanted, and as much of the rest as can be had at once.

    What it has is no longer wanted. None if the first cannot be had.
    """
    chosen: dict[str, Any] = dict(next(iter(wanted)))
    if not goes(sample_of(game, chosen)):
        return None
    for name, values in factors_of(game).items():
        if name in chosen:
            continue
        first = number % len(values)  # in turn, where none has more of what is wanted
        tries = [{**chosen, name: value} for value in (*values[first:], *values[:first])]
        tries.sort(key=lambda tried: -sum(tried.items() >= set(pairs) for pairs in wanted))
        chosen = next((tried for tried in tries if goes(sample_of(game, tried))), chosen)
    for pairs in [pairs for pairs in wanted if chosen.items() >= set(pairs)]:
        del wanted[pairs]
    return sample_of(game, chosen)


def sample_of(game: str, chosen: Mapping[str, Any]) -> Sample:
    """The sample with these choices; it names only options that are not the usual ones."""
    factors = factors_of(game)
    options = {
        name: chosen[name]
        for name, values in factors.items()
        if name != "players" and chosen.get(name, values[0]) != values[0]
    }
    return Sample(game, chosen.get("players", factors["players"][1]), options)


def goes(sample: Sample) -> bool:
    """Whether the game can be played so."""
    try:
        options = decode_options(sample.rules, sample.options)
        start(sample.rules, sample.players, options, sample.seed)
    except ValueError:
        return False
    return True


# --- Playing -------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=256)
def _moves(game: str, players: int, options: str, seed: str) -> list[Played]:
    rules = GAMES[game]
    bot = next(iter(rules.bots.values()))
    opening = start(rules, players, decode_options(rules, msgspec.json.decode(options)), seed)
    return play_out(rules, opening, [bot] * players, seed)


def moves_of(sample: Sample) -> list[Played]:
    """The whole game as the best bots play it."""
    options = msgspec.json.encode(sample.options, order="sorted").decode()
    return _moves(sample.game, sample.players, options, sample.seed)


def moves_until(sample: Sample, phase: Phase) -> int:
    """How many moves have been played when a phase is looked at."""
    return int(len(moves_of(sample)) * PLAYED[phase])


@transaction.atomic
def table_make(
    sample: Sample, users: Sequence[Any], phase: Phase = "opening", **fields: Any
) -> int:
    """A stored table in this phase, with these users on its seats in order; its id.

    `fields` are others of `Table`. The first user is its host unless they say otherwise. Raises
    ValueError for too few users.
    """
    seated = list(users[: sample.players])
    if len(seated) < sample.players:
        raise ValueError(f"{sample.name}: {len(seated)} users are too few")
    rules = sample.rules
    options = encode(decode_options(rules, sample.options))
    table = table_begun(sample.game, seated, seed=sample.seed, options=options, **fields)
    seats = Seat.objects.filter(table=table)
    seats.update(user=None, bot="random")  # in the order of play as they were given, not by lot
    for place, user in enumerate(seated):
        seats.filter(place=place).update(user=user, bot="")
    table_play_on(table.pk, sample, phase)
    return table.pk


def table_play_on(table_id: int, sample: Sample, phase: Phase) -> None:
    """Play a sample's table on to a later phase; all its moves are one change."""
    row = table_load(table_id)
    if row.status != "playing":
        return
    draft = turns.Draft(row, timezone.now())
    played = sum(seat.answers for seat in row.seats)
    for place, move in moves_of(sample)[played : moves_until(sample, phase)]:
        draft.play(place, move)
    if draft.entries:
        change_store(draft.change(bots_follow=False))
