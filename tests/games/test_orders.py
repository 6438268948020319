"""Standing orders: given in the page or the API, obeyed at a real table, nobody else's business."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.changing import services
from games.judging import turns
from games.models import LogEntry, Seat
from games.page import rendering
from games.page.forms import OrdersForm
from games.rules.guatemala_cafe.state import Orders
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.telling.history import position_of
from games.telling.updates import table_update
from tests.people import client_of
from tests.seating import position_store

pytestmark = pytest.mark.django_db
CAFE = "guatemala_cafe"


def give_sacks(playing: Any, hands: list[dict[str, int]]) -> None:
    """Let the seats hold these sacks; whose turn it is stands beside a black one on the board."""
    position = position_of(table_load(playing.id))
    assert position is not None
    state = position.state
    for player, hand in zip(state.players, hands, strict=True):
        player.sacks = {colour: hand.get(colour, 0) for colour in player.sacks}
    state.phase, state.buyer = "action", 3  # the column of the black sack
    position_store(playing.id, position)


def announce_black(playing: Any) -> int:
    """The seat that announces the scoring of black."""
    place: int = playing.asked()[0]
    question = playing.question(place)
    kinds = [(move["move"]["kind"], move["move"].get("colour")) for move in question["moves"]]
    playing.play(place, kinds.index(("Announce", "black")))
    return place


@pytest.fixture
def cafe(begin: Callable[..., Any]) -> Any:
    """Two at a table of Guatemala Café, both with a black sack, one about to announce."""
    playing = begin(game=CAFE, options={"setup": "fixed", "buyer_start": 0})
    give_sacks(playing, [{"black": 1, "white": 1}, {"black": 1, "brown": 1}])
    return playing


def moves_of(playing: Any) -> list[tuple[int | None, str]]:
    entries = LogEntry.objects.filter(table_id=playing.id, kind="move").order_by("number")
    return list(entries.values_list("place", "by"))


def test_who_can_block_is_asked(cafe: Any) -> None:
    announcer = announce_black(cafe)
    assert cafe.asked() == [1 - announcer]


def test_who_cannot_block_is_asked_as_well(cafe: Any) -> None:
    """Without orders nobody is answered for: an answer at once would tell of the hand."""
    give_sacks(cafe, [{"white": 2}, {"white": 2}])
    announcer = announce_black(cafe)
    assert moves_of(cafe)[-1] == (announcer, "")
    assert cafe.asked() == [1 - announcer]
    question = cafe.question(1 - announcer)
    assert question["key"] == "blockade" and len(question["moves"]) == 1


@pytest.mark.parametrize(
    "orders",
    [
        None,
        {"auto_decline": "never"},
        {"auto_decline": "always"},
        {"auto_decline": "colours", "colours": ["black"]},
        {"auto_decline": "colours", "colours": ["white"]},
    ],
    ids=str,
)
@pytest.mark.parametrize("bot", [False, True], ids=["person", "bot"])
def test_what_is_seen_of_an_answer_does_not_depend_on_the_hand(
    begin: Callable[..., Any], orders: Any, bot: bool
) -> None:
    """The same entries, the same seats asked, the same jobs owed, with a sack or without."""
    seen = []
    for hand in ({"black": 2}, {"white": 2}):
        playing = begin(game=CAFE, options={"setup": "fixed", "buyer_start": 0})
        give_sacks(playing, [{"white": 2}, {"white": 2}])
        other = 1 - playing.asked()[0]
        hands = [{"white": 2}, {"white": 2}]
        hands[other] = hand
        give_sacks(playing, hands)
        seat = Seat.objects.filter(table_id=playing.id, place=other)
        seat.update(orders=orders, bot="greedy" if bot else "")
        row = table_load(playing.id)
        announcer = row.seats[1 - other]
        position = position_of(row)
        assert position is not None
        (decision,) = row.rules.pending(position.state)
        announce = next(m for m in decision.moves if getattr(m, "colour", "") == "black")
        draft = turns.Draft(row, timezone.now())
        draft.play(announcer.place, announce)
        change = draft.change()
        entries = [(entry.kind, entry.place, entry.by) for entry in change.entries]
        seen.append((entries, [d.seat == other for d in draft.decisions], change.jobs != []))
    assert seen[0] == seen[1]


def test_orders_that_looked_at_the_hand_are_no_more(cafe: Any) -> None:
    kept = {"auto_decline": "always", "colours": []}
    for place, orders in ((0, {"auto_decline": "cannot", "colours": []}), (1, kept)):
        Seat.objects.filter(table_id=cafe.id, place=place).update(orders=orders)
    migration = import_module("games.migrations.0008_orders_blind_to_hands")
    with connection.cursor() as cursor:
        cursor.execute(migration.ASKED_AGAIN)
    seats = Seat.objects.filter(table_id=cafe.id).order_by("place")
    assert list(seats.values_list("orders", flat=True)) == [None, kept]
    announce_black(cafe)


def test_orders_given_in_the_page_are_obeyed(cafe: Any) -> None:
    announcer = cafe.asked()[0]
    other = client_of(cafe.user_at(1 - announcer))
    page = other.get(f"/tables/{cafe.id}/").content.decode()
    assert "Standing orders" in page
    posted = {"orders-auto_decline": "colours", "orders-colours": ["black", "brown"]}
    response = other.post(f"/tables/{cafe.id}/orders", posted)
    assert response.status_code == 302
    seat = Seat.objects.get(table_id=cafe.id, place=1 - announcer)
    assert seat.orders == {"auto_decline": "colours", "colours": ["black", "brown"]}
    announce_black(cafe)
    assert moves_of(cafe)[-1] == (1 - announcer, "orders")
    assert cafe.asked() == [announcer], "who must lay a sack"


def test_an_order_to_be_asked_always_is_obeyed(cafe: Any) -> None:
    give_sacks(cafe, [{"white": 2}, {"white": 2}])
    announcer = cafe.asked()[0]
    user = cafe.user_at(1 - announcer)
    services.orders_set(table_id=cafe.id, user_id=user.pk, orders={"auto_decline": "never"})
    announce_black(cafe)
    assert cafe.asked() == [1 - announcer]


def test_nobody_learns_of_orders(cafe: Any, people: list[Any]) -> None:
    """Update, page and API are the same for the others, whatever a seat has ordered."""
    announcer = cafe.asked()[0]
    owner = cafe.user_at(1 - announcer)

    def seen() -> list[str]:
        shown = []
        for user in (cafe.user_at(announcer), people[3]):
            row = table_load(cafe.id)
            update = table_update(row, user.pk)
            scene = rendering.Scene(row, user, update)
            html = [*rendering.whole(scene.roots()).values(), scene.lines()]
            api = client_of(user).get(f"/api/v1/tables/{cafe.id}").content.decode()
            shown += [json.dumps(update), json.dumps(html), api]
        return shown

    before = seen()
    services.orders_set(table_id=cafe.id, user_id=owner.pk, orders={"auto_decline": "always"})
    assert seen() == before
    page = client_of(cafe.user_at(announcer)).get(f"/tables/{cafe.id}/").content.decode()
    assert '<option value="always" selected' not in page
    assert "Standing orders" not in Client().get(f"/tables/{cafe.id}/").content.decode()
    assert client_of(people[3]).get(f"/api/v1/tables/{cafe.id}/orders").status_code == 403


def test_the_log_does_not_say_that_orders_answered(cafe: Any, people: list[Any]) -> None:
    announcer = cafe.asked()[0]
    owner = cafe.user_at(1 - announcer)
    services.orders_set(table_id=cafe.id, user_id=owner.pk, orders={"auto_decline": "always"})
    announce_black(cafe)
    assert moves_of(cafe)[-1] == (1 - announcer, "orders")
    for user in (owner, cafe.user_at(announcer), people[3]):
        update = table_update(table_load(cafe.id), user.pk)
        declined = [e for e in update["events"] if e["event"] == "scoring_declined"]
        assert [event["by"] for event in declined] == [""]
        assert "orders" not in json.dumps(update["events"])


def test_wrong_orders_change_nothing(cafe: Any) -> None:
    place = cafe.asked()[0]
    client = client_of(cafe.user_at(place))
    wrong = client.post(f"/tables/{cafe.id}/orders", {"orders-auto_decline": "sometimes"})
    assert wrong.status_code == 422
    assert "sometimes is not one of the available choices" in wrong.content.decode()
    assert '<details class="leave orders" open>' in wrong.content.decode()
    api = f"/api/v1/tables/{cafe.id}/orders"
    for orders in ({"auto_decline": "sometimes"}, {"loud": True}, {"colours": ["pink"]}, "none", 3):
        response = client.post(api, {"orders": orders}, "application/json")
        assert response.status_code == 422, orders
    assert client.post(api, {}, "application/json").status_code == 422
    assert Seat.objects.filter(table_id=cafe.id, orders__isnull=False).count() == 0


def test_orders_by_the_api(cafe: Any, people: list[Any]) -> None:
    client = client_of(cafe.user_at(0))
    api = f"/api/v1/tables/{cafe.id}/orders"
    usual = msgspec.to_builtins(Orders())
    assert client.get(api).json() == {"orders": {**usual, "colours": []}}
    kept = client.post(api, {"orders": {"auto_decline": "never"}}, "application/json")
    assert kept.json() == {"orders": {"auto_decline": "never", "colours": []}}
    assert client.get(api).json() == kept.json()
    assert client.post(api, {"orders": None}, "application/json").json()["orders"] == {
        **usual, "colours": [],
    }  # fmt: skip
    assert Client().get(api).status_code == 401
    for outsider in (people[3], people[2]):
        body = {"orders": None}
        assert client_of(outsider).post(api, body, "application/json").status_code == 403
        assert client_of(outsider).post(f"/tables/{cafe.id}/orders", {}).status_code == 403


def test_a_game_without_orders_has_no_form(begin: Callable[..., Any]) -> None:
    playing = begin()
    client = client_of(playing.user_at(0))
    assert "Standing orders" not in client.get(f"/tables/{playing.id}/").content.decode()
    assert client.post(f"/tables/{playing.id}/orders", {}).status_code == 422
    body = {"orders": None}
    assert client.post(
        f"/api/v1/tables/{playing.id}/orders", body, "application/json"
    ).status_code == 422  # fmt: skip


def test_the_form_of_every_game_gives_its_usual_orders() -> None:
    with_orders = [rules for rules in GAMES.values() if rules.orders_type]
    assert {rules.slug for rules in with_orders} >= {CAFE, "cuba"}
    for rules in with_orders:
        kind = rules.orders_type
        assert kind is not None
        blank = OrdersForm(rules, {})
        assert set(blank.fields) == set(kind.__struct_fields__)
        for field in blank:
            assert f"orders.{field.name}" in rules.texts
            for value, label in getattr(field.field, "choices", ()):
                assert f"orders.{field.name}.{value}" in rules.texts, label
        sent = {f"orders-{name}": blank[name].value() for name in blank.fields}
        filled = OrdersForm(rules, {}, {k: v for k, v in sent.items() if v not in (False, [])})
        assert filled.is_valid(), filled.errors
        assert msgspec.convert(filled.orders(), kind) == kind()
