"""Who plays for whoever is away: at the level that the table agreed on, and never for ever."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.utils import timezone

from config.running import worker
from games import tasks
from games.bots.search import BotSearch
from games.changing import expiring, searching, services
from games.changing.moderation import back_by_consent
from games.judging import agreements, clocks, turns
from games.judging import searching as judging
from games.judging.bots import bot_choice
from games.models import Seat
from games.page.agreed import agreed_on
from games.rules.core.codec import decode_move
from games.rules.core.play import advance
from games.rules.registry import GAMES
from games.storing.rows import table_load
from tools import corpus
from tools.working import forget_jobs, work

pytestmark = pytest.mark.django_db

AWAY = {"days_per_move": 1, "stand_in": "expert"}
EACH = 5  # answers to each kind of question at each level
ONCE = {**AWAY, "at_timeout": "once"}


@pytest.fixture(autouse=True)
def quickly(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pauses, and with less work than people get."""
    settings.BOT_PAUSE = 0
    rules = type(GAMES["pier"])
    small = {name: msgspec.structs.replace(level, work=min(level.work, 400)) for name, level in
             rules.levels.items()}  # fmt: skip
    monkeypatch.setattr(rules, "levels", small)


def seat_at(playing: Any, place: int = 0) -> Seat:
    return Seat.objects.get(table_id=playing.id, place=place)


def time_over(playing: Any, place: int = 0) -> None:
    """The clock of a seat runs out, and the worker looks."""
    forget_jobs()
    deadline = seat_at(playing, place).deadline
    assert deadline is not None
    now = deadline + timedelta(seconds=1)
    expiring.decision_expire(table_id=playing.id, place=place, deadline=deadline, now=now)


def answered_by(playing: Any, place: int = 0) -> list[str]:
    moves = playing.table.log.filter(kind="move", place=place).order_by("number")
    return list(moves.values_list("by", flat=True))


def waiting(task: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from procrastinate_jobs where task_name = %s and status = 'todo'",
            [task],
        )
        return int(cursor.fetchone()[0])


@pytest.mark.parametrize("level", ["novice", "regular"])
@pytest.mark.parametrize("at_timeout", ["once", "bot"])
def test_a_quick_level_answers_at_once(begin: Any, level: str, at_timeout: str) -> None:
    playing = begin(days_per_move=1, stand_in=level, at_timeout=at_timeout)
    time_over(playing)
    if at_timeout == "bot":
        assert seat_at(playing).bot == level and services.bot_move(table_id=playing.id)
    assert answered_by(playing) == [level] and not waiting("games.bot_search")


@pytest.mark.parametrize("slug", corpus.in_corpus())
def test_whoever_is_away_is_played_for_as_a_bot_of_that_level_plays(begin: Any, slug: str) -> None:
    """From one position and one chance, at every kind of question of the corpus."""
    row = table_load(begin(game=slug).id)
    compared = Counter[tuple[str, str]]()
    for known in questions_of(slug):
        draft = turns.Draft(row, timezone.now(), known)
        for decision, level in product(known.decisions, ("novice", "regular", "expert")):
            if compared[decision.key, level] == EACH:
                continue
            compared[decision.key, level] += 1
            seat = msgspec.structs.replace(row.seats[0], place=decision.seat, bot=level)
            away = msgspec.structs.replace(seat, absent=True)
            chances = (random.Random(7), random.Random(7))
            answers = [bot_choice(draft, decision, one, chance)
                       for one, chance in zip((seat, away), chances, strict=True)]  # fmt: skip
            assert answers[0] == answers[1], (decision.key, level)
    assert len(compared) > 3 * 2


def questions_of(slug: str) -> Iterator[turns.Known]:
    """Yield the positions of the corpus."""
    rules, recorded = GAMES[slug], corpus.read(slug)
    moves = [decode_move(rules, move) for move in recorded.moves]
    for game in recorded.games:
        step = corpus.opening_of(rules, game.setting)
        for seat, move in corpus.moves_of(game, moves):
            yield turns.Known(step.position, step.decisions)
            step = advance(rules, step.position, seat, move, step.decisions)


def test_a_game_without_a_policy_gives_the_default_for_whoever_is_away(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pier's default is to bid nothing."""
    monkeypatch.setattr(type(GAMES["pier"]), "stand_in", "random")
    playing = begin(days_per_move=1)
    time_over(playing)
    assert services.bot_move(table_id=playing.id, chance=random.Random(1))
    bid = playing.table.log.get(kind="move", place=0).move
    assert msgspec.json.decode(bid)["coins"] == 0


def test_an_expert_thinks_in_the_queue_of_searches(begin: Any) -> None:
    playing = begin(**AWAY)
    time_over(playing)
    assert answered_by(playing) == [], "the clock does not wait for it"
    tasks.bots_play(playing.id)
    assert answered_by(playing) == [] and waiting("games.bot_search") == 1
    tasks.bot_search(playing.id)
    assert answered_by(playing) == ["expert"]
    assert seat_at(playing).bot == "expert" and seat_at(playing).absent_since


def test_what_an_expert_has_found_is_not_the_default_of_somebody_absent(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pier's default is to bid nothing; a search may bid."""
    playing = begin(**AWAY)
    time_over(playing)
    monkeypatch.setattr(BotSearch, "answer", lambda self: self.decision.moves[-1])
    assert searching.bot_search(table_id=playing.id)
    bid = playing.table.log.get(kind="move", place=0).move
    assert msgspec.json.decode(bid)["coins"] > 0


def test_who_gives_up_leaves_the_seat_to_the_level_agreed_on(begin: Any) -> None:
    playing = begin(seats=3, **AWAY)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert seat_at(playing).bot == "expert"
    assert searching.bot_search(table_id=playing.id) and answered_by(playing) == ["expert"]


def test_one_answer_of_an_expert_is_owed_and_then_the_seat_is_its_users_again(begin: Any) -> None:
    playing = begin(seats=3, **ONCE)
    time_over(playing)
    seat = seat_at(playing)
    assert playing.kinds() == ["start", "missed"] and waiting("games.bots_play") == 1
    assert (seat.bot, seat.absent_since, seat.missed, seat.deadline) == ("expert", None, 1, None)
    assert table_load(playing.id).seats[0].lent and playing.update(0)["question"] is None
    tasks.bots_play(playing.id)
    tasks.bot_search(playing.id)
    seat = seat_at(playing)
    assert answered_by(playing) == ["expert"] and seat.bot == ""
    assert (seat.missed, seat.absent_since) == (1, None)


@pytest.mark.django_db(transaction=True)
def test_workers_give_the_answer_and_the_clock_begins_anew(begin: Any) -> None:
    playing = begin(**ONCE)
    time_over(playing)
    work()
    assert answered_by(playing) == ["expert"] and seat_at(playing).bot == ""
    while 0 not in playing.asked():
        playing.play(playing.asked()[0], -1)
    left = seat_at(playing).deadline - timezone.now()
    assert timedelta(hours=23) < left <= timedelta(days=1)
    forget_jobs()


def test_three_in_a_row_are_an_absence_also_with_an_expert(begin: Any) -> None:
    playing = begin(**ONCE)
    for missed in (1, 2, 3):
        while 0 not in playing.asked():
            playing.play(playing.asked()[0], -1)
        time_over(playing)
        assert seat_at(playing).missed == min(missed, 2) and seat_at(playing).bot == "expert"
        searching.bot_search(table_id=playing.id)
    assert seat_at(playing).absent_since and seat_at(playing).bot == "expert"


def test_two_workers_that_see_the_same_clock_lend_the_seat_once(begin: Any) -> None:
    playing = begin(**ONCE)
    deadline = seat_at(playing).deadline
    now = deadline + timedelta(seconds=1)
    for _ in range(2):
        expiring.decision_expire(table_id=playing.id, place=0, deadline=deadline, now=now)
    assert playing.kinds() == ["start", "missed"] and seat_at(playing).missed == 1


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Any) -> None:
    """Let something happen once while the expert thinks."""
    once, run = iter([act]), BotSearch.run

    def running(self: BotSearch, until: int) -> None:
        next(once, lambda: None)()
        run(self, until)

    monkeypatch.setattr(BotSearch, "run", running)


def test_who_comes_back_while_the_expert_thinks_answers_alone(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question is the same as before, but it is theirs again."""
    playing = begin(**AWAY)
    time_over(playing)
    user = playing.user_at(0).pk
    meanwhile(monkeypatch, lambda: services.seat_return(table_id=playing.id, user_id=user))
    assert not searching.bot_search(table_id=playing.id)
    assert answered_by(playing) == [] and 0 in playing.asked()
    assert playing.question(0)["moves"] and not searching.is_search_wanted(playing.id)
    playing.play(0)
    assert answered_by(playing) == [""]


def test_the_users_own_answer_counts_if_it_is_first(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their page was drawn before their time was over; the expert's answer is dropped then."""
    playing = begin(seats=3, **ONCE)
    question, user = playing.question(0), playing.user_at(0).pk
    time_over(playing)
    answer = {"question": question["id"], "move": question["moves"][0]["move"]}
    meanwhile(
        monkeypatch, lambda: services.move_submit(table_id=playing.id, user_id=user, **answer)
    )
    assert not searching.bot_search(table_id=playing.id)
    seat = seat_at(playing)
    assert answered_by(playing) == [""] and (seat.bot, seat.missed) == ("", 0)


def test_two_searchers_give_one_answer(begin: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = begin(seats=3, **ONCE)
    time_over(playing)
    meanwhile(monkeypatch, lambda: searching.bot_search(table_id=playing.id))
    assert not searching.bot_search(table_id=playing.id)
    assert answered_by(playing) == ["expert"]


def test_a_worker_that_dies_owes_nothing_for_ever(begin: Any) -> None:
    """Whatever job is lost, the seat says that a bot is asked; without a searcher it hurries."""
    playing = begin(seats=3, **ONCE)
    time_over(playing)
    forget_jobs()
    tasks.wake_bots(timestamp=0, now=timezone.now() + tasks.STALLED + timedelta(days=2))
    assert waiting("games.bots_play") == 1
    tasks.bots_play(playing.id, hurried=True)
    assert answered_by(playing) == ["expert"] and seat_at(playing).bot == ""
    assert not searching.is_search_wanted(playing.id)


def test_where_another_settles_it_the_seat_goes_back(begin: Any) -> None:
    """As after a moderator has taken moves back: nobody asks that question any more."""
    from games.changing import moderation

    playing = begin(seats=3, **ONCE)
    playing.play(1)
    time_over(playing)
    moderation.entries_take_back(table_id=playing.id, number=1)
    seat = seat_at(playing)
    assert seat.bot == "" and seat.deadline and 0 in playing.asked()
    assert judging.is_search_wanted(table_load(playing.id), timezone.now()) is False


def test_who_lends_a_seat_is_asked_for_consent_all_the_same(begin: Any) -> None:
    """Else the other could end a game of two while the bot thinks."""
    playing = begin(**ONCE)
    time_over(playing)
    row = table_load(playing.id)
    assert row.seats[0].lent and clocks.people_at(row) == {0, 1}
    wish = row.seats[1]
    end = agreements.Wish("end", 1, 1, timedelta(), [wish.place])
    change = agreements.wished(row, end, timezone.now(), back_by_consent)
    assert change.status == "playing"


def test_a_table_that_is_closed_meanwhile_keeps_no_bot_at_a_lent_seat(begin: Any) -> None:
    playing = begin(**ONCE)
    time_over(playing)
    services.table_close(table_id=playing.id, reason="moderator")
    assert seat_at(playing).bot == "" and playing.table.status == "closed"


def test_a_frozen_table_lends_on_when_it_thaws(begin: Any) -> None:
    playing = begin(seats=3, **ONCE)
    time_over(playing)
    services.table_freeze(table_id=playing.id, reason="a look")
    assert not searching.bot_search(table_id=playing.id)
    services.table_thaw(table_id=playing.id)
    assert searching.bot_search(table_id=playing.id)
    assert answered_by(playing) == ["expert"] and seat_at(playing).bot == ""


def test_the_table_says_what_it_agreed_on(begin: Any) -> None:
    playing = begin(stand_in="master")
    assert ("Stand-in bot", "master") in agreed_on(table_load(playing.id))
    assert playing.update(0)["stand_in"] == "master"
    assert table_load(begin().id).stand_in == "regular", "as it was before one could choose"


def test_searches_of_stand_ins_are_in_the_queue_of_searches(begin: Any) -> None:
    playing = begin(**AWAY)
    time_over(playing)
    tasks.bots_play(playing.id)
    with connection.cursor() as cursor:
        cursor.execute(
            "select queue_name from procrastinate_jobs where task_name = 'games.bot_search'"
        )
        assert [queue for (queue,) in cursor] == [worker.SEARCHES]
