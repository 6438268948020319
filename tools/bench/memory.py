"""How much memory a process needs that searches: one for each level, so that none has another's."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from games.bots.levels import bot_named, policy_of
from games.rules.core.play import advance, start
from games.rules.registry import GAMES
from tools.bench.rows import Row, Tell, row

SPREAD = 12
"""Every so many questions with a choice is thought about: from all parts of a game."""


class Peak(NamedTuple):
    """MB of a process: before it thinks, and at most."""

    before: float
    peak: float
    answers: int


def now() -> float:
    """The most memory that this process has had so far, in MB.

    Not as `getrusage` has it: there a new program begins with the peak of whoever started it.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    (peak,) = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    return int(peak) / 1024


def thought(slug: str, level: str, answers: int) -> Peak:
    """Let a level answer so many questions of a game at its full table; the policy plays it."""
    rules, chance = GAMES[slug], random.Random("memory")
    policy, bot = policy_of(rules), bot_named(rules, level)
    before, asked, given = now(), 0, 0
    for game in range(answers):
        step = start(rules, rules.players[-1], rules.options_type(), f"memory {game}")
        while step.decisions and given < answers:
            decision = step.decisions[0]
            view = rules.view(step.position.state, decision.seat)
            move = policy(view, decision, chance)
            if len(decision.moves) > 1:
                if asked % SPREAD == 0:
                    move, given = bot(view, decision, chance), given + 1
                asked += 1
            step = advance(rules, step.position, decision.seat, move, step.decisions)
    return Peak(before, now(), given)


def measure(slugs: Sequence[str], answers: int, tell: Tell) -> list[Row]:
    """The peak of each level in each game, beside the process before it thinks."""
    rows = []
    for slug in slugs:
        for level in GAMES[slug].levels:
            fresh = multiprocessing.get_context("spawn")
            with ProcessPoolExecutor(1, mp_context=fresh) as pool:
                found = pool.submit(thought, slug, level, answers).result()
            name = f"memory: {slug}: {level}: MB at most, {found.answers} answers"
            rows.append(row(name, found.peak, found.before))
            tell(f"{name}: {found.peak:.0f}, before {found.before:.0f}")
    return rows
