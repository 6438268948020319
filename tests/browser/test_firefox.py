"""Tables in Firefox, where it is installed: drawn whole, legible, and played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings

from games.rules.core.interface import Decision
from lobby.opening import games_in_lobby
from tests.browser import firefox
from tests.browser.at_table import begin, play_until, user_asked
from tests.people import session_of
from tools.album.measures import SCRIPT, Measures

PROGRAM = firefox.firefox()

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(PROGRAM is None, reason="needs Firefox, which is not installed"),
]

FIRST_ANSWER = """() => {
    const answers = [...document.querySelectorAll(".ask.mine .answer")];
    const answer = answers.find((it) => it.checkVisibility());
    if (!answer) return null;
    answer.scrollIntoView({ block: "center" });
    const box = answer.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
NUMBER = "() => Number(document.querySelector('#table').dataset.number)"


def has_a_choice(_: Any, decision: Decision) -> bool:
    """Whether a question has more than a few answers."""
    return len(decision.moves) > 3


@pytest.fixture(scope="module")
def fox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[firefox.Tab]:
    """One Firefox for all tests of the module."""
    assert PROGRAM is not None
    with firefox.opened(PROGRAM, tmp_path_factory.mktemp("firefox")) as tab:
        yield tab


@pytest.fixture
def tab(fox: firefox.Tab, live: str) -> Iterator[firefox.Tab]:
    """The same, which leaves the site before its server stops."""
    yield fox
    fox.goto("about:blank")


@pytest.mark.parametrize("game", games_in_lobby())
def test_a_table_is_drawn_and_played(
    tab: firefox.Tab, live: str, game: str, tmp_path: Path
) -> None:
    table = begin(game, seats=3, seed="fox")
    play_until(table, has_a_choice)
    tab.complaints.clear()
    tab.sign_in(live, settings.SESSION_COOKIE_NAME, session_of(user_asked(table)))
    for width, height in ((1440, 900), (360, 740)):
        tab.resize(width, height)
        tab.goto(live + table.get_absolute_url())
        tab.wait_for("() => document.querySelector('.ask.mine') !== null")
        tab.screenshot(tmp_path / f"{game}-{width}.png")
        measures = msgspec.convert(tab.evaluate(SCRIPT), Measures)
        assert len(measures.texts) > 20
        assert measures.wide <= 0, f"{width} px wide, it scrolls sideways"
    tab.resize(1440, 900)
    tab.goto(live + table.get_absolute_url())
    before = tab.evaluate(NUMBER)
    place = tab.wait_for(FIRST_ANSWER)
    tab.click(*place)
    tab.wait_for(f"""() => {{
        const asks = document.querySelector("#panel.confirming [data-confirmed]");
        if (asks) asks.click();
        return ({NUMBER})() > {before};
    }}""")
    assert not tab.complaints
