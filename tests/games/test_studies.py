"""Studies of *what if*: trees that users keep: few, private until shared, theirs to delete."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.people.leaving import account_delete, all_about
from config.web.refusal import TooMany
from games.changing import services, studies
from games.errors import RulesFailed
from games.models import Study, Table
from games.storing.rows import table_load
from games.telling.history import position_of
from games.trying import course
from games.trying.trees import Tree
from tests.games.conftest import Playing
from tests.games.trying import (
    Trying,
)
from tests.games.trying import patient as patient
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


def bid(coins: int) -> dict[str, Any]:
    return {"kind": "Bid", "coins": coins}


def kept_study(begin: Begin) -> tuple[Playing, Trying, Any]:
    """Two bids of Ann's, the second instead of the first, with a note on it."""
    playing = begin(seats=2)
    user = playing.user_at(0)
    trying = Trying(client_of(user), playing.id)
    trying.play(bid(2))
    trying.act("back")
    trying.play(bid(3))
    trying.act("note", note="  or this\nbid \0")
    trying.act("keep", name="  low\nbid \0")
    return playing, trying, user


def post(client: Client, table_id: int, act: str, study: int = 1) -> int:
    return client.post(f"/tables/{table_id}/what-if/{act}", {"study": study}).status_code


def test_a_study_is_kept_opened_and_deleted(begin: Begin) -> None:
    playing, trying, user = kept_study(begin)
    study = Study.objects.get()
    assert (study.user, study.number, study.at, study.seed) == (user, 1, 1, 1)
    assert study.moves == [[0, bid(2), 0, ""], [0, bid(3), 0, "or this bid"]]
    assert (study.name, study.shown, study.key) == ("low bid", 2, None)
    assert "low bid" in trying.page()
    trying.act("remove", answer=0)
    trying.act("draw")
    assert "Step 0 of 0" in trying.page() and "or this bid" not in trying.page()
    opened = trying.client.post(f"/tables/{playing.id}/what-if/open", {"study": 1})
    assert opened.headers["Location"] == trying.here
    page = trying.page()
    assert "Step 1 of 1" in page and "(draw 1)" in page and "or this bid" in page
    assert page.count('name="answer"') == 4, "the start, both answers, removing one"
    assert post(trying.client, playing.id, "delete") == 302
    assert not Study.objects.exists()


def test_a_study_that_was_opened_is_kept_again_or_as_another(begin: Begin) -> None:
    playing, trying, _user = kept_study(begin)
    trying.act("go", answer=1)
    trying.act("keep", name="lower", again="1")
    study = Study.objects.get()
    assert (study.name, study.shown) == ("lower", 1)
    trying.act("keep", name="another")
    assert list(Study.objects.order_by("number").values_list("name")) == [("lower",), ("another",)]
    post(trying.client, playing.id, "delete", 2)
    trying.act("keep", name="it was deleted meanwhile", again="1")
    assert Study.objects.count() == 2


def test_what_was_kept_before_there_were_trees_is_opened(begin: Begin) -> None:
    playing = begin(seats=2)
    user = playing.user_at(0)
    moves = [[0, bid(2)], [1, bid(1)]]
    Study.objects.create(user=user, table_id=playing.id, number=1, at=1, seed=1, moves=moves)
    trying = Trying(client_of(user), playing.id)
    assert post(trying.client, playing.id, "open") == 302
    assert "Step 2 of 2" in trying.page()


def test_nobody_else_sees_a_study(begin: Begin) -> None:
    playing, _trying, _user = kept_study(begin)
    acts = ("open", "delete", "share", "unshare", "plan-study")
    for client in (Client(), client_of(playing.user_at(1)), client_of(people_make("zoe")[0])):
        assert "low bid" not in Trying(client, playing.id).page()
        assert [post(client, playing.id, act) for act in acts] == [404] * len(acts)
    assert Study.objects.count() == 1
    assert not Trying(Client(), playing.id).act("keep"), "a visitor keeps none"
    assert Study.objects.count() == 1


# --- Shared by a link -----------------------------------------------------------------------------


def shared(begin: Begin) -> tuple[Playing, Trying, str]:
    """A study of a game that is over, and the address of its link."""
    playing, trying, user = kept_study(begin)
    assert post(trying.client, playing.id, "share") == 302
    assert Study.objects.get().key is None, "while the game is played"
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
    post(trying.client, playing.id, "share")
    key = Study.objects.get(user=user).key
    assert key and f"/what-if/shared/{key}/" in trying.page()
    return playing, trying, f"/tables/{playing.id}/what-if/shared/{key}/"


def test_a_study_is_shared_by_its_link_once_the_game_is_over(begin: Begin) -> None:
    _playing, trying, here = shared(begin)
    for client in (Client(), client_of(people_make("zoe")[0])):
        page = client.get(here).text
        assert "low bid" in page and "or this bid" in page and "shares what they tried" in page
        assert "Step 0 of 1" in page and "studies" not in page
    name = trying.client.get("/").wsgi_request.user.username
    assert name in page


def test_who_looks_at_a_study_tries_on_a_copy_of_their_own(begin: Begin) -> None:
    playing, trying, here = shared(begin)
    before = Study.objects.values().get()
    ann, zoe = (
        Trying(Client(), playing.id, here=here),
        Trying(client_of(people_make("zoe")[0]), playing.id, here=here),
    )
    ann.act("go", answer=1)
    assert ann.play_on(1) == 1
    assert "Step 2 of 2" in ann.page() and "Step 0 of 1" in zoe.page()
    ann.act("remove", answer=0)
    assert "or this bid" not in ann.page() and "or this bid" in zoe.page()
    assert Study.objects.values().get() == before
    for act in ("keep", "plan"):
        assert ann.client.post(f"{here}{act}").status_code == 404
    trying.act("keep", name="a new name", again="1")
    assert "a new name" in ann.page() and "or this bid" in ann.page(), "as it is kept now"


def test_a_link_ends_and_is_another_one_afterwards(begin: Begin) -> None:
    playing, trying, here = shared(begin)
    assert post(trying.client, playing.id, "share") == 302
    assert Client().get(here).status_code == 200, "shared once more, it has the same link"
    post(trying.client, playing.id, "unshare")
    assert Client().get(here).status_code == 404
    post(trying.client, playing.id, "share")
    assert Client().get(here).status_code == 404
    for key in ("x", "None", "0"):
        assert Client().get(f"/tables/{playing.id}/what-if/shared/{key}/").status_code == 404


@pytest.mark.parametrize("column", ["muted_until", "suspended_until"])
def test_nobody_reads_what_is_shared_by_who_may_not_write(begin: Begin, column: str) -> None:
    playing, _trying, here = shared(begin)
    user = playing.user_at(0)
    for until, status in ((1, 404), (-1, 200)):
        setattr(user, column, timezone.now() + timedelta(days=until))
        user.save()
        assert Client().get(here).status_code == status


def test_a_game_that_is_played_on_is_not_told_of(begin: Begin) -> None:
    """A moderator has taken it back."""
    playing, _trying, here = shared(begin)
    Table.objects.filter(pk=playing.id).update(status="playing", outcome=None)
    assert Client().get(here).status_code == 404


def test_a_private_table_stays_private(begin: Begin) -> None:
    playing, trying, here = shared(begin)
    Table.objects.filter(pk=playing.id).update(private=True)
    assert Client().get(here).status_code == 404
    assert client_of(people_make("zoe")[0]).get(here).status_code == 404
    assert client_of(playing.user_at(1)).get(here).status_code == 200
    assert trying.client.get(here).status_code == 200


def test_the_shared_page_has_a_fixed_number_of_queries(begin: Begin) -> None:
    playing, _trying, here = shared(begin)
    reader, counts = Trying(Client(), playing.id, here=here), set()
    reader.act("forward")  # a visitor has a session from then on
    for _ in range(3):
        with CaptureQueriesContext(connection) as asked:
            reader.page()
        counts.add(len(asked))
        reader.play_on(1)
    assert len(counts) == 1 and counts.pop() <= 7


# --- Few, and gone with who keeps them ------------------------------------------------------------


def test_studies_are_few_and_their_names_short(begin: Begin) -> None:
    playing, trying, user = kept_study(begin)
    facts: dict[str, Any] = {"user_id": user.pk, "table_id": playing.id, "at": 1, "seed": 1}
    moves: list[object] = [[0, bid(2)]]
    for _ in range(studies.STUDIES.number - 1):
        studies.study_keep(**facts, moves=moves, shown=1, name="")
    with pytest.raises(TooMany, match="already have 20 studies"):
        studies.study_keep(**facts, moves=moves, shown=1, name="")
    assert studies.study_keep(**facts, moves=moves, shown=1, name="again", number=7).number == 7
    assert studies.study_delete(user_id=user.pk, table_id=playing.id, number=7)
    with pytest.raises(studies.NameTooLong):
        studies.study_keep(**facts, moves=moves, shown=1, name="x" * 101)
    with pytest.raises(studies.NothingToKeep):
        studies.study_keep(**facts, moves=[], shown=0, name="")
    assert studies.study_keep(**facts, moves=moves, shown=1, name="").number == 7
    for number in (0, 21, 7):
        with pytest.raises(IntegrityError), transaction.atomic():
            Study.objects.create(**facts, number=number, moves=[])
    trying.act("note", note="x" * 501)
    assert "The note has at most 500 characters." in trying.page()


def test_studies_go_with_the_account_and_are_exported(begin: Begin) -> None:
    playing, _trying, user = kept_study(begin)
    (study,) = all_about(user)["studies"]
    assert (study["table"], study["entry"], study["name"]) == (playing.id, 1, "low bid")
    assert all_about(playing.user_at(1))["studies"] == []
    account_delete(user=user)
    assert not Study.objects.exists()


def test_the_page_has_a_fixed_number_of_queries(begin: Begin) -> None:
    playing, trying, _user = kept_study(begin)
    counts = set()
    for _ in range(3):
        with CaptureQueriesContext(connection) as asked:
            trying.page()
        counts.add(len(asked))
        trying.play_on(1)
        trying.act("keep")
    assert len(counts) == 1 and counts.pop() <= 7, playing


# --- For programs ---------------------------------------------------------------------------------


def test_programs_read_their_own_studies_and_shared_ones(begin: Begin) -> None:
    playing, trying, here = shared(begin)
    api = f"/api/v1/tables/{playing.id}/studies"
    (study,) = trying.client.get(api).json()["studies"]
    key = here.split("/")[-2]
    assert study["link"].endswith(here) and (study["number"], study["name"]) == (1, "low bid")
    assert study["answers"] == [
        {"number": 1, "before": 0, "seat": 0, "move": bid(2), "note": ""},
        {"number": 2, "before": 0, "seat": 0, "move": bid(3), "note": "or this bid"},
    ]
    read = Client().get(f"{api}/{key}").json()
    assert read == {name: value for name, value in study.items() if name not in ("number", "link")}
    assert client_of(playing.user_at(1)).get(api).json() == {"studies": []}
    assert Client().get(api).status_code == 401
    post(trying.client, playing.id, "unshare")
    assert Client().get(f"{api}/{key}").status_code == 404


# --- What is possible with a draw -----------------------------------------------------------------


def test_an_answer_that_another_draw_does_not_allow_is_named(begin: Begin) -> None:
    playing = begin(seats=2)
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    trying.play(bid(2))
    trying.play(bid(3))
    assert "not possible with this draw" not in trying.page()
    name = f"{playing.id}/1"
    session = trying.client.session
    session["what_if"][name]["moves"].append([0, bid(99), 0, ""])
    session["what_if"][name]["moves"].append([1, bid(1), 3, ""])
    session.save()
    assert trying.page().count("(not possible with this draw)") == 2, "and what follows it"


def test_nothing_is_said_of_answers_after_which_the_rules_fail(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = table_load(begin(seats=2).id)
    position = position_of(row)
    assert position is not None
    view, tree = row.rules.view(position.state, 0), Tree()
    for coins in (1, 2, 3):
        tree = tree.shown(0).tried(0, bid(coins))
    assert list(course.possible_in(row.rules, view, 1, tree)) == [1, 2, 3]
    advance, calls = course.advance, itertools.count()

    def fails(*facts: Any) -> Any:
        if next(calls):
            raise RulesFailed
        return advance(*facts)

    monkeypatch.setattr(course, "advance", fails)
    assert list(course.possible_in(row.rules, view, 1, tree)) == [1]
