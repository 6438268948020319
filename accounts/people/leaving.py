"""Exporting one's data, and deleting one's account."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.utils import timezone

from accounts.models import Act, Channel, KeptName, Notice, Preferences, Report, User
from accounts.models.users import names_in
from accounts.people import signals
from accounts.people.exporting import account_of, all_notes_of, rest_of
from games.changing import moderation
from games.models import LogEntry, OwnTime, Seat, Table, Tenure
from games.telling.plan_reading import all_plans_of
from games.telling.studies import all_studies_of
from games.telling.wording import GONE

NAME_KEPT = timedelta(days=180)
"""The time for which nobody can take the name of a deleted account."""


def all_about(user: User) -> dict[str, Any]:
    """Everything stored about a user, as JSON values; times in ISO 8601."""
    told: dict[str, Any] = {}
    signals.user_exports.send(User, user=user, told=told)
    return {
        "exported_at": timezone.now().isoformat(),
        "account": {
            "name": user.username,
            "email": user.email,
            "joined": user.date_joined.isoformat(),
            "arrival": user.arrival,
            "preferences": {name: getattr(user, name) for name in names_in(Preferences)},
            "guest": user.is_guest,
            "owner": user.owner and user.owner.username,
            "friends": sorted(user.friendships.values_list("username", flat=True)),
            "blocked": sorted(other.username for other in user.blocked.all()),
            "muted_until": user.muted_until and user.muted_until.isoformat(),
            **account_of(user),
        },
        "tables": [
            *(seat_document(seat) for seat in seats_of(user)),
            *(tenure_document(tenure) for tenure in tenures_of(user)),
        ],
        "time": time_document(user),
        "messages": [
            {"table": said.table_id, "text": said.text, "at": said.at.isoformat()}
            for said in user.messages.order_by("pk")
        ],
        "notes": all_notes_of(user),
        "studies": all_studies_of(user.pk),
        "plans": all_plans_of(user.pk),
        "mails": [
            {"subject": mail.subject, "text": mail.text, "at": mail.owed_at.isoformat()}
            for mail in Notice.objects.filter(user=user, channel=Channel.MAIL)
            .exclude(text="")
            .order_by("pk")
        ],
        "paces": [
            {"table": own.table_id, "pace": own.pace} for own in user.paces.order_by("table")
        ],
        "passkeys": [
            {"name": str(key), "made": key.created_at.isoformat()}
            for key in Authenticator.objects.filter(user=user, type="webauthn").order_by("pk")
        ],
        "other_sites": [
            {"site": other.provider, "id": other.uid, "told": other.extra_data}
            for other in SocialAccount.objects.filter(user=user).order_by("pk")
        ],
        "reports": [
            {
                "text": report.text,
                "at": report.at.isoformat(),
                "status": report.status,
                "answer": report.answer,
            }
            for report in Report.objects.filter(reporter=user).order_by("pk")
        ],
        "moderation": [
            {"what": act.kind, "why": act.why, "at": act.at.isoformat()}
            for act in Act.objects.filter(user_id=user.pk).order_by("pk")
        ],
        **rest_of(user),
        **told,
    }


def time_document(user: User) -> dict[str, Any]:
    """A user's protected hours (weekday, from and to in minutes), absences and vacation days."""
    own = OwnTime.objects.filter(pk=user.pk).values("hours", "away", "spent", "remind").first()
    return dict(own or {})


def seats_of(user: User) -> list[Seat]:
    """All seats of a user with their tables, the oldest first."""
    return list(Seat.objects.filter(user=user).select_related("table").order_by("pk"))


def tenures_of(user: User) -> list[Tenure]:
    """The seats a user had until somebody else took them over, with their tables."""
    return list(Tenure.objects.filter(user=user).select_related("table").order_by("pk"))


def seat_document(seat: Seat) -> dict[str, Any]:
    """A table at which the user has a seat, with their own moves."""
    table = seat.table
    before = table.tenures.filter(place=seat.place).order_by("-last").first()
    return {
        "table": table.pk,
        "game": table.game,
        "status": table.status,
        "place": seat.place,
        "colour": seat.colour,
        "share": seat.share,
        "rank": seat.rank,
        "joined": seat.joined_at.isoformat(),
        "moves": moves_of(table.pk, seat.place, before.last + 1 if before else 1, table.number),
    }


def tenure_document(tenure: Tenure) -> dict[str, Any]:
    """A table at which the user had a seat until somebody else took it over."""
    return {
        "table": tenure.table_id,
        "game": tenure.table.game,
        "status": "handed over",
        "place": tenure.place,
        "until": tenure.last,
        "vanished": tenure.vanished,
        "moves": moves_of(tenure.table_id, tenure.place, tenure.first, tenure.last),
    }


def moves_of(table_id: int, place: int, first: int, last: int) -> list[dict[str, Any]]:
    """The moves that the user at a seat made, from entry `first` to entry `last`."""
    moves = LogEntry.objects.filter(
        table_id=table_id, place=place, kind="move", by="", number__range=(first, last)
    )
    return [
        {"number": number, "move": move, "at": at.isoformat()}
        for number, move, at in moves.order_by("number").values_list("number", "move", "at")
    ]


@transaction.atomic
def account_delete(*, user: User) -> None:
    """Delete an account and its programs. Bots play on in its games; its name is not free yet.

    The name of a guest, and of an account that nobody has confirmed, is free at once. Seats at open
    tables become free; finished tables keep their results, without the name.
    """
    for program in user.programs.all():
        account_delete(user=program)
    signals.user_leaves.send(User, user=user)  # the lobby frees the seats at open tables
    playing = Seat.objects.filter(user=user, goes_on=True, table__status=Table.Status.PLAYING)
    for table_id, place in playing.order_by("table_id").values_list("table_id", "place"):
        moderation.seat_leave_for_good(table_id=table_id, place=place)
    Seat.objects.filter(user=user).exclude(table__status=Table.Status.OPEN).update(
        user=None, bot=GONE
    )
    was_known = not user.is_guest and user.confirm_by is None
    if was_known:
        KeptName.keep(user.look, timezone.now() + NAME_KEPT)
    User.objects.select_for_update().get(pk=user.pk)  # nothing may point to it from now on
    user.delete()


def names_free(now: datetime) -> None:
    """Free the names that have been kept long enough."""
    KeptName.objects.filter(until__lte=now).delete()
