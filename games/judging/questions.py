"""Naming the question a player is looking at, so that an answer meets the question it was for."""

from __future__ import annotations

import hashlib

import msgspec

from games.rules.core.interface import Decision

_encoder = msgspec.json.Encoder()


def question_id(table_id: int, place: int, answers: int, decision: Decision) -> str:
    """16 hexadecimal digits that change once the seat has answered or its choices differ.

    They stay the same while other seats answer, so a thought-out answer counts all the same.
    `answers` is the seat's count of answers and undos, which never comes back to a number.
    """
    asked = _encoder.encode((table_id, place, answers, decision.key, decision.moves))
    return hashlib.sha256(asked).hexdigest()[:16]
