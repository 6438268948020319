"""Reading about people."""

from __future__ import annotations

from typing import TypedDict

from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.db.models import Avg, Count, FloatField, Q, QuerySet, Value
from django.db.models.functions import Lower
from django.http import HttpRequest

from accounts.models import Hook, Preferences, User
from games.models import Seat, Table, Tenure
from games.telling.ratings import RatingCourse, ratings_of


class GameRecord(TypedDict):
    """A user's record in one game: tables finished, tables won, mean rank."""

    game: str
    finished: int
    won: int
    mean_rank: float


def people() -> QuerySet[User]:
    """The users who can be seen, found and invited."""
    return User.objects.filter(is_active=True)


def hook_of(user: User) -> Hook | None:
    """A user's hook, if there is one."""
    return Hook.objects.filter(user=user).first()


def user_of(request: HttpRequest) -> User:
    """The signed-in user, where nobody else has come this far."""
    assert isinstance(request.user, User)
    return request.user


def user_named(name: str, among: QuerySet[User] | None = None) -> User | None:
    """The user of that name among some people, ignoring case; None if there is none."""
    if "\x00" in name:
        return None
    found = people() if among is None else among
    return found.alias(low=Lower("username")).filter(low=Lower(Value(name))).first()


def owner_of(address: str) -> User | None:
    """Return the user who has confirmed that an address is theirs; None if nobody has."""
    known = EmailAddress.objects.filter(email=address, verified=True).select_related("user").first()
    return known.user if known else None


def seats_of(user: User) -> QuerySet[Seat]:
    """The seats of a user, resigned ones included."""
    return Seat.objects.filter(user=user)


def game_records(user: User) -> list[GameRecord]:
    """One record per game, most played first. Tables played alone against bots count.

    A rank is that of the seat; what a bot has won for somebody who did not return is no win. It is
    read from an index alone (`seat_ranked`).
    """
    records = (
        seats_of(user)
        .filter(rank__isnull=False)  # a seat has one if its table is finished, and its game
        .values("game")
        .annotate(
            finished=Count("rank"),
            won=Count("rank", filter=Q(rank=1, absent_since=None)),
            mean_rank=Avg("rank", output_field=FloatField()),
        )
        .order_by("-finished", "game")
    )
    return [GameRecord(**record) for record in records]


def ratings_shown(person: User, reader: User | AnonymousUser) -> list[RatingCourse]:
    """Return somebody's ratings, if they show them to others; always to themselves."""
    return ratings_of(person.pk) if person.shows_ratings or reader.pk == person.pk else []


def tables_left(user_id: int) -> QuerySet[Table]:
    """The tables that a user has left.

    They gave up, a bot played for them when it ended, or somebody else has taken over their seat.
    """
    away = Q(absent_since__isnull=False)
    theirs = Seat.objects.filter(Q(resigned_at__isnull=False) | away, user=user_id)
    gone = theirs.filter(Q(resigned_at__isnull=False) | Q(goes_on=False))
    handed_over = Tenure.objects.filter(user=user_id)
    left = gone.order_by().values("table_id").union(handed_over.order_by().values("table_id"))
    return Table.objects.filter(pk__in=left)


def theme_of(user: User | AnonymousUser | None, cookie: str | None) -> str:
    """Light, dark or auto: the preference, or what a visitor's browser remembers."""
    if isinstance(user, User):
        return user.theme
    return cookie if cookie in Preferences.Theme.values else Preferences.Theme.AUTO


def palette_of(user: User | AnonymousUser | None) -> str:
    """Return the colours of players and pieces that a reader has chosen."""
    return user.palette if isinstance(user, User) else Preferences.Palette.USUAL
