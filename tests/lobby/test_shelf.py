"""The games on the shelf with a board of each, and which have ended last: public tables alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.moderation.acts import table_freeze
from accounts.people.blocks import block
from accounts.people.rights import make_group
from games.models import Table
from lobby.lists.history import Reader
from lobby.lists.shelf import shelf_for
from lobby.templatetags.tables import ago, beaten, weight, winners
from lobby.terms.opening import games_in_lobby
from tests.lobby.conftest import GAME
from tests.people import client_of, people_make
from tools import samples
from tools.samples import Phase
from tools.touched import touched_by

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()
OTHER = "port_royal"
FEW, MANY = 20, 500  # private tables in play
BY_INDEX = 300  # rows: how Postgres goes depends on the samples it has taken


def made(people: list[User], phase: Phase, game: str = GAME, **fields: Any) -> int:
    return samples.table_make(samples.usual(game)[0], people, phase, **fields)


def watched(reader: Reader) -> dict[str, int]:
    """The tables that the shelf shows, by game."""
    return {one.slug: one.table.pk for one in shelf_for(reader).games if one.table}


def ended(reader: Reader, most: int = 5) -> list[int]:
    """The tables that have ended, as the front page lists them."""
    return [table.pk for table in shelf_for(reader, ended=most).ended]


def test_all_games_are_there_with_what_one_has_to_know(client: Client) -> None:
    for reader in (client, client_of(people_make("Ana")[0])):
        for address in (reverse("front"), reverse("lobby")):
            cards = reader.get(address).text.split('class="card game-card"')[1:]
            assert len(cards) == len(games_in_lobby())
            for card, (slug, rules) in zip(cards, games_in_lobby().items(), strict=True):
                assert f'src="{reverse("game_board", args=[slug])}?look=auto"' in card
                assert f"{rules.players[0]}–{rules.players[-1]} players" in card
                assert f"{rules.minutes[0]}–{rules.minutes[1]} min<" in card
                assert f">{weight(rules)}<" in card


def test_a_game_that_is_played_in_public_shows_that_table(
    client: Client, ana: User, ben: User, carla: User
) -> None:
    made([ana, ben], "middle")
    newest, other = made([ana, ben], "middle"), made([ana, ben], "middle", OTHER)
    made([ana, ben], "ended")
    made([ana, ben], "middle", private=True)
    for reader in (VISITOR, ana, carla):
        assert watched(reader) == {GAME: newest, OTHER: other}
    page = client.get("/").text
    for table in (newest, other):
        assert f'src="{reverse("table_miniature", args=[table])}?look=auto"' in page
        assert f'href="{reverse("table", args=[table])}"' in page
    for game in games_in_lobby():
        assert (reverse("game_board", args=[game]) in page) == (game not in (GAME, OTHER))


def test_what_is_private_or_stopped_is_shown_to_nobody(ana: User, ben: User) -> None:
    """Not to those who sit there either, nor to who may see everything."""
    (mona,) = people_make("Mona", is_staff=True)
    mona.groups.add(make_group())
    made([ana, ben], "middle", private=True, friends_watch=True)
    made([ana, ben], "ended", private=True, friends_watch=True)
    table_freeze(moderator=mona, table_id=made([ana, ben], "middle"), why="Somebody asked for it.")
    for reader in (VISITOR, ana, mona):
        assert (watched(reader), ended(reader)) == ({}, [])


def test_no_table_of_somebody_between_whom_and_the_reader_is_a_block(
    ana: User, ben: User, carla: User
) -> None:
    playing, over = made([ana, ben], "middle"), made([ana, ben], "ended")
    made([ben, carla], "middle")
    made([ben, carla], "ended")
    for user, other in ((ana, carla), (carla, ana)):
        block(user=user, other=other)
        assert watched(ana) == {GAME: playing}
        assert ended(ana) == [over]
        assert carla.username not in client_of(ana).get("/").text
        user.blocked.clear()
    assert watched(ana) != {GAME: playing}


def test_the_latest_come_first_of_all_games(ana: User, ben: User) -> None:
    tables = [made([ana, ben], "ended", game) for game in (GAME, OTHER, GAME, OTHER)]
    for hours, table in enumerate(tables, start=1):
        over = timezone.now() - timedelta(hours=hours)
        Table.objects.filter(pk=table).update(finished_at=over)
    assert ended(ana) == tables
    assert ended(ana, 3) == tables[:3]
    assert ended(VISITOR, 1) == tables[:1]


def test_who_has_won_is_told(client: Client, ana: User, ben: User) -> None:
    table = Table.objects.get(pk=made([ana, ben], "ended"))
    (card,) = shelf_for(VISITOR, ended=1).ended
    assert sorted([winners(card), beaten(card)]) == ["Ana", "Ben"]
    assert table.seats.get(user__username=winners(card)).rank == 1
    page = client.get("/").text
    assert f"won by {winners(card)}" in page and f"against {beaten(card)}" in page
    table.seats.update(rank=1)
    (card,) = shelf_for(VISITOR, ended=1).ended
    assert (winners(card), beaten(card)) == ("Ana and Ben", "")
    told = client.get("/").text.split('id="lately-title"')[1].split("</section>")[0]
    assert "won by Ana and Ben" in told and "against" not in told


def test_one_statement_reads_it(
    ana: User, ben: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in range(3):
        with django_assert_num_queries(1):
            shelf = shelf_for(ana, ended=5)
        assert (len(watched(ana)), len(shelf.ended)) == (min(count, 1), count)
        made([ana, ben], "middle")
        made([ana, ben], "ended")


COPIES = """
    insert into games_table (game, options, status, seats_min, seats_max, private, token, guests,
        friends_watch, pace, pace_start, pace_increment, pace_cap, most_protected, at_timeout,
        number, snapshot_number, position, close_reason, freeze_reason, opened_at, started_at)
    select game, options, status, seats_min, seats_max, true, md5(random()::text), guests,
        friends_watch, pace, pace_start, pace_increment, pace_cap, most_protected, at_timeout,
        number, snapshot_number, position, close_reason, freeze_reason, opened_at, started_at
    from games_table, generate_series(1, %s) where id = %s
"""


@pytest.mark.django_db(transaction=True)
def test_private_tables_in_play_are_not_looked_through(ana: User, ben: User) -> None:
    """Most tables in play are private: people play against bots."""
    table = made([ana, ben], "middle")

    def rows(count: int) -> int:
        with connection.cursor() as cursor:
            cursor.execute(COPIES, [count, table])
            cursor.execute("vacuum analyze games_table, games_seat")
        for _ in range(6):  # by then Postgres plans for any reader
            assert watched(VISITOR) == {GAME: table}
        return touched_by(lambda: shelf_for(VISITOR, ended=5)).rows

    assert rows(MANY) <= rows(FEW) + BY_INDEX


def test_games_that_are_not_installed_are_left_out(ana: User, ben: User) -> None:
    made([ana, ben], "middle")
    made([ana, ben], "ended")
    Table.objects.update(game="chess")
    assert (watched(ana), ended(ana)) == ({}, [])


def test_what_ended_long_ago_has_its_day() -> None:
    now = timezone.now()
    assert ago(now - timedelta(hours=3)) == "3\xa0hours ago"
    then = datetime(2025, 3, 7, 12, tzinfo=UTC)
    assert ago(then) == "7 March 2025"
