"""Ids of questions, so that an answer counts only for the question it was given to."""

from __future__ import annotations

import hashlib

import msgspec

from games.rules.core.interface import Decision
from games.storing.lives import life_mark

_encoder = msgspec.json.Encoder()


def question_key(table_id: int, place: int, answers: int, decision: Decision) -> str:
    """Return 16 hexadecimal digits, others once the seat has answered or its choices change.

    They stay the same while other seats answer, so that does not invalidate an answer.
    `answers` is the seat's count of answers and undos, which only grows.
    """
    return hashed((table_id, place, answers, decision.key, decision.moves))


def question_id(table_id: int, place: int, answers: int, decision: Decision) -> str:
    """Return the id that pages and programs name a question by: its key and this life's mark.

    After a restore from a backup answers count on from there, so keys come again and ids do not.
    """
    return hashed((life_mark(), question_key(table_id, place, answers, decision)))


def hashed(asked: object) -> str:
    """Return the first 16 hexadecimal digits of the hash of something that JSON can hold."""
    return hashlib.sha256(_encoder.encode(asked)).hexdigest()[:16]
