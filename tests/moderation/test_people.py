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
from accounts.models import Act, Message, ReadyAnswer, Report, User
from accounts.moderation import acts, room
from accounts.moderation.log import record
from accounts.moderation.matters import report_settle
from accounts.moderation.reporting import BadReport, report_make
from accounts.people.rights import GROUP
from accounts.people.tokens import token_make
from config.web.limits import REPORTS
from config.web.refusal import TooMany
from games.changing import services
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

WHY = "Rude at table 7."


def in_days(days: float) -> Any:
    return timezone.now() + timedelta(days=days)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_the_group_is_there_and_opens_the_room_and_no_more(moderator, people):
    assert moderator.is_staff and not moderator.is_superuser
    assert client_of(moderator).get("/moderation/").status_code == 200
    assert client_of(moderator).get("/admin/", follow=True).status_code == 403
    assert "/admin/" not in client_of(moderator).get("/lobby/").text
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
    page = client_of(moderator).get("/moderation/").text
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
    with pytest.raises(TooMany):
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


# --- In their room --------------------------------------------------------------------------------


def test_moderators_find_and_moderate_a_table(begin, moderator):
    playing = begin(seats=2)
    client, address = client_of(moderator), f"/moderation/tables/{playing.id}/"
    for words in (str(playing.id), f"#{playing.id}"):
        assert client.get("/moderation/find/", {"q": words}).headers["Location"] == address
    page = client.get(address).text
    assert "Take back" in page and playing.table.token not in page and "seed" not in page

    def act(what: str, **told: str) -> Any:
        fields = {f"{what}-{field}": value for field, value in {"why": WHY, **told}.items()}
        return client.post(address, {"act": what, **fields})

    act("freeze", why="Let me look.")
    assert playing.table.frozen_at is not None
    assert "Let me look." in client.get(address).text
    seat = {"place": "0", "name": "", "sure": "on"}
    act("replace", **seat)
    assert playing.kinds() == ["start", "freeze"], "thaw it first"
    act("thaw")
    assert act("replace", place="0").status_code == 422, "it is to be ticked first"
    assert act("replace", **{**seat, "place": "2"}).status_code == 422, "there are two seats"
    act("replace", **seat)
    assert playing.kinds() == ["start", "freeze", "thaw", "replace"]
    assert act("correct", number="x", sure="on").status_code == 422
    assert act("close").status_code == 422 and playing.table.status == "playing"
    assert act("explode").status_code == 404
    assert client.put(address).status_code == 405
    assert Act.objects.count() == 3
    assert address in client.get(f"/tables/{playing.id}/chat/").text


def test_moderators_act_on_users_and_do_not_see_addresses(moderator, people):
    client, address = client_of(moderator), f"/moderation/people/{people[0].pk}/"
    page = client.get(address).text
    assert "Suspend" in page and people[0].email not in page
    found = client.get("/moderation/find/", {"q": people[0].username.upper()})
    assert found.headers["Location"] == address
    for words in (people[0].email, "example.org", people[0].username[:2], "0", "x" * 300):
        found = client.get("/moderation/find/", {"q": words})
        assert found.headers["Location"] == "/moderation/"
    form = {"act": "suspend", "suspend-why": WHY, "suspend-rule": "words", "suspend-days": "4"}
    assert client.post(address, form).status_code == 422
    assert not fresh(people[0]).is_suspended, "it is to be ticked first"
    client.post(address, {**form, "suspend-sure": "on"})
    assert fresh(people[0]).is_suspended
    client.post(address, {"act": "mute", "mute-why": WHY, "mute-rule": "words", "mute-days": "0"})
    assert not fresh(people[0]).is_muted
    assert client.get(f"/admin/accounts/user/{people[0].pk}/change/").status_code != 200


def test_the_room_is_for_moderators(moderator, people):
    assert client_of(moderator).get("/moderation/").status_code == 200
    for user in (people[0], fresh(people[1])):
        assert client_of(user).get("/moderation/").status_code == 404
    away = Client().get("/moderation/")
    assert away.status_code == 302 and away.url.startswith("/accounts/login/"), "allauth's door"
    User.objects.filter(pk=moderator.pk).update(suspended_until=in_days(1))
    assert client_of(fresh(moderator)).get("/moderation/").status_code == 403


@pytest.mark.parametrize("model", ["user", "message", "report", "act"])
def test_the_administration_is_for_operators(moderator, people, model):
    address = f"/admin/accounts/{model}/"
    (root,) = people_make("Root", is_staff=True, is_superuser=True)
    assert client_of(root).get(address, {"q": "x"}).status_code == 200
    for user in (moderator, people[0]):
        assert client_of(user).get(address, follow=True).status_code == 403
        assert client_of(user).post("/admin/login/", {"username": "x"}).status_code == 403
    away = Client().get(address)
    assert away.status_code == 302
    door = Client().get(away.url)
    assert door.status_code == 302 and door.url.startswith("/accounts/login/"), "allauth's door"


def test_a_seated_moderator_does_not_find_their_table(begin, moderator, people):
    people[0].groups.set(moderator.groups.all())
    playing = begin(seats=2)
    services.table_freeze(table_id=playing.id, reason="failed with the card Spy on top")
    client, address = client_of(fresh(people[0])), f"/moderation/tables/{playing.id}/"
    assert client.get(address).status_code == 404
    assert client.post(address, {"act": "thaw", "thaw-why": WHY}).status_code == 404
    assert client.get("/moderation/find/", {"q": playing.id}).headers["Location"] == "/moderation/"
    assert address not in client.get("/moderation/").text
    assert address not in client.get(f"/tables/{playing.id}/chat/").text
    assert playing.kinds() == ["start", "freeze"]
    assert "Spy on top" in client_of(moderator).get(address).text


def test_messages_are_hidden_by_an_act(begin, moderator):
    playing = begin()
    author = playing.user_at(0)
    said = talking.message_say(table=playing.table, user=author, text="rude")
    client, address = client_of(moderator), f"/moderation/messages/{said.pk}/"
    for page in (f"/moderation/tables/{playing.id}/", f"/moderation/people/{author.pk}/"):
        assert address in client.get(page).text
    assert "rude" in client.get(address).text
    client.post(address, {"act": "hide", "hide-why": WHY, "hide-rule": "words"})
    assert Message.objects.get().hidden
    assert 'value="hide"' not in client.get(address).text


def test_ready_reasons_are_kept_by_all_moderators(moderator, people):
    client, address = client_of(moderator), "/moderation/answers/"
    client.post(address, {"title": "Names", "text": "We call nobody names here."})
    again = client.post(address, {"title": "Names", "text": "Once more."})
    assert again.status_code == 422 and ReadyAnswer.objects.count() == 1
    own = f"{address}{ReadyAnswer.objects.get().pk}/"
    assert own in client.get(address).text
    client.post(own, {"title": "Names", "text": "No names, please."})
    assert ReadyAnswer.objects.get().text == "No names, please."
    assert client_of(people[0]).post(own, {"delete": "1"}).status_code == 404
    client.post(own, {"delete": "1"})
    assert not ReadyAnswer.objects.exists() and client.get(own).status_code == 404


def test_the_log_of_acts_is_read_page_by_page_and_leaves_out_oneself(moderator, people):
    other = fresh(people_make("Milo", is_superuser=True)[0])
    for number in range(room.PER_PAGE + 2):
        record(other, Act.Kind.WARN, f"reason {number}.", user=people[0])
    record(other, Act.Kind.WARN, "about Mona", user=moderator)
    client = client_of(moderator)
    page = client.get("/moderation/acts/").text
    assert f"reason {room.PER_PAGE + 1}." in page and "reason 1." not in page
    assert "about Mona" not in page
    (older,) = re.findall(r'href="(\?before=\d+)"', page)
    page = client.get(f"/moderation/acts/{older}").text
    assert "reason 1." in page and "reason 2." not in page and 'href="?before=' not in page
    about = Act.objects.get(why="about Mona")
    assert client.post(f"/moderation/acts/{about.pk}/undo/").status_code == 404
