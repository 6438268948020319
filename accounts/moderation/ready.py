"""Reasons and answers that all moderators have ready."""

from __future__ import annotations

from accounts.models import ReadyAnswer


def ready_answer_keep(answer: ReadyAnswer) -> None:
    """Store a ready reason or answer, a new or a changed one."""
    answer.save()


def ready_answer_delete(answer: ReadyAnswer) -> None:
    """Delete one: no act needs it, as each keeps its own words."""
    answer.delete()
