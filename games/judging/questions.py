"""Ids of questions, so that an answer counts only for the question it was given to."""

from __future__ import annotations

import hashlib

import msgspec

from games.rules.core.interface import Decision
from games.storing.lives import life_mark

_encoder = msgspec.json.Encoder()


def question_key(table_id: int, place: int, answers: int, decision: Decision) -> str:
    """16 hexadecimal digits that change when the seat has answered or its choices are others.

    They stay the same while other seats answer, so that does not invalidate an answer.
    `answers` is the seat's count of answers and undos, which only grows.
    """
    return hashed((table_id, place, answers, decision.key, decision.moves))


def question_id(table_id: int, place: int, answers: int, decision: Decision) -> str:
    """What others know a question by: another one after a restore, from which answers count on."""
    return hashed((life_mark(), question_key(table_id, place, answers, decision)))


def hashed(asked: object) -> str:
    """16 hexadecimal digits."""
    return hashlib.sha256(_encoder.encode(asked)).hexdigest()[:16]
