"""A term is a field of `TableTerms`: whatever asks for it, keeps it or tells it is made of that.

Seats, clock and options stand beside them in `AGREED`.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from django.conf import settings
from django.db.models import Q
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Table
from games.models.agreed import AGREED, CHANGEABLE, COLUMNS, SOUGHT
from games.models.terms import DEFAULTS, JOINING, TERMS, Sought
from games.page.agreed import agreed_on
from games.rules.registry import GAMES
from games.storing.rows import table_load
from lobby.api.documents import NewTable, NewTerms
from lobby.api.listing import table_documents
from lobby.pages.forms.filters import FilterForm
from lobby.pages.forms.table import SET_BY_JOINING, OpenForm
from lobby.tables import services, terms
from lobby.tables.rematch import terms_again
from lobby.templatetags.tables import badges
from lobby.terms.opening import TableInvalid, Terms, terms_of
from tests.lobby.conftest import GAME
from tests.people import client_of
from tests.sent import update_sent

pytestmark = pytest.mark.django_db
EACH = pytest.mark.parametrize("name", TERMS)


def other(name: str) -> bool | str:
    """A value of a term that it does not usually have."""
    usual, choices = DEFAULTS[name], TERMS[name].choices
    values = choices.values if choices else ("novice", "master")
    return not usual if isinstance(usual, bool) else next(v for v in values if v != usual)


def asked(name: str) -> dict[str, bool | str]:
    """Return the fields that a form sends for a value: one question says who may join."""
    answers = (key for key, one in JOINING.items() if one.terms.get(name) == other(name))
    answer = next(answers, "")
    return {"joining": answer} if answer else {name: other(name)}


def opened_with(user: User, **values: bool | str) -> Table:
    return services.table_open(host=user, terms=Terms(GAME, 2, 3, **values))


@EACH
def test_it_is_kept_from_the_form_to_the_next_game(ana: User, name: str) -> None:
    client, page = client_of(ana), reverse("table_open", args=[GAME])
    form = client.get(page).context["form"]
    values = {
        field: form[field].initial for field in form.fields if form[field].initial is not None
    }
    filled = {field: value for field, value in values.items() if value is not False}
    client.post(page, {**filled, **asked(name)})
    table = Table.objects.get()
    assert {each: getattr(table.terms, each) for each in TERMS} == {**DEFAULTS, name: other(name)}
    row = table_load(table.pk)
    assert {each: getattr(row, each) for each in TERMS} == {**DEFAULTS, name: other(name)}
    change = client.get(reverse("table_change", args=[table.pk])).context["form"]
    assert all(change[field].initial == value for field, value in asked(name).items())
    again = terms_again(table, list(table.seats.all()))
    assert terms_of(again) == {**terms_of(table), "seats_min": 1, "seats_max": 1}


@pytest.mark.parametrize("name", [name for name in TERMS if name not in SET_BY_JOINING])
def test_the_line_of_its_fold_says_what_is_not_usual(name: str) -> None:
    (words,) = [fold.words[name] for fold in OpenForm(GAMES[GAME]).folds() if name in fold.words]
    usual, unusual = ({True: "on", False: ""}.get(v, v) for v in (DEFAULTS[name], other(name)))
    folded = TERMS[name].folded
    assert words.get(unusual)
    assert bool(words.get(usual)) == bool(folded and folded.usual)


@EACH
def test_its_change_is_told_in_words(ana: User, name: str) -> None:
    table, before = opened_with(ana), terms_of(opened_with(ana, **{name: other(name)}))
    (shown,) = terms.differences(table, before)
    assert shown.name == TERMS[name].title and shown.before != shown.after


@EACH
def test_it_is_shown_if_it_says_so(ana: User, name: str) -> None:
    table = opened_with(ana, private=True, **({name: other(name)} if name != "private" else {}))
    usual = opened_with(ana, private=name != "private", pace="answer", pace_start=60)
    Table.objects.filter(pk=table.pk).update(pace="answer", pace_start=60)
    lines, before = (agreed_on(table_load(one.pk)) for one in (table, usual))
    assert (lines != before) == bool(TERMS[name].line or name == "friends_watch")
    assert (len(badges(table)) > len(badges(usual))) == bool(TERMS[name].badge)


OTHERS = {
    "seats_min": {"seats_min": 3},
    "seats_max": {"seats_max": 4},
    "pace": {"pace": "budget", "pace_start": 60, "pace_increment": 5, "pace_cap": 90},
    "most_protected": {"most_protected": 720},
    "options": {"options": {"pablo_wood": True}},
}
"""Values of the other columns that a table does not have which is opened without them."""


def test_every_column_belongs_to_one_term() -> None:
    assert {*TERMS, *OTHERS} == {name for name, columns in COLUMNS.items() if columns}
    assert len(set(CHANGEABLE)) == len(CHANGEABLE)
    assert set(CHANGEABLE) | {"game", "bots", "bot"} == set(Terms.__struct_fields__)


@pytest.mark.parametrize("name", OTHERS)
def test_another_number_of_seats_clock_or_option_is_told_too(ana: User, name: str) -> None:
    table = opened_with(ana)
    (shown,) = terms.differences(table, {**terms_of(table), **OTHERS[name]})
    assert shown.before != shown.after
    assert (shown.name == AGREED[name].title) == (name != "options"), "an option has its own name"


def test_the_filter_asks_what_is_declared(
    ana: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [*SOUGHT] == ["seats", "pace", "protected"]
    answers = {"yes": ("allowed", Q(hints=True)), "no": ("not allowed", Q(hints=False))}
    monkeypatch.setitem(SOUGHT, "hints", Sought("hints", "Hints", answers))
    tables = {answer: opened_with(ana, hints=answer == "yes") for answer in answers}
    for answer, table in tables.items():
        page = client.get(reverse("lobby"), {"hints": answer}).text
        shown = {one.pk for one in tables.values() if f"/lobby/tables/{one.pk}/" in page}
        assert shown == {table.pk} and "Show all" in page
    page = client.get(reverse("lobby"), {"hints": "perhaps"}).text
    assert all(f"/lobby/tables/{one.pk}/" in page for one in tables.values())
    assert "not allowed</option>" in page
    for name, sought in SOUGHT.items():
        offered = dict(FilterForm(QueryDict(f"game={GAME}")).fields[name].choices)
        assert {answer: offered[answer] for answer in offered.keys() - {""}}.items() <= {
            answer: words for answer, (words, _finds) in sought.answers.items()
        }.items()


def test_the_api_asks_for_all_and_tells_those_that_say_so(ana: User) -> None:
    assert TERMS.keys() <= NewTable.model_fields.keys() & NewTerms.model_fields.keys()
    assert TERMS.keys() <= set(CHANGEABLE)
    page = Path(settings.BASE_DIR, "docs", "reference", "api.md").read_text()
    assert [name for name in TERMS if f"{name}?" not in page] == []
    values = {name: other(name) for name in TERMS}
    table = opened_with(ana, **values)
    (document,) = table_documents([table.pk], ana.pk)
    listed = msgspec.structs.asdict(document)
    told = {name for name, term in TERMS.items() if term.listed is not None}
    assert {name: listed[name] for name in TERMS if name in listed} == {n: values[n] for n in told}
    update = update_sent(table_load(table.pk), ana.pk)
    assert {n for n in TERMS if n in update} == {n for n, term in TERMS.items() if term.followed}


@pytest.mark.parametrize(
    "name", [name for name, usual in DEFAULTS.items() if isinstance(usual, str)]
)
def test_anything_but_its_choices_is_refused(ana: User, name: str) -> None:
    refusal = str(TERMS[name].unknown) or "There is no such level in this game."
    with pytest.raises(TableInvalid, match=refusal):
        opened_with(ana, **{name: "else"})
