"""Users, and tables of Pier that have begun."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.changing import services
from games.models import Seat, Table
from games.storing.rows import table_load
from tests.people import people_make
from tests.sent import update_sent
from tools.seating import table_begun


class Playing:
    """A table with what tests ask of it."""

    def __init__(self, table: Table, users: Sequence[Any] = ()) -> None:
        self.id, self.users = table.pk, users

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.id)

    def user_at(self, place: int) -> Any:
        return Seat.objects.get(table_id=self.id, place=place).user

    def update(self, place: int | None, since: int = 0) -> dict[str, Any]:
        user = None if place is None else self.user_at(place).pk
        return update_sent(table_load(self.id), user, since)

    def asked(self) -> list[int]:
        seats = Seat.objects.filter(table_id=self.id, deciding=True)
        return list(seats.order_by("place").values_list("place", flat=True))

    def question(self, place: int) -> dict[str, Any]:
        question = self.update(place)["question"]
        assert question is not None
        return question

    def play(self, place: int, choice: int = 0) -> int:
        return self.answer(place, self.question(place), choice)

    def answer(self, place: int, question: dict[str, Any], choice: int) -> int:
        return services.move_submit(
            table_id=self.id,
            user_id=self.user_at(place).pk,
            question=question["id"],
            move=question["moves"][choice]["move"],
        )

    def play_on(self, moves: int) -> None:
        for _ in range(moves):
            for place in self.asked()[:1]:
                self.play(place, -1)

    def kinds(self) -> list[str]:
        return list(self.table.log.order_by("number").values_list("kind", flat=True))


@pytest.fixture
def people(db: None) -> list[Any]:
    return people_make("ana", "ben", "carla", "dario")


@pytest.fixture
def begin(people: list[Any]) -> Callable[..., Playing]:
    """Begin a table: `begin(seats=2, bots=0, seed="quay", **fields of Table)`."""

    def begin(seats: int = 2, bots: int = 0, seed: str = "quay", **fields: Any) -> Playing:
        fields = {"game": "pier", "seats_min": 2, "seats_max": 4, **fields}
        users = people[: seats - bots]
        return Playing(table_begun(users=users, bots=bots, seed=seed, **fields), users)

    return begin
