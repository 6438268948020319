"""A table as HTML: the same parts draw the page, every push and every look back."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Protocol, TypeAlias

import msgspec
from django.contrib.staticfiles import finders
from django.utils import timezone
from django.utils.safestring import mark_safe
from markupsafe import Markup, escape

from games.faces import Face, draw_face
from games.judging import undoing
from games.page import drawing
from games.page.boards import Values, board_of
from games.page.choices import icon_of_event
from games.page.panel import Confirming, Panel, is_brief, panel_of, times_of
from games.page.parts import Lately, Part, PartApart, Pen, Shown, changed, named
from games.page.saying import language, time_part, when, words
from games.page.seats import ListedSeat, PageSeat, SeatChip, seats_of, sitting
from games.storing.rows import TableRow
from games.telling import history
from games.telling.cache import Cache
from games.telling.documents import EventDocument, Update
from games.telling.selectors import User
from games.telling.wording import title_of, wording_for

ROOTS = ("turn", "steps", "strip", "players", "board", "panel")
"""The parts that contain all others, in the order of the page; "description" may follow."""

SPOKEN = 6  # sentences of the log that a screen reader reads aloud at most
UNBEGUN = -1  # the place before the first line of the log
SHAPES_KEPT = 4_000  # of lines of the log: some 600 bytes each

_shapes: Cache[str] = Cache(SHAPES_KEPT, "lines")


class Somebody(Protocol):
    """A user, or a learner without an account: known by their key alone."""

    @property
    def pk(self) -> int | None:
        """It; visitors have none."""


class Scene:
    """One update for one viewer, ready to be drawn."""

    def __init__(
        self, row: TableRow, user: Somebody, update: Update, lately: Lately | None = None
    ) -> None:
        self.row, self.update, self.lately = row, update, lately
        self.past = update.past
        self.wording = wording_for(row, self.past.at if self.past else None)
        self.place = row.place_of(user.pk)
        self.seats = seats_of(row, update.seats, update.view, self.wording, self.place, self.past)

    def roots(self, confirm: Confirming | None = None, *, described: bool = False) -> list[Part]:
        """The parts of the page, in the order of `ROOTS`; the board is `described` on demand."""
        return self._roots(self._panel(confirm), described=described)

    def _roots(self, panel: Panel, *, described: bool) -> list[Part]:
        pen = drawing.pen_for(self.row.game, self.row.rules, self.lately)
        return [
            self._line(pen),
            self._steps(pen),
            *self._seated(pen),
            self._board(pen),
            pen.draw("panel", "", {"panel": panel}).holding(
                *times_of(panel, pen, self.seats, self.row)
            ),
            *([self._description(pen)] if described else []),
        ]

    def page_values(self, confirm: Confirming | None = None, *, described: bool = False) -> Values:
        """Return what the template of a page with this table needs of it."""
        panel, game = self._panel(confirm), self.row.game
        drawn = whole(self._roots(panel, described=described))
        return {
            "table": self.row,
            "title": title_of(self.row.rules),
            "past": self.past,
            "drawn": drawn,
            "description": drawn.get("description"),
            "has_description": board_of(game).has_description,
            "is_brief": is_brief(panel),
            "since": self.update.since,
            "lines": mark_safe(self.lines()),  # noqa: S308 - drawn by templates
            "art": art_of(game),
            "board_style": board_style(game),
            "words": words(),
        }

    def scenery(self) -> list[Part]:
        """The players and the board, without what is asked and told."""
        pen = drawing.pen_for(self.row.game, self.row.rules)
        return [*self._seated(pen), self._board(pen)]

    def _steps(self, pen: Pen) -> Part:
        return pen.draw("steps", "", {"past": self.past, "seated": self.place is not None})

    def _line(self, pen: Pen) -> Part:
        """Whose turn it is, with the times in it."""
        turn = self._turn()
        drawn = pen.draw("turn", "", turn)
        if turn["timed"] and self.place is not None:
            return drawn.holding(*time_part(pen, "left", self.seats[self.place].deadline, "left"))
        timed = [self.seats[int(one["key"])] for one in turn["deciding"] if one["timed"]]
        times = [time_part(pen, named("since", seat.key), seat.since) for seat in timed]
        return drawn.holding(*chain(*times))

    def _turn(self) -> Values:
        runs = not self.past and self.update.status == "playing"
        me = None if self.place is None else self.seats[self.place]
        mine = runs and self.update.question is not None
        asked = [seat for seat in self.seats if seat.deciding] if runs and not mine else []
        return {
            "past": self.past,
            "status": self.update.status,
            "mine": mine,
            "timed": mine and me is not None and me.deadline is not None,
            "deciding": [turn_of(seat) for seat in asked],
        }

    def _seated(self, pen: Pen) -> tuple[Part, Part]:
        """The players in a line, with whose turn it is and their points; and their list.

        In the order of turns, the viewer first.
        """
        view, nothing = self.update.view, [None] * len(self.seats)
        board = board_of(self.row.game)
        points = board.points(view, self.seats) if view else nothing
        own = board.belongings(view, sitting(self.seats)) if view else nothing
        chips = [chip_of(*one) for one in zip(self.seats, points, strict=True)]
        seats = [seat_of(*one) for one in zip(self.seats, own, strict=True)]
        first = self.place or 0
        return (
            pen.draw("strip", "", {"chips": [*chips[first:], *chips[:first]]}),
            pen.draw("players", "", {"seats": [*seats[first:], *seats[:first]]}),
        )

    def _board(self, pen: Pen) -> Part:
        game, view = self.row.game, self.update.view
        if view is None:
            return pen.draw("no_board", "", {}, name="board")
        if not has_board(game):
            return pen.draw("board", "", {"view": view})
        facts = board_of(game).facts(view, sitting(self.seats))
        return pen.draw("board", "", facts)

    def _description(self, pen: Pen) -> Part:
        """The board in words: each section is a part, so only what has changed is sent."""
        view = self.update.view
        describe, seats = board_of(self.row.game).description, sitting(self.seats)
        sections = [] if view is None else describe(view, seats, self.wording)
        told = [PartApart("described", {"section": section}, section.key) for section in sections]
        return pen.draw("description", "", {"sections": told})

    def _panel(self, confirm: Confirming | None) -> Panel:
        return panel_of(
            self.row,
            self.place,
            self.update,
            self.seats,
            self.wording,
            folds=has_board(self.row.game),
            may_undo=not self.past and undoing.may_undo(self.row, self.place, timezone.now()),
            confirm=confirm,
        )

    def lines(self) -> str:
        """The log's new sentences as list items, each drawn once for equal readers."""
        return "".join(drawn_lines(lines_of(self.row.game, self.update, self.seats)))


def turn_of(seat: PageSeat) -> Values:
    """A seat that is to move, as the line above the board tells it."""
    timed = seat.since is not None
    return {"key": seat.key, "colour": seat.colour, "name": seat.name, "face": seat.face,
            "timed": timed}  # fmt: skip


def page_update(scene: Scene, roots: Sequence[Part], shown: Shown) -> dict[str, object]:
    """An update for a page: the elements of all parts that it does not show yet.

    `lines` are those of the log after entry `since`, `spoken` what a screen reader says of it.
    """
    update = scene.update
    question = None if scene.past else update.question
    spoken = [event.text for event in update.events[-SPOKEN:]]
    return {
        "type": "update",
        "number": update.number,
        "since": update.since,
        "undone": update.undone,
        "past": scene.past.at if scene.past else None,
        "lines": scene.lines(),
        "spoken": [*spoken, question.prompt] if question else spoken,
        "parts": changed(roots, shown),
    }


def whole(roots: list[Part]) -> dict[str, str]:
    """The roots with everything in them, by name, for the page's template."""
    return {part.name: mark_safe(part.whole()) for part in roots}  # noqa: S308 - templates'


def chip_of(seat: PageSeat, points: int | None) -> PartApart:
    """A seat in the line. What changes with the moves is drawn apart from what does not."""
    state = {"key": seat.key, "deciding": seat.deciding, "points": points}
    chip = SeatChip(seat.key, seat.name, seat.colour, seat.mine)
    return PartApart(
        "chip", {"seat": chip, "state": PartApart("chip_state", state, seat.key)}, seat.key
    )


def seat_of(seat: PageSeat, own: Values | None) -> PartApart:
    """A seat in the list, drawn in the same way."""
    listed = ListedSeat(
        seat.key, seat.name, seat.colour, seat.mine, seat.user, seat.face, seat.resigned,
        seat.absent, seat.bot, seat.kind, seat.rank, seat.rating, seat.offered, seat.you,
    )  # fmt: skip
    mark = PartApart("turn_mark", {"deciding": seat.deciding}, seat.key)
    before = PartApart("belongings", own, seat.key) if own else None
    return PartApart("seat", {"seat": listed, "mark": mark, "own": before}, seat.key)


class LineShape(msgspec.Struct, frozen=True):
    """What a line of the log looks like, by the names of what `log.html` draws it from.

    There are few of them, so each is drawn once, with holes for its number, sentence and time.
    """

    place: int | None
    event: str
    icon: Markup
    colour: str
    undone: bool
    first: bool  # another seat than before begins
    last: bool  # an entry ends
    timed: bool  # the entry is the first of a seat's, and shows its time
    later: bool  # than the step at which the page looks
    here: bool  # it is that step


LogLine: TypeAlias = tuple[LineShape, EventDocument, Face | None]
"""A line of the log, the event that it tells, and the face of whoever sits where a seat begins."""


def drawn_lines(lines: Sequence[LogLine]) -> Iterator[str]:
    """Lines of the log, drawn."""
    reading = language()
    for shape, event, face in lines:
        key = (reading, shape)
        drawn = _shapes.get(key)
        if drawn is None:
            drawn = drawing.line(shape)
            _shapes.put(key, drawn)
        drawn = drawn.replace(drawing.NUMBER, str(event.number))
        drawn = drawn.replace(drawing.FACE, draw_face(face) if face else "")
        if shape.last:
            drawn = drawn.replace(drawing.TIME, when(event.at))
        yield drawn.replace(drawing.SENTENCE, escape(event.text))


def past_update(
    row: TableRow, user: User, update: Update, steps: history.Steps, at: int
) -> Update | None:
    """The update with the board as it was after entry `at`; None if it cannot be rebuilt."""
    view = history.view_at(row, at, row.place_of(user.pk))
    if view is None:
        return None
    return msgspec.structs.replace(update, view=view, past=history.past_at(steps, at))


def lines_of(game: str, update: Update, seats: Sequence[PageSeat]) -> list[LogLine]:
    """Return the log's sentences."""
    events, at = update.events, update.past.at if update.past else 0
    places = [UNBEGUN, *(event.place for event in events)]
    numbers = [*(event.number for event in events[1:]), 0]
    opening = {
        event.number for event, before in zip(events, places, strict=False) if before != event.place
    }
    return [
        (
            LineShape(
                place=event.place,
                event=event.event,
                icon=icon_of_event(game, event.event, event.more),
                colour="" if event.place is None else seats[event.place].colour,
                undone=event.undone,
                first=before != event.place,
                last=after != event.number,
                timed=event.number in opening,
                later=0 < at < event.number,
                here=event.number == at,
            ),
            event,
            None if event.place in {None, before} else seats[event.place].face,
        )
        for event, before, after in zip(events, places, numbers, strict=False)
    ]


@functools.cache
def has_board(game: str) -> bool:
    """Whether a game has a drawn board of its own."""
    return drawing.has_template(f"{game}/parts.html")


@functools.cache
def art_of(game: str) -> str:
    """The drawings of a game's pieces, for its board to use; "" if it has none.

    They are symbols without words, so they are drawn once for all tables and readers.
    """
    name = f"{game}/art.svg"
    return drawing.render(name, board_of(game).art) if drawing.has_template(name) else ""


@functools.cache
def board_style(game: str) -> str:
    """The style sheet of a game's board, below the static files; "" if it has none."""
    own = f"games/{game}/board.css"
    return own if finders.find(own) else ""
