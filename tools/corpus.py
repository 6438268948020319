"""The corpus: a hundred finished games of each game, replayed by every test run.

A file holds all games of one: the distinct moves once, then for each game who played which of them.
Every so many moves there is a digest of all that was asked and told until then, so whatever changes
in the rules is found near to where it first makes a difference; at the end there is one of the
whole position. Moves are recorded, so nothing changes here when a bot does.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from config.running.bootstrap import ROOT
from games.rules.core.codec import decode_move, decode_options
from games.rules.core.golden import GoldenMismatch
from games.rules.core.interface import Document, Outcome, Rules
from games.rules.core.play import Played, Step, advance, of_seat, start
from games.rules.registry import GAMES

FOLDER = ROOT / "tests" / "rules" / "corpus_games"
DIGEST_EVERY = 25  # moves

_json = msgspec.json.Encoder()


class CorpusSetting(msgspec.Struct, frozen=True):
    """What a game of the corpus is played with: how, and by which bots."""

    players: int
    options: Document
    seed: str
    bots: tuple[str, ...]


class CorpusCourse(msgspec.Struct, frozen=True):
    """What came of moves: digests on the way, one of the position at the end, and the outcome."""

    digests: list[str]
    position: str
    outcome: Outcome


class Recorded(msgspec.Struct, frozen=True):
    """A finished game: who played which of the file's moves, and what came of it."""

    setting: CorpusSetting
    seats: list[int]
    moves: list[int]
    course: CorpusCourse


class Corpus(msgspec.Struct, frozen=True):
    """All recorded games of a game, and the moves that are played in them."""

    game: str
    moves: list[Document]
    games: list[Recorded]


def in_corpus() -> list[str]:
    """The games that have one: all that people can play."""
    return [slug for slug, rules in GAMES.items() if rules.in_lobby]


def path_of(slug: str) -> Path:
    """The file of a game."""
    return FOLDER / f"{slug}.json.xz"


def read(slug: str) -> Corpus:
    """The corpus of a game."""
    return msgspec.json.decode(lzma.decompress(path_of(slug).read_bytes()), type=Corpus)


def write(corpus: Corpus) -> None:
    """Store the corpus of a game: the same games make the same file, to the byte."""
    path = path_of(corpus.game)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(lzma.compress(_json.encode(corpus), preset=9 | lzma.PRESET_EXTREME))


def opening_of(rules: Rules[Any], setting: CorpusSetting) -> Step[Any]:
    """How a game of this setting begins."""
    return start(rules, setting.players, decode_options(rules, setting.options), setting.seed)


def moves_of(game: Recorded, known: Sequence[Any]) -> list[Played]:
    """The moves of a game, of those that its file holds."""
    return [(seat, known[move]) for seat, move in zip(game.seats, game.moves, strict=True)]


def course_of(rules: Rules[Any], setting: CorpusSetting, moves: Sequence[Played]) -> CorpusCourse:
    """Play moves through. Raises GoldenMismatch where one is not legal, or the game not over."""
    digests, seen, step = list[str](), hashlib.sha256(), opening_of(rules, setting)
    for number, (seat, move) in enumerate(moves):
        decision = of_seat(step.decisions, seat)
        if decision is None or move not in decision.moves:
            raise GoldenMismatch(f"move {number + 1} by seat {seat}, {move}, is not legal any more")
        seen.update(_json.encode((step.events, step.decisions)))
        if number % DIGEST_EVERY == 0:
            digests.append(seen.hexdigest()[:8])
        step = advance(rules, step.position, seat, move, step.decisions)
    outcome = rules.outcome(step.position.state)
    if outcome is None:
        raise GoldenMismatch(f"not over after {len(moves)} moves")
    seen.update(_json.encode((step.events, step.decisions)))
    digests.append(seen.hexdigest()[:8])
    rules.check(step.position.state)
    position = hashlib.sha256(_json.encode(step.position)).hexdigest()[:16]
    return CorpusCourse(digests, position, outcome)


def difference_in(rules: Rules[Any], game: Recorded, known: Sequence[Any]) -> str:
    """What replays otherwise in a game than recorded; empty if nothing does."""
    try:
        now = course_of(rules, game.setting, moves_of(game, known))
    except GoldenMismatch as mismatch:
        return str(mismatch)
    for number, digests in enumerate(zip(game.course.digests, now.digests, strict=True)):
        if digests[0] != digests[1]:
            latest = min(number * DIGEST_EVERY, len(game.moves))
            return f"by move {latest} something is asked or told otherwise"
    if now.outcome != game.course.outcome:
        return f"ends with {now.outcome}, not with {game.course.outcome}"
    return "" if now == game.course else "ends in another position"


def differences(rules: Rules[Any], corpus: Corpus) -> list[str]:
    """What replays otherwise, each with the number of its game."""
    known = [decode_move(rules, move) for move in corpus.moves]
    found = ((n, difference_in(rules, game, known)) for n, game in enumerate(corpus.games))
    return [f"game {number}: {difference}" for number, difference in found if difference]
