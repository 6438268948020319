"""What moderators do about people, the log nobody can change, and the queue of reports."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.chat import talking
from accounts.models import Act, Message, Report, User
from accounts.moderation import acts
from accounts.moderation.matters import report_settle
from accounts.moderation.reporting import BadReport, TooManyReports, report_make
from accounts.rights import GROUP
from accounts.tokens import token_make
from config.web.limits import REPORTS
from games.changing import services
from tests.people import client_of

pytestmark = pytest.mark.django_db

WHY = "Rude at table 7."


def in_days(days: float) -> Any:
    return timezone.now() + timedelta(days=days)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_the_group_is_there_and_opens_the_administration(moderator, people):
    assert moderator.is_staff and not moderator.is_superuser
    assert client_of(moderator).get("/admin/").status_code == 200
    moderator.groups.clear()
    assert not fresh(moderator).is_staff
    Group.objects.get(name=GROUP).user_set.add(people[0])
    assert fresh(people[0]).is_staff
    Group.objects.get(name=GROUP).user_set.remove(people[0])
    assert not fresh(people[0]).is_staff


def test_a_warning_is_shown_until_it_is_read(moderator, people):
    acts.user_warn(moderator=moderator, user=people[0], why="Be <b>kind</b>.")
    client = client_of(people[0])
    page = client.get("/lobby/").text
    assert "Be &lt;b&gt;kind&lt;/b&gt;." in page
    warning = people[0].decisions.get()
    client_of(people[1]).post(f"/accounts/decisions/{warning.pk}/read/")
    assert "Be &lt;b&gt;" in client.get("/lobby/").text, "only its reader can have read it"
    client.post(f"/accounts/decisions/{warning.pk}/read/")
    assert "Be &lt;b&gt;" not in client.get("/lobby/").text


def test_who_is_muted_cannot_write_until_then(begin, moderator):
    playing = begin()
    user = playing.user_at(0)
    acts.user_mute(moderator=moderator, user=user, until=in_days(1), why=WHY)
    with pytest.raises(talking.Muted) as muted:
        talking.message_say(table=playing.table, user=fresh(user), text="hello")
    assert "until" in str(muted.value)
    playing.play(0)  # but plays on
    acts.user_unmute(moderator=moderator, user=user, why=WHY)
    talking.message_say(table=playing.table, user=fresh(user), text="hello")


def test_who_is_suspended_is_out_and_knows_why_and_until_when(begin, moderator):
    playing = begin(seats=2)
    user = playing.user_at(0)
    client, secret = client_of(user), token_make(user=user, name="bot")
    acts.user_suspend(moderator=moderator, user=user, until=in_days(3), why="Threats <script>.")
    page = client.get("/lobby/")
    assert page.status_code == 403
    assert "Threats &lt;script&gt;." in page.text and user.username in page.text
    assert f"{in_days(3).year}" in page.text
    sentence = re.search(r"you can sign in again on [^<]*", page.text)
    assert sentence and re.search(r", \d\d:\d\d \(UTC\)\.$", sentence[0]), "one full stop, no a.m."
    assert client.get("/accounts/settings/").status_code == 302, "signed out by then"
    answer = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    assert (answer.status_code, answer.json()["error"]) == (403, "suspended")
    assert "Threats" in answer.json()["message"]
    acts.user_readmit(moderator=moderator, user=user, why=WHY)
    assert client_of(fresh(user)).get("/accounts/settings/").status_code == 200


def test_who_is_suspended_cannot_sign_in(moderator, people):
    user = people[0]
    user.set_password("a long enough pass")
    user.save()
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    acts.user_suspend(moderator=moderator, user=user, until=in_days(3), why="Threats.")
    form = {"login": user.username, "password": "a long enough pass"}
    client = Client()
    refused = client.post("/accounts/login/", form)
    assert refused.status_code == 403 and "Threats." in refused.text
    assert client.get("/accounts/settings/").status_code == 302
    User.objects.update(suspended_until=timezone.now())
    assert client.post("/accounts/login/", form).status_code == 302, "the time is over"
    assert client.get("/accounts/settings/").status_code == 200


@pytest.mark.parametrize("days", [-1, 0, 365 * 20])
def test_times_that_make_no_sense(moderator, people, days):
    with pytest.raises(acts.BadTime):
        acts.user_suspend(moderator=moderator, user=people[0], until=in_days(days), why=WHY)
    assert not fresh(people[0]).is_suspended and not Act.objects.exists()


def test_nobody_moderates_themselves_their_like_or_who_they_play_with(begin, moderator, people):
    other = User.objects.create_user("Otto")
    other.groups.set(moderator.groups.all())
    for user in (moderator, fresh(other)):
        with pytest.raises(acts.NotAllowed):
            acts.user_warn(moderator=moderator, user=user, why=WHY)
    playing = begin(seats=2)
    playing.user_at(0).groups.set(moderator.groups.all())
    seated = fresh(playing.user_at(0))
    with pytest.raises(acts.NotAllowed):
        acts.user_suspend(moderator=seated, user=playing.user_at(1), until=in_days(1), why=WHY)
    with pytest.raises(acts.NotAllowed):
        acts.user_warn(moderator=people[3], user=people[2], why=WHY)
    assert not Act.objects.exists()


def test_the_log_of_acts_is_only_added_to(moderator, people):
    acts.user_warn(moderator=moderator, user=people[0], why=WHY)
    act = Act.objects.get()
    assert (act.moderator_name, act.user_name, act.why) == ("Mona", people[0].username, WHY)
    for harm in (
        lambda: Act.objects.update(why="nothing"),
        lambda: Act.objects.all().delete(),
        lambda: connection.cursor().execute("update accounts_act set moderator_name = 'x'"),
    ):
        with pytest.raises(DatabaseError, match="only ever added to"), transaction.atomic():
            harm()
    people[0].delete()
    moderator.delete()
    assert Act.objects.get().why == WHY, "it outlives whom it speaks of"


def test_reports_go_into_the_queue(begin, moderator, people):
    playing = begin(seats=2)
    rude, victim = playing.user_at(0), playing.user_at(1)
    said = talking.message_say(table=playing.table, user=rude, text="something rude")
    client = client_of(victim)
    address = f"/accounts/people/{rude.username}/report/?message={said.pk}"
    assert "something rude" in client.get(address).text
    client.post(address, {"text": "This hurts."})
    report = Report.objects.get()
    assert (report.about, report.reporter, report.quoted) == (rude, victim, "something rude")
    assert report.table_id == playing.id
    page = client_of(moderator).get("/admin/accounts/report/").text
    assert "This hurts." in page
    acts.message_hide(moderator=moderator, message=said, why=WHY, report=report)
    report_settle(moderator=moderator, report=report, why="Warned.")
    report.refresh_from_db()
    assert (report.status, report.settled_by) == ("settled", moderator)
    assert talking.latest(playing.id, victim) == []


def test_reports_have_a_text_and_an_end(people):
    with pytest.raises(BadReport):
        report_make(reporter=people[0], text="  ", about=people[1])
    for _ in range(REPORTS.number):
        report_make(reporter=people[0], text="x", about=people[1])
    with pytest.raises(TooManyReports):
        report_make(reporter=people[0], text="x", about=people[1])
    assert Report.objects.count() == REPORTS.number


def test_nobody_settles_a_report_about_themselves(moderator, people):
    report = report_make(reporter=people[0], text="x", about=moderator)
    with pytest.raises(acts.NotAllowed):
        report_settle(moderator=moderator, report=report, why=WHY)


def test_a_message_one_may_not_see_is_not_quoted(begin, people):
    playing = begin(seats=2, private=True)
    user = playing.user_at(0)
    said = talking.message_say(table=playing.table, user=user, text="between us")
    page = client_of(people[3]).get(f"/accounts/people/{user.username}/report/?message={said.pk}")
    assert page.status_code == 200 and "between us" not in page.text


# --- In the administration ------------------------------------------------------------------------


def test_moderators_find_and_moderate_a_table(begin, moderator):
    playing = begin(seats=2)
    client = client_of(moderator)
    found = client.get("/admin/games/table/", {"q": playing.user_at(0).username})
    assert f"#{playing.id}" in found.text
    page = client.get(f"/admin/games/table/{playing.id}/change/").text
    assert "Take back" in page and playing.table.token not in page and "seed" not in page
    act = f"/admin/games/table/{playing.id}/act"
    client.post(f"{act}/freeze/", {"freeze-why": "Let me look."})
    assert playing.table.frozen_at is not None
    assert "Let me look." in client.get(f"/admin/games/table/{playing.id}/change/").text
    client.post(f"{act}/replace/", {"replace-why": WHY, "replace-place": "1"})
    assert playing.kinds() == ["start", "freeze"], "thaw it first"
    client.post(f"{act}/thaw/", {"thaw-why": WHY})
    client.post(f"{act}/replace/", {"replace-why": WHY, "replace-place": "1", "replace-name": ""})
    assert playing.kinds() == ["start", "freeze", "thaw", "replace"]
    client.post(f"{act}/correct/", {"correct-why": WHY, "correct-number": "x"})
    assert client.get(f"{act}/freeze/").status_code == 405
    assert client.post(f"{act}/explode/").status_code == 404
    assert Act.objects.count() == 3
    assert (
        f"/admin/games/table/{playing.id}/change/" in client.get(f"/tables/{playing.id}/chat/").text
    )


def test_moderators_act_on_users_and_do_not_see_addresses(moderator, people):
    client = client_of(moderator)
    address = f"/admin/accounts/user/{people[0].pk}"
    page = client.get(f"{address}/change/").text
    assert "Suspend" in page and people[0].email not in page
    assert people[0].username not in client.get("/admin/accounts/user/?q=example.org").text
    client.post(
        f"{address}/act/suspend/",
        {"suspend-why": WHY, "suspend-rule": "words", "suspend-days": "4"},
    )
    assert fresh(people[0]).is_suspended
    client.post(f"{address}/act/mute/", {"mute-why": WHY, "mute-days": "0"})
    assert not fresh(people[0]).is_muted
    assert client.post(f"{address}/delete/").status_code == 403
    assert client.post(f"{address}/change/", {"is_superuser": "on"}).status_code == 403


@pytest.mark.parametrize("model", ["user", "message", "report", "act"])
def test_the_administration_is_for_moderators(moderator, people, model):
    address = f"/admin/accounts/{model}/"
    assert client_of(moderator).get(address, {"q": "x"}).status_code == 200
    assert client_of(people[0]).get(address).status_code != 200
    away = Client().get(address)
    assert away.status_code == 302
    door = Client().get(away.url)
    assert door.status_code == 302 and door.url.startswith("/accounts/login/"), "allauth's door"


def test_a_seated_moderator_gets_no_act_through_the_administration(begin, moderator, people):
    people[0].groups.set(moderator.groups.all())
    playing = begin(seats=2)
    services.table_freeze(table_id=playing.id, reason="failed with the card Spy on top")
    client = client_of(fresh(people[0]))
    page = client.get(f"/admin/games/table/{playing.id}/change/")
    assert "Spy on top" not in page.text
    client.post(f"/admin/games/table/{playing.id}/act/thaw/", {"thaw-why": WHY})
    assert playing.kinds() == ["start", "freeze"]
    assert "Spy on top" in client_of(moderator).get(f"/admin/games/table/{playing.id}/change/").text


def test_messages_are_hidden_by_an_act(begin, moderator):
    playing = begin()
    said = talking.message_say(table=playing.table, user=playing.user_at(0), text="rude")
    client = client_of(moderator)
    assert "rude" in client.get(f"/admin/accounts/message/{said.pk}/change/").text
    client.post(
        f"/admin/accounts/message/{said.pk}/act/hide/", {"hide-why": WHY, "hide-rule": "words"}
    )
    assert Message.objects.get().hidden
