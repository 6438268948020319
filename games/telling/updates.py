"""Updates: what each viewer may know of a table at one entry, as documents."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.utils import translation

from games.errors import RulesFailed
from games.judging.clocks import stamp_of
from games.judging.limits import judged
from games.judging.offering import is_offered
from games.judging.questions import question_id
from games.judging.rating import shown
from games.judging.turns import Known
from games.models.terms import FOLLOWED
from games.models.times import minutes_of
from games.rules.core.codec import decode_position, encode
from games.rules.core.interface import Decision, Unavailable, Viewer
from games.rules.core.play import of_seat
from games.rules.registry import GAMES
from games.storing.changes import REWINDS, Change
from games.storing.rows import SeatRating, SeatRow, TableRow
from games.telling.bots import bot_name
from games.telling.cache import Cache
from games.telling.documents import (
    EventDocument,
    Lacking,
    Moment,
    Offer,
    QuestionDocument,
    SeatDocument,
    SeatRatingDocument,
    TableClock,
    Update,
    View,
    WishDocument,
)
from games.telling.log import ToldEntry, log_between, log_latest, told_by, undone_before
from games.telling.wording import GONE, SiteWording, wording_for

SILENT = ("start", "move", "clock")  # entries that are told by their events, or not at all
LOG_SHOWN = 24  # entries at the end of the log; the page fetches the others on demand
DOCUMENTS_KEPT = 5_000  # log entries as one viewer may read them in one language: about 1 kB each

_documents: Cache[list[EventDocument]] = Cache(DOCUMENTS_KEPT)


class Updates:
    """One table for any number of viewers; what several of them get is made once.

    `entries` are those after the lowest `since` that will be asked for; `undone_before(since)`
    gives the numbers of the undone entries up to it. `failed` is set when the
    rules cannot read or show the position, are not installed, or take longer than `seconds`: then
    there is no view and no question, and a table in play is shown as frozen.
    """

    def __init__(
        self,
        row: TableRow,
        entries: Sequence[ToldEntry],
        undone_before: Callable[[int], list[int]],
        known: Known | None = None,
        seconds: float | None = None,
    ) -> None:
        self.row, self.entries, self.undone_before = row, entries, undone_before
        self.known, self.seconds = known, seconds
        self.failed: RulesFailed | None = None
        self.seats = [seat_document(row, seat) for seat in row.seats]
        self.clock = clock_document(row)
        self.terms: dict[str, bool | str] = {name: getattr(row, name) for name in FOLLOWED}
        self._views: dict[Viewer, View] = {}
        self._questions: dict[tuple[Viewer, str], QuestionDocument | None] = {}
        self._events: dict[tuple[Viewer, str, int], list[EventDocument]] = {}

    def of(self, user_id: int | None, since: int) -> Update:
        """What one viewer may know now, in the active language. Values are shared: do not modify.

        The shape is the same for the API, the socket and the page: see docs/reference/api.md.
        """
        row, place = self.row, self.row.place_of(user_id)
        language = translation.get_language() or ""
        view, question = self.view(place), self.question(place)
        events = self._events_for(place, language, since)
        return Update(
            id=row.id,
            game=row.game,
            status=self._status(),
            number=row.number,
            since=since,
            options=row.options,
            seats=self.seats,
            clock=self.clock,
            terms=self.terms,
            view=view,
            question=question,
            events=events,
            undone=self.undone_before(since) if self._takes_back(since) else [],
            outcome=row.outcome,
        )

    def _status(self) -> str:
        """The stored status; "frozen" if the rules of a table in play fail."""
        stopped = self.row.frozen or (self.failed and self.row.status == "playing")
        return "frozen" if stopped else self.row.status

    def view(self, place: Viewer) -> View | None:
        """What a seat sees, or a spectator; None before the start, or if the rules fail."""
        if self.row.position is None or self.failed:
            return None
        if place not in self._views:
            try:
                known = self._known()
                with judged(self.seconds):
                    self._views[place] = encode(self.row.rules.view(known.position.state, place))
            except RulesFailed as error:
                self.failed = error
                return None
        return self._views[place]

    def _known(self) -> Known:
        if self.known is None:
            with judged(self.seconds):
                position = decode_position(self.row.rules, self.row.position or "")[0]
                self.known = Known(position, self.row.rules.pending(position.state))
        return self.known

    def question(self, place: Viewer) -> QuestionDocument | None:
        """What a seat is asked, with its answers, in the active language; None if nothing."""
        key = (place, translation.get_language() or "")
        if key not in self._questions:
            self._questions[key] = self._question(place)
        return self._questions[key]

    def _question(self, place: Viewer) -> QuestionDocument | None:
        row = self.row
        if place is None or row.status != "playing" or row.frozen or row.seats[place].bot:
            return None
        decision = None if self.failed else of_seat(self._known().decisions, place)
        if decision is None:
            return None
        wording = wording_for(row)
        effects, lacking = self._beside(decision)
        return QuestionDocument(
            id=question_id(row.id, place, row.seats[place].answers, decision),
            key=decision.key,
            prompt=wording.prompt(decision),
            moves=[
                Offer(
                    encode(move),
                    wording.move(move, decision.args),
                    move.spot,
                    move.touches,
                    changed,
                    wording.note(note),
                )
                for move, (changed, note) in zip(decision.moves, effects, strict=True)
            ],
            unavailable=[
                Lacking(
                    encode(lack.move),
                    wording.move(lack.move, decision.args),
                    lack.move.spot,
                    wording.reason(lack),
                )
                for lack in lacking
            ],
        )

    def _beside(
        self, decision: Decision
    ) -> tuple[Sequence[tuple[Mapping[str, Mapping[str, int]], str]], Sequence[Unavailable]]:
        """What each of the answers changes at once and leads to, and what is not among them."""
        rules, state, seat = self.row.rules, self._known().position.state, decision.seat
        try:
            with judged(self.seconds):
                gains = [rules.gains(state, seat, move) for move in decision.moves]
                notes = [rules.note(state, seat, move) for move in decision.moves]
                lacking = rules.unavailable(state, decision)
        except RulesFailed as error:
            self.failed = error
            return [({}, "")] * len(decision.moves), ()
        named = [{str(place): change for place, change in told.items()} for told in gains]
        return list(zip(named, notes, strict=True)), lacking

    def _events_for(self, place: Viewer, language: str, since: int) -> list[EventDocument]:
        if self.row.game not in GAMES:
            return []
        key = (place, language, since)
        if key not in self._events:
            entries = [entry for entry in self.entries if entry.number > since]
            log_open, told = self._log_is_open, (place, language)
            wording = wording_for(self.row)
            self._events[key] = [
                document
                for entry in entries
                for document in self._documents_of(entry, wording, told, log_open=log_open)
            ]
        return self._events[key]

    def _documents_of(
        self, entry: ToldEntry, wording: SiteWording, told: tuple[Viewer, str], *, log_open: bool
    ) -> list[EventDocument]:
        reader, language = told
        now = wording
        if self.row.tenures:
            wording = wording_for(self.row, entry.number)
        viewer = reader if any(event.private for event in entry.events) else None
        about = (self.row.id, entry.number, entry.at, entry.undone, viewer, language, log_open)

        def documents(wording: SiteWording) -> list[EventDocument]:
            make = functools.partial(event_documents, entry, viewer, wording, log_open=log_open)
            return _documents.get_or_make((*about, *wording.seats), make)

        shared = documents(wording)  # with most viewers
        if reader is None or wording.seats[reader] != now.seats[reader]:
            return shared
        if not any(now.seats[reader] in document.text for document in shared):
            return shared
        return documents(wording_for(self.row, entry.number, reader))

    @functools.cached_property
    def _log_is_open(self) -> bool:
        if self.row.position is None or self.failed:
            return False
        try:
            with judged(self.seconds):
                return self.row.rules.opens_log(self._known().position.state)
        except RulesFailed as error:
            self.failed = error
            return False

    def _takes_back(self, since: int) -> bool:
        return any(
            entry.kind in ("undo", *REWINDS) for entry in self.entries if entry.number > since
        )


def seat_document(row: TableRow, seat: SeatRow) -> SeatDocument:
    """What everybody may know of a seat."""
    return SeatDocument(
        place=seat.place,
        user=seat.name,
        name=known_as(seat) if row.number else seat.name,
        bot=seat.bot or None,
        colour=seat.colour or None,
        resigned=seat.resigned,
        absent=seat.absent,
        offered=is_offered(row, seat),
        deciding=seat.deciding,
        since=moment(seat.since),
        deadline=moment(seat.deadline),
        rank=seat.rank,
        rating=rating_document(row, seat.rating),
    )


def rating_document(row: TableRow, rating: SeatRating | None) -> SeatRatingDocument | None:
    """Return the rating at a seat; once the game is over none until the table has counted."""
    if rating is None or (row.outcome is not None and rating.before is None):
        return None
    known = shown(rating.mu, rating.sigma)
    before = None if rating.before is None else shown(rating.before, rating.sigma).points
    return SeatRatingDocument(known.points, known.doubt, known.is_provisional, before)


def moment(time: datetime | None) -> Moment | None:
    """Return a time of a document, if there is one."""
    return None if time is None else Moment.at(time)


def known_as(seat: SeatRow) -> str | None:
    """The name of a seat's user or bot; None if its user has deleted their account."""
    is_bot = seat.name is None and seat.bot not in ("", GONE)
    return bot_name(seat.table_id, seat.place) if is_bot else seat.name


def clock_document(row: TableRow) -> TableClock:
    """The table's clock: what was agreed, in minutes, and what is asked of everybody."""
    pace, wish = row.pace, row.wish
    return TableClock(
        kind=pace.kind,
        start=minutes_of(pace.start),
        increment=minutes_of(pace.increment),
        cap=minutes_of(pace.cap),
        most_protected=minutes_of(pace.most_protected),
        paused_until=moment(row.pause and row.pause[1]),
        wish=None
        if wish is None
        else WishDocument(
            kind=wish.kind,
            by=wish.by,
            place=wish.place,
            minutes=minutes_of(wish.time),
            increment=minutes_of(wish.increment),
            cap=minutes_of(wish.cap),
            number=wish.number,
            agreed=wish.agreed,
            stamp=stamp_of(wish),
        ),
    )


def event_documents(
    entry: ToldEntry, viewer: Viewer, wording: SiteWording, *, log_open: bool
) -> list[EventDocument]:
    """A log entry as this viewer may read it: its facts, and a sentence for each event."""
    document = functools.partial(
        EventDocument,
        number=entry.number,
        kind=entry.kind,
        place=entry.place,
        by=entry.by,
        undone=entry.undone,
        at=Moment.at(entry.at),
    )
    documents = []
    if entry.kind not in SILENT:
        documents.append(document(event=entry.kind, text=wording.entry(entry), more={}))
    for event in entry.events:
        facts = event.seen_by(viewer, log_open=log_open)
        documents.append(document(event=event.name, text=wording.event(facts), more=facts))
    return documents


def table_update(row: TableRow, user_id: int | None, since: int = 0) -> Update:
    """What one viewer may know of a table now: see `Updates.of`."""
    return updates_of(row, since).of(user_id, since)


def earlier_update(row: TableRow, user_id: int | None, before: int) -> Update:
    """Return what a viewer may know of a table now, with its log before an entry."""
    entries = log_between(row.id, 0, min(before - 1, row.number))
    return Updates(row, entries, lambda _since: []).of(user_id, 0)


def updates_of(
    row: TableRow, since: int, known: Known | None = None, seconds: float | None = None
) -> Updates:
    """The updates of a table, with its log after entry `since`."""
    entries = log_between(row.id, since, row.number)
    return Updates(row, entries, functools.partial(undone_before, row.id), known, seconds)


def latest_update(row: TableRow, user_id: int | None, *, catches_up: bool) -> Update:
    """Return what a viewer may know of a table now, with the log's end: see `log_latest`."""
    place = row.place_of(user_id)
    seen = row.seats[place].shown if catches_up and place is not None else None
    entries = log_latest(row, LOG_SHOWN, place, seen)
    since = entries[0].number - 1 if entries else 0
    return Updates(row, entries, lambda _since: []).of(user_id, since)


def updates_now(row: TableRow) -> Updates:
    """The updates of a table without its log: for who wants no more than to see how it stands."""
    return Updates(row, (), lambda _since: [])


def updates_after(row: TableRow, change: Change) -> Updates:
    """The updates of a table after a change that was just stored, with the entries it added."""
    return Updates(row, told_by(change), functools.partial(undone_before, row.id))
