"""The drawn board of Santiago: everything that can be chosen is on it, goods in one order."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.utils import translation

from games.page.boards.santiago_de_cuba.signs import SIGNS
from games.rules.core.interface import Decision
from games.rules.core.play import advance, start
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.components import BUILDINGS, CUBANS, GOODS
from games.rules.santiago_de_cuba.moves import BuyPoints, Deliver, Drive
from games.rules.santiago_de_cuba.state import Options, State
from games.telling.wording import SiteWording
from tests.games.drawn import draw
from tests.rules.santiago_de_cuba.table import Table

OFTEN = 12  # questions of one kind to draw


def questions(players: int, options: Options, seed: str) -> Iterator[tuple[State, Decision]]:
    """The questions of a game between greedy bots."""
    chance, step = random.Random(seed), start(rules, players, options, seed)
    while step.decisions:
        decision = step.decisions[0]
        yield step.position.state, decision
        move = chance.choice(decision.moves)
        step = advance(rules, step.position, decision.seat, move, step.decisions)


def test_everything_has_a_sign() -> None:
    assert set(SIGNS) == {*CUBANS, *BUILDINGS}
    assert SIGNS["conchita"] == (("good-citrus", "2"),)
    assert SIGNS["casino"] == (("coin", "3"), ("swap", ""), ("points", "1"))


@pytest.mark.parametrize(
    ("players", "options"), [(2, Options()), (4, Options(max_steps="unlimited"))]
)
def test_every_spot_is_drawn(players: int, options: Options) -> None:
    """Of the answers, and of what is not offered and says why."""
    seen: Counter[str] = Counter()
    for state, decision in questions(players, options, "spots"):
        seen[decision.key] += 1
        if seen[decision.key] > OFTEN:
            continue
        drawn = set(re.findall(r'data-spot="([^"]+)"', draw(rules, state, decision.seat)))
        moves = [*decision.moves, *(it.move for it in rules.unavailable(state, decision))]
        missing = {move.spot for move in moves if move.spot} - drawn
        assert missing <= {"value:down"}, "there is no flag below the lowest"
    assert set(seen) >= {"demand", "drive", "pablo", "alonso", "gift", "place", "use", "deliver"}


def test_goods_come_in_one_order_everywhere() -> None:
    table = Table().hold(0, sugar=1, citrus=2, tobacco=1, rum=1, cigar=1, wood=2)
    table.state.stock = dict(sorted(table.state.stock.items(), key=lambda pair: len(pair[0])))
    holder = table.player(0)
    holder.goods = dict(sorted(holder.goods.items(), key=lambda pair: len(pair[0])))
    table.state.demand = {"rum": 1, "cigar": 2, "sugar": 0, "citrus": 3}
    html = draw(rules, table.checked().state, 0)
    assert re.findall(r'data-spot="stock:(\w+)"', html) == list(GOODS)
    assert re.findall(r'data-spot="die:(\w+)"', html) == [
        "sugar", "citrus", "rum", "cigar", "tobacco",
    ], "four on the ship, one aside"  # fmt: skip
    panel = html[html.index('class="holdings"') :]
    assert re.findall(r'href="#good-(\w+)"', panel)[: len(GOODS)] == list(GOODS)


def test_a_die_that_shows_nothing_says_which_good_it_is_of() -> None:
    table = Table().demand(sugar=0, citrus=3, tobacco=1, rum=0)
    html = draw(rules, table.state)
    assert (
        'data-tip="Sugar: The ship wants no more' in html and 'data-tip="Citrus: 3 wanted.' in html
    )
    with translation.override("de"):
        assert 'data-tip="Zuckerrohr: Das Schiff will von dieser Ware nichts mehr' in draw(
            rules, table.state
        )


def test_answers_carry_totals_of_the_question_they_answer() -> None:
    """The same delivery brings more when the ship is worth more: no text is kept from before."""
    wording = SiteWording(rules, [])
    assert wording.move(Deliver("citrus", 3), {"value": 2}) == "Deliver 3 citrus for 6 points"
    assert wording.move(Deliver("citrus", 3), {"value": 4}) == "Deliver 3 citrus for 12 points"
    assert wording.move(BuyPoints(12)) == "Casino: 12 points for 36 pesos"


def test_a_drive_shows_its_price_while_somebody_chooses() -> None:
    seen = set()
    for state, decision in questions(3, Options(), "fares"):
        html = draw(rules, state)
        fares = dict(re.findall(r'class="fare station-(\d)"><g>.*?<text y="8">(\d)</text>', html))
        if decision.key == "drive":
            for move in decision.moves:
                assert isinstance(move, Drive)
                if move.pesos < 9:
                    assert fares[str(move.station)] == str(move.pesos)
                    seen.add(move.pesos)
        else:
            assert not fares
    assert len(seen) > 3
