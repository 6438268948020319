"""At a table without a clock: after 14 silent days the others may go on; all may end any table."""

from __future__ import annotations

import contextlib
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.changing import clocks, log_check, moderation, services
from games.errors import NotPossible, NotYourTurn, OutdatedMove, TableFrozen
from games.judging.clocks import stamp_of
from games.models import Seat, Table
from games.storing.rows import table_load
from games.telling.wording import why_closed
from tests.people import client_of
from tests.racing import together

pytestmark = pytest.mark.django_db


def be_silent(playing: Any, place: int, days: int = 14) -> None:
    since = timezone.now() - timedelta(days=days)
    Seat.objects.filter(table_id=playing.id, place=place, deciding=True).update(since=since)


def ask(playing: Any, by: int, kind: str, place: int | None = None, days: int = 0) -> None:
    clocks.wish_make(
        table_id=playing.id,
        user_id=playing.user_at(by).pk,
        kind=kind,
        place=place,
        time=timedelta(days=days),
    )


def answer(playing: Any, place: int, *, agree: bool = True) -> None:
    wish = table_load(playing.id).wish
    assert wish is not None
    clocks.wish_answer(
        table_id=playing.id, user_id=playing.user_at(place).pk, seen=stamp_of(wish), agree=agree
    )


def test_a_table_ends_when_all_agree(begin):
    playing = begin(seats=3)
    ask(playing, 0, "end")
    answer(playing, 1)
    assert playing.table.status == "playing"
    answer(playing, 2)
    table = playing.table
    assert (table.status, table.close_reason, table.wish) == ("closed", "agreed", None)
    assert playing.kinds() == ["start", "wish", "agree", "agree", "close"]
    assert "agreed to end" in why_closed(table_load(playing.id), 0)
    assert log_check.check_table(playing.id)[0] is log_check.ContinuingVerdict.SAME


def test_a_game_goes_back_when_all_agree(begin):
    playing = begin(seats=3)
    start = json.loads(playing.table.position)
    playing.play(0, 1)
    playing.play(1, 2)  # something is revealed, and others have answered
    playing.play(2, 0)
    ask(playing, 0, "back")
    wish = table_load(playing.id).wish
    assert wish.number == 1
    answer(playing, 1)
    assert playing.table.wish is not None, "everybody has to"
    answer(playing, 2)
    table = playing.table
    assert table.wish is None and table.status == "playing"
    assert playing.kinds()[-4:] == ["wish", "agree", "agree", "back"]
    undone = table.log.filter(kind="move", undone=True).values_list("number", flat=True)
    assert sorted(undone) == [2, 3, 4], "it stays in the log"
    assert json.loads(table.position)["state"] == start["state"]
    assert log_check.check_table(playing.id)[0] is log_check.ContinuingVerdict.SAME
    page = client_of(playing.user_at(1)).get(table.get_absolute_url()).text
    assert "the game goes back to before" in page
    playing.play(0, 1)


def test_what_was_played_meanwhile_goes_as_well(begin):
    playing = begin(seats=2)
    playing.play(0, 1)
    ask(playing, 0, "back")
    playing.play(1, 2)
    answer(playing, 1)
    assert set(playing.table.log.filter(undone=True).values_list("kind", flat=True)) == {"move"}
    assert playing.table.log.filter(undone=True).count() == 2
    assert playing.asked() == [0, 1]


def test_chance_does_not_repeat_itself(begin):
    playing = begin(seats=2)
    playing.play(0, 1)
    seed = json.loads(playing.table.position)["rng"]
    ask(playing, 0, "back")
    answer(playing, 1)
    assert json.loads(playing.table.position)["rng"] != seed


def test_nobody_goes_back_alone_or_for_nothing(begin):
    playing = begin(seats=2)
    with pytest.raises(NotPossible, match="not answered anything"):
        ask(playing, 0, "back")
    alone = begin(seats=2, bots=1)
    person = next(seat.place for seat in alone.table.seats.all() if not seat.bot)
    alone.play(person, 1)
    with pytest.raises(NotPossible, match="nobody here"):
        ask(alone, person, "back")


def test_going_back_is_asked_for_on_the_page(begin):
    playing = begin(seats=2)
    client, address = client_of(playing.user_at(0)), f"/tables/{playing.id}/clock/"
    assert "take back my latest answer" not in client.get(address).text
    playing.play(0, 1)
    assert "take back my latest answer" in client.get(address).text
    assert client.post(address, {"kind": "back"}).status_code == 302
    other = client_of(playing.user_at(1)).get(address).text
    assert "asks to go back to before their answer" in other


def test_one_who_declines_keeps_the_table(begin):
    playing = begin(days_per_move=1)
    ask(playing, 0, "end")
    answer(playing, 1, agree=False)
    assert (playing.table.status, playing.table.wish) == ("playing", None)


def test_a_stand_in_for_somebody_silent(begin):
    playing = begin(seats=3)
    be_silent(playing, 0)
    ask(playing, 1, "stand_in", place=0)
    assert playing.table.wish is not None
    answer(playing, 2)
    seat = Seat.objects.get(table_id=playing.id, place=0)
    assert seat.bot and seat.absent_since and playing.table.wish is None
    assert playing.kinds() == ["start", "wish", "agree", "stand_in"]
    assert log_check.check_table(playing.id)[0] is log_check.ContinuingVerdict.SAME
    services.seat_return(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert not Seat.objects.get(table_id=playing.id, place=0).bot


def test_nobody_is_silent_who_has_just_come_back_or_sat_down(begin, people):
    playing = begin(seats=2)
    be_silent(playing, 0)
    ask(playing, 1, "stand_in", place=0)
    services.seat_return(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert playing.asked() == [0, 1], "the same question, before the bot has answered it"
    with pytest.raises(NotPossible):
        ask(playing, 1, "stand_in", place=0)
    be_silent(playing, 0)
    moderation.seat_replace(table_id=playing.id, place=0, user_id=people[3].pk)
    with pytest.raises(NotPossible):
        ask(playing, 1, "stand_in", place=0)


def test_whoever_gets_a_seat_has_not_been_excused_yet(begin, people):
    playing = begin(seats=2, days_per_move=1, at_timeout="once")
    Seat.objects.filter(table_id=playing.id, place=0).update(missed=2, excused=True)
    moderation.seat_replace(table_id=playing.id, place=0, user_id=people[3].pk)
    seat = Seat.objects.get(table_id=playing.id, place=0)
    assert (seat.missed, seat.excused) == (0, False)


def test_who_has_come_back_gets_no_stand_in(begin):
    playing = begin(seats=3)
    be_silent(playing, 0)
    ask(playing, 1, "stand_in", place=0)
    playing.play(0, 0)
    with pytest.raises(NotPossible):
        answer(playing, 2)
    answer(playing, 2, agree=False)
    assert not Seat.objects.get(table_id=playing.id, place=0).bot


def test_a_clock_for_a_table_without_one(begin):
    playing = begin(seats=3)
    be_silent(playing, 0)
    ask(playing, 1, "clock", days=3)
    answer(playing, 2)
    table, seat = playing.table, Seat.objects.get(table_id=playing.id, place=0)
    assert (table.pace, table.pace_start) == ("answer", 3 * 24 * 60)
    left = seat.deadline - timezone.now()
    assert timedelta(days=2, hours=23) < left <= timedelta(days=3)
    assert playing.kinds() == ["start", "wish", "agree", "timed"]
    playing.play(0, 0)
    assert log_check.check_table(playing.id)[0] is log_check.ContinuingVerdict.SAME


@pytest.mark.parametrize(
    ("kind", "place", "days", "silent_for", "fields"),
    [
        ("stand_in", 0, 0, 13, {}),
        ("clock", None, 3, 13, {}),
        ("stand_in", 1, 0, 14, {}),
        ("stand_in", None, 0, 14, {}),
        ("clock", None, 0, 14, {}),
        ("clock", None, 15, 14, {}),
        ("stand_in", 0, 0, 14, {"days_per_move": 14}),
        ("clock", None, 3, 14, {"days_per_move": 14}),
    ],
)
def test_what_cannot_be_asked(begin, kind, place, days, silent_for, fields):
    playing = begin(seats=3, **fields)
    be_silent(playing, 0, silent_for)
    with pytest.raises(NotPossible):
        ask(playing, 1, kind, place, days)
    assert playing.table.wish is None


def test_the_page_of_a_table_without_a_clock(begin):
    playing = begin(seats=2)
    page = f"/tables/{playing.id}/clock/"
    other = client_of(playing.user_at(1))
    assert page in other.get(f"/tables/{playing.id}/").text
    text = other.get(page).text
    assert 'value="end"' in text and 'value="stand_in"' not in text
    be_silent(playing, 0)
    assert 'value="stand_in"' in other.get(page).text
    answer = other.post(page, {"kind": "stand_in", "minutes": "1440", "place": "0"})
    assert answer.status_code == 302
    assert Seat.objects.get(table_id=playing.id, place=0).bot, "nobody else had to agree"


def test_a_budget_for_a_table_without_a_clock(begin):
    """In numbers of one's own, on the page."""
    playing = begin(seats=3)
    be_silent(playing, 0)
    page = f"/tables/{playing.id}/clock/"
    client = client_of(playing.user_at(1))
    sent = {
        "kind": "budget", "minutes": "own", "start": "36", "start_unit": "60",
        "increment": "90", "increment_unit": "1", "cap": "4", "cap_unit": "1440",
    }  # fmt: skip
    for wrong, field in (
        ({"start": "23"}, "start"), ({"cap": ""}, "cap"), ({"increment": ""}, "increment"),
        ({"cap": "1"}, "cap"), ({"cap": "61"}, "cap"), ({"kind": "clock"}, "increment"),
        ({"increment": "21000"}, "increment"), ({"minutes": "1440"}, "start"),
        ({"minutes": "7"}, "minutes"),
    ):  # fmt: skip
        refused = client.post(page, {**sent, **wrong})
        assert refused.status_code == 422 and field in refused.context["form"].errors, wrong
        assert '<details class="more" open>' in refused.text
    assert client.post(page, sent).status_code == 302
    shown = client_of(playing.user_at(2)).get(page).text
    assert "1 day 12 hours in all, and 1 hour 30 minutes for each answer (at most 4 days" in shown
    answer(playing, 2)
    table = playing.table
    terms = (table.pace, table.pace_start, table.pace_increment, table.pace_cap)
    assert terms == ("budget", 36 * 60, 90, 4 * 24 * 60)
    assert table_load(playing.id).pace.cap == timedelta(days=4)
    playing.play(0, 0)
    left = Seat.objects.get(table_id=playing.id, place=0).time_left
    assert timedelta(hours=37, minutes=29) < left <= timedelta(hours=37, minutes=30)
    assert log_check.check_table(playing.id)[0] is log_check.ContinuingVerdict.SAME


def test_a_wish_of_before_there_were_budgets_is_read(begin):
    playing = begin(seats=3)
    be_silent(playing, 0)
    stored = {"kind": "clock", "by": 1, "place": 1, "time": "P3D", "agreed": [1]}
    Table.objects.filter(pk=playing.id).update(wish=stored)
    answer(playing, 2)
    assert (playing.table.pace, playing.table.pace_start) == ("answer", 3 * 24 * 60)


def test_programs_ask_for_a_budget(begin):
    playing = begin(seats=3)
    be_silent(playing, 0)
    address = f"/api/v1/tables/{playing.id}/wish"
    client = client_of(playing.user_at(1))

    def ask_for(**body: Any) -> Any:
        body = {"kind": "clock", "minutes": 2880, **body}
        return client.post(address, body, content_type="application/json").json()

    assert ask_for(increment=60)["field"] == "cap"
    assert ask_for(cap=60)["field"] == "cap"
    assert ask_for(cap=2880, increment=15 * 24 * 60)["field"] == "increment"
    assert ask_for(cap=99, minutes=99)["field"] == "minutes"
    assert ask_for(cap=2880, kind="end")["field"] == "increment"
    wish = ask_for(increment=60, cap=4000)["clock"]["wish"]
    assert (wish["minutes"], wish["increment"], wish["cap"]) == (2880, 60, 4000)
    assert wish["stamp"].endswith("-172800-3600-240000")


def test_programs_ask_and_agree(begin):
    playing = begin(seats=3)
    be_silent(playing, 0)
    address = f"/api/v1/tables/{playing.id}/wish"
    one, other = (client_of(playing.user_at(place)) for place in (1, 2))

    def send(client: Any, to: str, **body: Any) -> Any:
        return client.post(to, body, content_type="application/json")

    assert send(one, address, kind="clock", minutes=60).json()["error"] == "not_possible"
    asked = send(one, address, kind="clock", minutes=3 * 24 * 60).json()
    wish = asked["clock"]["wish"]
    assert (wish["kind"], wish["by"], wish["agreed"]) == ("clock", 1, [1])
    agreed = send(other, f"{address}/answer", stamp=wish["stamp"], agree=True).json()
    assert agreed["clock"]["wish"] is None
    assert (agreed["clock"]["kind"], agreed["clock"]["start"]) == ("answer", 3 * 24 * 60)
    assert agreed["seats"][0]["deadline"] and not agreed["seats"][0]["offered"]


def test_nobody_asks_for_a_stand_in_of_their_own(begin):
    playing = begin(seats=3)
    be_silent(playing, 0)
    with pytest.raises(NotPossible):
        ask(playing, 0, "stand_in", place=0)


def test_who_is_alone_is_asked_whether_the_game_is_to_end(begin):
    playing = begin(seats=2, bots=1)
    page = f"/tables/{playing.id}/clock/"
    client = client_of(playing.users[0])
    assert "End this game?" not in client.get(page).text
    asked = client.post(page, {"kind": "end"})
    assert asked.status_code == 200 and "End this game?" in asked.text
    assert playing.table.status == "playing"
    client.post(page, {"kind": "end", "sure": "1"})
    assert (playing.table.status, playing.table.close_reason) == ("closed", "agreed")


def test_a_frozen_table_agrees_on_nothing(begin):
    playing = begin(seats=2)
    ask(playing, 0, "end")
    services.table_freeze(table_id=playing.id, reason="a test")
    with pytest.raises(TableFrozen):
        answer(playing, 1)
    assert playing.table.status == "playing"


def test_a_seat_given_up_is_none_of_those_who_agree(begin):
    playing = begin(seats=3)
    ask(playing, 0, "end")
    answer(playing, 1)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(2).pk)
    page = client_of(playing.user_at(0)).get(f"/tables/{playing.id}/clock/").text
    assert 'name="agree"' in page, "nobody is left to agree, so it can be done"
    answer(playing, 0)
    assert playing.table.status == "closed"


def test_the_panel_asks_only_those_whose_consent_it_takes(begin):
    playing = begin(seats=3)
    be_silent(playing, 0)
    ask(playing, 1, "stand_in", place=0)
    links = {}
    for place in range(3):
        text = client_of(playing.user_at(place)).get(f"/tables/{playing.id}/").text
        links[place] = re.search(r'clock/">(Answer|To the agreements)</a></p>', text)[1]
    assert links == {0: "To the agreements", 1: "To the agreements", 2: "Answer"}


@pytest.mark.django_db(transaction=True)
def test_the_silent_one_answers_while_the_last_one_agrees(begin):
    """Whoever is first: either they play themselves, or the stand-in does and they may return."""
    for _ in range(6):
        playing = begin(seats=3)
        be_silent(playing, 0)
        ask(playing, 1, "stand_in", place=0)

        def consent(playing=playing) -> None:
            with contextlib.suppress(NotPossible):
                answer(playing, 2)

        def move(playing=playing) -> None:
            with contextlib.suppress(NotYourTurn, OutdatedMove, NotPossible):
                playing.play(0, 0)

        together(consent, move)
        seat = Seat.objects.get(table_id=playing.id, place=0)
        kinds = playing.kinds()
        assert ("stand_in" in kinds) == bool(seat.bot) == (seat.absent_since is not None)
        assert kinds[-2:] != ["move", "stand_in"], "no stand-in for who has answered"
        assert log_check.check_table(playing.id)[0] is log_check.ContinuingVerdict.SAME
