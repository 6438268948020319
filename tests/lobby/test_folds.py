"""Starting a table: three questions, and folds that say how the rest stands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Seat, Table
from games.rules.registry import GAMES
from lobby.pages.forms.folds import Fold
from lobby.pages.forms.table import OpenForm, TermsForm
from lobby.tables import services
from lobby.terms.opening import DAY, Terms, games_in_lobby
from tests.lobby.conftest import GAME, Opener
from tests.lobby.test_views import OPEN
from tests.people import client_of

pytestmark = pytest.mark.django_db
PAGE = f"/lobby/open/{GAME}/"
ODD = {"pace": "budget", "pace_start": 77, "pace_increment": 7, "pace_cap": 99}


def stands(form: OpenForm) -> dict[str, str]:
    return {fold.name: fold.stands for fold in form.folds()}


def opened(text: str) -> list[str]:
    """The folds of a page that are open."""
    return re.findall(r'<details class="fold" id="fold-(\w+)"[^>]*? open>', text)


@pytest.mark.parametrize("slug", games_in_lobby())
def test_each_fold_says_how_it_stands(slug: str) -> None:
    usual = OpenForm(GAMES[slug])
    assert stands(usual) == {
        "bots": "No bots",
        "clock": "Up to 2 days protected · a bot plays on for the seat",
        "table": "No hints, open chat",
        "rules": "As usual",
    }
    assert usual.other_paces().stands == ""


def test_what_is_chosen_is_said() -> None:
    chosen = OPEN | {
        "bots": "1", "bot": "master", "stand_in": "expert", "protected": "0", "hints": "on",
        "at_timeout": "close", "players_chat": "on", "option_pablo_wood": "on",
        "option_info": "public", "option_start_player": "seat_2", "pace": "7",
    }  # fmt: skip
    form = OpenForm(GAMES[GAME], chosen)
    assert stands(form) == {
        "bots": "1 bot · master · stand-in: expert",
        "clock": "No protected time · the table is closed",
        "table": "Chat among the players only · Hints are allowed",
        "rules": "Pablo has wood · First player: Second seat",
    }
    asked = form.paces_asked()["first"]
    assert [choice.data["value"] for choice in asked] == ["budget-60-5-120", "1", "3", "7", ""]


def test_scripts_say_the_same_as_the_page() -> None:
    """They put together the words of the values that a form sends."""

    def said(fold: Fold, values: dict[str, Any]) -> str:
        words = json.loads(fold.words_for_scripts)
        parts = [of.get(str(values.get(name) or ""), "") for name, of in words.items()]
        return " · ".join(filter(None, parts)) or fold.otherwise

    rules = GAMES[GAME]
    for chosen in (OPEN, OPEN | {"hints": "on", "bots": "2", "protected": "720", "stand_in": ""}):
        form = OpenForm(rules, chosen)
        told = {fold.name: said(fold, chosen) for fold in form.folds()}
        assert {name: text[:1].upper() + text[1:] for name, text in told.items()} == stands(form)


@pytest.mark.parametrize(
    ("wrong", "fold"),
    [
        ({"bots": "3"}, ""),  # of the table as a whole
        ({"bots": "9"}, "bots"),
        ({"bot": "genius"}, "bots"),
        ({"stand_in": "genius"}, "bots"),
        ({"protected": "5"}, "clock"),
        ({"at_timeout": "explode"}, "clock"),
        ({"option_info": "hidden"}, "rules"),
        ({"start": "2"}, "pace"),
        ({"pace": "own-answer"}, "pace"),
        ({"pace": "own-answer", "start": "99", "start_unit": str(DAY)}, "pace"),
        ({"joining": "nobody"}, ""),
    ],
    ids=str,
)
def test_an_error_opens_its_fold_and_no_other(ana: User, wrong: dict[str, str], fold: str) -> None:
    answer = client_of(ana).post(PAGE, OPEN | wrong)
    assert answer.status_code == 422 and not Table.objects.exists()
    assert "errorlist" in answer.text
    assert opened(answer.text) == [fold] * bool(fold)


def test_a_fold_stays_shut_without_an_error(ana: User) -> None:
    text = client_of(ana).get(PAGE).text
    assert opened(text) == [] and text.count("<details") == 6


def test_who_may_join_is_one_answer(ana: User) -> None:
    client = client_of(ana)
    for answer, terms in {
        "members": (False, False), "everybody": (False, True), "invited": (True, False),
    }.items():  # fmt: skip
        client.post(PAGE, OPEN | {"joining": answer})
        table = Table.objects.latest("pk")
        assert (table.terms.private, table.terms.guests) == terms
        assert TermsForm(table)["joining"].initial == answer


def test_a_change_keeps_what_it_does_not_ask(ana: User, open_like: Callable[..., Table]) -> None:
    """A program can let guests in at a private table: the page asks less."""
    table = open_like(private=True, guests=True)
    page = reverse("table_change", args=[table.pk])
    client_of(ana).post(page, OPEN | {"joining": "invited", "seats_max": "2"})
    table.refresh_from_db()
    assert (table.seats_max, table.terms.private, table.terms.guests) == (2, True, True)


@pytest.fixture
def open_like(ana: User) -> Callable[..., Table]:
    """Opens a table of Ana's for two to four."""
    return lambda **values: services.table_open(host=ana, terms=Terms(GAME, 2, 4, **values))


def test_the_last_table_is_remembered(ana: User, ben: User, open_like: Any) -> None:
    """Its seats, bots, pace, terms and options, in the newest edition; another game's is not."""
    client = client_of(ana)
    assert "your last table" not in client.get(PAGE).text
    open_like(
        **ODD, bots=1, bot="novice", most_protected=61, private=True, at_timeout="offer",
        hints=True, options={"info": "screens"},
    )  # fmt: skip
    services.table_open(host=ben, terms=Terms(GAME, 3, 3))
    services.table_open(host=ana, terms=Terms("port_royal", 5, 5))
    page = client.get(PAGE)
    assert "Filled in as for your last table of this game." in page.text
    form = page.context["form"]
    assert stands(form) == {
        "colour": "Yellow",
        "bots": "1 bot · novice",
        "clock": "Up to 1 hour 1 minute protected · the seat is offered to others",
        "table": "Hints are allowed",
        "rules": "Information: Screens: you see only what you hold yourself",
    }
    filled = {name: form[name].initial for name in form.fields}
    sent = {name: value for name, value in filled.items() if value not in (None, False)}
    client.post(PAGE, sent)
    again = Table.objects.latest("pk")
    first = Table.objects.earliest("pk")
    assert again.pk != first.pk and again.game == GAME
    assert (again.pace, again.pace_start, again.pace_cap, again.most_protected) == (
        "budget", 77, 99, 61,
    )  # fmt: skip
    assert (again.terms, again.options) == (first.terms, first.options)
    assert Seat.objects.get(table=again, user=None).bot == "novice"
    usual = client.get(f"{PAGE}?usual=1")
    assert "your last table" not in usual.text
    assert stands(usual.context["form"]) == {
        "colour": "Yellow",
        **stands(OpenForm(GAMES[GAME])),
    }


def test_tables_against_bots_alone_and_rematches_are_not(ana: User, opened: Opener) -> None:
    like = opened(seats_max=3, hints=True)
    services.table_against_bots(host=ana, game=GAME)
    services.table_open(host=ana, terms=Terms(GAME, 4, 4), rematch_of=like)
    form = client_of(ana).get(PAGE).context["form"]
    assert form["hints"].initial is True and form["seats_max"].initial == 3


def test_the_page_takes_the_same_statements_however_many_tables(
    ana: User, opened: Opener, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Session, user, the last table, its seats; the latest colours; what waits."""
    client = client_of(ana)
    for _ in range(2):
        opened(bots=1)
        with django_assert_num_queries(6):
            client.get(PAGE)
