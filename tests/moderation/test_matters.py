"""One page holds a report and all that belongs to it; two moderators do not act on it at once."""

from __future__ import annotations

import re
import threading
from datetime import timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.db import connection
from django.utils import timezone

from accounts.chat import talking
from accounts.models import Act, ReadyAnswer, Report, User
from accounts.models.moderation import CLAIMED_FOR, LONGEST
from accounts.moderation import acts, log
from accounts.moderation.claims import ClaimedByOther, report_claim, report_release
from accounts.moderation.matters import AlreadySettled, remark_make, report_settle
from accounts.moderation.reporting import report_make
from accounts.moderation.second_accounts import hints_about
from accounts.moderation.undoing import act_undo
from accounts.moderation.waiting import weeks
from accounts.people.rights import GROUP, NotAllowed, make_group
from config.web.limits import ACTS
from config.web.refusal import TooMany
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(db: None) -> User:
    """Another moderator."""
    (user,) = people_make("Milo")
    user.groups.add(Group.objects.get(name=GROUP))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def reported(begin: Any) -> Report:
    """A report about a message among others, of which there was one before."""
    playing = begin(seats=2)
    rude, victim = playing.user_at(0), playing.user_at(1)
    report_make(reporter=victim, about=rude, text="He stalls.")
    for text in ("Hello", "You fool", "What?"):
        said = talking.message_say(table=playing.table, user=rude, text=text)
        if text == "You fool":
            message = said
    return report_make(reporter=victim, message=message, text="This hurts.")


def address_of(report: Report) -> str:
    return f"/moderation/reports/{report.pk}/"


def page(report: Report, moderator: User) -> str:
    return client_of(moderator).get(address_of(report)).text


def act(report: Report, moderator: User, name: str, **told: Any) -> str:
    form = {"act": name, **{f"{name}-{field}": value for field, value in told.items()}}
    return client_of(moderator).post(address_of(report), form, follow=True).text


def test_one_page_holds_the_matter(moderator, other, reported):
    rude = reported.about
    acts.user_warn(moderator=other, user=rude, why="The first time.")
    client_of(other).get(address_of(reported))
    shown = page(reported, moderator)
    for words in ("Hello", "You fool", "What?", "He stalls.", "The first time."):
        assert words in shown
    assert re.search(r"Looking at it right now:\s*\S*Milo", shown)
    act(reported, moderator, "note", why="I have written to him.")
    assert "I have written to him." in page(reported, other)
    act(reported, moderator, "mute", why="Names.", rule="words", days=3)
    act(reported, moderator, "hide", why="Names.", rule="words")
    act(reported, moderator, "settle", why="Muted.", answer="Thank you.", others="on")
    assert set(Report.objects.values_list("status", "answer")) == {("settled", "Thank you.")}
    assert [one.kind for one in Act.objects.filter(report_id=reported.pk).order_by("pk")] == [
        "mute", "hide", "settle",
    ]  # fmt: skip
    decision = rude.decisions.get(kind="mute")
    assert decision.quoted == "You fool"


@pytest.mark.parametrize("who", ["about", "reporter"])
def test_who_is_involved_does_not_find_it(moderator, reported, who):
    involved = getattr(reported, who)
    involved.groups.set(moderator.groups.all())
    involved = User.objects.get(pk=involved.pk)
    client = client_of(involved)
    for number in (reported.pk, reported.pk + 100):
        address = f"/moderation/reports/{number}/"
        assert client.get(address).status_code == 404
        assert client.post(address, {"act": "settle", "settle-why": "x"}).status_code == 404
    assert "/moderation/reports/" not in client.get("/moderation/").text
    reported.refresh_from_db()
    assert reported.status == "open"


def test_two_moderators_do_not_act_on_it_at_once(moderator, other, reported):
    act(reported, moderator, "claim")
    assert "has taken this on" in page(reported, other)
    assert "has taken this on" in act(reported, other, "warn", why="x", rule="words")
    with pytest.raises(ClaimedByOther):
        report_settle(moderator=other, report=reported, why="x")
    assert not Act.objects.exists()
    act(reported, moderator, "release")
    report_claim(other, reported)
    with pytest.raises(ClaimedByOther):
        report_claim(moderator, reported)
    late = timezone.now() - CLAIMED_FOR
    Report.objects.filter(pk=reported.pk).update(claimed_at=late)
    report_settle(moderator=moderator, report=reported, why="Nobody came back.")
    with pytest.raises(AlreadySettled):
        report_settle(moderator=moderator, report=reported, why="Again.")
    report_release(other, reported)
    reported.refresh_from_db()
    assert reported.claimed_by == moderator, "nobody lets go for another"


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_settles_it(people):
    users = people_make("Mona", "Milo")
    for user in users:
        user.groups.add(make_group())
    report = report_make(reporter=people[0], about=people[1], text="x")
    outcomes: list[str] = []

    def settle(user: User) -> None:
        try:
            report_settle(moderator=User.objects.get(pk=user.pk), report=report, why="x")
            outcomes.append("settled")
        except (ClaimedByOther, AlreadySettled) as refused:
            outcomes.append(refused.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=settle, args=[user]) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["claimed", "settled"]
    assert Act.objects.count() == 1


def test_what_was_done_together_is_undone_by_one_click(moderator, other, reported):
    report_settle(moderator=moderator, report=reported, why="x", others=True)
    assert Act.objects.filter(kind="settle").count() == 2
    first = Act.objects.filter(kind="settle").first()
    client_of(moderator).post(f"/moderation/acts/{first.pk}/undo/")
    assert set(Report.objects.values_list("status", flat=True)) == {"open"}
    assert Act.objects.filter(kind="undo").count() == 2
    with pytest.raises(acts.NothingDone):
        act_undo(moderator=moderator, act=first)


@pytest.mark.parametrize("kind", ["warn", "mute", "suspend"])
def test_an_act_about_a_user_is_undone(moderator, people, kind):
    until = {"until": timezone.now() + timedelta(days=1)} if kind != "warn" else {}
    getattr(acts, f"user_{kind}")(moderator=moderator, user=people[0], why="x", **until)
    done = Act.objects.get()
    with pytest.raises(NotAllowed):
        act_undo(moderator=people[1], act=done)
    address, undo = f"/moderation/people/{people[0].pk}/", f"/moderation/acts/{done.pk}/undo/"
    assert undo in client_of(moderator).get(address).text
    act_undo(moderator=moderator, act=done)
    user = User.objects.get(pk=people[0].pk)
    assert not user.is_muted and not user.is_suspended
    assert user.decisions.get().lifted_at
    assert undo not in client_of(moderator).get(address).text


def test_a_ready_reason_stands_for_one_of_ones_own(moderator, people):
    ReadyAnswer.objects.create(title="Names", text="We call nobody names here.")
    address, client = f"/moderation/people/{people[0].pk}/", client_of(moderator)
    assert "Names" in client.get(address).text
    form = {"act": "warn", "warn-rule": "words"}
    client.post(address, {**form, "warn-ready": "We call nobody names here.", "warn-why": ""})
    assert Act.objects.get().why == "We call nobody names here."
    again = client.post(address, {**form, "warn-why": " "})
    assert again.status_code == 422 and "Every action needs a reason." in again.text
    assert Act.objects.count() == 1


def test_a_note_has_a_text_is_for_others_and_counts_as_an_act(
    moderator, people, reported, monkeypatch
):
    monkeypatch.setattr(log, "ACTS", ACTS._replace(number=3))
    with pytest.raises(NotAllowed):
        remark_make(moderator=people[3], report=reported, why="Hm.")
    for text in ("", "  ", "x" * (LONGEST + 1)):
        with pytest.raises(log.NoReason):
            remark_make(moderator=moderator, report=reported, why=text)
    remark_make(moderator=moderator, report=reported, why="x" * LONGEST)
    acts.user_warn(moderator=moderator, user=people[3], why="Hm.")
    remark_make(moderator=moderator, report=reported, why="Hm.")
    with pytest.raises(TooMany, match="within an hour"):
        remark_make(moderator=moderator, report=reported, why="Hm.")
    with pytest.raises(TooMany, match="within an hour"):
        acts.user_warn(moderator=moderator, user=people[3], why="Hm.")
    assert (reported.remarks.count(), Act.objects.count()) == (2, 1)


def test_how_long_reports_wait_is_drawn(moderator, people):
    report = report_make(reporter=people[0], about=people[1], text="x")
    settled = timezone.now()
    Report.objects.filter(pk=report.pk).update(
        at=settled - timedelta(hours=5), settled_at=settled, status="settled"
    )
    report_make(reporter=people[0], about=people[1], text="y")
    told = weeks()
    assert sum(week.number for week in told) == 2 and sum(week.open for week in told) == 1
    assert max(week.longest for week in told) == 5.0
    shown = client_of(moderator).get("/moderation/").text
    assert "How long reports have waited" in shown and "<rect" in shown


def test_hints_at_second_accounts_are_for_moderators(begin, moderator, people):
    playing = begin(seats=2)
    one, two = playing.user_at(0), playing.user_at(1)
    alone = next(user for user in people if user not in (one, two))
    places = [
        (one, "2001:db8::1", "Firefox"),
        (two, "2001:db8::2", "Firefox"),
        (alone, "10.0.0.1", "x"),
    ]
    for number, (user, address, browser) in enumerate(places):
        UserSession.objects.create(
            user=user, ip=address, user_agent=browser, session_key=str(number)
        )
    (hint,) = hints_about(one)
    assert (hint.name, hint.has_browser, hint.together, hint.tables) == (two.username, True, 1, 1)
    assert hints_about(alone) == []
    shown = client_of(moderator).get(f"/moderation/people/{one.pk}/").text
    assert "These prove little" in shown and two.username in shown
    assert "2001:db8" not in shown
