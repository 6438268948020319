"""Rating finished tables, in the order in which they ended: docs/topics/ratings.md."""

from __future__ import annotations

from django.db import transaction

from games.judging.rating import NEW, PERIOD, Meetings, entrants_of, reckoned, why_unrated
from games.models import Table
from games.storing import ratings as stored
from games.storing.ratings import (
    BEGINNING,
    FinishedTable,
    PlacePlayed,
    TableEnd,
)
from games.telling.wording import GONE


def ratings_keep_up() -> int:
    """Rate the tables that have ended lately, or were taken back; return how many count now."""
    return sum(ratings_renew(game, since) for game, since in stored.to_rate().items())


def ratings_recompute() -> int:
    """Rate all tables anew from what is stored of them; return how many count."""
    games = Table.objects.exclude(status=Table.Status.OPEN).values_list("game", flat=True)
    return sum(ratings_renew(game) for game in sorted(set(games.distinct())))


@transaction.atomic
def ratings_renew(game: str, since: TableEnd = BEGINNING) -> int:
    """Rate all tables of a game that have ended since a moment; return how many count.

    Whoever asks again, from whatever moment, gets the same numbers. A table that ended before some
    that are rated already is put in its place, and those behind it are rated anew.
    """
    stored.games_one_at_a_time(game)
    tables = list(stored.tables_finished(game, since, GONE))
    verdicts = {table.table: why_unrated(table) for table in tables}
    rated = with_ratings(game, [table for table in tables if not verdicts[table.table]])
    forgotten = stored.seats_forget(game, since)
    entered = {entrant.rating for table in rated for entrant in entrants_of(table)}
    strengths = dict.fromkeys({seat.rating_id for seat in forgotten} | entered, NEW)
    strengths |= stored.known_before(strengths, since)
    meetings = Meetings()
    for at, ratings in stored.met_before(entered, since, PERIOD):
        meetings.note(ratings, at)
    kept = stored.seats_keep(reckoned(rated, strengths, meetings))
    users = stored.ratings_keep(strengths)
    stored.tables_say(game, verdicts)
    stored.pages_tell(game, users, {seat.table_id for seat in forgotten ^ kept})
    return len(rated)


def with_ratings(game: str, tables: list[FinishedTable]) -> list[FinishedTable]:
    """Begin a rating for each user who has none yet, and name it at their places."""
    places = [place for table in tables for place in table.places]
    fresh = {
        place.user
        for place in places
        if place.user is not None and place.rating is None and place.is_played
    }
    begun = stored.ratings_begin(game, fresh, NEW)
    return [
        table._replace(places=[named(place, begun) for place in table.places]) for table in tables
    ]


def named(place: PlacePlayed, begun: dict[int, int]) -> PlacePlayed:
    """Return a place with the rating of its user, if that has just begun."""
    if place.rating is not None or place.user is None:
        return place
    return place._replace(rating=begun.get(place.user))
