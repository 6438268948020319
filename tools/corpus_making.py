"""Making the corpus: which games are in it, played by strong, usual and random bots."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from games.bots.levels import bot_named
from games.rules.core.codec import decode_move, decode_options, encode
from games.rules.core.golden import GoldenMismatch, play_out
from games.rules.core.interface import Move, Rules
from games.rules.core.play import Played
from tools.corpus import (
    Corpus,
    CorpusCourse,
    CorpusSetting,
    Recorded,
    course_of,
    moves_of,
    opening_of,
)
from tools.samples import Factors, values_by_option

GAMES_EACH = 100
WEAK = (("regular",), ("random",), ("regular", "random"), ("novice", "regular"))
STRONG_EVERY = 20  # games; there one seat thinks, as a search takes a second for an answer


def settings_of(rules: Rules[Any], games: int = GAMES_EACH) -> Iterator[CorpusSetting]:
    """Options and numbers of players, each with each, in an order drawn by lot."""
    values = values_by_option(rules)
    chosen = [dict(zip(values, each, strict=True)) for each in itertools.product(*values.values())]
    tables = [
        (players, options)
        for players, options in itertools.product(rules.players, chosen)
        if rules.misfit(decode_options(rules, options), players) is None
    ]
    random.Random(rules.slug).shuffle(tables)
    weak = itertools.cycle(WEAK)
    for number, (players, options) in enumerate(with_every_value(values, tables, games)):
        if number % STRONG_EVERY:
            bots = tuple(itertools.islice(itertools.cycle(next(weak)), players))
        else:
            bots = ("expert", *("regular",) * (players - 1))
        yield CorpusSetting(players, options, f"corpus {number}", bots)


def with_every_value(
    values: Factors, tables: Sequence[tuple[int, dict[str, Any]]], games: int
) -> list[tuple[int, dict[str, Any]]]:
    """The first tables, again from the front if they are few; the last make way for what lacks."""
    chosen = list(itertools.islice(itertools.cycle(tables), games))
    lacking = [
        (name, value)
        for name, each in values.items()
        for value in each
        if all(options[name] != value for _, options in chosen)
    ]
    for place, (name, value) in enumerate(lacking, start=1):
        chosen[-place] = next(table for table in tables if table[1][name] == value)
    return chosen


def played_by_bots(rules: Rules[Any], setting: CorpusSetting) -> list[Played]:
    """The moves of a game of bots with this setting."""
    bots = [bot_named(rules, name) for name in setting.bots]
    return play_out(rules, opening_of(rules, setting), bots, setting.seed)


def made(
    rules: Rules[Any],
    before: Corpus | None,
    settings: Iterable[CorpusSetting],
    tell: Callable[[str], None],
) -> Corpus:
    """The corpus with these settings. Of what was recorded `before`, legal moves are kept."""
    known = readable(rules, before.moves if before else ())
    kept = {game.setting.seed: game for game in (before.games if before else ())}
    corpus, places = Corpus(rules.slug, [], []), dict[Move, int]()
    for setting in settings:
        moves, course, how = replayed_or_played(rules, setting, kept.get(setting.seed), known)
        tell(f"{rules.slug}, {setting.seed}: {len(moves)} moves, {how}")
        for _, move in moves:
            if move not in places:
                places[move] = len(places)
                corpus.moves.append(encode(move))
        seats, numbers = [seat for seat, _ in moves], [places[move] for _, move in moves]
        corpus.games.append(Recorded(setting, seats, numbers, course))
    return corpus


def readable(rules: Rules[Any], moves: Iterable[Any]) -> list[Move | None]:
    """Recorded moves as values; None for what the rules do not know any more."""
    found = list[Move | None]()
    for move in moves:
        try:
            found.append(decode_move(rules, move))
        except ValueError:
            found.append(None)
    return found


def replayed_or_played(
    rules: Rules[Any], setting: CorpusSetting, game: Recorded | None, known: Sequence[Any]
) -> tuple[list[Played], CorpusCourse, str]:
    """A recorded game as it replays now, or a new one where it cannot be replayed."""
    if game is not None and game.setting == setting:
        try:
            moves = moves_of(game, known)
            course = course_of(rules, setting, moves)
        except GoldenMismatch as difference:
            why = str(difference)
        else:
            return moves, course, "same" if course == game.course else "the same moves"
    else:
        why = "new"
    moves = played_by_bots(rules, setting)
    return moves, course_of(rules, setting, moves), f"played by bots: {why}"
