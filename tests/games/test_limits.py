"""Rules that take too long, or fail: the trouble of one table alone."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from games.errors import RulesFailed, TableFrozen
from games.judging.limits import RulesTooSlow, TimeLimit, judged
from games.rules.pier.rules import Pier
from games.storing.rows import table_load
from tests.games.sockets import heard, watch
from tests.games.test_sockets import play
from tests.sent import update_sent
from tools.patience import PATIENCE, pause
from tools.processes import ROOT


@pytest.fixture
def impatient(settings: Any) -> None:
    settings.RULES_SECONDS = 0.2


def endless(*_: Any) -> None:
    """Rules that catch everything, in a loop."""
    while True:
        try:
            sum(range(100))
        except Exception:
            continue


def test_a_loop_is_ended_in_any_thread_and_only_there(impatient):
    ends: list[str] = []

    def run() -> None:
        try:
            with TimeLimit():
                endless()
        except RulesTooSlow:
            ends.append("too slow")

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    with TimeLimit():
        pause(0.6)  # waiting is not working
    for thread in threads:
        thread.join(PATIENCE)
    assert ends == ["too slow"] * 2


def test_the_outermost_limit_counts_and_nothing_is_left_behind(impatient):
    with pytest.raises(RulesFailed), judged(), judged():
        endless()
    for _ in range(3):
        with judged():
            pass
    until = time.thread_time() + 0.5
    while time.thread_time() < until:  # more than allowed, but outside
        pass


def test_a_limit_of_which_the_end_was_not_seen_is_forgotten(impatient):
    """What it raises may arrive at the first step of its own end."""
    limit = TimeLimit(0.1)
    limit.__enter__()
    del limit
    until = time.thread_time() + 0.4
    while time.thread_time() < until:
        pass
    with pytest.raises(RulesFailed), judged():
        endless()


AFTER_A_LIMIT = """
import sys, time
from django.conf import settings
settings.configure()
from games.judging.limits import RulesTooSlow, TimeLimit
try:
    with TimeLimit(0.1):
        while True: pass
except RulesTooSlow:
    pass
begun = time.process_time()
sys.setprofile(lambda *_: None)  # Python 3.11 never gets beyond a step at which it looks and looks
str.format("")
(lambda: None)()
print("went on")
"""


def test_after_a_limit_the_interpreter_looks_no_more_for_what_was_raised():
    done = subprocess.run(
        [sys.executable, "-c", AFTER_A_LIMIT],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stdout == "went on\n", done.stderr


@pytest.mark.django_db
def test_endless_rules_freeze_their_table_alone(begin, impatient, monkeypatch):
    playing, other = begin(), begin()
    monkeypatch.setattr(Pier, "apply", endless)
    with pytest.raises(TableFrozen):
        playing.play(0)
    monkeypatch.undo()
    assert "RulesTooSlow" in playing.table.freeze_reason
    assert other.play(0) == 2


@pytest.mark.django_db(transaction=True)
def test_rules_that_take_long_keep_nobody_else_from_playing(live, begin, monkeypatch):
    """At a table of three they take as long as this test likes, and then fail."""
    original, enough = Pier.apply, threading.Event()

    def apply(self: Any, state: Any, *rest: Any) -> None:
        while len(state.players) == 3 and not enough.is_set():
            pass
        assert len(state.players) == 2, "enough"
        original(self, state, *rest)

    monkeypatch.setattr("django.conf.settings.RULES_SECONDS", 60)
    monkeypatch.setattr(Pier, "apply", apply)
    stuck, other = begin(seats=3), begin(seats=2)
    with (
        watch(live, stuck.id, stuck.user_at(0)) as first,
        watch(live, other.id, other.user_at(0)) as second,
    ):
        question, fine = heard(first)["question"], heard(second)["question"]
        play(first, question)
        play(second, fine)
        assert heard(second)["status"] == 200
        assert heard(second)["number"] == 2
        enough.set()
        said = [heard(first) for _ in range(2)]
        assert {update["status"] for update in said} == {423, "frozen"}
    assert stuck.kinds() == ["start", "freeze"]
    assert other.kinds() == ["start", "move"]


@pytest.mark.django_db(transaction=True)
def test_a_view_without_an_end_freezes_its_table_and_shows_none(
    live, begin, impatient, monkeypatch
):
    playing = begin()
    monkeypatch.setattr(Pier, "view", endless)
    with watch(live, playing.id, playing.user_at(0)) as socket:
        updates = [heard(socket) for _ in range(2)]
        assert [update["status"] for update in updates] == ["frozen", "frozen"]
        assert [update["number"] for update in updates] == [1, 2]
        assert updates[0]["view"] is None
    assert playing.kinds() == ["start", "freeze"]


@pytest.mark.django_db
def test_a_view_that_fails_is_no_board_rather_than_no_page(begin, monkeypatch):
    playing = begin()
    monkeypatch.setattr(Pier, "view", lambda *_: 1 / 0)
    update = update_sent(table_load(playing.id), None)
    assert (update["view"], update["question"], update["status"]) == (None, None, "frozen")
