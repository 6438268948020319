"""What moderators and staff are told and shown, each function asked directly.

`manage.py mutate` finds out whether these tests notice one that says otherwise.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.internal.flows.login import record_authentication
from django.contrib import admin
from django.test import RequestFactory
from django.urls import resolve

from accounts.announcing import acts as announcing
from accounts.models import Act, Appeal, Message, Report, StaffEntry, User
from accounts.models.moderation import LONGEST
from accounts.moderation import acts, alerts
from accounts.moderation.admin import ReadOnly
from accounts.moderation.log import NoReason, record
from accounts.moderation.matters import report_settle
from accounts.moderation.reporting import BadReport, report_make
from accounts.moderation.staff import StaffMiddleware
from accounts.people.rights import AccountNeeded, NotAllowed
from config.web.limits import REPORTS
from config.web.refusal import TooMany
from games.models import Outage
from games.models.time import LONGEST_REASON
from tests.people import client_of, people_make
from tests.security.test_rights_at_tables import NOW, VISITOR, club, table_of
from tests.security.test_rights_in_play import request_of
from tests.security.test_rights_of_people import LATER, guest_of, moderators, said

__all__ = ["club", "moderators"]
pytestmark = pytest.mark.django_db


def test_of_which_tables_moderators_are_told(club: dict[str, User], moderators: list[User]) -> None:
    ana, ben, *_ = club.values()
    mina, milo = moderators
    frozen, own = table_of(ana, frozen_at=NOW), table_of(ana, mina, frozen_at=NOW)
    gone = table_of(ana, game="gone", frozen_at=NOW + timedelta(seconds=1))
    table_of(ana)
    Report.objects.create(reporter=ben, about=ana, text="x")
    Report.objects.create(reporter=ben, about=mina, text="x")
    for decider in (mina, milo):
        decision = ana.decisions.create(text="x", moderator=decider)
        appeal = Appeal.objects.create(decision=decision, text="x")
    words = [line["words"] for _about, line in alerts.news_for(mina)]
    report = Report.objects.earliest("pk")
    begun = (f"Table {frozen.pk}, Pier", f"Table {gone.pk}, gone", f"Report {report.pk} ",
             f"Appeal {appeal.pk} ")  # fmt: skip
    assert len(words) == 4 and all(map(str.startswith, words, begun)), words
    for kind, table in ((Act.Kind.CLOSE, frozen), (Act.Kind.FREEZE, own)):
        record(mina, kind, "x", table_id=table.pk)
        assert not alerts.has_frozen(mina, frozen), (kind, table.pk)
    record(mina, Act.Kind.FREEZE, "x", table_id=frozen.pk)
    assert alerts.has_frozen(mina, frozen) and not alerts.has_frozen(milo, frozen)
    frozen.frozen_at = LATER
    assert not alerts.has_frozen(mina, frozen), "that was another time"
    assert f"table {frozen.pk} {NOW}" not in dict(alerts.news_for(mina))
    assert f"table {frozen.pk} {NOW}" in dict(alerts.news_for(milo))


def test_nobody_acts_on_themselves_nor_without_the_right(
    club: dict[str, User], moderators: list[User]
) -> None:
    ana, ben, *_ = club.values()
    mina, milo = moderators
    table, own = table_of(ana, ben), table_of(ana, mina)
    hers, theirs = said(own, ana), said(table, ana)
    report = Report.objects.create(reporter=ben, about=ana, text="x")
    until: dict[str, Any] = {"until": LATER}
    for act, more, message in (
        (acts.user_warn, {}, None), (acts.user_mute, until, None), (acts.user_unmute, {}, None),
        (acts.user_suspend, until, None), (acts.user_readmit, {}, None),
        (acts.message_hide, {}, hers), (acts.message_hide, {}, theirs),
        (report_settle, {}, None),
    ):  # fmt: skip
        for moderator, user in ((ana, ben), (mina, mina), (mina, milo), (milo, ben)):
            about: dict[str, Any] = {"user": user}
            if act is report_settle:
                about = {"report": Report.objects.create(reporter=ben, about=user, text="x")}
            if message:
                about = {"message": message}
            may = moderator == milo or (message is theirs and moderator == mina)
            before = Act.objects.count()
            try:
                act(moderator=moderator, why="x", **about, **more)
            except NotAllowed:
                assert not may, (act, moderator)
            else:
                assert may, (act, moderator)
            assert Act.objects.count() == before + may
    for act in (acts.user_mute, acts.user_suspend):
        for late in (NOW, NOW + 2 * acts.LONGEST_TIME):
            with pytest.raises(acts.BadTime):
                act(moderator=milo, user=ben, until=late, why="x")
    assert Message.objects.filter(hidden=True).count() == 2 and report.status == "open"


def test_who_stops_the_site_and_says_why(club: dict[str, User]) -> None:
    with pytest.raises(NotAllowed):
        announcing.site_stop(by=club["Ana"], text_en="x")
    with pytest.raises(NotAllowed):
        announcing.site_go_on(by=club["Ana"], why="x")
    long = "x" * (LONGEST_REASON + 1)
    for english, german in (("", ""), (" ", "x"), (long, ""), ("x", long)):
        with pytest.raises(NoReason):
            announcing.site_stop(by=announcing.at_the_machine(), text_en=english, text_de=german)
    assert not Outage.objects.exists()


def test_who_reports_and_how_often(club: dict[str, User]) -> None:
    ana, ben, carla, *_ = club.values()
    with pytest.raises(AccountNeeded):
        report_make(reporter=guest_of(carla), about=ana, text="x")
    for text in (" ", "x" * (LONGEST + 1)):
        with pytest.raises(BadReport):
            report_make(reporter=ana, about=ben, text=text)
    for _number in range(REPORTS.number):
        report_make(reporter=ana, about=ben, text="x" * LONGEST)
    with pytest.raises(TooMany):
        report_make(reporter=ana, about=ben, text="x")
    assert report_make(reporter=ben, about=ana, text="x").reporter == ben
    Report.objects.update(at=NOW - REPORTS.within)
    assert report_make(reporter=ana, about=ben, text="x")


def test_nothing_that_is_moderated_is_added_or_changed_by_hand(club: dict[str, User]) -> None:
    root = request_of(User.objects.create_superuser("Root", "root@example.org"))
    found = [one for one in admin.site._registry.values() if isinstance(one, ReadOnly)]
    assert found
    for one in found:
        assert not one.has_add_permission(root) and not one.has_delete_permission(root)
        assert not one.has_change_permission(root)


def test_who_reads_why_a_table_has_stopped(club: dict[str, User], moderators: list[User]) -> None:
    ana, *_ = club.values()
    mina, _milo = moderators
    why = {"frozen_at": NOW, "freeze_reason": "The Spy lies on top."}
    table, own = table_of(ana, **why), table_of(ana, mina, **why)
    (root,) = people_make("Root", is_staff=True, is_superuser=True)
    for user, one, may in (
        (mina, table, True), (root, own, True), (mina, own, False), (ana, table, False),
        (None, table, False),
    ):  # fmt: skip
        client = client_of(user)
        for page in (f"/moderation/tables/{one.pk}/", f"/admin/games/table/{one.pk}/change/"):
            told = "The Spy" in client.get(page, follow=True).text
            assert told is (may and "admin" not in page), (user, page)


def test_whom_the_door_keeps_out(
    club: dict[str, User], moderators: list[User], settings: Any
) -> None:
    ana, mina = club["Ana"], moderators[0]
    (root,) = people_make("Root", is_staff=True, is_superuser=True)
    middleware = StaffMiddleware(lambda _request: None)  # type: ignore[arg-type,return-value]

    def passed(path: str, user: Any, methods: tuple[str, ...] = (), send: str = "get") -> bool:
        request: Any = getattr(RequestFactory(), send)(path)
        request.user, request.resolver_match = user, resolve(path)
        request.session = {}
        for method in methods:
            record_authentication(request, user, method)
        return middleware.process_view(request, None, [], {}) is None

    settings.ADMIN_SECOND_FACTOR = True
    for path in ("/admin/logout/", "/admin/login/", "/lobby/"):
        assert passed(path, root)
    for user in (ana, VISITOR):
        assert passed("/admin/", user) and passed("/moderation/", user), "they say no themselves"
    assert passed("/admin/", mina), "it says no itself"
    assert not StaffEntry.objects.exists()
    for user, path in ((root, "/admin/"), (mina, "/moderation/")):
        for methods in ((), ("password",)):
            assert not passed(path, user, methods)
        for send in ("get", "head", "post"):
            assert passed(path, user, ("password", "mfa"), send)
    settings.ADMIN_SECOND_FACTOR = False
    assert passed("/moderation/", mina)
    kept = StaffEntry.Kind
    each = [kept.KEPT_OUT, kept.KEPT_OUT, kept.LOOKED, kept.LOOKED, kept.SENT]
    told = StaffEntry.objects.order_by("pk").values_list("kind", flat=True)
    assert list(told) == [*each, *each, kept.LOOKED]
