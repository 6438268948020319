"""Whole games of every kind by one way only: touch, keyboard, or what a screen reader gets.

They are played with motion, and the page is compared with a fresh one after every turn. What to
answer is left to the game's own bot; how, is up to the page. Pace, device, line, pushes and what
happens meanwhile are spread over the turns; `manage.py living` walks through all combinations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.conf import settings
from playwright.sync_api import expect
from pytest_playwright import CreateContextCallback

from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import listen, sit_down
from tests.people import people_make
from tools.lines import SlowLine
from tools.living.pairs import all_settings, pairs_of, played, spread, turns_of
from tools.living.whole_game import WholeGame, screen
from tools.seating import table_begun

LOST = re.compile(r"net::ERR_|WebSocket")  # what the console says of lines that break
FEWEST = 15  # answers of a person in a whole game
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil")


class Played(NamedTuple):
    """How many people play, which of them has the page, and the seed of the game.

    The seeds are of short games: of 400 by the same bots, those with the fewest turns and answers.
    """

    people: int
    place: int
    seed: str


PLAYED = {
    ("santiago_de_cuba", "keyboard"): Played(2, 1, "281"),
    ("santiago_de_cuba", "tree"): Played(3, 1, "314"),
    ("santiago_de_cuba", "touch"): Played(4, 1, "227"),
    ("port_royal", "keyboard"): Played(2, 1, "202"),
    ("port_royal", "tree"): Played(3, 1, "179"),
    ("port_royal", "touch"): Played(5, 2, "323"),
    ("guatemala_cafe", "keyboard"): Played(2, 1, "73"),
    ("guatemala_cafe", "tree"): Played(3, 0, "341"),
    ("guatemala_cafe", "touch"): Played(4, 1, "180"),
    ("cuba", "keyboard"): Played(2, 1, "124"),
    ("cuba", "tree"): Played(3, 2, "145"),
    ("cuba", "touch"): Played(5, 4, "163"),
}


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


@pytest.mark.browser
@pytest.mark.costly
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("game", "way", "on"), list(played(list(games_in_lobby()))))
def test_a_whole_game(
    new_context: CreateContextCallback, line: SlowLine, game: str, way: str, on: str
) -> None:
    chosen = spread(list(games_in_lobby()))[game, way, on]
    people, place, seed = PLAYED[game, way]
    users = people_make(*NAMES[:people], catch_up=False)
    table = table_begun(game, users, seed=seed, lot=False)
    page = new_context(**screen(on, way)).new_page()
    problems: list[str] = []
    listen(page, problems)
    sit_down(page, settings.SITE_URL, table, users[place])
    whole = WholeGame(page, line, table, users[place], way)
    # Played out by touch on a phone; on a desktop as far as the pairs of values need.
    most = len(chosen) if (way, on) == ("touch", "desktop") else 0
    wrong = whole.play(turns_of(chosen), most)
    assert not wrong, "\n".join(wrong)
    assert whole.turns >= len(chosen)
    if most:
        return
    assert not whole.is_playing()
    assert whole.answers >= FEWEST
    expect(page.locator("#panel .standings")).to_be_visible()
    assert [problem for problem in problems if not LOST.search(problem)] == []
