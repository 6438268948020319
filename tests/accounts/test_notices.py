"""Who is owed a notice, how soon, and what an open page and second thoughts change about it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notice, Seen, TablePace, User
from accounts.notices import selecting, sending, wishes
from games.changing import moderation, plan_changes, services
from games.judging.plan_verdicts import PlanStep
from games.models import Seat, Table
from games.storing.rows import table_load
from tools.working import news_owe, work

pytestmark = pytest.mark.django_db(transaction=True)


def select(**later: float) -> None:
    """The periodic selection, with no delay of its own."""
    now = timezone.now() + timedelta(**later)
    selecting.turns_owe(before=now, now=now)


def owed(kind: str = "turn") -> list[tuple[Any, int | None]]:
    found = Notice.objects.filter(kind=kind).order_by("place")
    return [(notice.user, notice.place) for notice in found]


def let_be_due() -> None:
    """Let the wishes of readers be fulfilled: it is as late as they want."""
    Notice.objects.filter(status="owed").update(next_at=timezone.now())


def to(mailbox: Any, user: User) -> list[str]:
    return [letter["Subject"] for letter in mailbox.letters if letter["To"] == user.email]


def want(user: User, **wishes: Any) -> None:
    User.objects.filter(pk=user.pk).update(**wishes)


def test_who_has_answered_already_needs_no_news_of_the_beginning(begin):
    playing = begin(seats=2)
    playing.play(0, 2)
    assert playing.asked() == [1]
    news_owe()
    assert owed("started") == []


def test_who_has_been_asked_is_told_once_for_each_question(begin):
    playing = begin(seats=3, bots=1)
    human = Seat.objects.filter(table_id=playing.id, bot="").order_by("place")
    first, second = human.values_list("place", flat=True)
    select(minutes=-1)
    assert owed() == [], "they may be at the table"
    for _ in range(2):
        select()
    assert [place for _, place in owed()] == [first, second]
    playing.play(first)
    while services.bot_move(table_id=playing.id):
        pass
    playing.play(second)
    select()
    assert len(owed()) == 2 + len(set(playing.asked()) & {first, second})


def test_who_is_asked_again_within_a_turn_is_there(begin):
    playing = begin(seats=2)
    playing.play(0, 2)
    playing.play(1, 0)
    long_ago = timezone.now() - timedelta(hours=5)
    Seat.objects.filter(table_id=playing.id, place=0).update(since=long_ago)
    playing.play(0, 0)  # takes a crate, and is asked to end the turn
    assert playing.asked() == [0]
    select(minutes=-1)
    assert owed() == [], "they have just answered"
    select()
    assert [place for _, place in owed()] == [0]


def sweep(now: datetime) -> None:
    selecting.waiting_owe(delay=timedelta(seconds=60), now=now)


def test_most_of_the_time_only_new_questions_are_looked_at(begin):
    """Whoever wants to hear of old ones, from now on, does so with the next look at all."""
    playing = begin(seats=2)
    user, other = playing.user_at(0), playing.user_at(1)
    now, minute = timezone.now() + timedelta(hours=1), timedelta(minutes=1)
    want(user, mails="off")
    want(other, mails="off")
    sweep(now)
    want(user, mails="turn")
    sweep(now + 9 * minute)
    assert owed() == []
    Seat.objects.filter(table_id=playing.id, place=1).update(since=now + minute)
    want(other, mails="turn")
    sweep(now + 9 * minute)
    assert owed() == [(other, 1)]
    sweep(now + 11 * minute)
    assert owed() == [(user, 0), (other, 1)]


def test_whose_plan_will_answer_need_not_be_told(begin):
    """But once the plan can no longer be kept, with the next look at all questions."""
    playing = begin(seats=2)
    step = PlanStep(0, {"kind": "Bid", "coins": 1}, playing.question(0)["key"])
    at, user = table_load(playing.id).number, playing.user_at(0)
    plan = plan_changes.plan_make(
        user_id=user.pk, table_id=playing.id, at=at, steps=[step], exact=False
    )
    select()
    assert len(owed()) == 2, "nobody has looked at the plan yet"
    Notice.objects.all().delete()
    plan_changes.plan_look(plan_id=plan.pk)
    select()
    assert owed() == [(playing.user_at(1), 1)]
    plan_changes.plan_delete(user_id=user.pk, table_id=playing.id)
    select()
    assert owed() == [(user, 0), (playing.user_at(1), 1)]


def test_a_question_whose_change_was_stored_late_is_found(begin):
    playing = begin(seats=2)
    now = timezone.now() + timedelta(hours=1)
    Seat.objects.filter(table_id=playing.id).update(deciding=False, since=None)
    sweep(now)
    late = now - timedelta(minutes=2)
    Seat.objects.filter(table_id=playing.id, place=0).update(deciding=True, since=late)
    sweep(now + timedelta(seconds=10))
    assert [place for _, place in owed()] == [0]


def test_after_an_outage_all_are_told_at_once_and_also_if_the_clock_was_wrong(begin):
    now = timezone.now()
    for then in (now + timedelta(hours=1), now + timedelta(hours=30), now + timedelta(hours=20)):
        sweep(then)
        begun = begin(seats=2)
        Seat.objects.filter(table_id=begun.id).update(since=then + timedelta(minutes=2))
    sweep(now + timedelta(hours=21))
    assert len(owed()) == 6, "also those that were asked while the clock was ahead"
    sweep(now + timedelta(hours=31))
    assert len(owed()) == 6, "and nobody twice"


def test_a_selection_takes_one_query_however_much_waits(begin):
    for _ in range(3):
        begin(seats=2)
    with CaptureQueriesContext(connection) as queries:
        select()
    assert len(queries) == 1 and len(owed()) == 6


def test_the_next_notice_of_a_lane_is_found_without_sorting(begin):
    """Many are due at the same moment, as digests are; each was found by reading all of them."""
    user = begin(seats=2).users[0]
    now = timezone.now()
    Notice.objects.bulk_create(
        Notice(user=user, kind="digest", key=f"digest {n}", channel="mail", address=user.email,
               owed_at=now, due_at=now, next_at=now)
        for n in range(2_000)
    )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("analyze accounts_notice")
    with transaction.atomic():
        plan = sending.next_of("mail", now).explain(analyze=True)
    assert "notice_next" in plan and "Sort" not in plan


def test_who_has_waited_longer_than_notices_are_kept_is_not_told_again(begin):
    playing = begin(seats=2)
    select()
    Notice.objects.all().delete()
    long_ago = timezone.now() - selecting.KEPT
    Seat.objects.filter(table_id=playing.id, place=0).update(since=long_ago)
    select()
    assert [place for _, place in owed()] == [1]


def test_whoever_gets_a_seat_in_play_is_told_of_its_question(begin, people):
    playing = begin(seats=2)
    select()
    moderation.seat_replace(table_id=playing.id, place=0, user_id=people[3].pk)
    select()
    assert people[3] in [user for user, place in owed() if place == 0]


def test_one_notice_for_many_tables_after_a_while(begin, mailbox):
    first, second = begin(seats=2), begin(seats=2)
    user, other = first.users
    want(user, mails="quiet", quiet_minutes=20)
    want(other, mails="off")
    Seat.objects.filter(table_id=first.id).update(since=timezone.now() - timedelta(minutes=21))
    select()
    due = dict(Notice.objects.values_list("table_id", "next_at"))
    assert due[first.id] < timezone.now() < due[second.id]
    sending.notices_send("mail")
    assert to(mailbox, user) == ["2 tables are waiting for you"]
    assert f"/tables/{second.id}/" in mailbox.text()
    assert set(Notice.objects.values_list("status", flat=True)) == {"sent"}
    let_be_due()
    sending.notices_send("mail")
    assert len(mailbox.letters) == 1


def test_who_answers_in_the_meantime_hears_of_the_other_table_only(begin, mailbox):
    first, second = begin(seats=2), begin(seats=2)
    user, other = first.users
    want(user, mails="quiet")
    want(other, mails="off")
    select()
    first.play(Seat.objects.get(table_id=first.id, user=user).place)
    let_be_due()
    sending.notices_send("mail")
    assert to(mailbox, user) == ["Pier: it is your turn"]
    assert f"/tables/{second.id}/" in mailbox.text()


def test_what_goes_together_waits_together(begin, mailbox):
    first, _second = begin(seats=2), begin(seats=2)
    user, other = first.users
    want(user, mails="quiet")
    want(other, mails="off")
    select()
    let_be_due()
    mailbox.answers = ["451 come back later"]
    sending.notices_send("mail")
    assert mailbox.letters == [] and mailbox.answers == []
    assert set(Notice.objects.values_list("status", flat=True)) == {"owed"}
    let_be_due()
    sending.notices_send("mail")
    assert to(mailbox, user) == ["2 tables are waiting for you"]


def test_many_turns_at_once_are_told_in_one_to_whoever_wants_each(begin, mailbox):
    tables = [begin(seats=2) for _ in range(wishes.MANY - 1)]
    user, other = tables[0].users
    want(other, mails="off")
    select()
    sending.notices_send("mail")
    assert to(mailbox, user) == ["Pier: it is your turn"] * 4
    mailbox.letters.clear()
    tables = [begin(seats=2) for _ in range(wishes.MANY)]
    select()
    sending.notices_send("mail")
    assert to(mailbox, user) == ["5 tables are waiting for you"]
    assert all(f"/tables/{table.id}/" in mailbox.text() for table in tables)


def test_turns_after_many_wait_and_go_together(begin, mailbox):
    """As at tables whose bots answer one after the other."""
    user = other = None
    for _ in range(wishes.MOST_SINGLE + wishes.MANY):
        user, other = begin(seats=2).users
        want(other, mails="off")
        select()
        sending.notices_send("mail")
    assert user and len(to(mailbox, user)) == wishes.MOST_SINGLE
    waiting = Notice.objects.filter(status="owed")
    (until,) = {notice.next_at for notice in waiting}
    first = Notice.objects.filter(status="sent").order_by("sent_at")[0].sent_at
    assert first and until == first + wishes.CROWDED
    sending.notices_send("mail", until)
    assert to(mailbox, user)[wishes.MOST_SINGLE :] == [f"{wishes.MANY} tables are waiting for you"]


@pytest.mark.parametrize(
    ("mails", "own", "told"),
    [("turn", "off", 0), ("digest", "turn", 1), ("turn", "digest", 0), ("off", "turn", 0)],
)
def test_a_table_can_have_a_pace_of_its_own(begin, mailbox, mails, own, told):
    playing = begin(seats=2)
    user, other = playing.users
    want(user, mails=mails)
    want(other, mails="off")
    wishes.table_pace_set(user=user, table=playing.table, pace=own)
    work()
    assert len(to(mailbox, user)) == told
    wishes.table_pace_set(user=user, table=playing.table, pace="")
    assert not TablePace.objects.exists()


def test_a_digest_of_one_table_for_who_hears_of_the_others_at_once(begin, mailbox):
    first, second = begin(seats=2), begin(seats=2)
    user, other = first.users
    want(other, mails="off")
    wishes.table_pace_set(user=user, table=first.table, pace="digest")
    work()
    selecting.digests_owe(datetime(2026, 5, 4, 9, 2, tzinfo=UTC))
    work()
    assert to(mailbox, user) == ["Pier: it is your turn", "1 table is waiting for you"]
    assert f"/tables/{first.id}/" in mailbox.text()
    assert f"/tables/{second.id}/" not in mailbox.text()


@pytest.mark.parametrize(
    ("hour", "at", "told"),
    [(8, 7, 0), (8, 8, 1), (8, 11, 1), (8, 12, 0), (22, 1, 1), (22, 2, 0), (0, 0, 1), (0, 23, 0)],
)
def test_a_digest_comes_at_the_hour_of_its_reader(begin, hour, at, told):
    playing = begin(seats=2)
    want(playing.users[0], mails="digest", daily_hour=hour)
    selecting.digests_owe(datetime(2026, 5, 4, at, 2, tzinfo=UTC))
    assert len(owed("digest")) == told


def test_a_digest_late_after_midnight_is_that_of_the_day_before(begin):
    playing = begin(seats=2)
    want(playing.users[0], mails="digest", daily_hour=22)
    for now in (datetime(2026, 5, 4, 23, 2, tzinfo=UTC), datetime(2026, 5, 5, 1, 2, tzinfo=UTC)):
        selecting.digests_owe(now)
    assert len(owed("digest")) == 1


def test_digests_take_as_many_queries_for_many_readers_as_for_one(begin):
    for _ in range(2):
        users = begin(seats=4).users
        for user in users:
            want(user, mails="digest", time_zone="Asia/Tokyo")
        Notice.objects.all().delete()
        with CaptureQueriesContext(connection) as queries:
            selecting.digests_owe(datetime(2026, 5, 3, 23, 2, tzinfo=UTC))
        assert len(queries) == 3, "the zones, the notices, and a job for the lane"
        assert len(owed("digest")) == len(users)


def test_a_digest_that_comes_a_day_late_is_the_only_one_of_its_day(begin, mailbox):
    """Found by a simulated month: two came on one day after the mail server had refused long."""
    playing = begin(seats=2)
    want(playing.users[0], mails="digest")
    want(playing.users[1], mails="off")
    morning = datetime(2026, 5, 4, 8, 2, tzinfo=UTC)
    late, again = morning + timedelta(hours=24, minutes=-1), morning + timedelta(hours=25)
    selecting.digests_owe(morning)
    sending.notices_send("mail", late)
    selecting.digests_owe(late + timedelta(minutes=1))
    sending.notices_send("mail", again)
    assert len(to(mailbox, playing.users[0])) == 1
    selecting.digests_owe(morning + timedelta(days=2))
    sending.notices_send("mail", morning + timedelta(days=2))
    assert len(to(mailbox, playing.users[0])) == 2


def test_of_two_digests_that_wait_the_later_one_is_sent(begin, mailbox):
    playing = begin(seats=2)
    want(playing.users[0], mails="digest")
    for day in (4, 5):
        selecting.digests_owe(datetime(2026, 5, day, 8, 2, tzinfo=UTC))
    sending.notices_send("mail")
    states = Notice.objects.filter(kind="digest").order_by("owed_at")
    assert list(states.values_list("status", flat=True)) == ["dropped", "sent"]
    assert len(to(mailbox, playing.users[0])) == 1


def test_an_open_page_delays_and_never_cancels(begin, mailbox):
    playing = begin(seats=2)
    user, other = playing.users
    want(other, mails="off")
    wishes.are_here([user.pk])
    select()
    sending.notices_send("mail")
    notice = Notice.objects.get()
    assert mailbox.letters == [] and notice.status == "owed" and notice.attempts == 0
    assert notice.next_at <= timezone.now() + wishes.HERE
    waited = timezone.now() - wishes.PATIENCE
    Notice.objects.update(due_at=waited, next_at=waited)
    sending.notices_send("mail")
    assert to(mailbox, user) == ["Pier: it is your turn"], "the page is open still"


def test_a_page_that_was_closed_delays_no_longer(begin, mailbox):
    playing = begin(seats=2)
    user, other = playing.users
    want(other, mails="off")
    wishes.are_here([user.pk])
    Seen.objects.update(at=timezone.now() - wishes.HERE)
    select()
    sending.notices_send("mail")
    assert len(to(mailbox, user)) == 1


def test_second_thoughts_count_until_the_last_moment(begin, mailbox):
    playing = begin(seats=2)
    user, other = playing.users
    want(other, mails="off")
    for change in ({"mails": "digest"}, {"mails": "off"}, {"is_active": False}):
        Notice.objects.all().delete()
        want(user, mails="turn", is_active=True)
        select()
        want(user, **change)
        sending.notices_send("mail")
        assert Notice.objects.get().status == "dropped"
    assert mailbox.letters == []


def test_a_frozen_table_asks_nobody(begin, mailbox):
    playing = begin(seats=2)
    select()
    Table.objects.filter(pk=playing.id).update(frozen_at=timezone.now())
    sending.notices_send("mail")
    assert mailbox.letters == []
