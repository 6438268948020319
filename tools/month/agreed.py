"""Whether what came of it when somebody ran out of time is what their table had agreed on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import timedelta

from tools.month.journal import AskedQuestion, Journal, Over

DAY = 24 * 60  # minutes
SILENCE = timedelta(days=14)
IN_A_ROW = 3  # answers missed: then a bot plays on
AGREED = timedelta(seconds=2)  # by how much two clocks may differ

OUTCOMES = {"bot": "absent", "offer": "absent", "close": "close"}
"""What comes of it where a table does not let a bot give one answer."""


def overs_are_agreed(journal: Journal) -> Iterator[str]:
    """Everybody excused once where days are counted, nobody elsewhere; then what was agreed."""
    of: dict[tuple[int, int, int], list[AskedQuestion]] = defaultdict(list)
    for question in journal.questions:
        of[question.table, question.place, question.user].append(question)
    for (table, place, user), questions in of.items():
        yield from seat(questions, f"table {table} seat {place} user {user}")


def seat(questions: list[AskedQuestion], where: str) -> Iterator[str]:
    """What was not as agreed, for one user in one seat."""
    excused, missed = False, 0
    for question in sorted(questions, key=lambda one: one.answers):
        for over in question.overs:
            if over.kind == "excused":
                yield from (f"{where} {words}" for words in excuse(over, again=excused))
                excused = True
                continue
            expected = outcome(over, question, missed)
            if over.terms.pace != "none" and over.terms.start >= DAY and not excused:
                yield f"{where} {over.kind} at {over.at}, and was not excused before"
            if over.kind != expected:
                yield f"{where} {over.kind} at {over.at}, and {expected} was agreed on"
            missed = missed + 1 if over.kind == "missed" else 0
        if not any(over.kind == "missed" for over in question.overs):
            missed = 0


def excuse(over: Over, *, again: bool) -> Iterator[str]:
    """What is wrong when somebody was excused."""
    terms = over.terms
    if again:
        yield f"excused again at {over.at}"
    if terms.pace == "none" or terms.start < DAY:
        yield f"excused at {over.at}, where no days are counted"
    span = terms.start if terms.pace == "answer" else max(terms.increment, DAY)
    if over.left != timedelta(minutes=span):
        yield f"excused at {over.at} for {over.left}, and not for {span} minutes"
    if over.clock is not None and (over.spare or timedelta()) > over.clock.spare + AGREED:
        yield f"excused at {over.at}, and got protected time back"


def outcome(over: Over, question: AskedQuestion, missed: int) -> str:
    """What should have come of it."""
    if over.terms.pace == "none":
        return "stand_in" if over.at - question.since >= SILENCE - AGREED else "nothing"
    if over.terms.at_timeout == "once":
        return "missed" if missed + 1 < IN_A_ROW else "absent"
    return OUTCOMES[over.terms.at_timeout]


def kinds_of(journal: Journal) -> Counter[str]:
    """How often what came of it."""
    return Counter(over.kind for question in journal.questions for over in question.overs)


def by_agreement(journal: Journal) -> dict[str, int]:
    """The same by what the tables had agreed on, for the figures."""
    words = {
        "excused": "excused, with one more span",
        "missed": "out of time, and a bot gave one answer",
        "absent": "out of time, and a bot played on",
        "close": "out of time, and the table was closed",
        "stand_in": "silent for 14 days, and the others agreed on a bot",
    }
    counts = kinds_of(journal)
    return {words[kind]: counts[kind] for kind in words}
