"""What the panel of a table holds: the question with its answers, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone

from games.judging.agreements import owing
from games.page import choices
from games.page.boards import board_of
from games.page.parts import Part, Pen
from games.page.results import result_of
from games.page.saying import time_part
from games.page.seats import PageSeat
from games.storing.rows import TableRow
from games.telling.documents import QuestionDocument, Update
from games.telling.times import wish_in_words
from games.telling.wording import SiteWording, name_of, why_closed

Panel = dict[str, object]
"""Its `kind`, the id of its `question` or "", and what that kind is drawn from."""
EMPTY: Panel = {"question": "", "key": "", "region": "", "may_undo": False, "clock": None}
ASKING = ("question", "trial")
BRIEF = ("past", "frozen", "closed", "absent", "unbegun", "waiting")
"""Kinds of panels that ask for no answer."""
Seats = Sequence[PageSeat]


def panel_of(
    row: TableRow,
    place: int | None,
    update: Update,
    seats: Seats,
    wording: SiteWording,
    *,
    folds: bool,
    may_undo: bool,
    confirm: Panel | None = None,
) -> Panel:
    """The panel of a viewer: `templates/games/panel.html` has a macro for each kind.

    `folds` if a long list of answers may be folded, as the board shows them too; `confirm` if the
    page asks to confirm a move, or giving up.
    """
    past, question = update.past, update.question
    base: Panel = {**EMPTY, "table": row.id, "may_undo": may_undo,
            "clock": clock_note(row, place, wording)}  # fmt: skip
    if past:
        return {**base, "kind": "past", "index": past.index, "count": past.count}
    if confirm is not None:
        return {**base, **confirm, "question": question.id if question else "",
                "last_rival": last_rival_of(seats, place)}  # fmt: skip
    if update.status == "frozen":
        return {**base, "kind": "frozen"}
    if update.status == "finished":
        result = result_of(update.outcome, seats, row.rules, wording, people_before(row))
        return {**base, "kind": "finished", "result": result, "again": place is not None}
    if update.status == "closed":
        return {**base, "kind": "closed", "why": why_closed(row, place)}
    if place is not None and seats[place].absent and seats[place].bot:
        return {**base, "kind": "absent", "timed": row.pace.is_limited}
    if question:
        return {
            **base,
            "kind": "question",
            **answers_of(question, wording, place or 0, folds=folds),
            "hint": reverse("hint", args=[row.id]) if row.hints else "",
        }
    deciding = [seat for seat in seats if seat.deciding]
    if not deciding:
        return {**base, "kind": "unbegun"}
    return {
        **base,
        "kind": "waiting",
        "names": [seat.name for seat in deciding],
        "since": deciding[0].since is not None,
        "until": deciding[0].deadline is not None,
        "watching": place is None,
    }


def times_of(panel: Panel, pen: Pen, seats: Seats) -> list[Part]:
    """The times for the holes of a panel that waits."""
    if panel["kind"] != "waiting" or not panel["since"]:
        return []
    first = next(seat for seat in seats if seat.deciding)
    until = time_part(pen, "until", first.deadline, "clock")
    return [*time_part(pen, "asked", first.since, "clock"), *until]


def people_before(row: TableRow) -> dict[int, list[str]]:
    """Who had a seat before its present occupant, by place; each name once."""
    before: dict[int, list[str]] = {}
    for tenure in row.tenures:
        name, known = name_of(tenure), before.setdefault(tenure.place, [])
        if not tenure.bot and name not in known:
            known.append(name)
    return before


def clock_note(row: TableRow, place: int | None, wording: SiteWording) -> Panel | None:
    """What everybody should know of the clock now: a pause, or what is asked of them."""
    if row.status != "playing" or (row.pause is None and row.wish is None):
        return None
    wish = row.wish
    return {
        "runs": row.pace.is_limited,
        "paused_until": row.pause and row.pause[1],
        "wish": wish and wish_in_words(wish, wording.seats),
        "owes": place in owing(row, timezone.now()),
    }


def answers_of(
    question: QuestionDocument, wording: SiteWording, place: int, *, folds: bool
) -> Panel:
    """A question with its answers as buttons and number fields."""
    groups, quiet = choices.groups_of(question, wording, place)
    return {
        "question": question.id,
        "key": question.key,
        "region": board_of(wording.slug).regions.get(question.key, ""),
        "prompt": question.prompt,
        "groups": groups,
        "quiet": quiet,
        "folded": folds and choices.is_long(groups),
        "count": len(question.moves),
        "lacking": choices.lacking_of(question, wording),
        "hint": "",
    }


def is_brief(panel: Panel) -> bool:
    """Return whether a phone shows the question in one line at first: the board has the answers.

    As in static/table/sheet.js, which folds and opens it from then on.
    """
    if panel["kind"] in BRIEF:
        return True
    groups, quiet = panel.get("groups"), panel.get("quiet")
    if panel["kind"] not in ASKING or not isinstance(groups, list) or quiet:
        return False
    answers = [answer for group in groups for answer in (*group.choices, *group.numbers)]
    return bool(answers) and all(answer.spot for answer in answers)


def last_rival_of(seats: Seats, place: int | None) -> str | None:
    """The name of whoever wins if this seat gives up; None if the game would go on."""
    rivals = [seat for seat in seats if not seat.resigned and seat.place != place]
    return rivals[0].name if place is not None and len(rivals) == 1 else None
