"""Finished tables as documents, for tests: played at random, or by a server that cheats."""

from __future__ import annotations

import random
from typing import Any

from games.rules.core.codec import encode
from games.rules.core.fairness import Sealed, chance_of, commitment_to, drawn
from games.rules.core.interface import Rules
from games.rules.core.play import advance, start
from games.rules.core.proof import (
    FORMAT,
    ProvenEntry,
    ProvenSeat,
    ProvenTable,
    checked,
)
from games.rules.core.ranking import final_standings

SECRET = "5ec" * 20
SHARES = ("ana-1", "", "ben_2", "carla", "")


def proof_of(
    rules: Rules[Any], secret: str | None = SECRET, *, seed: str = "", least: bool = True
) -> ProvenTable:
    """A game played at random, by the seed of secret and shares if no other `seed` is given."""
    players = rules.players[0 if least else -1]
    shares = drawn(secret or "", SHARES[:players], sorted(SHARES[:players]))
    seed = seed or chance_of(secret or "", shares, 0)
    options, chooser = rules.options_type(), random.Random(1)
    step = start(rules, players, options, seed)
    commitment = commitment_to(seed) if secret else ""
    entries = [
        ProvenEntry(
            1,
            "start",
            events=[encode(event) for event in step.events],
            sealed=Sealed(commitment, lot=bool(secret)),
            seed=seed,
        )
    ]
    while step.decisions:
        decision = chooser.choice(step.decisions)
        move = chooser.choice(decision.moves)
        step = advance(rules, step.position, decision.seat, move)
        events = [encode(event) for event in step.events]
        entries.append(
            ProvenEntry(len(entries) + 1, "move", decision.seat, move=encode(move), events=events)
        )
    outcome = rules.outcome(step.position.state)
    assert outcome is not None
    return checked(
        ProvenTable(
            format=FORMAT,
            table=7,
            game=rules.slug,
            version=rules.version,
            players=players,
            options=encode(options),
            secret=secret,
            commitment=commitment_to(secret) if secret else None,
            seats=[
                ProvenSeat(place, f"player {place}", None, share, False)
                for place, share in enumerate(shares)
            ],
            entries=entries,
            outcome={"reason": outcome.reason, "standings": final_standings(outcome, set())},
        )
    )
