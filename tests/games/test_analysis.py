"""The analysis of a finished table: in the queue of searches, part by part, once for everybody."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from config.running.worker import SEARCHES
from games import tasks
from games.advising import analysing, keeping, telling
from games.advising.plot import NARROW, NEAR, apart, ticks_of
from games.bots.outlook import Outlook
from games.changing import services
from games.models import Analysis, LogEntry, Seat, Table
from games.storing.rows import table_load
from tests.games.advising import quickly as quickly
from tests.games.trying import sampled
from tests.people import client_of
from tests.rules.playing import slugs
from tools.working import forget_jobs

pytestmark = pytest.mark.django_db


def jobs() -> list[tuple[str, dict[str, Any]]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "select queue_name, args::text from procrastinate_jobs where task_name = %s",
            [keeping.ANALYSE],
        )
        return [(queue, json.loads(args)) for queue, args in cursor]


def analyse(table_id: int) -> int:
    """Let the searcher do all of it; how many jobs that were."""
    for count in range(1, 200):
        forget_jobs()
        tasks.analyse(table_id)
        if not jobs():
            return count
    raise AssertionError("it does not end")


def asked_for(table_id: int, user: Any) -> Client:
    client = client_of(user)
    assert client.post(f"/tables/{table_id}/analysis/").status_code == 302
    return client


@pytest.mark.costly
@pytest.mark.parametrize("slug", slugs)
def test_every_game_has_chances_over_time_and_costly_moves(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "NOTABLE", -1.0)  # with so little work nothing is sure
    monkeypatch.setattr(analysing, "SURE", -99.0)
    table_id, users = sampled(slug, "ended")
    client = asked_for(table_id, users[0])
    assert jobs() == [(SEARCHES, {"table_id": table_id, "for_user": users[0].pk})]
    analyse(table_id)
    found: Any = Analysis.objects.get().found
    numbers = [number for number, _chances in found["points"]]
    latest = LogEntry.objects.filter(table=table_id, kind="move").latest("number").number
    assert numbers == sorted(set(numbers)) and numbers[0] == 1 and numbers[-1] == latest
    for _number, chances in found["points"]:
        assert sum(chances) == pytest.approx(1, abs=0.01)
    ranks = dict(Seat.objects.filter(table=table_id).values_list("place", "rank"))
    assert all((chance > 0) == (ranks[at] == 1) for at, chance in enumerate(chances))
    for cost in found["moves"]:
        entry = LogEntry.objects.get(table=table_id, number=cost["number"])
        assert entry.place == cost["place"] and cost["best"] != cost["played"]
        assert cost["before"] < cost["number"]
    page = client.get(f"/tables/{table_id}/analysis/").text
    plot = page[page.index('<svg class="plot whole"') : page.index('<svg class="plot small"')]
    linked = [int(n) for n in re.findall(rf"/tables/{table_id}/\?at=(\d+)", plot)]
    assert linked == numbers
    table = page[page.index("<tbody") : page.index("</tbody>")]
    assert table.count("<tr>") == len(numbers)
    for cost in found["moves"]:
        assert f'/tables/{table_id}/?at={cost["before"]}"' in page
    assert page.count("would have played:") == len(found["moves"])
    assert found["looked"] == found["of"] > analysing.SEARCHES and found["share"] < 1
    assert found["close"] <= found["again"] <= analysing.DOUBTFUL
    assert f"All {found['of']} moves with a choice were checked" in page


def test_the_most_costly_moves_are_looked_at_again_wherever_they_are() -> None:
    choices = [analysing.ChosenMove(number, number - 1, 0) for number in range(2, 300)]
    losses = [0.0] * len(choices)
    losses[7], losses[101], losses[290] = 0.1, 0.3, 0.2
    found = analysing.most_costly(choices, losses, 2)
    assert found == [choices[101], choices[290]]
    assert analysing.most_costly(choices, losses, 24) == [*found, choices[7]], (
        "the rest lost nothing"
    )


def test_an_analysis_from_before_says_how_many_moves_it_has_valued() -> None:
    """Only 80 of a long game were, then."""
    table_id, users = sampled("pier", "ended")
    client = asked_for(table_id, users[0])
    found = {"points": [(n, [0.2] * 5) for n in (1, 2)], "moves": [], "looked": 80, "of": 210}
    Analysis.objects.update(found=found)
    page = client.get(f"/tables/{table_id}/analysis/").text
    assert "80 of the 210 moves with a choice were looked at." in page


def test_it_is_the_same_in_one_go_and_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    table_id, users = sampled("pier", "ended")
    asked_for(table_id, users[0])
    analyse(table_id)
    at_once = Analysis.objects.get().found
    Analysis.objects.all().delete()
    monkeypatch.setattr(keeping, "AT_A_TIME", 0)
    client = asked_for(table_id, users[0])
    tasks.analyse(table_id)
    tasks.analyse(table_id)
    analysis = Analysis.objects.get()
    assert (analysis.done, analysis.found) == (1, None) and analysis.total > 10
    page = client.get(f"/tables/{table_id}/analysis/?part=analysis").text
    assert f'max="{analysis.total}" value="1"' in page and "data-waits" in page
    parts = analyse(table_id)
    assert parts >= analysis.total - analysing.DOUBTFUL - analysing.SUSPECTS
    assert Analysis.objects.get().found == at_once
    before = Analysis.objects.values().get()
    tasks.analyse(table_id)
    asked_for(table_id, users[1])
    assert Analysis.objects.values().get() == before and not jobs(), "once"


def test_only_finished_tables_are_analysed_and_only_for_users(begin: Any) -> None:
    playing = begin(seats=2, hints=True)
    here = f"/tables/{playing.id}/analysis/"
    assert client_of(playing.user_at(0)).post(here).headers["Location"] == f"/tables/{playing.id}/"
    assert not Analysis.objects.exists()
    table_id, _users = sampled("pier", "ended")
    here = f"/tables/{table_id}/analysis/"
    assert "/accounts/login/" in Client().post(here).headers["Location"]
    assert not Analysis.objects.exists()
    assert f'href="{here}"' in Client().get(f"/tables/{table_id}/").text
    Table.objects.filter(pk=table_id).update(private=True)
    assert Client().get(here).status_code == 404


def test_a_table_that_keeps_its_secrets_tells_nobody_what_others_should_have_played(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody gave up nothing is opened, and looking back shows one's own seat only."""
    monkeypatch.setattr(analysing, "NOTABLE", -1.0)
    monkeypatch.setattr(analysing, "SURE", -99.0)
    for name, value in {"SEARCHES": 80, "SUSPECTS": 80, "WORST": 80, "TRIED": 1}.items():
        monkeypatch.setattr(analysing, name, value)
    playing = begin(seats=2, options={"public_scores": False})
    playing.play_on(10)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
    seen: list[Any] = []

    class Looking(Outlook):
        def __init__(self, rules: Any, view: Any, policy: Any, seed: str, *args: Any, **more: Any):
            super().__init__(rules, view, policy, seed, *args, **more)
            if seed == "point":
                seen.append(any(player.score is not None for player in view.players))

    monkeypatch.setattr(analysing, "Outlook", Looking)
    asked_for(playing.id, playing.user_at(0))
    analyse(playing.id)
    assert seen and not any(seen), "chances are those that everybody may know"
    analysis, row = Analysis.objects.get(), table_load(playing.id)
    assert analysis.found is not None
    owners = {cost["place"] for cost in analysis.found["moves"]}
    assert owners == {0, 1}
    for viewer, told in ((0, {0}), (1, {1}), (None, set())):
        facts = telling.analysis_facts(row, analysis, viewer)
        assert {cost.place for cost in facts.moves} == told and facts.hidden
    page = Client().get(f"/tables/{playing.id}/analysis/").text
    assert "this table ended with its secrets kept" in page and "would have played:" not in page


def test_positions_that_cannot_be_rebuilt_are_said_so(begin: Any) -> None:
    table_id, users = sampled("pier", "ended")
    client = asked_for(table_id, users[0])
    LogEntry.objects.filter(table=table_id).update(snapshot=None)
    analyse(table_id)
    assert "cannot be analysed" in client.get(f"/tables/{table_id}/analysis/").text


def test_signs_at_the_ends_of_curves_do_not_cover_each_other() -> None:
    placed = apart([100.0, 100.0, 101.0, 228.0, 230.0])
    ordered = sorted(placed)
    assert all(b - a >= NEAR for a, b in pairwise(ordered))
    assert ordered[-1] <= 230 and ordered[0] >= 12
    assert ticks_of(5) == [1, 2, 3, 4, 5] and len(ticks_of(397)) <= 9
    assert len(ticks_of(397, NARROW)) <= 5
