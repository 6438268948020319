"""Two editions of one game side by side: each table is played to its end by its own."""

from __future__ import annotations

import importlib
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.changing import services
from games.judging.continuing import Verdict, judgement_on
from games.models import Seat, Table
from games.rules.core.codec import decode_position
from games.rules.port_royal.components import CONTRACT_INFLUENCE
from games.rules.registry import GAMES
from games.storing.kept import kept_tables
from games.storing.rows import table_load
from lobby.forms import OpenForm
from tools.seating import table_begun

pytestmark = pytest.mark.django_db

OLD = Path(__file__).parents[1] / "rules" / "port_royal" / "version_2_position.json"
"""A table of three in the first edition, as version 2 of the rules stored it."""


def begun(people: Sequence[Any], seed: str, **options: Any) -> Table:
    """A table with contracts."""
    options = {"expansion": "contracts", **options}
    return table_begun("port_royal", people[:2], seed=seed, options=options)


def played_on(tables: Sequence[int], moves: int = 2_000) -> None:
    """Bots play at all of these tables by turns, until each is over."""
    Seat.objects.filter(table__in=tables).update(bot="greedy")
    chance, going = random.Random("editions"), list(tables)
    for _ in range(moves):
        going = [table for table in going if services.bot_move(table_id=table, chance=chance)]
    assert not going


def contracts_and_their_points(table_id: int) -> list[tuple[int, int]]:
    """Of each seat of a finished table: how many contracts it fulfilled, what they counted."""
    row = table_load(table_id)
    assert row.outcome
    state = decode_position(row.rules, row.position or "")[0].state
    standings = sorted(row.outcome["standings"], key=lambda standing: int(standing["seat"]))
    return [(state.fulfilled(one["seat"]), one["sources"]["contracts"]) for one in standings]


def expected(edition: int, fulfilled: int) -> int:
    return sum(CONTRACT_INFLUENCE[edition][:fulfilled])


def test_two_tables_are_played_side_by_side_each_by_its_own_edition(people: Any) -> None:
    first, second = begun(people, "side", edition=1), begun(people, "side", edition=2)
    newest = begun(people, "side")
    played_on([first.pk, second.pk, newest.pk])
    for table, edition in ((first, 1), (second, 2), (newest, 2)):
        counted = contracts_and_their_points(table.pk)
        assert counted == [(n, expected(edition, n)) for n, _ in counted]
        assert any(0 < n < 3 for n, _ in counted), "here the editions differ"


def restored(people: Sequence[Any]) -> Table:
    """An old table as it comes out of a backup, at the same entry of a log."""
    table = table_begun("port_royal", people[:3], options={"expansion": "contracts"})
    document = json.loads(OLD.read_text())
    Table.objects.filter(pk=table.pk).update(position=json.dumps({**document, "number": 1}))
    Seat.objects.filter(table=table).update(deciding=False, since=None)
    asked = Seat.objects.filter(table=table, place=document["state"]["acting"])
    asked.update(deciding=True, since=table.opened_at)
    return table


def test_a_table_from_a_backup_goes_on_in_its_edition(people: Any) -> None:
    table = restored(people)
    (stored,) = kept_tables()
    judgement = judgement_on(stored, table.opened_at)
    assert judgement.verdict is Verdict.MIGRATED and not judgement.on_record
    name_editions = importlib.import_module("games.migrations.0026_editions").NAME_EDITIONS
    with connection.cursor() as cursor:
        cursor.execute(name_editions)
    assert Table.objects.get(pk=table.pk).options == {"expansion": "contracts", "edition": 1}
    played_on([table.pk])
    counted = contracts_and_their_points(table.pk)
    assert counted == [(n, expected(1, n)) for n, _ in counted]
    assert any(0 < n < 3 for n, _ in counted)


def test_tables_learn_their_edition_when_the_database_is_brought_up_to_date(people: Any) -> None:
    now = begun(people, "now")
    first, second, waiting = begun(people, "1"), begun(people, "2"), begun(people, "waiting")
    other = table_begun("pier", people[:2])
    for table, stored in ((first, {"version": 1}), (second, {"version": 2, "edition": 2})):
        position = json.loads(str(Table.objects.get(pk=table.pk).position))
        del position["state"]["options"]["edition"]
        position |= {"version": stored["version"]}
        position["state"] |= {n: v for n, v in stored.items() if n == "edition"}
        Table.objects.filter(pk=table.pk).update(position=json.dumps(position))
    Table.objects.filter(pk=waiting.pk).update(status="closed", position=None)
    Table.objects.filter(pk=now.pk).update(options={"expansion": "contracts", "edition": 1})
    with connection.cursor() as cursor:
        cursor.execute(importlib.import_module("games.migrations.0026_editions").NAME_EDITIONS)
    found = dict(Table.objects.values_list("pk", "options"))
    editions = [found[table.pk]["edition"] for table in (now, first, second, waiting)]
    assert editions == [1, 1, 2, 2]
    assert found[other.pk] == {}


def test_pages_say_which_edition(people: Any, client: Client) -> None:
    """Where a table is opened, at the table, and above the rules to read; elsewhere nowhere."""
    games = {slug: OpenForm(GAMES[slug]).fields for slug in ("port_royal", "cuba")}
    assert games["port_royal"]["option_edition"].initial == "2"
    assert "option_edition" not in games["cuba"]
    table = begun(people, "said", edition=1)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "First (contracts 1 each)" in page
    rules = client.get("/games/port_royal/rules/").content.decode()
    assert "Second (contracts 0, 1 and 2)" in rules and 'id="rules-first-edition"' in rules
    assert "Edition" not in client.get("/games/cuba/rules/").content.decode()
    german = client.get("/games/port_royal/rules/", headers={"accept-language": "de"})
    assert "Zweite (Aufträge 0, 1 und 2)" in german.content.decode()
