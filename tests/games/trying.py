"""Somebody who tries moves on the pages of *what if*, and tables to try them at."""

from __future__ import annotations

import html
import json
import random
import re
from typing import Any

import pytest
from django.test import Client

from config.web import buckets as limits
from games.models import LogEntry, Seat, Table
from tests.people import people_make
from tools import samples


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test is slowed down by those before it."""
    monkeypatch.setattr(limits.trials_of_moves, "levels", {})


class Trying:
    """Somebody who tries something from a step of a table."""

    def __init__(
        self, client: Client, table_id: int, at: int | None = None, here: str = ""
    ) -> None:
        self.client, self.table_id = client, table_id
        asked = f"?at={at}" if at else ""
        begun = f"/tables/{table_id}/what-if/{asked}"
        self.here = here or client.get(begun).headers["Location"]

    def page(self) -> str:
        answer = self.client.get(self.here)
        assert answer.status_code == 200
        return without_tokens(answer.text)

    def live(self, since: int = 0) -> Any:
        return self.client.get(f"{self.here}live?since={since}&described=1").json()

    def moves(self) -> list[dict[str, Any]]:
        """The answers that are offered as whole moves."""
        return moves_on(self.page())

    def play(self, move: dict[str, Any], page: str = "") -> Any:
        told = {"question": question_on(page or self.page()), "move": move}
        return self.client.post(f"{self.here}moves", told, content_type="application/json")

    def play_on(self, count: int, seed: int = 0) -> int:
        """Some of the offered moves, for whichever seat is asked; how many there were."""
        chooser = random.Random(seed)
        for number in range(count):
            page = self.page()
            offered = moves_on(page)
            if not offered:
                return number
            answer = self.play(chooser.choice(offered), page)
            assert answer.status_code == 200, answer.text
        return count

    def act(self, act: str, **fields: Any) -> None:
        assert self.client.post(f"{self.here}{act}", fields).status_code == 302


def question_on(page: str) -> str:
    found = re.search(r'data-question="(\w*)"', page)
    assert found
    return found[1]


def moves_on(page: str) -> list[dict[str, Any]]:
    """The answers of a page; of a number field the number that stands in it."""
    moves = []
    for written in re.findall(r'name="move" value="([^"]+)"', page):
        move = json.loads(html.unescape(written))
        field = re.search(rf'data-field="(\w+)" data-base="{re.escape(written)}"', page)
        number = re.search(rf'name="number:{re.escape(written)}" value="(-?\d+)"', page)
        moves.append({**move, field[1]: int(number[1])} if field and number else move)
    return moves


def without_tokens(page: str) -> str:
    return re.sub(r'name="(csrfmiddlewaretoken|mark)" value="\w+"', "", page)


def everything_stored(table_id: int) -> list[Any]:
    tables = list(Table.objects.filter(pk=table_id).values())
    seats = list(Seat.objects.filter(table_id=table_id).order_by("pk").values())
    return [tables, seats, list(LogEntry.objects.filter(table_id=table_id).values())]


def sampled(slug: str, phase: samples.Phase = "middle") -> tuple[int, list[Any]]:
    """A table of a game with the most players, and who sits there."""
    sample = samples.usual(slug)[-1]
    users = people_make(*(f"p{number}" for number in range(sample.players)))
    return samples.table_make(sample, users, phase), users
