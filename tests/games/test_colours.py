"""Chosen colours stand wherever a colour of a seat is drawn or named, and nowhere another one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from config.web import buckets
from games.models import Analysis, Seat
from games.page.boards import board_of
from games.page.miniature import Viewed, whole_board
from games.storing.rows import table_load
from lobby.tables.colours import colours_offered
from lobby.terms.opening import games_in_lobby
from tests.games.trying import Trying
from tests.people import client_of, people_make
from tests.sent import update_sent
from tools import samples

pytestmark = pytest.mark.django_db

CHOSEN = ["red", "green"]
CHOOSING = [game for game in games_in_lobby() if colours_offered(game)]
CLASS = re.compile(r"(?<![.\w])c-(yellow|blue|green|red|purple)\b")
NAMED = re.compile(r'aria-label="(yellow|blue|green|red|purple)"')
LETTER = re.compile(r"<text[^>]*>([YBGRP])</text>")
Look = Callable[[int, Any], str]


def page(query: str = "") -> Look:
    """Return the page of a table as somebody sees it."""
    return lambda table_id, user: client_of(user).get(f"/tables/{table_id}/{query}").text


def tried(table_id: int, user: Any) -> str:
    trying = Trying(client_of(user), table_id)
    assert trying.play_on(4) == 4
    return trying.page()


def analysed(table_id: int, user: Any) -> str:
    client = client_of(user)
    client.post(f"/tables/{table_id}/analysis/")
    found = {"points": [(n, [0.4, 0.6]) for n in (1, 2)], "moves": [], "looked": 1, "of": 1}
    Analysis.objects.filter(table=table_id).update(found=found)
    return client.get(f"/tables/{table_id}/analysis/").text


def mailed(table_id: int, user: Any) -> str:
    row = table_load(table_id)
    drawing = whole_board(Viewed(row, row.place_of(user.pk), "light"))
    assert drawing
    return drawing.svg


PLACES: dict[str, tuple[samples.Phase, Look]] = {
    "page": ("middle", page()),
    "page at the end, with the result": ("ended", page()),
    "an earlier step": ("late", page("?at=20")),
    "parts that are pushed": ("middle", page("live?since=0&described=1")),
    "miniature": ("late", page("miniature.svg")),
    "picture of a mail": ("middle", mailed),
    "what if": ("middle", tried),
    "analysis": ("ended", analysed),
}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test is slowed down by those before it."""
    for bucket in (buckets.trials_of_moves, buckets.thoughts):
        monkeypatch.setattr(bucket, "levels", {})


def twins(game: str, phase: samples.Phase) -> tuple[list[Any], int, int]:
    """Make two tables of the same game and people; at the second they have chosen colours."""
    users = people_make("Ana", "Ben")
    sample = samples.Sample(game, 2, {})
    plain, coloured = (samples.table_make(sample, users, phase) for _ in range(2))
    for place, colour in enumerate(CHOSEN):
        Seat.objects.filter(table=coloured, place=place).update(colour=colour)
    return users, plain, coloured


def signs(shown: str) -> Iterator[Sequence[str]]:
    """The colours in what is shown, in its order: as classes, as names and as letters."""
    for kind in (CLASS, NAMED, LETTER):
        yield kind.findall(shown)


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("game", CHOOSING)
def test_a_chosen_colour_stands_in_the_place_of_the_usual_one(game: str, where: str) -> None:
    phase, look = PLACES[where]
    users, plain, coloured = twins(game, phase)
    usual = board_of(game).colours[: len(CHOSEN)]
    instead = dict(zip(usual, CHOSEN, strict=True))
    instead |= {one[0].upper(): other[0].upper() for one, other in instead.items()}
    for user in (*users, people_make("Carla")[0]):
        if where in ("what if", "analysis") and user not in users:
            continue
        before, after = (signs(look(table_id, user)) for table_id in (plain, coloured))
        classes, *others = zip(before, after, strict=True)
        assert set(classes[0]) == set(usual), "each is drawn"
        for was, now in (classes, *others):
            assert [instead.get(one, one) for one in was] == now


@pytest.mark.parametrize("game", CHOOSING)
def test_their_names_are_those_of_the_list_of_players(game: str) -> None:
    users, plain, coloured = twins(game, "middle")
    names = [NAMED.findall(page()(table_id, users[0])) for table_id in (plain, coloured)]
    assert names == [["yellow", "blue"], CHOSEN]


@pytest.mark.parametrize("game", CHOOSING)
def test_programs_are_told_what_was_chosen(game: str) -> None:
    users, plain, coloured = twins(game, "middle")
    told = [
        [seat["colour"] for seat in update_sent(table_load(table_id), users[0].pk, 0)["seats"]]
        for table_id in (plain, coloured)
    ]
    assert told == [[None, None], CHOSEN]
