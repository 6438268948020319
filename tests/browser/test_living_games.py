"""The last turns of games of every kind, with motion, each compared with a fresh page.

Pace, device, line, pushes and what happens meanwhile are spread over them; `manage.py living` walks
through all combinations.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from django.conf import settings
from playwright.sync_api import expect
from pytest_playwright import CreateContextCallback

from accounts.models import User
from games.models import Table
from games.storing.rows import table_load
from lobby.opening import games_in_lobby
from tests.browser.at_table import listen, sit_down
from tests.people import people_make
from tools.lines import SlowLine
from tools.living.pairs import WAYS, all_settings, pairs_of, spread, turns_of
from tools.living.table import play_one
from tools.living.whole_game import WholeGame, screen
from tools.seating import table_begun

LOST = re.compile(r"net::ERR_|WebSocket")  # what the console says of lines that break
LAST = 24  # answers of a game, at least, that are played on the page
MORE = 2  # turns than have to be seen


@pytest.fixture
def line(live: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowLine]:
    """A line to the live server, which is where the site is from now on."""
    with SlowLine(int(live.rpartition(":")[2])) as line:
        monkeypatch.setattr(settings, "SITE_URL", f"http://127.0.0.1:{line.port}")
        yield line


def test_each_pair_of_values_meets_in_a_turn() -> None:
    games = list(games_in_lobby())
    played = [setting for settings in spread(games).values() for setting in settings]
    met = set().union(*map(pairs_of, played))
    assert met == set().union(*map(pairs_of, all_settings(games)))


def table_near_its_end(game: str, users: Sequence[User], seed: str, turns: int) -> Table:
    """A table at which few answers are left, and some more turns of the first user than so many.

    It is played twice, the first time to see who answers when. On the page it may go otherwise.
    """
    probe, table = (table_begun(game, users, seed=seed) for _ in range(2))
    chances = [random.Random(seed) for _ in range(2)]
    asked: list[int] = []
    while (row := table_load(probe.pk)).status == "playing":
        asked.append(next(seat.place for seat in row.seats if seat.deciding))
        play_one(probe, chances[0])
    place = row.place_of(users[0].pk)
    begun = [at for at, one in enumerate(asked) if one == place and asked[at - 1 : at] != [place]]
    for _ in range(min(len(asked) - LAST, begun[-turns - MORE])):
        play_one(table, chances[1])
    return table


@pytest.mark.browser
@pytest.mark.costly
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("game", "way"), list(product(games_in_lobby(), WAYS)))
def test_the_end_of_a_game(
    new_context: CreateContextCallback, line: SlowLine, game: str, way: str
) -> None:
    chosen = spread(list(games_in_lobby()))[game, way]
    ana, ben = people_make("Ana", "Ben", catch_up=False)
    table = table_near_its_end(game, [ana, ben], way, len(chosen))
    page = new_context(**screen(chosen[0].device, way)).new_page()
    problems: list[str] = []
    listen(page, problems)
    sit_down(page, settings.SITE_URL, table, ana)
    page.goto(f"{page.url}?log=all")
    whole = WholeGame(page, line, table, way)
    assert whole.play(turns_of(chosen)) == []
    assert not whole.is_playing()
    assert whole.turns >= len(chosen)
    expect(page.locator("#panel .standings")).to_be_visible()
    assert [problem for problem in problems if not LOST.search(problem)] == []
