"""The page around the board: players in order, their line, what a question is about, the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.page import boards, rendering
from games.page.parts import changed, shown_of
from games.page.views import update_of
from games.rules.registry import GAMES
from games.storing.rows import table_load
from tests.games.conftest import Playing
from tests.games.test_rendering import NOBODY, Elements, Reader, row_at
from tests.people import client_of
from tests.rules.playing import playout

Begin = Callable[..., Playing]


def roots_of(row: Any, reader: Reader) -> dict[str, str]:
    """The parts of a page as this reader sees them."""
    update = update_of(row, reader)
    return rendering.whole(rendering.Scene(row, reader, update).roots())


def page_of(playing: Playing, place: int, query: str = "") -> str:
    """The page as the player at that place sees it."""
    answer = client_of(playing.user_at(place)).get(f"/tables/{playing.id}/{query}")
    return answer.content.decode()


def test_everybody_comes_first_in_their_own_list(db: None) -> None:
    turn = next(playout(GAMES["port_royal"], 1))
    row = row_at(GAMES["port_royal"], turn.before)
    count = len(row.seats)
    for place in range(count):
        parts = roots_of(row, Reader(100 + place))
        order = [str((place + after) % count) for after in range(count)]
        assert Elements(parts["players"]).values("data-seat") == order
        assert Elements(parts["strip"]).values("data-opens") == order
    assert Elements(roots_of(row, NOBODY)["strip"]).values("data-opens")[0] == "0"


def states_in(strip: str) -> list[str]:
    """The classes of what the line says of each player's turn."""
    told = Elements(strip).values("class", "span")
    return [kinds for kinds in told if kinds.split()[0] == "state"]


def test_the_line_says_whose_turn_it_is_and_the_points(begin: Begin) -> None:
    playing = begin(game="pier", options={"public_scores": True})
    asked = [f"c-{colour}" for colour in ("yellow", "blue")]
    strip = roots_of(table_load(playing.id), NOBODY)["strip"]
    assert [told.split()[1] for told in Elements(strip).values("class", "li")] == asked
    assert states_in(strip) == ["state now", "state now"], "both bid"
    playing.play(0)
    strip = roots_of(table_load(playing.id), NOBODY)["strip"]
    assert states_in(strip) == ["state", "state now"]
    assert Elements(strip).values("data-tick") == ["chip:0", "chip:1"]


def test_a_move_sends_of_the_players_and_the_question_only_what_it_changes(begin: Begin) -> None:
    playing = begin(game="pier", options={"public_scores": True})
    reader, before = Reader(playing.user_at(0).pk), []
    sent: list[set[str]] = []
    for mover in (None, 0, 1, None):
        if mover is not None:
            playing.play(mover)
        row = table_load(playing.id)
        roots = rendering.Scene(row, reader, update_of(row, reader)).roots()
        sent.append(set(changed(roots, shown_of(before))))
        before = roots
    assert {"chip:0", "chip_state:0", "seat:0", "confirm_box"} <= sent[0]
    assert {"panel", "turn", "chip_state:0", "turn_mark:0"} <= sent[1]
    for later in sent[1:]:
        assert not later & {"strip", "chip:0", "chip:1", "players", "seat:0", "confirm_box"}
    assert sent[3] == set()


def test_points_that_one_may_not_know_are_in_no_line(begin: Begin) -> None:
    playing = begin(game="santiago_de_cuba", seats=2, options={"info": "screens"})
    mine = Reader(playing.user_at(0).pk)
    row = table_load(playing.id)
    assert Elements(roots_of(row, mine)["strip"]).values("data-tick") == ["chip:0"]
    assert Elements(roots_of(row, NOBODY)["strip"]).values("data-tick") == []


def test_a_question_names_the_region_it_is_about(begin: Begin) -> None:
    playing = begin(game="pier")
    assert (
        "data-region"
        not in roots_of(table_load(playing.id), Reader(playing.user_at(0).pk))["panel"]
    )
    playing.play(0)
    playing.play(1)
    taker = playing.asked()[0]
    parts = roots_of(table_load(playing.id), Reader(playing.user_at(taker).pk))
    assert Elements(parts["panel"]).values("data-region") == ["row"]
    assert Elements(parts["board"]).values("data-region") == ["row"]
    other = roots_of(table_load(playing.id), Reader(playing.user_at(1 - taker).pk))
    assert "data-region" not in other["panel"]


def test_games_without_regions_have_none() -> None:
    assert "take" not in boards.board_of("unknown").regions
    assert "bid" not in boards.board_of("pier").regions


def test_a_misspelt_name_on_a_board_is_noticed_at_once() -> None:
    with pytest.raises(TypeError, match=r"no board has region$"):
        type("Misspelt", (boards.Board,), {"region": {}})


def test_the_last_step_is_now(begin: Begin) -> None:
    playing = begin(game="pier")
    playing.play(0)
    playing.play(1)
    number = playing.table.number
    assert "You are looking back" in page_of(playing, 0, f"?at={number - 1}")
    assert "You are looking back" not in page_of(playing, 0, f"?at={number}")
    live = client_of(playing.user_at(0)).get(f"/tables/{playing.id}/live?at={number}").json()
    assert live["past"] is None


def test_the_end_shows_where_the_points_came_from_and_their_sum(begin: Begin) -> None:
    playing = begin(game="pier")
    while playing.table.status == "playing":
        playing.play(playing.asked()[0], -1)
    text = Client().get(f"/tables/{playing.id}/").content.decode()
    shown = text[text.index('<div class="breakdown">') :]
    rows = re.findall(r"<tr>.*?</tr>", shown[: shown.index("</table>")], re.DOTALL)
    numbers = [[int(n) for n in re.findall(r">(-?\d+)</td>", row)] for row in rows[1:]]
    scores = [
        s["score"] for s in sorted(playing.table.outcome["standings"], key=lambda s: s["rank"])
    ]
    sums = next(i for i, row in enumerate(rows[1:]) if "Points" in row)
    assert numbers[sums] == scores
    assert [sum(column) for column in zip(*numbers[:sums], strict=True)] == scores
    assert "<details" not in shown[: shown.index("</table>")]
