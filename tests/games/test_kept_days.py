"""Vacation days that are kept for other tables are not spent at this one."""

from __future__ import annotations

import pytest

from games.changing import clocks
from games.errors import NotYourSeat
from games.models import OwnTime
from tests.games.test_calendars import HOUR, LITTLE, SPARING, Begin, expire, later, seat
from tests.people import client_of

pytestmark = pytest.mark.django_db


def test_who_keeps_their_vacation_days_spends_none_at_that_table(begin: Begin) -> None:
    playing = begin(seats=2, **SPARING)
    user, stranger = playing.user_at(0), playing.user_at(1)
    client, address = client_of(user), f"/tables/{playing.id}/clock/"
    assert "Use none here" in client.get(address).text
    client.post(address, {"days": "keep"})
    assert "None is used at this table" in client.get(address).text
    assert "None is used" not in client_of(stranger).get(address).text, "others do not learn it"
    assert "keeps_days" not in str(playing.update(0))
    later(playing, HOUR + LITTLE)
    expire(playing)
    assert not OwnTime.objects.filter(pk=user.pk).exclude(spent=[]).exists()
    assert seat(playing).bot and playing.kinds()[-1] == "absent"
    client_of(None).post(address, {"days": "spend"})
    assert seat(playing).keeps_days
    with pytest.raises(NotYourSeat):
        clocks.days_keep(table_id=playing.id, user_id=stranger.pk + 10_000, keep=False)


def test_vacation_days_are_spent_again_if_wished(begin: Begin) -> None:
    playing = begin(seats=2, **SPARING)
    for wish in ("keep", "spend"):
        client_of(playing.user_at(0)).post(f"/tables/{playing.id}/clock/", {"days": wish})
    later(playing, HOUR + LITTLE)
    expire(playing)
    assert playing.kinds()[-1] == "vacation"
