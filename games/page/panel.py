"""What the panel of a table holds: the question with its answers, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from games.judging.agreements import owing
from games.page import choices
from games.page.boards import board_of
from games.page.choices import Choice, ChoiceGroup, LackingMoves
from games.page.parts import Part, Pen
from games.page.results import Result, result_of
from games.page.saying import time_part
from games.page.seats import PageSeat
from games.storing.rows import TableRow
from games.telling.documents import QuestionDocument, Update
from games.telling.times import wish_in_words
from games.telling.wording import SiteWording, name_of, why_closed

ASKING = ("question", "trial")
BRIEF = ("past", "frozen", "closed", "absent", "unbegun", "waiting")
"""Kinds of panels that ask for no answer."""
Seats = Sequence[PageSeat]


class ClockNote(msgspec.Struct, frozen=True):
    """What everybody should know of the clock now: a pause, or what is asked of them."""

    runs: bool
    is_paused: bool
    wish: str | None
    owes: bool


class Answers(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its answers as buttons and number fields."""

    prompt: str
    groups: list[ChoiceGroup]
    quiet: list[Choice]
    folded: bool  # the board shows them, too
    count: int
    lacking: list[LackingMoves]
    hint: str  # the address of what an expert would do; "" if nobody may ask


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """What the macro of its kind in `templates/games/panel.html` draws a panel from."""

    kind: str
    table: int = 0
    question: str = ""  # the id of what is to be answered
    key: str = ""
    region: str = ""
    may_undo: bool = False
    clock: ClockNote | None = None


class PastPanel(Panel, frozen=True, kw_only=True):
    """Of a page that looks back at a step of so many."""

    kind: str = "past"
    index: int
    count: int


class Confirming(Panel, frozen=True, kw_only=True):
    """Asks to "confirm" a move, or to "resign" for good."""

    move: str = ""  # as JSON
    text: str = ""
    asked: str = ""  # the id of the question that was answered
    final: bool = False
    last_rival: str | None = None


class FinishedPanel(Panel, frozen=True, kw_only=True):
    """The end of a game."""

    kind: str = "finished"
    result: Result | None
    again: bool  # the viewer may play it again


class ClosedPanel(Panel, frozen=True, kw_only=True):
    """A table without an end."""

    kind: str = "closed"
    why: str


class AbsentPanel(Panel, frozen=True, kw_only=True):
    """For somebody for whom a bot plays."""

    kind: str = "absent"
    timed: bool


class WaitingPanel(Panel, frozen=True, kw_only=True):
    """For whoever is asked nothing now."""

    kind: str = "waiting"
    names: list[str]
    since: bool
    until: bool
    watching: bool


class Asking(Panel, frozen=True, kw_only=True):
    """A question; those of lessons and trials say more, and may have none."""

    kind: str = "question"
    answers: Answers | None


def panel_of(
    row: TableRow,
    place: int | None,
    update: Update,
    seats: Seats,
    wording: SiteWording,
    *,
    folds: bool,
    may_undo: bool,
    confirm: Confirming | None = None,
) -> Panel:
    """The panel of a viewer.

    `folds` if a long list of answers may be folded, as the board shows them too; `confirm` if the
    page asks to confirm a move, or giving up.
    """
    panel: Panel
    if update.past:
        panel = PastPanel(index=update.past.index, count=update.past.count)
    elif confirm is not None:
        asked = update.question.id if update.question else ""
        panel = replace(confirm, question=asked, last_rival=last_rival_of(seats, place))
    elif update.status in ("frozen", "finished", "closed"):
        panel = stopped_panel(row, place, update, seats, wording)
    elif place is not None and seats[place].absent and seats[place].bot:
        panel = AbsentPanel(timed=row.pace.is_limited)
    elif update.question:
        panel = question_panel(row, update.question, wording, place or 0, folds=folds)
    else:
        panel = waiting_panel(seats, watching=place is None)
    return replace(panel, table=row.id, may_undo=may_undo, clock=clock_note(row, place, wording))


def stopped_panel(
    row: TableRow, place: int | None, update: Update, seats: Seats, wording: SiteWording
) -> Panel:
    """Return the panel of a table at which nobody plays now."""
    if update.status == "frozen":
        return Panel(kind="frozen")
    if update.status == "closed":
        return ClosedPanel(why=why_closed(row, place))
    result = result_of(update.outcome, seats, row.rules, wording, people_before(row))
    return FinishedPanel(result=result, again=place is not None)


def question_panel(
    row: TableRow, question: QuestionDocument, wording: SiteWording, place: int, *, folds: bool
) -> Panel:
    """Return the panel with a question of the table."""
    hint = reverse("hint", args=[row.id]) if row.hints else ""
    return Asking(
        question=question.id,
        key=question.key,
        region=board_of(row.game).regions.get(question.key, ""),
        answers=answers_of(question, wording, place, folds=folds, hint=hint),
    )


def waiting_panel(seats: Seats, *, watching: bool) -> Panel:
    """Return the panel for whoever is asked nothing while others are."""
    deciding = [seat for seat in seats if seat.deciding]
    if not deciding:
        return Panel(kind="unbegun")
    return WaitingPanel(
        names=[seat.name for seat in deciding],
        since=deciding[0].since is not None,
        until=deciding[0].deadline is not None,
        watching=watching,
    )


def times_of(panel: Panel, pen: Pen, seats: Seats, row: TableRow) -> list[Part]:
    """Return the times for the holes of a panel, that of a pause and those of who waits."""
    times = time_part(pen, "resumed", paused_until(row), "clock") if panel.clock else []
    if isinstance(panel, WaitingPanel) and panel.since:
        first = next(seat for seat in seats if seat.deciding)
        times += time_part(pen, "asked", first.since, "clock")
        times += time_part(pen, "until", first.deadline, "clock")
    return times


def paused_until(row: TableRow) -> datetime | None:
    """Return when a pause of a table ends; None if there is none, or nobody has said."""
    return row.pause and row.pause[1]


def people_before(row: TableRow) -> dict[int, list[str]]:
    """Who had a seat before its present occupant, by place; each name once."""
    before: dict[int, list[str]] = {}
    for tenure in row.tenures:
        name, known = name_of(tenure), before.setdefault(tenure.place, [])
        if not tenure.bot and name not in known:
            known.append(name)
    return before


def clock_note(row: TableRow, place: int | None, wording: SiteWording) -> ClockNote | None:
    """Return the note on the clock of a table in play, if there is one."""
    if row.status != "playing" or (row.pause is None and row.wish is None):
        return None
    return ClockNote(
        runs=row.pace.is_limited,
        is_paused=paused_until(row) is not None,
        wish=None if row.wish is None else wish_in_words(row.wish, wording.seats),
        owes=place in owing(row, timezone.now()),
    )


def answers_of(
    question: QuestionDocument, wording: SiteWording, place: int, *, folds: bool, hint: str = ""
) -> Answers:
    """Return a question with its answers, as a seat is shown them."""
    groups, quiet = choices.groups_of(question, wording, place)
    return Answers(
        prompt=question.prompt,
        groups=groups,
        quiet=quiet,
        folded=folds and choices.is_long(groups),
        count=len(question.moves),
        lacking=choices.lacking_of(question, wording),
        hint=hint,
    )


def is_brief(panel: Panel) -> bool:
    """Return whether a phone shows the question in one line at first: the board has the answers.

    As in static/table/sheet.js, which folds and opens it from then on.
    """
    asked = panel.answers if isinstance(panel, Asking) and panel.kind in ASKING else None
    if asked is None or asked.quiet:
        return panel.kind in BRIEF
    spots = [one.spot for group in asked.groups for one in group.choices]
    spots += [one.spot for group in asked.groups for one in group.numbers]
    return bool(spots) and all(spots)


def last_rival_of(seats: Seats, place: int | None) -> str | None:
    """The name of whoever wins if this seat gives up; None if the game would go on."""
    rivals = [seat for seat in seats if not seat.resigned and seat.place != place]
    return rivals[0].name if place is not None and len(rivals) == 1 else None
