"""The door of the administration, and the log of what staff do behind it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.admin.models import LogEntry
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Act, StaffEntry, User
from accounts.moderation import acts
from accounts.tasks import forget_logs
from tests.accounts.mailbox import Mailbox
from tests.accounts.test_second_factor import code_for
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db
MADE_OLDER = """
    set constraints all immediate;
    alter table accounts_act disable trigger accounts_act_stays;
    alter table accounts_staffentry disable trigger accounts_staffentry_stays;
    update accounts_act set at = at - interval '95 days';
    update accounts_staffentry set at = at - interval '95 days';
    alter table accounts_act enable trigger accounts_act_stays;
    alter table accounts_staffentry enable trigger accounts_staffentry_stays;
"""
Kind = StaffEntry.Kind


@pytest.fixture
def root(db: None) -> User:
    (user,) = people_make("Root", is_staff=True, is_superuser=True, password="a long enough pass")
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


def kinds() -> list[str]:
    return list(StaffEntry.objects.order_by("pk").values_list("kind", flat=True))


def test_without_a_second_factor_a_page_leads_to_one(
    root: User, moderator: User, settings: Any
) -> None:
    settings.ADMIN_SECOND_FACTOR = True
    places = (root, "/admin/accounts/user/"), (moderator, "/moderation/"), (root, "/moderation/")
    for user, place in places:
        page = client_of(user).get(place)
        assert page.status_code == 403 and "/accounts/2fa/" in page.text
        assert user.email not in page.text
    assert kinds() == [Kind.KEPT_OUT] * 3
    mute = {"act": "mute", "mute-why": "x", "mute-rule": "words", "mute-days": "3"}
    (ana,) = people_make("Ana")
    assert client_of(moderator).post(f"/moderation/people/{ana.pk}/", mute).status_code == 403
    assert not Act.objects.exists()
    assert client_of(moderator).get("/lobby/").status_code == 200, "everything else is open"


def test_who_has_one_is_let_in_with_it_alone(root: User, settings: Any) -> None:
    """By password they are not, until they have confirmed with a code."""
    settings.ADMIN_SECOND_FACTOR = True
    secret = generate_totp_secret()
    TOTP.activate(root, secret)
    code = RecoveryCodes.activate(root).get_unused_codes()[0]
    client = Client()
    asked = client.post("/accounts/login/", {"login": "Root", "password": "a long enough pass"})
    assert asked.url.startswith("/accounts/2fa/authenticate/"), asked.url
    let_in = client.post(asked.url, {"code": code_for(secret)})
    assert let_in.status_code == 302, let_in.text[:3000]
    assert client.get("/admin/accounts/user/").status_code == 200
    by_password = client_of(root)
    page = by_password.get("/admin/accounts/user/")
    assert page.status_code == 403 and "/accounts/2fa/reauthenticate/" in page.text
    confirmed = by_password.post(
        "/accounts/2fa/reauthenticate/?next=/admin/accounts/user/", {"code": code}
    )
    assert confirmed.url == "/admin/accounts/user/"
    assert by_password.get(confirmed.url).status_code == 200


def test_on_ones_own_machine_the_password_is_enough(root: User, settings: Any) -> None:
    assert settings.LOCAL and not settings.ADMIN_SECOND_FACTOR
    assert client_of(root).get("/admin/").status_code == 200


def test_what_staff_look_at_and_change_is_written_down(root: User, people: list[User]) -> None:
    client, ana = client_of(root), people[0]
    client.get("/admin/accounts/user/", {"q": "ana@"})
    client.get(f"/admin/accounts/user/{ana.pk}/change/")
    client.post(f"/admin/accounts/user/{ana.pk}/delete/", {"post": "yes"})
    looked, opened, sent, changed = StaffEntry.objects.order_by("pk")
    assert (looked.kind, looked.page, looked.details) == (
        "looked",
        "accounts_user_changelist",
        "q=ana%40",
    )
    assert (opened.kind, opened.object_id, opened.staff_name) == ("looked", str(ana.pk), "Root")
    assert (sent.kind, sent.page) == ("sent", "accounts_user_delete")
    assert (changed.kind, changed.object_id) == ("changed", str(ana.pk))
    chosen = {"action": "delete_selected", "_selected_action": [people[1].pk, people[2].pk]}
    client.post("/admin/accounts/user/", {**chosen, "post": "yes"})
    assert StaffEntry.objects.filter(kind=Kind.CHANGED).count() == 3, "also many at once"
    LogEntry.objects.all().delete()
    root.delete()
    assert StaffEntry.objects.count() == 7, "it outlives them"


def test_passwords_are_changed_where_it_is_limited_and_told(
    root: User, moderator: User, people: list[User], mailbox: Mailbox
) -> None:
    """The administration has no form for one, whoever's it is."""
    for address in ("/admin/password_change/", "/admin/password_change/done/"):
        for user in (root, moderator):
            answer = client_of(user).get(address)
            assert (answer.status_code, answer.headers["Location"]) == (
                302,
                "/accounts/password/change/",
            )
    user, client = people[0], client_of(root)
    had = user.password
    address = f"/admin/accounts/user/{user.pk}/password/"
    page = client.get(address)
    assert page.status_code == 200 and 'type="password"' not in page.text
    told = {"password1": "a new long password", "password2": "a new long password"}
    shown = client.post(address, told, follow=True)
    assert "The email is on its way" in shown.text
    user.refresh_from_db()
    assert user.password == had
    assert "/password/reset/key/" in mailbox.text() and mailbox.letters[-1]["To"] == user.email
    assert client_of(moderator).post(address, told, follow=True).status_code == 403


def test_what_moderators_look_at_and_do_is_written_down(
    moderator: User, people: list[User]
) -> None:
    client, ana = client_of(moderator), people[0]
    client.get("/moderation/find/", {"q": "ana"})
    client.get(f"/moderation/people/{ana.pk}/")
    warn = {"act": "warn", "warn-why": "Be kind.", "warn-rule": "words"}
    client.post(f"/moderation/people/{ana.pk}/", warn)
    told = [(one.kind, one.page, one.object_id, one.details) for one in entries()]
    assert told == [
        ("looked", "find", "", "q=ana"), ("looked", "person", str(ana.pk), ""),
        ("sent", "person", str(ana.pk), ""),
    ]  # fmt: skip
    assert Act.objects.get().why == "Be kind."


def entries() -> list[StaffEntry]:
    return list(StaffEntry.objects.order_by("pk"))


def test_visitors_and_players_leave_no_trace(people: list[User]) -> None:
    for place in ("/admin/accounts/user/", "/moderation/"):
        Client().get(place)
        client_of(people[0]).get(place)
    assert kinds() == []


@pytest.mark.parametrize("way", ["update", "delete", "save"])
def test_the_log_of_staff_is_only_added_to(root: User, way: str) -> None:
    client_of(root).get("/admin/")
    entry = StaffEntry.objects.get()
    ways: dict[str, Any] = {
        "update": lambda: StaffEntry.objects.update(staff_name="Nobody"),
        "delete": entry.delete,
        "save": entry.save,
    }
    with pytest.raises(DatabaseError, match="only ever added to"), transaction.atomic():
        ways[way]()
    assert StaffEntry.objects.get().staff_name == "Root"


def test_old_entries_go_as_the_settings_say_and_no_others(
    root: User, moderator: User, people: list[User], settings: Any
) -> None:
    muted, other = people[:2]
    for user in (muted, other):
        acts.user_warn(moderator=moderator, user=user, why="once upon a time")
    client_of(root).get("/admin/")
    with connection.cursor() as cursor:
        cursor.execute(MADE_OLDER)
    for user in (muted, other):
        acts.user_warn(moderator=moderator, user=user, why="lately")
    client_of(root).get("/admin/")
    User.objects.filter(pk=muted.pk).update(muted_until=timezone.now() + timedelta(days=1))
    settings.STAFF_LOG_DAYS = settings.ACTS_DAYS = 0
    forget_logs(timestamp=0)
    assert (Act.objects.count(), StaffEntry.objects.count()) == (4, 2), "0 is for ever"
    settings.STAFF_LOG_DAYS, settings.ACTS_DAYS = 1, 100
    forget_logs(timestamp=0)
    assert Act.objects.filter(user_id=other.pk).count() == 2, "not yet old enough"
    assert StaffEntry.objects.count() == 1, "those of 90 days are kept whatever is set"
    settings.ACTS_DAYS = 92
    forget_logs(timestamp=0)
    assert [act.why for act in Act.objects.filter(user_id=other.pk)] == ["lately"]
    assert Act.objects.filter(user_id=muted.pk).count() == 2, "why somebody is kept out now"
    with pytest.raises(DatabaseError, match="only ever added to"), transaction.atomic():
        Act.objects.all().delete()


def test_administrators_read_it_and_moderators_do_not(root: User, moderator: User) -> None:
    assert client_of(root).get("/admin/accounts/staffentry/").status_code == 200
    assert client_of(moderator).get("/admin/accounts/staffentry/", follow=True).status_code == 403
    entry = StaffEntry.objects.last()
    assert entry is not None
    address = f"/admin/accounts/staffentry/{entry.pk}"
    assert client_of(root).post(f"{address}/delete/", {"post": "yes"}).status_code == 403
    assert client_of(root).post(f"{address}/change/", {"staff_name": "x"}).status_code == 403
