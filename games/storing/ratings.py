"""Finished tables as ratings need them, what is known from before them, and what becomes of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from config.push.telling import TOPIC, notification
from games.models import RatedSeat, Rating, Table
from games.storing.changes import LISTS, listed
from games.storing.rows import run, table_group

AT_ONCE = 5_000  # rows


class TableEnd(NamedTuple):
    """When a table ended; of two at once the older table was first."""

    at: datetime
    table: int


class Strength(NamedTuple):
    """A rating: the points, their standard deviation, and the tables that it is made of."""

    mu: float
    sigma: float
    tables: int


class PlacePlayed(NamedTuple):
    """Who had a place at a finished table from its beginning, and how that ended.

    `rating` is theirs, if they have one, also if the account of its `user` is gone. A `bot`, a
    `guest` or a `program` may have had it. Somebody `left` who gave up, was away at the end, or
    whose seat others took over; the seat was `handed` over where a moderator has given it to
    somebody else.
    """

    place: int
    rating: int | None
    user: int | None
    rank: int
    bot: bool = False
    guest: bool = False
    program: bool = False
    left: bool = False
    handed: bool = False

    @property
    def is_played(self) -> bool:
        """Whether the table counts for who had the place."""
        return (self.rating is not None or self.user is not None) and not self.handed


class FinishedTable(NamedTuple):
    """A table that went to its end, with its places in order of play."""

    table: int
    at: datetime
    places: Sequence[PlacePlayed]
    unrated: bool  # as its term says
    hints: bool  # allowed by its terms


class Entrant(NamedTuple):
    """Somebody whose rating a table changes; of equal ranks none came in before the other."""

    place: int
    rating: int
    rank: int


class RatedPlace(NamedTuple):
    """What a table has made of a rating, and by how much it counted."""

    table: int
    at: datetime
    entrant: Entrant
    weight: float
    before: Strength
    after: Strength


class SeatTold(NamedTuple):
    """A rating as a finished table has changed it."""

    table_id: int
    place: int
    rating_id: int
    mu_before: float
    mu: float
    sigma: float


FinishedRow = tuple[
    int, datetime, bool, bool, int, int | None, int | None, int, bool, bool, bool, bool, bool
]
"""A place, behind its table's id, end, and whether it is unrated and has hints."""
BEGINNING = TableEnd(datetime(1970, 1, 1, tzinfo=UTC), 0)

TO_RATE = """
    select t.game, t.id, coalesce(
        (select min(r.at) from games_ratedseat r where r.table_id = t.id), t.finished_at)
    from games_table t
    where t.status = 'finished' and t.rated = '' or t.status <> 'finished' and t.rated <> ''
"""
FINISHED = """
    select t.id, t.finished_at, t.unrated, t.hints,
        s.place, coalesce(r.rating_id, g.id), u.id, s.rank,
        u.id is null and case when o.id is null then s.bot <> %s else o.bot <> '' end,
        t.rated = 'guests' or t.rated = '' and (
            coalesce(u.is_guest, false) or coalesce(now_there.is_guest, false)),
        t.rated = 'programs' or t.rated = '' and u.owner_id is not null,
        case when o.id is null then s.resigned_at is not null or s.absent_since is not null
            else o.vanished end,
        o.id is not null and not o.vanished
    from games_table t
    join games_seat s on s.table_id = t.id and s.rank is not null
    left join games_tenure o on o.table_id = t.id and o.place = s.place and o.first = 1
    left join accounts_user u on u.id = case when o.id is null then s.user_id else o.user_id end
    left join accounts_user now_there on now_there.id = s.user_id
    left join games_ratedseat r on r.table_id = t.id and r.place = s.place
    left join games_rating g on g.user_id = u.id and g.game = t.game
    where t.game = %s and t.status = 'finished' and (t.finished_at, t.id) >= (%s, %s)
    order by t.finished_at, t.id, s.place
"""
"""Who had each place from its beginning; somebody is no guest later, at a table that was rated."""
KNOWN = """
    select s.rating_id, (array_agg(s.mu order by s.at desc, s.table_id desc))[1],
        (array_agg(s.sigma order by s.at desc, s.table_id desc))[1], count(*)
    from games_ratedseat s
    where s.rating_id = any(%s) and (s.at, s.table_id) < (%s, %s) group by s.rating_id
"""
MET = """
    select s.at, array_agg(s.rating_id order by s.place) from games_ratedseat s
    where s.at > %(after)s and (s.at, s.table_id) < (%(at)s, %(table)s) and s.table_id in (
        select m.table_id from games_ratedseat m where m.rating_id = any(%(ratings)s)
            and m.at > %(after)s)
    group by s.at, s.table_id order by s.at, s.table_id
"""
FORGOTTEN = """
    delete from games_ratedseat s using games_rating g
    where g.id = s.rating_id and g.game = %s and (s.at, s.table_id) >= (%s, %s)
    returning s.table_id, s.place, s.rating_id, s.mu_before, s.mu, s.sigma
"""
SAID = """
    update games_table t set rated = c.rated
    from unnest(%s::bigint[], %s::text[]) as c(id, rated)
    where t.id = c.id and t.rated <> c.rated returning t.id
"""
UNSAID = """
    update games_table set rated = '' where game = %s and status <> 'finished' and rated <> ''
    returning id
"""
KEPT = """
    update games_rating g set mu = c.mu, sigma = c.sigma, tables = c.tables
    from unnest(%s::bigint[], %s::float8[], %s::float8[], %s::int[]) as c(id, mu, sigma, tables)
    where g.id = c.id and (g.mu, g.sigma, g.tables) is distinct from (c.mu, c.sigma, c.tables)
    returning g.user_id
"""
GOING_ON = """
    select t.id, t.status = 'open' from games_seat s join games_table t on t.id = s.table_id
    where s.user_id = any(%s) and s.game = %s and s.goes_on
"""
TELL = "select pg_notify(%s, line)::text from unnest(%s::text[]) as line"


def to_rate() -> dict[str, TableEnd]:
    """Return since when tables of each game are to be rated, or rated no more."""
    since: dict[str, TableEnd] = {}
    rows: list[tuple[str, int, datetime | None]] = run(TO_RATE, [], counted=False)
    for game, table, at in rows:
        moment = TableEnd(at or BEGINNING.at, table)
        since[game] = min(since.get(game, moment), moment)
    return since


def games_one_at_a_time(game: str) -> None:
    """Let nobody else rate tables of this game until the transaction ends."""
    run("select pg_advisory_xact_lock(hashtext('games_rating'), hashtext(%s))::text", [game])


def tables_finished(game: str, since: TableEnd, gone: str) -> Iterator[FinishedTable]:
    """Return the tables that have ended since, in this order; `gone` is the bot of a lost user."""
    rows: list[FinishedRow] = run(FINISHED, [gone, game, *since])
    for (table, at, *terms), places in groupby(rows, key=lambda row: row[:4]):
        yield FinishedTable(table, at, [PlacePlayed(*row[4:]) for row in places], *terms)


def known_before(ratings: Collection[int], since: TableEnd) -> dict[int, Strength]:
    """Return what was known of these ratings before a moment."""
    rows: list[tuple[int, float, float, int]] = run(KNOWN, [list(ratings), *since])
    return {rating: Strength(mu, sigma, tables) for rating, mu, sigma, tables in rows}


def met_before(
    ratings: Collection[int], since: TableEnd, period: timedelta
) -> list[tuple[datetime, list[int]]]:
    """Return who sat together at which moments, of the tables at which one of these did."""
    after = since.at - period
    asked = {"after": after, "at": since.at, "table": since.table, "ratings": list(ratings)}
    rows: list[tuple[datetime, list[int]]] = run(MET, asked)
    return rows


def seats_forget(game: str, since: TableEnd) -> set[SeatTold]:
    """Forget what tables have made of ratings since a moment; return it."""
    return {SeatTold(*row) for row in run(FORGOTTEN, [game, *since])}


def seats_keep(tables: Iterable[Sequence[RatedPlace]]) -> set[SeatTold]:
    """Keep what tables have made of ratings; return it."""
    seats = (
        RatedSeat(
            table_id=seat.table,
            place=seat.entrant.place,
            rating_id=seat.entrant.rating,
            at=seat.at,
            rank=seat.entrant.rank,
            weight=seat.weight,
            mu_before=seat.before.mu,
            sigma_before=seat.before.sigma,
            mu=seat.after.mu,
            sigma=seat.after.sigma,
        )
        for table in tables
        for seat in table
    )
    kept = RatedSeat.objects.bulk_create(seats, batch_size=AT_ONCE)
    return {SeatTold(*(getattr(seat, name) for name in SeatTold._fields)) for seat in kept}


def ratings_begin(game: str, users: Iterable[int], new: Strength) -> dict[int, int]:
    """Begin a rating for each of these users, who have none of this game; return them by user."""
    fresh = [Rating(game=game, user_id=user, **new._asdict()) for user in sorted(users)]
    return {rating.user_id or 0: rating.pk for rating in Rating.objects.bulk_create(fresh)}


def ratings_keep(strengths: dict[int, Strength]) -> list[int]:
    """Keep ratings as they are now; return whose have changed.

    One that no table speaks of any more goes.
    """
    columns = zip(*strengths.values(), strict=True) if strengths else ((), (), ())
    rows: list[tuple[int | None]] = run(KEPT, [list(strengths), *map(list, columns)])
    Rating.objects.filter(pk__in=list(strengths), tables=0).delete()
    return [user for (user,) in rows if user is not None]


def pages_tell(game: str, users: Collection[int], over: Iterable[int] = ()) -> None:
    """Tell the pages of those tables where a rating has changed, as soon as this is committed.

    These `users` have others at tables that go on; those that are `over` say what they have made.
    """
    rows: list[tuple[int, bool]] = run(GOING_ON, [list(users), game])
    tables = {*over, *(table for table, _is_open in rows)}
    lines = [
        notification(group, {"type": "table.rated", "group": group, "table": table})
        for table, group in ((table, table_group(table)) for table in sorted(tables))
    ]
    lines += [notification(LISTS, listed(table)) for table, is_open in rows if is_open]
    run(TELL, [TOPIC, lines])


def tables_say(game: str, verdicts: dict[int, str]) -> None:
    """Let each table say whether it counts, or why not; one that is not finished says nothing."""
    said = [verdict or Table.Rated.YES.value for verdict in verdicts.values()]
    run(SAID, [list(verdicts), said])
    run(UNSAID, [game])
