"""Two editions of one game side by side: each table is played to its end by its own."""

from __future__ import annotations

import importlib
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.people.tokens import token_make
from games.changing import services
from games.judging.continuing import ContinuingVerdict, judgement_on
from games.models import Seat, Table
from games.rules.core.codec import decode_position
from games.rules.port_royal.components import CONTRACT_INFLUENCE
from games.rules.registry import GAMES
from games.storing.kept import kept_tables
from games.storing.rows import table_load
from lobby.pages.forms.filters import FilterForm
from lobby.pages.forms.history import HistoryForm
from lobby.pages.forms.table import OpenForm, TermsForm
from lobby.pages.game import options_of
from lobby.tables import rematch
from lobby.tables import services as lobby
from lobby.terms.opening import Terms
from tests.people import client_of
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
    assert judgement.verdict is ContinuingVerdict.MIGRATED and not judgement.on_record
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
    """At the table, and above the rules to read; elsewhere nowhere."""
    table = begun(people, "said", edition=1)
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "First (contracts 1 each)" in page
    rules = client.get("/games/port_royal/rules/").content.decode()
    assert "Second (contracts 0, 1 and 2)" in rules and 'id="rules-first-edition"' in rules
    assert "Edition" not in client.get("/games/cuba/rules/").content.decode()
    german = client.get("/games/port_royal/rules/", headers={"accept-language": "de"})
    assert "Zweite (Aufträge 0, 1 und 2)" in german.content.decode()


# New tables have the newest


def wished(**options: Any) -> Terms:
    return Terms(game="port_royal", seats_min=2, seats_max=2, options=options)


def program_of(user: Any) -> Client:
    """A client of the API with a token."""
    return Client(headers={"authorization": f"Bearer {token_make(user=user, name='test')}"})


def open_since_before(host: Any) -> Table:
    """A table that was opened with the first edition while that was offered, and waits."""
    table = lobby.table_open(host=host, terms=wished(expansion="contracts"))
    Table.objects.filter(pk=table.pk).update(options={"expansion": "contracts", "edition": 1})
    return Table.objects.get(pk=table.pk)


def test_no_form_offers_an_edition() -> None:
    rules = GAMES["port_royal"]
    assert "option_edition" not in OpenForm(rules).fields
    assert "Edition" not in [option.name for option in options_of(rules)]
    filters = FilterForm(QueryDict("game=port_royal")).fields
    assert "option_expansion" in filters and "option_edition" not in filters


def test_tables_of_before_are_found_by_their_edition() -> None:
    assert "option_edition" in HistoryForm(QueryDict("game=port_royal")).fields


def test_an_old_edition_is_refused_by_name_with_what_is_allowed(people: Any) -> None:
    program = program_of(people[0])
    wish = {"game": "port_royal", "seats": 2, "options": {"edition": 1}}
    answer = program.post("/api/v1/tables", wish, content_type="application/json")
    assert answer.status_code == 422 and not Table.objects.exists()
    told = answer.json()
    assert told["error"] == "table_invalid" and told["field"] == "options.edition"
    newest = "a new table uses “Second (contracts 0, 1 and 2)” (2)."
    assert told["message"] == f"Edition: {newest}"
    games = {game["slug"]: game for game in program.get("/api/v1/games").json()}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"edition": 1}, games["port_royal"]["options"])
    jsonschema.validate({"edition": 2}, games["port_royal"]["options"])
    wish["options"] = {"edition": 2}
    assert program.post("/api/v1/tables", wish, "application/json").status_code == 201


def test_an_old_table_is_played_again_in_the_newest(people: Any) -> None:
    before = begun(people, "again", edition=1)
    services.seat_resign(table_id=before.pk, user_id=people[0].pk)
    before.refresh_from_db()
    assert before.status == Table.Status.FINISHED and before.options["edition"] == 1
    page = client_of(people[1]).get(reverse("table_again", args=[before.pk])).text
    assert "contracts" in page and "First (contracts 1 each)" not in page
    again = rematch.table_again(table_id=before.pk, user=people[1])
    assert again.options == {"expansion": "contracts", "edition": 2}


def test_a_table_that_waits_gets_the_newest_with_its_next_change(people: Any) -> None:
    host = people[0]
    by_page, by_program = open_since_before(host), open_since_before(host)
    form = TermsForm(by_page)
    assert "option_edition" not in form.fields and form.kept["edition"] == 2
    program = program_of(host)
    address = f"/api/v1/tables/{by_program.pk}/terms"
    answer = program.post(address, {"hints": True}, content_type="application/json")
    assert answer.status_code == 200
    by_program.refresh_from_db()
    assert by_program.hints and by_program.options["edition"] == 2


def test_a_table_that_waits_begins_as_it_was_agreed_on(people: Any) -> None:
    table = open_since_before(people[0])
    lobby.seat_take(table_id=table.pk, user=people[1])
    table.refresh_from_db()
    state = json.loads(str(table.position))["state"]
    assert table.status == Table.Status.PLAYING and state["options"]["edition"] == 1
