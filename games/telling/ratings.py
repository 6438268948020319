"""Ratings as people and programs read them: somebody's own, and the best of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from msgspec import Meta, Struct

from games.faces import Face, face_of
from games.judging.rating import SURE, shown
from games.storing.rows import run
from games.telling.seasons import Season
from games.telling.selectors import friends_of

MOST_LEADERS = 100
LONGEST_COURSE = 100
"""So many tables back goes the course of a rating."""

OF_PERSON = """
    select g.game, g.mu, g.sigma, g.tables, c.mu, c.sigma
    from games_rating g cross join lateral (
        select array_agg(s.mu order by s.at, s.table_id) as mu,
            array_agg(s.sigma order by s.at, s.table_id) as sigma
        from (
            select * from games_ratedseat where rating_id = g.id
            order by at desc, table_id desc limit %s
        ) s
    ) c
    where g.user_id = %s order by g.tables desc, g.game
"""
LEADERS = """
    select u.username, u.face_colour, u.face_motif, {known}.mu, {known}.sigma, {tables}
    from games_rating g join accounts_user u on u.id = g.user_id {season}
    where g.game = %(game)s and {known}.sigma <= %(sure)s and u.is_active
        and (u.shows_ratings or u.id = %(reader)s)
        and (%(among)s::bigint[] is null or u.id = any(%(among)s))
    order by {known}.mu desc, g.id limit %(most)s
"""
OF_SEASON = """from games_ratedseat s
    where s.rating_id = g.id and s.at >= %(since)s and s.at < %(until)s"""
EVER = LEADERS.format(known="g", tables="g.tables", season="")
IN_SEASON = LEADERS.format(
    known="c",
    tables=f"(select count(*) {OF_SEASON})",
    season=f"""cross join lateral (
        select s.mu, s.sigma {OF_SEASON} order by s.at desc, s.table_id desc limit 1) c""",
)
"""The ratings as they were at the end of a season, of those who have played in it."""


class RatingDocument(Struct, frozen=True):
    """How well somebody plays a game."""

    game: str
    points: Annotated[int, Meta(description="1500 at the beginning.")]
    doubt: Annotated[int, Meta(description="The true strength is so near to it 19 times in 20.")]
    provisional: Annotated[bool, Meta(description="Whether that is too much to compare it.")]
    tables: Annotated[int, Meta(description="How many it is made of.")]


class RatingCourse(Struct, frozen=True):
    """A rating, and how it has come about: points and doubt after each of its latest tables."""

    rating: RatingDocument
    course: list[tuple[int, int]]


class LeaderDocument(Struct, frozen=True):
    """Somebody in the list of the best of a game."""

    rank: int
    name: str
    points: int
    doubt: int
    tables: int


class Leader(Struct, frozen=True):
    """The same, with the face beside the name."""

    told: LeaderDocument
    face: Face


def rating_told(game: str, mu: float, sigma: float, tables: int) -> RatingDocument:
    """Return a rating as it is told."""
    rating = shown(mu, sigma)
    return RatingDocument(game, rating.points, rating.doubt, rating.is_provisional, tables)


def ratings_of(user_id: int) -> list[RatingCourse]:
    """Return somebody's ratings, that of most tables first."""
    rows: list[tuple[str, float, float, int, list[float], list[float]]]
    rows = run(OF_PERSON, [LONGEST_COURSE, user_id])
    return [
        RatingCourse(
            rating_told(game, mu, sigma, tables),
            [shown(*point)[:2] for point in zip(mus, sigmas, strict=True)],
        )
        for game, mu, sigma, tables, mus, sigmas in rows
    ]


def leaders_of(
    game: str,
    reader: AbstractBaseUser | AnonymousUser,
    *,
    friends: bool = False,
    season: Season | None = None,
) -> Sequence[Leader]:
    """Return the best of a game whose rating is known well enough, and who show it.

    With `friends` only those of the reader, and the reader; with a `season` those who have played
    in it, as they stood at its end, or stand now.
    """
    among = None
    if friends:
        among = [reader.pk, *friends_of(reader).values_list("pk", flat=True)]
    asked = {
        "game": game, "sure": SURE / 2, "reader": reader.pk, "among": among, "most": MOST_LEADERS,
        "since": season and season.since, "until": season and season.until,
    }  # fmt: skip
    rows: list[tuple[str, str, str, float, float, int]] = run(IN_SEASON if season else EVER, asked)
    told = [
        (name, Face(colour, motif), shown(mu, sigma), tables)
        for name, colour, motif, mu, sigma, tables in rows
    ]
    return [
        Leader(
            LeaderDocument(
                1 + sum(other.points > rating.points for _n, _f, other, _t in told),
                name,
                rating.points,
                rating.doubt,
                tables,
            ),
            face_of(name, face),
        )
        for name, face, rating, tables in told
    ]
