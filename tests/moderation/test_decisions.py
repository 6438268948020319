"""Users are told what was decided about them, appeal, and hear what came of their reports."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.chat import talking
from accounts.models import Act, Appeal, Decision, Notice, Report, Rule, User
from accounts.moderation import acts, appeals
from accounts.moderation.decisions import decision_read
from accounts.moderation.matters import report_settle
from accounts.moderation.reporting import report_make
from accounts.moderation.undoing import act_undo
from accounts.notices.kinds import kind_of
from accounts.people.decisions import decision_of, token_for
from accounts.people.rights import GROUP, NotAllowed
from config.web.limits import ACTS
from config.web.refusal import TooMany
from tests.people import client_of, people_make
from tools.working import work

pytestmark = pytest.mark.django_db

WHY = "Rude at table 7."


@pytest.fixture
def other(db: None) -> User:
    """Another moderator."""
    (user,) = people_make("Milo")
    user.groups.add(Group.objects.get(name=GROUP))
    return User.objects.get(pk=user.pk)


def tomorrow() -> Any:
    return timezone.now() + timedelta(days=1)


def fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def address(decision: Decision) -> str:
    return f"/accounts/decisions/{token_for(decision)}/"


def test_who_is_muted_is_told_what_why_until_when_and_how_to_appeal(moderator, people):
    until = tomorrow()
    acts.user_mute(
        moderator=moderator, user=people[0], until=until, why="No <b>names</b>.", rule=Rule.WORDS
    )
    decision = people[0].decisions.get()
    strip = client_of(people[0]).get("/lobby/").text
    assert "You cannot write in chats" in strip and "No &lt;b&gt;names&lt;/b&gt;." in strip
    page = Client().get(address(decision))
    assert page.status_code == 200 and page["X-Robots-Tag"] == "noindex"
    for words in ("No &lt;b&gt;names&lt;/b&gt;.", "/fair-play/#words", "Until: ", "Appeal"):
        assert words in page.text
    client_of(people[1]).post(f"/accounts/decisions/{decision.pk}/read/")
    assert "You cannot write" in client_of(people[0]).get("/lobby/").text
    client_of(people[0]).post(f"/accounts/decisions/{decision.pk}/read/")
    assert "You cannot write" not in client_of(people[0]).get("/lobby/").text
    assert "You cannot write" in client_of(people[0]).get("/accounts/matters/").text


def test_who_is_suspended_appeals_without_signing_in(moderator, other, people):
    acts.user_suspend(moderator=moderator, user=people[0], until=tomorrow(), why=WHY)
    link = address(people[0].decisions.get())
    assert link in client_of(people[0]).get("/lobby/").text
    anybody = Client()
    assert anybody.post(link, {"text": " "}).status_code == 200 and not Appeal.objects.exists()
    assert anybody.post(link, {"text": "That was not me."}).status_code == 302
    assert "The moderators have received it" in anybody.get(link).text
    assert "already" in anybody.post(link, {"text": "Once more."}).text
    appeal = Appeal.objects.get()
    appeals.appeal_answer(moderator=other, appeal=appeal, why="You are right.", grant=True)
    assert not fresh(people[0]).is_suspended
    assert "You are right." in anybody.get(link).text
    assert Act.objects.filter(kind="grant", user_id=people[0].pk).exists()


@pytest.mark.parametrize("token", ["1", "1:forged", "x" * 300])
def test_a_decision_is_read_by_its_link_alone(moderator, people, token):
    acts.user_warn(moderator=moderator, user=people[0], why=WHY)
    assert Client().get(f"/accounts/decisions/{token}/").status_code == 404
    assert decision_of(token) is None


def test_another_moderator_answers_where_there_is_one(moderator, other, people):
    acts.user_warn(moderator=moderator, user=people[0], why=WHY)
    appeal = appeals.appeal_make(decision=people[0].decisions.get(), text="Why?")
    with pytest.raises(NotAllowed):
        appeals.appeal_answer(moderator=moderator, appeal=appeal, why="No.")
    page = client_of(moderator).get(f"/moderation/appeals/{appeal.pk}/").text
    assert "for another moderator" in page and "The decision stands" not in page
    User.objects.filter(pk=other.pk).update(suspended_until=tomorrow())
    appeals.appeal_answer(moderator=moderator, appeal=appeal, why="There is nobody else.")
    decision = Decision.objects.get()
    assert decision.lifted_at is None and decision.appeal.status == "upheld"
    with pytest.raises(appeals.AlreadyAnswered):
        appeals.appeal_answer(moderator=moderator, appeal=appeal, why="Again.")


def test_what_holds_longer_is_not_lifted_by_an_older_appeal(moderator, other, people):
    acts.user_mute(moderator=moderator, user=people[0], until=tomorrow(), why="First.")
    appeal = appeals.appeal_make(decision=people[0].decisions.get(), text="Why?")
    later = tomorrow() + timedelta(days=3)
    acts.user_mute(moderator=moderator, user=people[0], until=later, why="Second.")
    appeals.appeal_answer(moderator=other, appeal=appeal, why="Yes.", grant=True)
    assert fresh(people[0]).muted_until == later


def test_an_appeal_comes_too_late_if_the_decision_was_lifted_meanwhile(moderator, people):
    acts.user_mute(moderator=moderator, user=people[0], until=tomorrow(), why=WHY)
    as_it_was = people[0].decisions.get()
    acts.user_unmute(moderator=moderator, user=people[0], why="Enough.")
    with pytest.raises(appeals.NothingToAppeal):
        appeals.appeal_make(decision=as_it_was, text="Please.")
    assert not Appeal.objects.exists(), "else it would wait for ever"


def test_a_hidden_message_is_told_to_its_author_and_shown_again(begin, moderator, other):
    playing = begin(seats=2)
    author, reader = playing.user_at(0), playing.user_at(1)
    said = talking.message_say(table=playing.table, user=author, text="something rude")
    acts.message_hide(moderator=moderator, message=said, why=WHY)
    decision = author.decisions.get()
    assert decision.quoted == "something rude" and talking.latest(playing.id, reader) == []
    appeal = appeals.appeal_make(decision=decision, text="It is a quotation.")
    appeals.appeal_answer(moderator=other, appeal=appeal, why="So it is.", grant=True)
    assert [message.text for message in talking.latest(playing.id, reader)] == ["something rude"]


def test_an_unmute_lifts_the_decision_and_grants_what_was_asked(moderator, people):
    acts.user_mute(moderator=moderator, user=people[0], until=tomorrow(), why=WHY)
    decision = people[0].decisions.get()
    appeals.appeal_make(decision=decision, text="Please.")
    acts.user_unmute(moderator=moderator, user=people[0], why="Enough.")
    decision.refresh_from_db()
    assert decision.lifted_at and decision.appeal.status == "granted"
    with pytest.raises(appeals.NothingToAppeal):
        appeals.appeal_make(decision=decision, text="Please.")


@pytest.mark.django_db(transaction=True)
def test_each_is_told_once_on_the_ways_they_want(mailbox, moderator, other, people):
    rude, victim = people[0], people[1]
    User.objects.exclude(pk__in=[rude.pk, victim.pk]).update(mails="off")
    report = report_make(reporter=victim, about=rude, text="This hurts.")
    acts.user_mute(moderator=moderator, user=rude, until=tomorrow(), why=WHY, report=report)
    report_settle(moderator=moderator, report=report, why="Muted.", answer="We spoke to Ana.")
    work()
    letters = {letter["To"]: letter for letter in mailbox.letters}
    assert set(letters) == {rude.email, victim.email}
    told = letters[rude.email].get_body(("plain",)).get_content()
    assert WHY in told and "/accounts/decisions/" in told and victim.username not in told
    heard = letters[victim.email].get_body(("plain",)).get_content()
    assert "We spoke to Ana." in heard and "Muted." not in heard, "the reason is for staff"
    appeal = appeals.appeal_make(decision=rude.decisions.get(), text="No!")
    appeals.appeal_answer(moderator=other, appeal=appeal, why="It stands.")
    work()
    assert len(mailbox.letters) == 3
    assert "It stands." in mailbox.letters[-1].get_body(("plain",)).get_content()
    User.objects.filter(pk=rude.pk).update(mails="off")
    acts.user_warn(moderator=moderator, user=rude, why="Once more.")
    work()
    assert len(mailbox.letters) == 3, "who wants no mails reads it on the site"


def test_who_reports_sees_what_came_of_it(moderator, people):
    report = report_make(reporter=people[0], about=people[1], text="He stalls.")
    client = client_of(people[0])
    assert "Nobody has looked at it yet" in client.get("/accounts/matters/").text
    report_settle(moderator=moderator, report=report, why="x", answer="He was ill.", dismiss=True)
    page = client.get("/accounts/matters/").text
    assert "saw no reason" in page and "He was ill." in page and "Nobody has looked" not in page
    assert "He stalls." not in client_of(people[1]).get("/accounts/matters/").text


def test_a_report_that_is_opened_again_is_not_told_of(moderator, people):
    report = report_make(reporter=people[0], about=people[1], text="He stalls.")
    report_settle(moderator=moderator, report=report, why="x")
    act_undo(moderator=moderator, act=Act.objects.get(kind="settle"))
    report.refresh_from_db()
    assert report.status == Report.Status.OPEN
    notice = Notice.objects.get(kind="heard", user=people[0], channel="mail")
    assert not kind_of(notice).holds()


def test_the_rate_of_acts_is_bounded(moderator, people):
    for number in range(ACTS.number):
        acts.user_warn(moderator=moderator, user=people[number % 2], why=WHY)
    with pytest.raises(TooMany):
        acts.user_warn(moderator=moderator, user=people[0], why=WHY)
    assert Act.objects.count() == Decision.objects.count() == ACTS.number


def test_decisions_are_exported_and_go_with_their_user(moderator, people):
    acts.user_warn(moderator=moderator, user=people[0], why=WHY)
    decision_read(user=people[0], decision_id=people[0].decisions.get().pk)
    appeals.appeal_make(decision=people[0].decisions.get(), text="Why?")
    (told,) = client_of(people[0]).get("/accounts/export/").json()["decisions"]
    assert told["text"] == WHY and told["appeal__text"] == "Why?" and told["read_at"]


def test_programs_read_and_appeal(moderator, people):
    report_make(reporter=people[0], about=people[1], text="He stalls.")
    acts.user_warn(moderator=moderator, user=people[0], why=WHY, rule=Rule.WORDS)
    number = people[0].decisions.get().pk
    client, stranger = client_of(people[0]), client_of(people[1])
    (told,) = client.get("/api/v1/me/decisions").json()
    assert (told["kind"], told["rule"], told["text"]) == ("warn", "words", WHY)
    assert not told["read"] and told["appeal"] is None
    for name, body in (("read", None), ("appeal", {"text": "Why?"})):
        address = f"/api/v1/me/decisions/{number}/{name}"
        assert stranger.post(address, body, "application/json").status_code == 404
        assert Client().post(address, body, "application/json").status_code == 401
        assert client.post(address, body, "application/json").status_code in (201, 204)
    assert client.post(address, body, "application/json").json()["error"] == "appealed"
    (told,) = client.get("/api/v1/me/decisions").json()
    assert told["read"] and told["appeal"] == {"text": "Why?", "status": "open", "answer": ""}
    (report,) = client.get("/api/v1/me/reports").json()
    assert (report["about"], report["status"]) == (people[1].username, "open")
    assert stranger.get("/api/v1/me/reports").json() == []
