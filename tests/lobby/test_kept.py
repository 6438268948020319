"""What is kept between requests of different readers is given to none who may not have it."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.people.blocks import block
from accounts.people.friends import befriend
from games.models import Plan
from games.storing.built import FIRST_MARK, Built
from games.telling import plan_reading
from lobby.models import Notice
from lobby.pages.views import unfiltered
from lobby.tables import selectors, services
from lobby.terms.opening import Terms, games_in_lobby
from tests.lobby.conftest import GAME, Opener, open_on
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

MOST = 7
PLAIN = selectors.Filters()
SEARCHES = [
    {"status": status, "mine": mine, "waiting": mine, "game": game}
    for status in (None, "open", "playing")
    for mine in (False, True)
    for game in ("", GAME)
]


def test_a_statement_built_once_is_the_one_of_each_user(ana: User, ben: User) -> None:
    """Else a user might be shown by the rights of another."""
    for user in (ana, ben):
        open_now = selectors.open_tables(user, PLAIN)[:MOST]
        assert_same(selectors._unfiltered(MOST), open_now, user.pk)
        assert_same(selectors.notices_shown, selectors.notices_for(user), user.pk)
        planned = Plan.objects.filter(user=user.pk, table=3)
        assert_same(plan_reading._plans, planned, user.pk, 3)
        for search in SEARCHES:
            found = selectors.tables_searched(user, **search).filter(pk__lt=3)  # type: ignore[arg-type]
            newest = found.order_by("-pk").only("pk")[:MOST]
            assert_same(selectors._searched(MOST, **search), newest, user.pk, 3)


def assert_same(built: Built, anew: object, *ids: int) -> None:  # type: ignore[type-arg]
    sql, parameters = anew.query.sql_with_params()  # type: ignore[attr-defined]
    assert built.statement(ids) == (sql, list(parameters))
    assert not any(isinstance(one, int) and one < 0 for one in parameters), FIRST_MARK


def test_each_user_sees_the_open_tables_that_they_may_see(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table, other = opened(ana).pk, opened(carla).pk
    befriend(user=carla, other=ana)
    befriend(user=ana, other=carla)
    block(user=ana, other=ben)
    shown = {ana: [other, table], ben: [other], carla: [table, other], None: [other, table]}
    for reader in (*shown, *reversed(shown)):
        page = client_of(reader).get(reverse("lobby")).text
        assert open_on(page) == shown[reader]
        assert ("with a friend" in page) == (reader in (ana, carla))
        found = client_of(reader).get("/api/v1/tables").json()
        assert {one["id"] for one in found} == {table, other}


def test_a_private_table_is_found_by_nobody_else(ana: User, ben: User) -> None:
    hers = services.table_open(host=ana, terms=Terms(GAME, 2, 2, private=True)).pk
    staff = people_make("Mira", is_staff=True, is_superuser=True)[0]
    for reader, found in [(ana, [hers]), (ben, []), (staff, [hers]), (None, []), (ben, [])]:
        listed = client_of(reader).get("/api/v1/tables").json()
        assert [one["id"] for one in listed] == found


def test_each_user_reads_their_own_notices(ana: User, ben: User, opened: Opener) -> None:
    Notice.objects.create(user=ana, table=opened(ana), kind=Notice.Kind.DECLINED, about=ben)
    for reader, count in [(ana, 1), (ben, 0), (ana, 1)]:
        page = client_of(reader).get(reverse("my_games")).text
        assert page.count("The invitation was declined.") == count


def test_the_filter_is_drawn_for_each_language() -> None:
    unfiltered.cache_clear()
    pages = [filter_in(language) for language in ("en", "de", "en", "de")]
    assert pages[:2] == pages[2:]
    assert ">Spiel</label>" in pages[1] and ">Game</label>" in pages[0]
    chosen = Client().get(reverse("lobby"), {"game": GAME, "language": "en"}).text
    assert f'<option value="{GAME}" selected' in chosen
    assert filter_in("en") == pages[0], "what somebody chose is not kept for the next"
    assert unfiltered.cache_info().currsize == 2 and len(games_in_lobby()) > 1


def filter_in(language: str) -> str:
    page = Client().get(reverse("lobby"), HTTP_ACCEPT_LANGUAGE=language).text
    found = re.search(r'<form class="filters".*?</form>', page, re.DOTALL)
    assert found is not None
    return found[0]
