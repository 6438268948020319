"""An answer that its player confirms is judged once, unless the table has moved on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from accounts.people.tokens import digest_of, token_make
from games.changing.log_check import ContinuingVerdict, check_table
from games.storing.credentials import Credential
from games.watching.submissions import SocketSubmission
from games.watching.tables import LiveTable, Watcher
from games.watching.visits import Visit, attend, attend_again
from games.watching.wishes import Move
from tests.games.conftest import Playing

pytestmark = pytest.mark.django_db


class Table:
    """A table that its players watch, each over a socket."""

    def __init__(self, playing: Playing) -> None:
        self.playing, self.live = playing, LiveTable(playing.id)
        seats = playing.table.seats.order_by("place")
        self.watchers = [self.watcher(seat.user) for seat in seats]
        attend([Visit(self.live, None, set(self.watchers), self.watchers)])

    def watcher(self, user: Any) -> Watcher:
        async def nothing(_: Any) -> None:
            """Nobody listens."""

        digest = digest_of(token_make(user=user, name="judging"))
        return Watcher(user, Credential(user.pk, user.password, "", digest), nothing, nothing)

    def submit(
        self, place: int, question: str, move: Any, *, ask: bool
    ) -> tuple[SocketSubmission, bool]:
        """An answer, and whether it had to be judged from what is stored."""
        wish = Move(ref=1, question=question, move=move, ask=ask)
        submission = SocketSubmission(self.watchers[place], wish)
        visit = Visit(self.live, submission, set(), self.watchers)
        attend([visit])
        if slowly := visit.again:
            attend_again(visit)
        for message in visit.messages:
            message.watcher.seen, message.watcher.place = self.playing.table.number, message.place
        return submission, slowly

    def until_one_is_final(self) -> tuple[int, str, Any]:
        """Play on to an answer that is to be confirmed, and has been asked about."""
        for _ in range(100):
            place = self.playing.asked()[0]
            question = self.playing.question(place)
            move = question["moves"][-1]["move"]
            submission, _ = self.submit(place, question["id"], move, ask=True)
            assert submission.status == 200
            if submission.final:
                return place, question["id"], move
        raise AssertionError("no answer is final")

    def hide_the_position(self) -> None:
        """Whoever judges from the position in memory fails from now on."""
        assert self.live.row is not None
        self.live.row = msgspec.structs.replace(self.live.row, position="not to be read")
        self.live.known = None


@pytest.fixture(params=["port_royal", "santiago_de_cuba", "guatemala_cafe", "cuba"])
def table(begin: Callable[..., Playing], request: pytest.FixtureRequest) -> Table:
    return Table(begin(game=request.param, seats=2))


def test_what_was_asked_about_is_not_judged_again(table: Table) -> None:
    place, question, move = table.until_one_is_final()
    number = table.playing.table.number
    table.hide_the_position()
    submission, slowly = table.submit(place, question, move, ask=False)
    assert (submission.status, slowly) == (200, False)
    assert submission.number == table.playing.table.number == number + 1
    assert check_table(table.playing.id)[0] == ContinuingVerdict.SAME
    assert table.live.judged is None


def test_what_was_judged_is_forgotten_when_another_answer_comes(table: Table) -> None:
    place, question, move = table.until_one_is_final()
    table.hide_the_position()
    _, slowly = table.submit(place, question, {"kind": "nonsense"}, ask=False)
    assert slowly
    submission, _ = table.submit(place, question, move, ask=False)
    assert submission.status == 200
    assert check_table(table.playing.id)[0] == ContinuingVerdict.SAME


def test_at_a_table_that_has_moved_on_it_is_judged_anew(table: Table) -> None:
    place, question, move = table.until_one_is_final()
    judged = table.live.judged
    assert judged is not None and table.live.row is not None
    assert judged.is_of(table.live.row, place, question, move)
    later = msgspec.structs.replace(table.live.row, number=table.live.row.number + 1)
    assert not judged.is_of(later, place, question, move)
    assert not judged.is_of(table.live.row, 1 - place, question, move)
    assert not judged.is_of(table.live.row, place, "another", move)
    assert not judged.is_of(table.live.row, place, question, {**move, "more": 1})
