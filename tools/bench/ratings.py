"""How well ratings tell who will be ahead, of bots whose strength is known, in games that are kept.

Each level plays under several names, so that a rating must find out by itself that they are alike.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple, Protocol

import msgspec
from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

from games.judging.rating import BETA, DOUBT_AT_START, MODEL, START, UNREST, whole
from games.rules.registry import GAMES
from tools.bench.matches import Match, play
from tools.bench.rows import Row, Tell, row

KEPT = Path(__file__).with_name("ratings.jsonl")
LEVELS = ("novice", "regular", "expert")
NAMES_EACH = 4
EVEN = math.log(2)
"""The log-loss of who always says that both are equally likely to be ahead."""

Known = tuple[float, float]
"""A rating of a model: the points and the standard deviation."""
Rate = Callable[[list[Known], Sequence[int]], list[Known]]


class RatedGame(NamedTuple):
    """A game that was played: its players, as level and number, and their ranks."""

    slug: str
    names: tuple[str, ...]
    ranks: tuple[int, ...]


def line_ups(slug: str, games: int) -> Iterator[tuple[str, ...]]:
    """Return who plays with whom, drawn anew for each game, from two players to a full table."""
    names = [f"{level} {number + 1}" for level in LEVELS for number in range(NAMES_EACH)]
    chance, seats = random.Random(slug), [count for count in GAMES[slug].players if count > 1]
    for number in range(games):
        yield tuple(chance.sample(names, seats[number % len(seats)]))


def games_play(slugs: Sequence[str], games: int, processes: int, tell: Tell) -> None:
    """Play so many of each game, and keep how they ended in the file."""
    drawn = [(slug, names) for slug in slugs for names in line_ups(slug, games)]
    matches = [
        Match(slug, f"rating {number}", tuple(name.split()[0] for name in names))
        for number, (slug, names) in enumerate(drawn)
    ]
    with ProcessPoolExecutor(processes) as pool:
        results = play(pool, matches, tell, None)
    lines = (
        msgspec.json.encode(RatedGame(slug, names, result.ranks))
        for (slug, names), result in zip(drawn, results, strict=True)
    )
    KEPT.write_bytes(b"\n".join(lines) + b"\n")


def games_kept() -> list[RatedGame]:
    """Return the games in the file."""
    return [msgspec.json.decode(line, type=RatedGame) for line in KEPT.read_bytes().splitlines()]


def models() -> dict[str, Rate]:
    """Return all that were tried, by name; the one that the site has comes first."""
    usual = START, DOUBT_AT_START, BETA
    tried: dict[str, Weighing] = {
        "ours: BradleyTerryPart, whole": MODEL,
        "BradleyTerryPart": BradleyTerryPart(*usual, tau=UNREST),
        "BradleyTerryFull": BradleyTerryFull(*usual, tau=UNREST),
        "BradleyTerryFull, whole": BradleyTerryFull(*usual, tau=UNREST, gamma=whole),
        "PlackettLuce": PlackettLuce(*usual, tau=UNREST),
        "PlackettLuce, whole": PlackettLuce(*usual, tau=UNREST, gamma=whole),
        "ThurstoneMostellerPart": ThurstoneMostellerPart(*usual, tau=UNREST),
        "ThurstoneMostellerFull": ThurstoneMostellerFull(*usual, tau=UNREST),
    }
    found = {name: openskill(model) for name, model in tried.items()}
    found["Elo, by pairs, K 32"] = elo
    with suppress(ImportError):
        found["TrueSkill"] = trueskill()
    return found


def trueskill() -> Rate:
    """Return how TrueSkill rates, where the package is installed. Raises ImportError."""
    from trueskill import TrueSkill

    model = TrueSkill(START, DOUBT_AT_START, BETA, UNREST, draw_probability=0.0)

    def rate(known: list[Known], ranks: Sequence[int]) -> list[Known]:
        alone = [(model.create_rating(*each),) for each in known]
        return [(new.mu, new.sigma) for (new,) in model.rate(alone, ranks=list(ranks))]

    return rate


class Weighing(Protocol):
    """A model of `openskill`, as far as it is called here."""

    def create_rating(self, rating: list[float]) -> Any: ...

    def rate(self, _teams: list[list[Any]], /, ranks: list[float]) -> list[list[Any]]: ...


def openskill(model: Weighing) -> Rate:
    """Return how a model of `openskill` rates."""

    def rate(known: list[Known], ranks: Sequence[int]) -> list[Known]:
        alone = [[model.create_rating(list(each))] for each in known]
        after = model.rate(alone, ranks=[float(rank) for rank in ranks])
        return [(new.mu, new.sigma) for (new,) in after]

    return rate


def elo(known: list[Known], ranks: Sequence[int]) -> list[Known]:
    """Rate as chess players did before 1995, each pair by itself, without doubt."""
    after = [mu for mu, _sigma in known]
    for one, other in combinations(range(len(known)), 2):
        came = (1 + (ranks[one] < ranks[other]) - (ranks[one] > ranks[other])) / 2
        gain = 32 / (len(known) - 1) * (came - ahead(known[one], known[other]))
        after[one] += gain
        after[other] -= gain
    return [(mu, 0.0) for mu in after]


def ahead(one: Known, other: Known) -> float:
    """Return how likely one is to come in before the other, the doubt of both included."""
    spread = math.sqrt(2 * BETA**2 + one[1] ** 2 + other[1] ** 2)
    return 1 / (1 + math.exp((other[0] - one[0]) / spread))


def losses(games: Sequence[RatedGame], rate: Rate) -> tuple[list[float], dict[str, Known]]:
    """Return how wrong each pair was told beforehand (log-loss), and the ratings at the end."""
    known: dict[str, Known] = {}
    found = []
    for game in games:
        before = [known.get(name, (START, DOUBT_AT_START)) for name in game.names]
        for one, other in combinations(range(len(before)), 2):
            if game.ranks[one] != game.ranks[other]:
                first, second = sorted((one, other), key=game.ranks.__getitem__)
                found.append(-math.log(ahead(before[first], before[second])))
        known |= zip(game.names, rate(before, game.ranks), strict=True)
    return found, known


def in_order(known: dict[str, Known]) -> float:
    """Return the share of pairs of different levels whose ratings have the right order."""
    pairs = [
        known[one][0] < known[other][0]
        for one, other in combinations(sorted(known, key=lambda name: LEVELS.index(level(name))), 2)
        if level(one) != level(other)
    ]
    return fmean(pairs)


def level(name: str) -> str:
    """Return the level that plays under a name."""
    return name.split()[0]


def measure() -> list[Row]:
    """Compare all models on the games in the file; the reference is who knows nothing."""
    games = games_kept()
    slugs = list(dict.fromkeys(game.slug for game in games))
    rows = []
    for name, rate in models().items():
        told = [losses([game for game in games if game.slug == slug], rate) for slug in slugs]
        loss = fmean(one for found, _known in told for one in found)
        order = fmean(in_order(known) for _found, known in told)
        rows.append(row(f"{name}: log-loss of a pair", loss, EVEN, most=1.0))
        rows.append(row(f"{name}: pairs of levels in order at the end", order))
        rows.append(row(f"{name}: true strengths within the doubt told", within(rate)))
    return rows


def within(
    rate: Rate, people: int = 60, tables: int = 40, seats: Sequence[int] = (2, 3, 4)
) -> float:
    """Return the share of people whose true strength is within the doubt that is told.

    Their strengths are known, as their tables are drawn from them, until each has had so many.
    """
    chance = random.Random("within")
    true = [chance.gauss(START, DOUBT_AT_START) for _ in range(people)]
    known, played = [(START, DOUBT_AT_START)] * people, [0] * people
    while min(played) < tables:
        seated = chance.sample(range(people), chance.choice(seats))
        luck = [math.sqrt(2) * BETA * -math.log(-math.log(chance.random())) for _ in seated]
        came = [true[one] + lucky for one, lucky in zip(seated, luck, strict=True)]
        ranks = [1 + sum(other > mine for other in came) for mine in came]
        after = rate([known[one] for one in seated], ranks)
        for one, new in zip(seated, after, strict=True):
            known[one], played[one] = new, played[one] + 1
    return fmean(abs(mu - real) <= 2 * sigma for (mu, sigma), real in zip(known, true, strict=True))
