"""What if: moves tried on a copy of what a seat knows. It counts nowhere and tells nobody."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from config.web import buckets
from config.web.limits import Rate
from config.web.refusal import TooMany
from games.changing import services
from games.models import Seat, Study, Table
from games.rules.core.codec import decode_position, encode_position
from games.rules.core.effects import Rng
from games.rules.core.interface import Position
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.trying import views
from games.trying.course import MOST_MOVES
from games.trying.keeping import MOST_KEPT
from tests.games.conftest import Playing
from tests.games.trying import (
    Trying,
    everything_stored,
    question_on,
    sampled,
)
from tests.games.trying import patient as patient
from tests.people import client_of, people_make
from tests.rules.playing import contract_of, slugs
from tools import samples

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


@pytest.mark.parametrize("slug", slugs)
def test_every_game_can_be_tried_for_all_seats_without_a_trace(slug: str) -> None:
    table_id, users = sampled(slug)
    before = everything_stored(table_id)
    for user in (users[0], None):
        trying = Trying(client_of(user), table_id)
        assert "Step 0 of 0" in trying.page() and "drawn at random (draw 1)" in trying.page()
        played = trying.play_on(6)
        assert played == 6
        assert "Step 6 of 6" in trying.page()
        assert len(re.findall('class="line', trying.page())) >= 1, "the log tells of it"
    assert everything_stored(table_id) == before
    assert not Study.objects.exists()


@pytest.mark.parametrize("slug", slugs)
def test_others_are_answered_for_as_a_guess(slug: str) -> None:
    table_id, users = sampled(slug)
    deciding = Seat.objects.filter(table=table_id, deciding=True)
    asked = list(deciding.values_list("place", flat=True))
    bystander = (
        next(place for place in range(len(users)) if place not in asked)
        if len(asked) < len(users)
        else None
    )
    trying = Trying(client_of(None if bystander is None else users[bystander]), table_id)
    name = users[min(asked)].username
    assert f"You are answering for <strong>{name}</strong>" in trying.page()
    if len(asked) < len(users):
        own = Trying(client_of(users[asked[0]]), table_id)
        assert "You are answering for" not in own.page()


# --- Nothing leaks --------------------------------------------------------------------------------


def other_worlds(table_id: int, place: int | None, count: int) -> Iterator[None]:
    """The table as it is, then with everything changed that the seat cannot see."""
    row = table_load(table_id)
    rules = row.rules
    position, header = decode_position(rules, row.position or "")
    scramble, chooser = contract_of(row.game).scramble, random.Random(5)
    yield
    for number in range(count):
        other = Position(Rng(f"elsewhere {number}", 9), scramble(position.state, place, chooser))
        stored = encode_position(rules, other, header.number).decode()
        Table.objects.filter(pk=table_id).update(position=stored)
        yield


@pytest.mark.parametrize("slug", slugs)
@pytest.mark.parametrize(
    "phase",
    [
        pytest.param("opening", marks=pytest.mark.slow),
        "middle",
        pytest.param("late", marks=pytest.mark.slow),
    ],
)
def test_worlds_that_look_the_same_give_the_same_pages(slug: str, phase: samples.Phase) -> None:
    """Byte for byte, also after moves, chance and other draws: nothing hidden has a part in it."""
    table_id, users = sampled(slug, phase)
    for place, user in ((0, users[0]), (None, None)):
        told = []
        stored = Table.objects.get(pk=table_id).position
        for _ in other_worlds(table_id, place, 2):
            trying = Trying(client_of(user), table_id)
            pages = [trying.page(), trying.live()]
            trying.play_on(4, seed=1)
            pages += [trying.page(), trying.live()]
            trying.act("draw")
            pages += [trying.page()]
            told.append(pages)
        Table.objects.filter(pk=table_id).update(position=stored)
        assert told[0] == told[1] == told[2], place


def test_the_worlds_of_that_test_do_differ() -> None:
    """Else it could not fail: the table's own page after a move shows what was hidden."""
    table_id, _users = sampled("port_royal")
    positions = set()
    for _ in other_worlds(table_id, 0, 2):
        positions.add(str(Table.objects.get(pk=table_id).position))
    assert len(positions) == 3


def test_what_is_drawn_has_nothing_to_do_with_the_table(begin: Begin) -> None:
    """A bid that is sealed already: the copy opens one of its own, now this and now that."""
    playing = begin(seats=2)
    playing.play(1, 3)
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    opened = set()
    for _ in range(12):
        trying.play({"kind": "Bid", "coins": 0})
        opened.add(re.search(r"The bids: 0, (\d)", trying.page())[1])  # type: ignore[index]
        trying.act("remove", answer=0)
        trying.act("draw")
    assert len(opened) > 2


def test_a_private_table_is_no_more_open_than_before(begin: Begin) -> None:
    playing = begin(seats=2, private=True)
    stranger = client_of(people_make("zoe")[0])
    here = f"/tables/{playing.id}/what-if/"
    for client in (Client(), stranger):
        assert client.get(here).status_code == 404
        assert client.get(f"{here}1/").status_code == 404
        for act in ("moves", "back", "forward", "go", "remove", "note", "draw", "keep", "plan"):
            for kind in ("application/json", "application/x-www-form-urlencoded"):
                asked = [
                    client.post(f"/tables/{table_id}/what-if/1/{act}", "", kind)
                    for table_id in (playing.id, 424242)
                ]
                assert asked[0].status_code == asked[1].status_code, act
                assert asked[0].content == asked[1].content
            assert KEY not in client.session
        assert client.get(f"{here}1/live").status_code == 404
        assert client.post(f"{here}open", {"line": 1}).status_code == 404


KEY = "what_if"


# --- Steps ----------------------------------------------------------------------------------------


def test_steps_go_back_and_forward_and_all_can_be_removed(begin: Begin) -> None:
    playing = begin(seats=2)
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    pages = [trying.page()]
    for _ in range(3):
        assert trying.play_on(1) == 1
        pages.append(trying.page())
    trying.act("back")
    trying.act("back")
    assert "Step 1 of 3" in trying.page()
    trying.act("forward")
    assert "Step 2 of 3" in trying.page()
    trying.act("forward")
    trying.act("forward")
    assert trying.page() == pages[3], "there is nothing after the last"
    for _ in range(4):
        trying.act("back")
    assert "Step 0 of 3" in trying.page()
    assert trying.play(trying.moves()[0]).json() == {"number": 2}
    assert "Step 1 of " in trying.page()
    trying.act("remove", answer=0)
    assert trying.page() == pages[0]


def test_another_draw_keeps_the_moves_as_far_as_they_are_possible() -> None:
    table_id, users = sampled("port_royal")
    trying = Trying(client_of(users[0]), table_id)
    trying.play_on(12, seed=3)
    cut = 0
    for _ in range(6):
        trying.act("draw")
        page = trying.page()
        step = int(re.search(r"Step (\d+) of", page)[1])  # type: ignore[index]
        assert step <= 12
        assert ("were not possible" in page) == (step < 12)
        cut += step < 12
    assert cut, "other cards allow other moves"
    assert "draw 7" in trying.page()


def test_a_line_to_the_end_has_a_result(begin: Begin) -> None:
    playing = begin(seats=2)
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    assert trying.play_on(MOST_MOVES) < MOST_MOVES
    page = trying.page()
    assert "has won" in page or "have won" in page
    assert trying.play({"kind": "Bid", "coins": 0}).status_code == 409
    trying.act("back")
    assert trying.moves()


def test_a_line_is_not_longer_than_can_be_replayed() -> None:
    table_id, users = sampled("cuba", "opening")
    trying = Trying(client_of(users[0]), table_id)
    assert trying.play_on(MOST_MOVES) == MOST_MOVES
    assert "A line ends after 60 answers" in trying.page() and not trying.moves()
    question = {"question": "x", "move": {"kind": "Pass"}}
    refused = trying.client.post(f"{trying.here}moves", question, content_type="application/json")
    assert refused.status_code == 409


def test_few_courses_are_remembered(begin: Begin) -> None:
    playing = begin(seats=2)
    playing.play_on(8)
    client = client_of(playing.user_at(0))
    steps = list(range(1, MOST_KEPT + 3))
    for at in steps:
        Trying(client, playing.id, at).play_on(1)
    kept = client.session[KEY]
    assert list(kept) == [f"{playing.id}/{at}" for at in steps[-MOST_KEPT:]]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ('{"question": "%s", "move": {"kind": "Bid", "coins": 99}}', "not_possible"),
        ('{"question": "%s", "move": {"kind": "Fly"}}', "unknown_kind"),
        ('{"question": "%s", "move": {"kind": "Bid", "coins": "x"}}', "malformed_move"),
        ('{"question": "%.3s", "move": {"kind": "Bid", "coins": 1}}', "outdated"),
        ('["%s"]', "not_possible"),
    ],
)
def test_what_the_rules_do_not_offer_is_refused(begin: Begin, body: str, error: str) -> None:
    playing = begin(seats=2)
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    before = trying.page()
    answer = trying.client.post(
        f"{trying.here}moves", body % question_on(trying.page()), content_type="application/json"
    )
    assert answer.json()["error"] == error and answer.status_code in (409, 422)
    assert trying.page() == before


def test_it_works_by_forms(begin: Begin) -> None:
    playing = begin(seats=2)
    trying = Trying(Client(), playing.id)
    told = {"question": question_on(trying.page()), "move": '{"kind":"Bid","coins":1}'}
    answer = trying.client.post(f"{trying.here}moves", told)
    assert answer.status_code == 302 and answer.headers["Location"] == trying.here
    assert "Step 1 of 1" in trying.page()
    refused = trying.client.post(f"{trying.here}moves", told, follow=True)
    assert "The question has changed" in refused.text


def test_too_much_at_once_is_refused(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = begin(seats=2)
    monkeypatch.setattr(buckets.trials_of_moves, "rate", Rate(2, 2))
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    codes = []
    for _ in range(3):
        answer = trying.client.post(f"{trying.here}draw", "{}", content_type="application/json")
        codes.append(answer.status_code)
    assert codes == [200, 200, TooMany.status]


# --- Where it starts ------------------------------------------------------------------------------


def test_it_starts_where_one_looks_back_to_and_says_that_the_table_went_on(begin: Begin) -> None:
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    first = Trying(client, playing.id)
    assert first.here.endswith("/what-if/1/") and "The table has moved on since" not in first.page()
    link = f'href="/tables/{playing.id}/what-if/"'
    assert link in client.get(f"/tables/{playing.id}/").text
    first.play_on(1)
    playing.play_on(3)
    assert "The table has moved on since" in first.page() and "Step 1 of" in first.page()
    then = client.get(f"/tables/{playing.id}/?at=1").text
    assert f'href="/tables/{playing.id}/what-if/?at=1"' in then
    now = Trying(client, playing.id)
    assert now.here != first.here and "Step 0 of 0" in now.page()
    assert Trying(client, playing.id, 1).here == first.here


def test_a_step_that_was_taken_back_is_left(begin: Begin) -> None:
    playing = begin(seats=2)
    playing.play(0, 2)
    client = client_of(playing.user_at(0))
    trying = Trying(client, playing.id)
    assert trying.here.endswith("/2/")
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert client.get(trying.here).headers["Location"].endswith("/what-if/1/")
    answer = client.post(f"{trying.here}draw", "{}", content_type="application/json")
    assert answer.json()["error"] == "outdated"


@pytest.mark.parametrize("slug", slugs)
def test_after_the_end_earlier_positions_can_be_tried(slug: str) -> None:
    table_id, users = sampled(slug, "ended")
    trying = Trying(client_of(users[0]), table_id)
    assert not trying.moves(), "the game is over"
    middle = table_load(table_id).number // 2
    earlier = Trying(client_of(users[0]), table_id, middle)
    assert earlier.play_on(3) == 3


def test_rules_that_cannot_draw_say_so(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = begin(seats=2)

    def none(view: Any, rng: Any) -> Any:
        raise NotImplementedError

    monkeypatch.setattr(GAMES["pier"], "determine", none)
    answer = Client().get(f"/tables/{playing.id}/what-if/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/tables/{playing.id}/"
    assert "Nothing can be tried out" in answer.text


def listed(page: str) -> list[str]:
    """The numbers of the answers of the tree."""
    return re.findall(r'data-tried="(\d+)"', page[page.index('class="leave tree"') :])


def test_another_answer_leaves_the_first_one_in_the_tree(begin: Begin) -> None:
    playing = begin(seats=2)
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    for coins in (1, 2, 3):
        trying.play({"kind": "Bid", "coins": coins})
        trying.act("back")
    assert listed(trying.page()) == ["0", "1", "2", "3"]
    trying.act("go", answer=2)
    assert re.search(r'data-tried="2"[^>]*aria-current="step"', trying.page())
    as_json = trying.client.post(f"{trying.here}go", {"answer": "3"}, "application/json")
    assert as_json.json() == {"number": 2}
    assert re.search(r'data-tried="3"[^>]*aria-current="step"', trying.page())
    trying.act("remove", answer=3)
    assert listed(trying.page()) == ["0", "1", "2"]


@pytest.mark.parametrize("answer", ["9", "-1", "x", "", "1" * 400])
def test_an_answer_that_is_not_there_is_refused(begin: Begin, answer: str) -> None:
    playing = begin(seats=2)
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    trying.play({"kind": "Bid", "coins": 1})
    before = trying.page()
    for act in ("go", "remove"):
        for body in (f'{{"answer": "{answer}"}}', "{}", "[]", "{"):
            refused = trying.client.post(f"{trying.here}{act}", body, "application/json")
            assert refused.status_code == 422, (act, body)
        trying.act(act, answer=answer)
        assert "That answer is not there any more." in trying.page()
    assert trying.page() == before


def test_a_tree_ends_somewhere(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_ANSWERS", 2)
    playing = begin(seats=2)
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    for coins, status in ((0, 200), (1, 200), (2, 422), (1, 200)):
        assert trying.play({"kind": "Bid", "coins": coins}).status_code == status
        trying.act("back")
