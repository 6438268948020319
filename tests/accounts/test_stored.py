"""Everything that is stored of a user is exported, and goes with them, or there is a reason."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.db.models import CASCADE, SET_NULL

from accounts.models import Feed, User
from accounts.people.leaving import all_about
from lobby.models import MailedInvitation
from tests.people import client_of, people_make

REFERENCES: dict[str, str] = {
    "account.EmailAddress.user": "addresses", "accounts.Alert.moderator": "alerts",
    "accounts.Appeal.answered_by": "- part of the appeal",
    "accounts.Archive.user": "- made of all that stands here",
    "accounts.ChatRead.user": "chats_read",
    "accounts.Decision.moderator": "- whoever decided decides for all moderators",
    "accounts.Decision.user": "decisions",
    "accounts.Device.user": "devices", "accounts.Feed.user": "feeds",
    "accounts.Friendship.friend": "account", "accounts.Friendship.user": "account",
    "accounts.Hook.user": "hooks", "accounts.Message.user": "messages",
    "accounts.Note.about": "- it is private to whoever has written it",
    "accounts.Note.user": "notes", "accounts.Notice.user": "notices",
    "accounts.Remark.moderator": "- part of the report",
    "accounts.Report.about": "- it would tell who has reported them",
    "accounts.Report.reporter": "reports", "accounts.Report.settled_by": "- part of the report",
    "accounts.Report.claimed_by": "- part of the report",
    "accounts.Seen.user": "seen", "accounts.TablePace.user": "paces",
    "accounts.Token.user": "tokens", "accounts.User.owner": "programs",
    "accounts.User.blocked": "account",
    "accounts.User.friendships": "account", "accounts.User_blocked.from_user": "account",
    "accounts.User_blocked.to_user": "- by whom they are blocked is told to nobody",
    "accounts.User_groups.user": "account", "accounts.User_user_permissions.user": "account",
    "admin.LogEntry.user": "staff",
    "games.LessonProgress.user": "lessons", "games.Study.user": "studies",
    "games.OwnTime.user": "time", "games.Plan.user": "plans", "games.Rating.user": "ratings",
    "games.Seat.user": "tables",
    "games.Table.host": "hosted", "games.Tenure.user": "tables",
    "lobby.Consent.user": "consents", "lobby.Invitation.user": "invitations",
    "lobby.MailedInvitation.host": "mailed_invitations",
    "lobby.Notice.about": "- news of somebody else", "lobby.Notice.user": "news",
    "mfa.Authenticator.user": "second_factors", "socialaccount.SocialAccount.user": "other_sites",
    "usersessions.UserSession.user": "sessions",
}  # fmt: skip
"""Each reference to a user, and under which name it is exported, or why it is not."""
STAY = {
    "accounts.Act.moderator_id", "accounts.Act.user_id", "accounts.StaffEntry.staff_id",
}  # fmt: skip
"""Numbers of users that are no references: the logs outlive them, for as long as settings say."""
EMPTIED = {
    "accounts.Appeal.answered_by", "accounts.Decision.moderator", "accounts.Remark.moderator",
    "accounts.Report.claimed_by", "accounts.Message.user", "accounts.Report.about",
    "accounts.Report.reporter", "accounts.Report.settled_by", "games.Rating.user",
    "games.Seat.user", "games.Table.host", "games.Tenure.user",
}  # fmt: skip
"""References that are emptied with the account: the rest of the row belongs to others, too."""
NAMED_OTHERWISE = {"username": "name", "date_joined": "joined", "is_guest": "guest"}
NOT_EXPORTED = {
    "id": "a number of ours", "password": "a secret, as a hash",
    "look": "made of the name, to compare it with others",
    "warned": "whether a decision is unread, which is exported",
}  # fmt: skip


def references() -> dict[str, object]:
    """Every reference of the database to a user, and what its deletion does."""
    return {
        f"{model._meta.label}.{field.name}": field.remote_field.on_delete
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.local_fields
        if field.is_relation and field.related_model is User
    }


def test_every_reference_to_a_user_is_exported_or_has_a_reason() -> None:
    tables = {name for name in REFERENCES if not name.startswith("accounts.User.")}
    tables.add("accounts.User.owner")  # the others of it are tables of their own
    assert set(references()) == tables
    numbers = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.local_fields
        if not field.is_relation and field.name in ("user_id", "moderator_id", "staff_id")
    }
    assert numbers == STAY


def test_every_reference_goes_with_the_account_or_is_emptied() -> None:
    found = references()
    assert {name for name, how in found.items() if how is SET_NULL} == EMPTIED
    assert {name for name, how in found.items() if how is CASCADE} == set(found) - EMPTIED


@pytest.mark.django_db
def test_the_export_has_a_place_for_each() -> None:
    (ana,) = people_make("Ana")
    data = all_about(ana)
    json.dumps(data)
    named = {what for what in REFERENCES.values() if not what.startswith("-")}
    assert named - set(data) == set()
    columns = {NAMED_OTHERWISE.get(field.name, field.name) for field in User._meta.local_fields}
    told = set(data["account"]) | set(data["account"]["preferences"])
    assert columns - told == set(NOT_EXPORTED)


@pytest.mark.django_db
def test_what_was_missing_is_there_and_no_secret_is() -> None:
    ana, ben = people_make("Ana", "Ben")
    ana.emailaddress_set.create(email="second@example.org", verified=True)
    ben.friendships.add(ana)
    feed = Feed.objects.create(user=ana, secret="s" * 43)
    ana.decisions.create(text="Mind your words.")
    answer = client_of(ana).get("/accounts/export/")
    data = json.loads(answer.content)
    assert [address["email"] for address in data["addresses"]] == ["second@example.org"]
    assert data["account"]["asked_to_be_friend_by"] == ["Ben"]
    assert data["decisions"][0]["text"] == "Mind your words." and data["feeds"][0]["made_at"]
    assert feed.secret not in answer.text and ana.password not in answer.text
    assert data["mailed_invitations"] == list(MailedInvitation.objects.none())
