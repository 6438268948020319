"""The export of an account apart from its tables: addresses, sessions, devices, notices."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry as StaffAct
from django.db.models import Model, QuerySet

from accounts.models import Alert, Channel, ChatRead, Feed, Hook, Note, Notice, User
from games.models import LessonProgress, RatedSeat, Rating


def rows(found: QuerySet[Any], *columns: str) -> list[dict[str, Any]]:
    """These columns of rows, as JSON values."""
    return [
        {name: plain(value) for name, value in row.items()}
        for row in found.order_by("pk").values(*columns)
    ]


def plain(value: Any) -> Any:
    """A value of a column as JSON has it."""
    return value.isoformat() if isinstance(value, datetime | date) else value


def of(user: User, model: type[Model], *columns: str) -> list[dict[str, Any]]:
    """These columns of a user's rows of a model."""
    return rows(model._default_manager.filter(user=user), *columns)


def account_of(user: User) -> dict[str, Any]:
    """Return the columns of the account that are no preferences."""
    names = (
        "last_login", "suspended_until", "suspended_because", "refused_address",
        "refused_because", "confirm_by", "is_staff", "is_superuser", "is_active",
    )  # fmt: skip
    asking = user.befriended_by.exclude(pk__in=user.friendships.values("pk"))
    return {
        **{name: plain(getattr(user, name)) for name in names},
        "groups": sorted(user.groups.values_list("name", flat=True)),
        "rights": sorted(user.user_permissions.values_list("codename", flat=True)),
        "asked_to_be_friend_by": sorted(asking.values_list("username", flat=True)),
    }


DECIDED = (
    "kind", "rule", "text", "quoted", "table", "until", "at", "read_at", "lifted_at",
    "appeal__text", "appeal__at", "appeal__status", "appeal__answer", "appeal__answered_at",
)  # fmt: skip
RATED = ("table", "at", "rank", "weight", "mu_before", "sigma_before", "mu", "sigma")


def rest_of(user: User) -> dict[str, Any]:
    """Addresses, sessions, second factors, feeds, what they were told, ratings, lessons."""
    told = Notice.objects.filter(user=user).exclude(channel=Channel.MAIL)
    return {
        "addresses": of(user, EmailAddress, "email", "verified", "primary"),
        "sessions": of(user, UserSession, "ip", "user_agent", "created_at", "last_seen_at"),
        "second_factors": of(user, Authenticator, "type", "created_at", "last_used_at"),
        "feeds": of(user, Feed, "made_at", "used_at"),
        "hooks": of(user, Hook, "url", "failing_since", "problem", "off", "used_at"),
        "devices": rows(user.devices.all(), "name", "made_at", "used_at", "endpoint"),
        "programs": rows(
            user.programs.all(), "username", "date_joined", "tokens__made_at", "tokens__used_at"
        ),
        "tokens": rows(user.tokens.all(), "name", "made_at", "used_at"),
        "notices": rows(told, "channel", "kind", "table", "status", "owed_at", "sent_at"),
        "chats_read": of(user, ChatRead, "table", "number", "at"),
        "seen": rows(User.objects.filter(pk=user.pk), "seen__at"),
        "decisions": rows(user.decisions.all(), *DECIDED),
        "ratings": of(user, Rating, "game", "mu", "sigma", "tables"),
        "rated": rows(RatedSeat.objects.filter(rating__user=user), *RATED),
        "lessons": of(user, LessonProgress, "game", "lesson", "at", "moves", "finished_at"),
        "hosted": rows(user.hosted.all(), "pk", "game", "status"),
        "alerts": rows(Alert.objects.filter(moderator=user), "about", "at"),
        "staff": of(user, StaffAct, "action_time", "object_repr", "change_message"),
    }


def all_notes_of(user: User) -> list[dict[str, Any]]:
    """Everything that a user has noted, as JSON values."""
    return [
        {
            "table": note.table_id,
            "about": note.about.username if note.about else None,
            "text": note.text,
            "at": note.at.isoformat(),
        }
        for note in Note.objects.filter(user=user).select_related("about").order_by("pk")
    ]
