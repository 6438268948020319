"""How many parts a move asks for and draws, for all players together: counted, not timed.

A part is asked for by a key of all its values. It is counted when two other games have been played
before, as in a process that has served for a while.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

from games.judging import turns
from games.judging.questions import question_id
from games.page import parts, rendering
from games.rules.core.interface import Rules
from games.rules.core.play import Played, of_seat
from games.rules.registry import GAMES
from games.storing.changes import row_after
from games.storing.credentials import Credential
from games.telling.cache import Cache
from games.telling.log import told_by
from games.telling.updates import Updates
from games.watching.showing import messages_for
from games.watching.tables import Watcher
from tests.games.test_rendering import Reader, row_at
from tools import corpus

BEFORE = 2  # games that are played before the one that is counted
MINUTE = timedelta(minutes=1)
START = datetime(2026, 3, 1, 9, tzinfo=UTC)


class Costs(NamedTuple):
    """What a move costs on the average."""

    asked: float
    drawn: float


async def nothing(_: Any) -> None:
    """Nobody listens."""


def page_of(place: int) -> Watcher:
    """The page of whoever sits at a place."""
    user: Any = Reader(100 + place)
    page = Watcher(user, Credential(user.pk, "", "", ""), nothing, nothing)
    page.html = True
    return page


def show(updates: Updates, pages: list[Watcher]) -> None:
    """Everybody is sent what is new, and shows it."""
    for message in messages_for(updates, pages):
        message.watcher.seen, message.watcher.shown = updates.row.number, message.after


def play(rules: Rules[Any], table: int, game: corpus.Recorded, moves: list[Played]) -> None:
    """Play a recorded game move by move under the eyes of all its players."""
    opening, options = corpus.opening_of(rules, game.setting), game.setting.options
    row = row_at(rules, opening.position, 1, id=table, options=options)
    seats = [msgspec.structs.replace(seat, id=seat.place) for seat in row.seats]
    row = msgspec.structs.replace(row, seats=seats)
    pages = [page_of(seat.place) for seat in row.seats]
    known = turns.Known(opening.position, opening.decisions)
    show(Updates(row, [], lambda _: [], known), pages)
    for count, (seat, move) in enumerate(moves):
        decision = of_seat(known.decisions, seat)
        assert decision is not None
        question = question_id(table, seat, row.seats[seat].answers, decision)
        draft = turns.answered(row, seat, question, move, START + count * MINUTE, known)
        change = draft.change()
        row, known = row_after(row, change), turns.Known(draft.position, draft.decisions)
        show(Updates(row, told_by(change), lambda _: [], known), pages)
    assert row.status == "finished"
    for page in pages:
        update = Updates(row, [], lambda _: [], known).of(page.user_id, row.number)
        fresh = rendering.Scene(row, page.user, update).roots()
        assert [set(shown) for shown in page.shown] == [set(root.all) for root in fresh]


@pytest.mark.parametrize(
    ("slug", "players", "most"),
    [
        ("santiago_de_cuba", 4, Costs(9, 2.5)),  # each page by itself: 24
        ("guatemala_cafe", 2, Costs(9, 4)),  # before all this 70 and 9.5
        ("cuba", 2, Costs(12, 5.5)),  # 75 and 9.4
        ("port_royal", 2, Costs(15, 7)),  # 53 and 10.6
    ],
)
def test_a_move_asks_for_few_parts_and_draws_fewer(
    db: None, monkeypatch: pytest.MonkeyPatch, slug: str, players: int, most: Costs
) -> None:
    cache: Cache[Any] = Cache(parts.KEPT)
    monkeypatch.setattr(parts, "_parts", cache)
    recorded = corpus.read(slug)
    games = (game for game in recorded.games if game.setting.players == players)
    *before, counted = islice(games, BEFORE + 1)
    for table, game in enumerate(before, 1):
        play(GAMES[slug], table, game, corpus.moves_of(game, recorded.moves))
    asked, drawn = cache.kept + cache.missed, cache.missed
    play(GAMES[slug], BEFORE + 1, counted, corpus.moves_of(counted, recorded.moves))
    moves = len(counted.moves)
    costs = Costs((cache.kept + cache.missed - asked) / moves, (cache.missed - drawn) / moves)
    assert costs.asked <= most.asked
    assert 1 < costs.drawn <= most.drawn, "a question is new each time"
