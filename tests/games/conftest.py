"""Users, and tables of Pier that have begun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games.changing import services
from games.models import Seat, Table
from games.storing.rows import table_load
from games.telling.updates import table_update


class Playing:
    """A table with what tests ask of it."""

    def __init__(self, table: Table, users: list[Any]) -> None:
        self.id, self.users = table.pk, users

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.id)

    def user_at(self, place: int) -> Any:
        return Seat.objects.get(table_id=self.id, place=place).user

    def update(self, place: int | None, since: int = 0) -> dict[str, Any]:
        user = None if place is None else self.user_at(place).pk
        return table_update(table_load(self.id), user, since)

    def asked(self) -> list[int]:
        seats = Seat.objects.filter(table_id=self.id, deciding=True)
        return list(seats.order_by("place").values_list("place", flat=True))

    def question(self, place: int) -> dict[str, Any]:
        question = self.update(place)["question"]
        assert question is not None
        return question

    def play(self, place: int, choice: int = 0) -> int:
        question = self.question(place)
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


def seat_users(table: Table, users: list[Any], bots: int = 0) -> None:
    for place, user in enumerate(users):
        Seat.objects.create(table=table, place=place, user=user)
    for place in range(len(users), len(users) + bots):
        Seat.objects.create(table=table, place=place, bot="random")


@pytest.fixture
def people(db: None) -> list[Any]:
    make = get_user_model().objects.create_user
    return [make(name, f"{name}@example.org") for name in ("ana", "ben", "carla", "dario")]


@pytest.fixture
def begin(people: list[Any]) -> Callable[..., Playing]:
    """Begin a table: `begin(seats=2, bots=0, seed="quay", **fields of Table)`."""

    def begin(seats: int = 2, bots: int = 0, seed: str = "quay", **fields: Any) -> Playing:
        fields = {"game": "pier", "options": {}, "host": people[0], **fields}
        table = Table.objects.create(seats_min=2, seats_max=4, **fields)
        users = people[: seats - bots]
        seat_users(table, users, bots)
        services.table_begin(table_id=table.pk, seed=seed)
        return Playing(table, users)

    return begin
