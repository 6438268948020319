"""What people at a table agree on, and seats that somebody takes over."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Q

from games.changing import clocks
from games.judging.agreements import SILENCE
from games.models import Seat
from lobby.tables import offers
from lobby.tables.selectors import Filters
from tools.month.people import Person

if TYPE_CHECKING:
    from tools.month.world import World


def ask(world: World, seat: Seat, told: dict[str, Any]) -> None:
    """Ask all others for a pause, its end, more time, to go back, or the end of the game."""
    paused = seat.table.paused_until is not None and seat.table.paused_until > world.now
    kinds = ["more", "resume" if paused else "pause"] * 4 + ["back"] * 3 + ["end"]
    kind = world.chance.choice(kinds)
    place = world.chance.choice(list(seat.table.seats.values_list("place", flat=True)))
    time = timedelta(hours=world.chance.randrange(2, 72))
    asked: dict[str, Any] = {"kind": kind, "place": place if kind == "more" else None, "time": time}
    world.deed(lambda: clocks.wish_make(**asked, **told))


def look_around(world: World, person: Person) -> None:
    """See whether a seat is offered, or somebody silent keeps a table without a clock waiting."""
    dice = world.chance.random()
    if dice < 0.1:
        take_over(world, person)
    elif dice < 0.4:
        go_on_without(world, person)


def take_over(world: World, person: Person) -> None:
    """Take over a seat that the lobby lists, if there is one."""
    listed = list(offers.offers_for(person.user, Filters())[:5])
    if not listed:
        return
    seat = world.chance.choice(listed)
    chosen: dict[str, Any] = {"table_id": seat.table_id, "place": seat.place, "user": person.user}
    if world.deed(lambda: offers.take_over(**chosen, now=world.now)):
        world.journal.counts["seats taken over"] += 1


def go_on_without(world: World, person: Person) -> None:
    """Ask for a stand-in for somebody silent, or for a clock."""
    mine = Seat.objects.filter(user=person.id, bot="", resigned_at=None)
    tables = Q(table__in=mine.values("table"), table__pace="none", table__wish__isnull=True)
    waiting = Seat.objects.filter(tables, deciding=True, bot="", since__lte=world.now - SILENCE)
    silent = waiting.exclude(user=person.id).filter(table__status="playing").first()
    if silent is None:
        return
    told = world.told(person, silent.table_id)
    kind = world.chance.choice(["stand_in", "stand_in", "clock"])
    asked: dict[str, Any] = {"kind": kind, "time": timedelta(days=3)}
    asked["place"] = silent.place if kind == "stand_in" else None
    world.deed(lambda: clocks.wish_make(**asked, **told))
