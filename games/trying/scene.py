"""What is tried, as a table: drawn like any other, but nothing of it is stored."""

from __future__ import annotations

import msgspec

from games.models import Study
from games.page import drawing
from games.page.boards import Values
from games.page.panel import Asking, Confirming, Panel
from games.page.parts import Part, Pen
from games.page.rendering import Somebody, turn_of
from games.page.results import Result, result_of
from games.page.seats import face_at
from games.page.unstored import UnstoredScene
from games.rules.core.codec import decode_move, encode
from games.rules.core.interface import Document, IllegalMove, Seat
from games.storing.rows import TableRow
from games.telling.unstored import seat_row, table_row
from games.telling.wording import SiteWording, name_of
from games.trying.course import MOST_MOVES, Course, LineEnds, possible_in
from games.trying.keeping import Trial, name_at


class Place(msgspec.Struct, frozen=True):
    """Where something is tried: from which step of the real table, as which seat, knowing what.

    `study` is the one that was shared with the reader, if that is what they look at.
    """

    row: TableRow
    at: int
    latest: int  # the step at which the real table is now
    seat: Seat | None  # None is a spectator
    view: msgspec.Struct
    study: Study | None = None

    @property
    def name(self) -> str:
        """The name under which the reader's session keeps what is tried here."""
        if self.study is None:
            return name_at(self.row.id, self.at)
        return f"{self.study.key} {self.study.kept_at.timestamp()}"  # anew if it is kept again


class Tried(msgspec.Struct, frozen=True):
    """A trial, and where its line leads; `cut` if not all of the line is possible."""

    trial: Trial
    course: Course
    cut: bool = False


def row_of(here: Place, tried: Tried) -> TableRow:
    """The copy of the table, as it would be stored. Its number counts what was tried."""
    row, course = here.row, tried.course
    seats = [
        seat_row(seat.place, seat.user_id, name_of(seat), face_at(seat), seat.colour)
        for seat in row.seats
    ]
    moves = tried.trial.played[: len(course.happened)]
    return table_row(
        row.rules,
        course.position,
        seats,
        course=(row.id, here.at, here.seat, encode(here.view), tried.trial.seed, moves),
        moves=len(moves),
        decisions=course.decisions,
        outcome=course.outcome,
    )


class TrialWays(msgspec.Struct, frozen=True):
    """Where the page of a trial leads: to itself, the same from the present, back to the table."""

    here: str = ""
    present: str = ""
    back: str = ""


class TrialPanel(Asking, frozen=True, kw_only=True):
    """A step of what is tried, with its question if something can be tried there."""

    kind: str = "trial"
    step: int
    steps: int
    cut: bool
    full: str  # why nothing more can be tried
    news: bool
    guess: str
    result: Result | None
    ways: TrialWays
    following: list[TriedAnswer] = []


class TriedAnswer(msgspec.Struct):
    """An answer as the tree lists it, by the names of what the templates draw it from."""

    number: int
    name: str
    colour: str
    text: str  # empty if the rules do not know it any more
    note: str
    possible: bool  # with the present draw, as far as that is known
    here: bool  # the board shows the position after it
    on: bool  # it is part of the line on show
    instead: list[list[TriedAnswer]]  # lines that begin with another answer


class TrialScene(UnstoredScene):
    """What is tried, ready to be drawn for whoever tries it: with the question of any seat."""

    def __init__(
        self, here: Place, tried: Tried, user: Somebody, ways: TrialWays, since: int = 0
    ) -> None:
        decision = tried.course.asked(here.seat)
        asked = decision.seat if decision else None
        super().__init__(row_of(here, tried), user, tried.course.happened, asked, since)
        self.here, self.tried, self.ways = here, tried, ways
        self.own = self.place  # the seat for which the viewer does not guess

    def _turn(self) -> Values:
        mine = self.asked is not None and self.asked == self.own
        asked = [seat for seat in self.seats if seat.deciding and not mine]
        return {
            "past": None,
            "status": self.update.status,
            "mine": mine,
            "timed": False,
            "deciding": [turn_of(seat) for seat in asked],
        }

    def _panel(self, confirm: Confirming | None) -> Panel:
        trial, asked = self.tried.trial, self.asked
        full = trial.step >= MOST_MOVES
        panel = TrialPanel(
            answers=None if full else self.answers(),
            step=trial.step,
            steps=len(trial.line),
            cut=self.tried.cut,
            full=str(LineEnds()) if full else "",
            news=self.here.latest > self.here.at,
            guess="" if asked in (None, self.own) else self.seats[asked].name,
            result=result_of(self.update.outcome, self.seats, self.row.rules, self.wording),
            ways=self.ways,
            following=self._following(),
        )
        return msgspec.structs.replace(self.around(panel), table=self.here.row.id)

    def _following(self) -> list[TriedAnswer]:
        return []


class TreeScene(TrialScene):
    """A trial with its whole tree. A shared study is drawn as its own user knew the table."""

    def __init__(
        self, here: Place, tried: Tried, user: Somebody, ways: TrialWays, since: int = 0
    ) -> None:
        super().__init__(here, tried, here.study.user if here.study else user, ways, since)
        self.possible = possible_in(self.row.rules, here.view, tried.trial.seed, tried.trial)
        if here.study:
            seats = [msgspec.structs.replace(seat, mine=False, you=False) for seat in self.seats]
            self.seats, self.own = seats, None

    def _roots(self, panel: Panel, *, described: bool) -> list[Part]:
        """All of the page, and the tree of what was tried."""
        pen = drawing.pen_for(self.row.game, self.row.rules)
        return [*super()._roots(panel, described=described), self._tree(pen)]

    def _following(self) -> list[TriedAnswer]:
        """Return what was tried from here, if that is more than one answer."""
        following = self.tried.trial.after(self.tried.trial.at)
        return [self._answer(number, set()) for number in following] if following[1:] else []

    def _tree(self, pen: Pen) -> Part:
        trial = self.tried.trial
        facts = {
            "line": self._line_from(0, {*trial.line}) if trial.moves else [],
            "here": self.ways.here,
            "at": trial.at,
        }
        return pen.draw("tree", "", facts)

    def _line_from(self, number: int, line: set[int]) -> list[TriedAnswer]:
        """Return the answers after this one: the first that was tried, with those instead of it."""
        listed = list[TriedAnswer]()
        while following := self.tried.trial.after(number):
            number, *others = following
            instead = [
                [self._answer(other, line), *self._line_from(other, line)] for other in others
            ]
            listed.append(msgspec.structs.replace(self._answer(number, line), instead=instead))
        return listed

    def _answer(self, number: int, line: set[int]) -> TriedAnswer:
        answer, possible = self.tried.trial.moves[number - 1], self.possible.get(number)
        seat = self.seats[answer.seat] if answer.seat < len(self.seats) else None
        return TriedAnswer(
            number=number,
            name=seat.name if seat else "",
            colour=seat.colour if seat else "",
            text=self.wording.move(possible.move, possible.args)
            if possible
            else answer_in_words(self.row, self.wording, answer.move),
            note=answer.note,
            possible=possible is not None or number not in self.possible,
            here=number == self.tried.trial.at,
            on=number in line,
            instead=[],
        )


def answer_in_words(row: TableRow, wording: SiteWording, document: Document) -> str:
    """Return an answer without its question in words; empty if that is not possible."""
    try:
        return wording.move(decode_move(row.rules, document))
    except (IllegalMove, KeyError, IndexError):
        return ""
