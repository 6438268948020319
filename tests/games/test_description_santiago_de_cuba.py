"""The board of Santiago in words: the ship, the road, the town and the players, as they are."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from games.page.boards import board_of
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.components import FLOWERS, GOODS, STATIONS
from games.rules.santiago_de_cuba.state import Options
from games.telling.wording import SiteWording, capital
from tests.games.drawn import NAMES, described, draw
from tests.games.test_board_santiago_de_cuba import questions


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("players", "options"), [(2, Options()), (4, Options(info="screens", zorro_order="clockwise"))]
)
def test_everything_on_the_board_is_told(players: int, options: Options, language: str) -> None:
    with translation.override(language):
        words = SiteWording(rules, NAMES)
        for count, (state, decision) in enumerate(questions(players, options, "told")):
            if count % 5:
                continue
            viewer = decision.seat
            sections = described(rules, state, viewer)
            lines = {section.key: section.lines for section in sections}
            assert len(lines) == len(sections), "no two have a name"
            assert all(line.strip() for section in sections for line in section.lines)
            assert {one.key for one in sections if one.now} >= {"now", f"seat:{viewer}"}

            wanted = {good: face for good, face in state.demand.items() if face}
            told = "\n".join(lines["ship"])
            for good in wanted:
                assert f"{wanted[good]} {words.word('good', good, wanted[good])}" in told
            if state.demand:
                assert words.say("board.value", {"value": state.value}) in told
            stock = [f"{capital(words.word('good', it))}: {state.stock[it]}" for it in GOODS]
            assert lines["stock"] == [", ".join(stock)]

            assert len(lines["road"]) == STATIONS
            for steps, line in enumerate(lines["road"], start=1):
                stop = state.road[(state.car + steps) % STATIONS]
                assert line.startswith(f"{words.word('stop', stop)}, ")
                assert (str(steps - 1) in line.split(".")[0]) == (steps > 1)
                assert (words.say("board.face_down") in line) == (stop in state.face_down)
            assert words.say("board.car_here") in lines["road"][-1]

            houses = [line for flower in FLOWERS for line in lines[f"flower:{flower}"]]
            for building, line in zip(state.buildings, houses, strict=True):
                assert line.startswith(capital(words.word("building", building)))
                owner, pawn = state.owners.get(building), state.pawn_on(building)
                assert (words.say("board.no_owner") in line) == (owner is None)
                if owner is not None:
                    assert words.say("board.owner", {"seat": owner}) in line
                assert (pawn is not None) == (
                    pawn is not None and words.say("board.pawn", {"seat": pawn}) in line
                )

            for seat, player in enumerate(state.players):
                own = lines[f"seat:{seat}"]
                if options.info == "public" or seat == viewer:
                    assert own[0] == words.say("board.points", {"count": player.points})
                    assert own[1] == words.say("board.pesos", {"count": player.pesos})
                    assert [int(it) for it in re.findall(r": (\d+)", own[2])] == [
                        player.goods[good] for good in GOODS
                    ]
                else:
                    assert own[0] == words.say("board.screen")
                    shown = "\n".join(own)
                    assert words.say("board.pesos", {"count": player.pesos}) not in shown
                markers = words.say("board.markers", {"count": state.markers_left(seat)})
                assert markers in own


def test_dice_that_were_rolled_are_told_before_one_is_left_out() -> None:
    state = next(
        state for state, decision in questions(3, Options(), "dice") if decision.key == "demand"
    )
    ship = next(one for one in described(rules, state) if one.key == "ship")
    assert ship.title == f"Ship {state.ship} of 7"
    for good, face in state.rolled.items():
        assert re.search(rf"\b{face} {good}", ship.lines[0])


def test_every_region_is_on_the_board() -> None:
    state, _ = next(questions(2, Options(), "regions"))
    html = draw(rules, state)
    for region in set(board_of("santiago_de_cuba").regions.values()):
        assert html.count(f'data-region="{region}"') == 1
