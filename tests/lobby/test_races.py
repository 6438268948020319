"""Two people at the same moment: real threads, real transactions."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from accounts.models import User
from config.web.refusal import Refused
from games.models import Table
from lobby import services
from lobby.models import Invitation
from tests.lobby.conftest import Opener, names

pytestmark = pytest.mark.django_db(transaction=True)


def together(*works: Callable[[], object]) -> list[object]:
    """Run all at once; each one's result, or the exception it raised."""
    results: list[object] = [None] * len(works)
    start = threading.Barrier(len(works))

    def run(at: int) -> None:
        try:
            start.wait()
            results[at] = works[at]()
        except Exception as error:
            results[at] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return results


def refused(results: list[object]) -> list[object]:
    """Those that were refused; anything else that was raised is a failure."""
    for result in results:
        assert not isinstance(result, Exception) or isinstance(result, Refused), repr(result)
    return [result for result in results if isinstance(result, Refused)]


@pytest.mark.parametrize("attempt", range(3))
def test_the_last_seat_is_taken_once(ben: User, carla: User, opened: Opener, attempt: int) -> None:
    table = opened(seats_max=2)
    results = together(
        lambda: services.seat_take(table_id=table.pk, user=ben),
        lambda: services.seat_take(table_id=table.pk, user=carla),
    )
    assert len(refused(results)) == 1
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    assert table.seats.count() == 2
    assert table.log.count() == 1, "it began once"


def test_a_double_click_sits_down_once(ben: User, opened: Opener) -> None:
    table = opened()
    results = together(*[lambda: services.seat_take(table_id=table.pk, user=ben) for _ in range(4)])
    assert len(refused(results)) == 3
    assert names(table) == ["Ana", "Ben"]


def test_joining_while_the_table_is_cleared(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    results = together(
        lambda: services.table_close(table_id=table.pk, user=ana),
        lambda: services.seat_take(table_id=table.pk, user=ben),
    )
    assert results[0] is None, "the host can clear it in any case"
    refused(results)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED


def test_leaving_while_the_table_begins(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    services.seat_take(table_id=table.pk, user=ben)
    results = together(
        lambda: services.table_start(table_id=table.pk, user=ana),
        lambda: services.seat_leave(table_id=table.pk, user=ben),
    )
    assert len(refused(results)) == 1
    table.refresh_from_db()
    assert (table.status, table.seats.count()) in {
        (Table.Status.PLAYING, 2),
        (Table.Status.OPEN, 1),
    }


def test_the_limit_of_open_tables_holds(
    ana: User, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_OPEN", 1)
    results = together(opened, opened, opened)
    assert len(refused(results)) == 2
    assert Table.objects.count() == 1


def test_an_invitation_is_sent_once(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    results = together(
        *[
            lambda: services.invitation_send(table_id=table.pk, user=ana, name="Ben")
            for _ in range(3)
        ]
    )
    assert len(refused(results)) == 2
    assert Invitation.objects.count() == 1
