"""Changing an open table: who has to agree, what they are shown, when it begins."""

from __future__ import annotations

import msgspec
import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Table
from lobby.models import Consent, Notice
from lobby.pages.forms.table import TermsForm
from lobby.tables import inviting, services, terms
from lobby.tables.errors import Disputed, NotHost, NotNow, TermsChanged
from lobby.terms.opening import DAY, TableInvalid, Terms, stamp_of, terms_of
from tests.lobby.conftest import GAME, Opener
from tests.people import client_of
from tools.seating import paced

pytestmark = pytest.mark.django_db


def change(table: Table, user: User, **wish: object) -> Table:
    now = Terms(game=table.game, **terms_of(Table.objects.get(pk=table.pk)))
    return terms.terms_change(
        table_id=table.pk, user=user, terms=msgspec.structs.replace(now, **paced(wish))
    )


def owing(table: Table) -> list[str]:
    return list(Consent.objects.filter(table=table).values_list("user__username", flat=True))


@pytest.fixture
def seated(opened: Opener, ben: User) -> Table:
    table = opened(days_per_move=3)
    services.seat_take(table_id=table.pk, user=ben)
    return table


def test_those_seated_are_told_and_agree_before_it_begins(
    seated: Table, ana: User, ben: User
) -> None:
    table = change(seated, ana, days_per_move=7, options={"pablo_wood": True})
    assert owing(table) == ["Ben"]
    assert ben.notices.get().kind == Notice.Kind.CHANGED
    shown = {d.name: (d.before, d.after) for d in terms.differences(table, terms_of(seated))}
    assert shown.pop("Time for a move") == ("3 days", "7 days")
    assert list(shown.values()) == [("no", "yes")]
    with pytest.raises(Disputed):
        services.table_start(table_id=table.pk, user=ana)
    terms.terms_agree(table_id=table.pk, user=ben, seen=stamp_of(table))
    assert owing(table) == [] and not ben.notices.exists()
    services.table_start(table_id=table.pk, user=ana)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING and table.options["pablo_wood"] is True


def test_another_stand_in_is_a_change_that_all_agree_to(seated: Table, ana: User) -> None:
    table = change(seated, ana, stand_in="master")
    assert table.stand_in == "master" and owing(table) == ["Ben"]
    (shown,) = terms.differences(table, terms_of(seated))
    assert shown == ("How well a stand-in bot plays", "regular", "master")
    with pytest.raises(TableInvalid):
        change(seated, ana, stand_in="greedy")


def test_what_is_taken_back_needs_no_consent(seated: Table, ana: User, ben: User) -> None:
    change(seated, ana, days_per_move=7)
    change(seated, ana, days_per_move=5)
    consent = Consent.objects.get()
    assert consent.before["pace_start"] == 3 * DAY, "compared with what Ben has agreed to"
    change(seated, ana, days_per_move=3)
    assert owing(seated) == [] and not ben.notices.exists()


def test_nobody_agrees_to_what_they_have_not_seen(seated: Table, ana: User, ben: User) -> None:
    seen = stamp_of(change(seated, ana, days_per_move=7))
    change(seated, ana, days_per_move=1)
    with pytest.raises(TermsChanged):
        terms.terms_agree(table_id=seated.pk, user=ben, seen=seen)
    assert owing(seated) == ["Ben"]


def test_nobody_sits_down_to_what_they_have_not_seen(opened: Opener, ana: User, ben: User) -> None:
    table = opened(days_per_move=3)
    seen = stamp_of(table)
    change(table, ana, days_per_move=7)
    with pytest.raises(TermsChanged):
        services.seat_take(table_id=table.pk, user=ben, seen=seen)
    table.refresh_from_db()
    services.seat_take(table_id=table.pk, user=ben, seen=stamp_of(table))


def test_a_full_table_begins_with_the_last_consent(
    seated: Table, ana: User, ben: User, carla: User
) -> None:
    table = change(seated, ana, seats_max=3)
    services.seat_take(table_id=table.pk, user=carla)
    table.refresh_from_db()
    assert table.status == Table.Status.OPEN, "full, but not agreed"
    terms.terms_agree(table_id=table.pk, user=ben, seen=stamp_of(table))
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING


@pytest.mark.parametrize("way", ["leaves", "is removed"])
def test_whoever_goes_need_not_agree(seated: Table, ana: User, ben: User, way: str) -> None:
    change(seated, ana, days_per_move=7)
    if way == "leaves":
        services.seat_leave(table_id=seated.pk, user=ben)
    else:
        seat = seated.seats.get(user=ben)
        inviting.seat_remove(table_id=seated.pk, user=ana, seat_id=seat.pk)
    assert owing(seated) == []


def test_what_cannot_be_changed(seated: Table, ana: User, ben: User, carla: User) -> None:
    with pytest.raises(NotHost):
        change(seated, ben, days_per_move=7)
    services.seat_take(table_id=seated.pk, user=carla)
    with pytest.raises(NotNow):
        change(seated, ana, seats_max=2)
    with pytest.raises(NotNow):
        terms.terms_change(table_id=seated.pk, user=ana, terms=Terms("cuba", 2, 4))
    with pytest.raises(TableInvalid):
        change(seated, ana, options={"nonsense": 1})
    assert owing(seated) == []


def test_by_page(seated: Table, ana: User, ben: User) -> None:
    hers, his = client_of(ana), client_of(ben)
    page, room = (
        reverse("table_change", args=[seated.pk]),
        reverse("waiting_room", args=[seated.pk]),
    )
    assert his.get(page).status_code == 404
    assert hers.get(page).context["form"]["pace"].initial == "3"
    form = TermsForm(seated)
    shown = {name: form[name].initial for name in form.fields}
    wish = {name: value for name, value in shown.items() if value} | {"pace": 7}
    assert hers.post(page, {**wish, "seats_max": 1}).status_code == 422
    assert hers.post(page, wish).headers["location"] == room
    assert "The game begins when these people have agreed" in hers.get(room).text
    text = his.get(room).text
    assert "<del>3 days</del>" in text and "<ins>7 days</ins>" in text
    assert 'id="start"' not in hers.get(room).text
    seated.refresh_from_db()
    his.post(reverse("terms_agree", args=[seated.pk]), {"seen": stamp_of(seated)})
    assert "<del>" not in his.get(room).text and 'id="start"' in hers.get(room).text
    assert seated.game == GAME
