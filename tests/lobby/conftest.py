"""People and open tables for the tests of the lobby."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Table
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.accounts.conftest import mailbox  # noqa: F401 - a fixture
from tests.people import people_make
from tools.seating import paced

GAME = "santiago_de_cuba"

Opener = Callable[..., Table]


@pytest.fixture
def ana(db: None) -> User:
    return people_make("Ana")[0]


@pytest.fixture
def ben(db: None) -> User:
    return people_make("Ben")[0]


@pytest.fixture
def carla(db: None) -> User:
    return people_make("Carla")[0]


@pytest.fixture
def opened(ana: User) -> Opener:
    """Opens a table of Ana's; what is not said is two to four seats without a limit."""

    def open_table(host: User = ana, colour: str = "", **said: object) -> Table:
        terms = {"game": GAME, "seats_min": 2, "seats_max": 4, **paced(said)}
        return services.table_open(host=host, terms=Terms(**terms), colour=colour)  # type: ignore[arg-type]

    return open_table


def open_on(page: str) -> list[int]:
    """Return the ids of the open tables on a page, in its order."""
    return [int(number) for number in re.findall(r'cover" href="/lobby/tables/(\d+)/"', page)]


def names(table: Table) -> list[str]:
    """Who sits at a table, in order of their places; bots are "bot"."""
    seats = table.seats.order_by("place").select_related("user")
    return [seat.user.username if seat.user else "bot" for seat in seats]
