"""Every table in every phase, as everybody sees it: nothing on it is missing or left over."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from games.rules.registry import GAMES
from games.storing.rows import table_load
from tests.games.shown import OnShow
from tests.pages.document import Page
from tests.pages.faults import faults_of, faults_of_styles
from tests.pages.links import Links
from tests.people import client_of, people_make
from tools import samples

HOLDERS = ("status", "players", "board", "panel", "lines")  # what is inside them is pushed
LANGUAGES = ("en", "de")

every_sample = [sample for game in GAMES for sample in samples.covering(game)]
rare_samples = [sample for game in GAMES for sample in samples.rarer(game)]


@pytest.fixture
def people(db: None) -> list[Any]:
    return people_make("ana", "ben", "carla", "dario", "elena")


class Viewer:
    """Somebody who looks at a table."""

    def __init__(self, user: Any) -> None:
        self.user, self.client = user, client_of(user)

    def get(self, address: str, language: str) -> Any:
        """An answer in a language."""
        answer = self.client.get(address, headers={"accept-language": language})
        assert answer.status_code == 200, (address, answer.status_code)
        return answer


class Looking:
    """Looks at tables and remembers what is wrong."""

    def __init__(self, people: list[Any]) -> None:
        self.viewers: dict[int | None, Viewer] = {user.pk: Viewer(user) for user in people}
        self.nobody = Viewer(None)
        self.links = Links()
        self.faults: dict[str, str] = {}

    def look(self, table_id: int, language: str, where: str, at: str = "") -> None:
        """Look at a table as who is to move, who waits, and who only watches."""
        row = table_load(table_id)
        asked = [self.viewers[seat.user_id] for seat in row.seats if seat.deciding]
        others = [self.viewers[seat.user_id] for seat in row.seats if not seat.deciding]
        roles = {"to move": asked[:1], "waiting": others[:1], "watching": [self.nobody]}
        for role, viewers in roles.items():
            for viewer in viewers:
                self.look_as(viewer, table_id, language, f"{where}, {role}, {language}", at)

    def look_as(self, viewer: Viewer, table_id: int, language: str, where: str, at: str) -> None:
        """Look as one of them: at the page, and at what is pushed to it."""
        query = f"?at={at}" if at else ""
        source = viewer.get(f"/tables/{table_id}/{query}", language).content.decode()
        page = Page(source)
        self.told(where, faults_of(page) + faults_of_styles(page))
        self.links.add(viewer.client, f"/tables/{table_id}/{query}", page)
        pushed = viewer.get(f"/tables/{table_id}/live{query}", language).json()
        on_show = OnShow()
        on_show.put(pushed)
        for name, html in on_show.document().items():
            assert html in source, f"{name} is what the page has"
        lines = Page(pushed["lines"])
        self.told(f"{where}, pushed", faults_of(lines, around=frame_of(page)))

    def told(self, where: str, faults: list[str]) -> None:
        """Keep each fault with the first place where it was seen."""
        for fault in faults:
            self.faults.setdefault(fault, where)

    def saw_no_fault(self) -> None:
        """Fail with all that was wrong."""
        assert not self.faults, "\n".join(f"{what} ({at})" for what, at in self.faults.items())


def frame_of(page: Page) -> frozenset[str]:
    """The ids of a page that stand outside of what is pushed."""
    inside = {
        element.get("id")
        for name in HOLDERS
        for holder in [page.within(name)]
        for element in holder.elements()
        if element is not holder
    }
    return frozenset(name for name in page.ids if name not in inside)


@pytest.fixture
def looking(people: list[Any]) -> Looking:
    return Looking(people)


@pytest.mark.costly
@pytest.mark.parametrize("sample", every_sample, ids=lambda sample: sample.name)
def test_a_table_from_opening_to_end(
    sample: samples.Sample, people: list[Any], looking: Looking
) -> None:
    table = samples.table_make(sample, people)
    language = cycle(LANGUAGES if every_sample.index(sample) % 2 else reversed(LANGUAGES))
    for phase in samples.PHASES:
        samples.table_play_on(table, sample, phase)
        looking.look(table, next(language), phase)
    number = table_load(table).number
    for name, at in {"first": "first", "between": str(max(1, number // 2))}.items():
        looking.look(table, next(language), f"looking back, {name}", at)
    looking.saw_no_fault()
    if sample in samples.usual(sample.game):
        broken = looking.links.broken()
        assert not broken, "\n".join(broken)


@pytest.mark.parametrize("sample", rare_samples, ids=lambda sample: sample.name)
def test_the_opening_of_rarer_tables(
    sample: samples.Sample, people: list[Any], looking: Looking
) -> None:
    table = samples.table_make(sample, people)
    looking.look(table, LANGUAGES[rare_samples.index(sample) % 2], "opening")
    looking.saw_no_fault()
