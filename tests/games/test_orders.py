"""Standing orders: a kind of plan, given in the page or the API, and nobody else's business."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from msgspec import inspect
from msgspec.structs import replace

from accounts.people.leaving import all_about
from games.changing import plan_changes, services
from games.judging.plan_verdicts import PlanStep, judge_orders
from games.models import LogEntry, Plan, Seat
from games.page import rendering
from games.page.forms import OrdersForm, choices_in, is_set
from games.rules.guatemala_cafe.state import Orders
from games.rules.registry import GAMES
from games.storing.rows import SeatRow, table_load
from games.telling.history import position_of
from games.telling.plan_reading import plans_at, plans_due, plans_to_look_at
from games.telling.updates import table_update
from tests.people import client_of
from tests.rules.playing import playout
from tests.sent import update_sent
from tools.seating import position_store

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


def answered(playing: Any) -> int:
    """Let the worker look, and give what is planned at its time; how many answers that were."""
    now = timezone.now()
    for plan_id in plans_to_look_at():
        plan_changes.plan_look(plan_id=plan_id, now=now)
    due = plans_due(now, timedelta(days=1))
    assert all(at > now for _, at in due), "never at once"
    return sum(plan_changes.plan_play(plan_id=plan_id, now=at) for plan_id, at in due)


def given(playing: Any, place: int) -> Any:
    """The standing orders that are stored for a seat."""
    return plans_at(playing.user_at(place).pk, playing.id).orders


def order(playing: Any, place: int, **orders: Any) -> None:
    plan_changes.orders_set(table_id=playing.id, user_id=playing.user_at(place).pk, orders=orders)


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
        {"auto_decline": "never"},
        {"auto_decline": "always"},
        {"auto_decline": "colours", "colours": ["black"]},
        {"auto_decline": "colours", "colours": ["white"]},
    ],
    ids=str,
)
@pytest.mark.parametrize("bot", [False, True], ids=["person", "bot"])
def test_an_answer_does_not_depend_on_the_hand(
    begin: Callable[..., Any], orders: dict[str, Any], bot: bool
) -> None:
    """The same verdict, with a sack or without; and none while a bot plays for the seat."""
    seen = []
    for hand in ({"black": 2}, {"white": 2}):
        playing = begin(game=CAFE, options={"setup": "fixed", "buyer_start": 0})
        other = 1 - playing.asked()[0]
        hands = [{"white": 2}, {"white": 2}]
        hands[other] = hand
        give_sacks(playing, hands)
        announce_black(playing)
        Seat.objects.filter(table_id=playing.id, place=other).update(bot="greedy" if bot else "")
        verdict = judge_orders(table_load(playing.id), other, orders, None, timezone.now())
        seen.append((verdict.kind, verdict.move, verdict.follows))
    assert seen[0] == seen[1]
    declines = not bot and orders in ({"auto_decline": "always"}, orders | {"colours": ["black"]})
    assert (seen[0][0] == "answer") == declines


def test_orders_given_in_the_page_are_obeyed(cafe: Any) -> None:
    announcer = cafe.asked()[0]
    other = client_of(cafe.user_at(1 - announcer))
    page = other.get(f"/tables/{cafe.id}/").text
    assert f'data-part="/tables/{cafe.id}/ordered"' in page and 'href="?orders=1#orders"' in page
    assert "orders-auto_decline" not in page, "the form comes when its fold is opened"
    posted = {"orders-auto_decline": "colours", "orders-colours": ["black", "brown"]}
    response = other.post(f"/tables/{cafe.id}/orders", posted)
    assert response.status_code == 302
    kept = given(cafe, 1 - announcer)
    assert kept.orders == {"auto_decline": "colours", "colours": ["black", "brown"]}
    assert answered(cafe) == 0, "nothing is asked that they answer"
    announce_black(cafe)
    assert moves_of(cafe)[-1] == (announcer, ""), "nothing at once: that would tell"
    assert answered(cafe) == 1
    assert moves_of(cafe)[-1] == (1 - announcer, "orders")
    assert cafe.asked() == [announcer], "who must lay a sack"
    for again in (f"/tables/{cafe.id}/ordered", f"/tables/{cafe.id}/?orders=1"):
        assert '<option value="colours" selected' in other.get(again).text
    assert answered(cafe) == 0 and given(cafe, 1 - announcer), "they hold on"


def test_orders_hold_for_the_question_that_is_asked_already(cafe: Any) -> None:
    announcer = announce_black(cafe)
    order(cafe, 1 - announcer, auto_decline="always")
    assert answered(cafe) == 1
    assert moves_of(cafe)[-1] == (1 - announcer, "orders")


def test_who_is_quicker_than_their_orders_has_answered(cafe: Any) -> None:
    announcer = announce_black(cafe)
    order(cafe, 1 - announcer, auto_decline="always")
    now = timezone.now()
    for plan_id in plans_to_look_at():
        plan_changes.plan_look(plan_id=plan_id, now=now)
    ((plan_id, at),) = plans_due(now, timedelta(days=1))
    moves = [move["move"]["kind"] for move in cafe.question(1 - announcer)["moves"]]
    cafe.play(1 - announcer, next(i for i, kind in enumerate(moves) if kind != "Decline"))
    assert not plan_changes.plan_play(plan_id=plan_id, now=at)
    assert moves_of(cafe)[-1] == (1 - announcer, "")


def test_orders_wait_for_what_is_planned_step_by_step(cafe: Any) -> None:
    """Whoever has planned to block, and otherwise declines, blocks."""
    announcer = announce_black(cafe)
    other = 1 - announcer
    order(cafe, other, auto_decline="always")
    question = cafe.question(other)
    block = next(m["move"] for m in question["moves"] if m["move"]["kind"] != "Decline")
    row = table_load(cafe.id)
    step = PlanStep(other, block, question["key"])
    planned = {"table_id": cafe.id, "user_id": cafe.user_at(other).pk}
    plan_changes.plan_make(**planned, at=row.number, steps=[step], exact=False)
    assert answered(cafe) == 1
    assert moves_of(cafe)[-1] == (other, ""), "an answer of the plan is like one that was typed"
    announcement = LogEntry.objects.filter(table_id=cafe.id, kind="move").latest("number")
    assert announcement.move and json.loads(announcement.move) == block


def test_orders_go_on_once_what_was_planned_is_taken_back(cafe: Any) -> None:
    announcer = announce_black(cafe)
    other = 1 - announcer
    order(cafe, other, auto_decline="always")
    question = cafe.question(other)
    block = next(m["move"] for m in question["moves"] if m["move"]["kind"] != "Decline")
    step = PlanStep(other, block, question["key"])
    planned = {"table_id": cafe.id, "user_id": cafe.user_at(other).pk}
    plan_changes.plan_make(**planned, at=table_load(cafe.id).number, steps=[step], exact=False)
    for plan_id in plans_to_look_at():
        plan_changes.plan_look(plan_id=plan_id)
    assert plan_changes.plan_delete(**planned)
    assert not plan_changes.plan_delete(**planned), "the orders are no such plan"
    assert answered(cafe) == 1
    assert moves_of(cafe)[-1] == (other, "orders")


def replaced(seats: list[SeatRow], place: int, **fields: Any) -> list[SeatRow]:
    return [replace(seat, **fields) if seat.place == place else seat for seat in seats]


@pytest.mark.parametrize("change", ["resigned", "bot", "frozen", "paused"])
def test_when_orders_do_not_answer(cafe: Any, change: str) -> None:
    announcer = announce_black(cafe)
    row, other, now = table_load(cafe.id), 1 - announcer, timezone.now()
    rows = {
        "resigned": {"seats": replaced(row.seats, other, resigned=True)},
        "bot": {"seats": replaced(row.seats, other, bot="greedy")},
        "frozen": {"frozen": True},
        "paused": {"pause": (now - timedelta(hours=1), now + timedelta(hours=1))},
    }
    orders = {"auto_decline": "always"}
    assert judge_orders(row, other, orders, None, now).kind == "answer"
    kind = judge_orders(replace(row, **rows[change]), other, orders, None, now).kind
    assert kind == ("over" if change == "resigned" else "wait")


def test_orders_that_the_rules_no_longer_know_are_over(cafe: Any) -> None:
    other = 1 - announce_black(cafe)
    order(cafe, other, auto_decline="always")
    Plan.objects.filter(orders__isnull=False).update(orders={"old": True})
    assert client_of(cafe.user_at(other)).get(f"/tables/{cafe.id}/").status_code == 200
    assert answered(cafe) == 0 and given(cafe, other) is None


def test_orders_go_with_the_seat_and_the_table(cafe: Any) -> None:
    order(cafe, 0, auto_decline="always")
    order(cafe, 1, auto_decline="always")
    services.seat_resign(table_id=cafe.id, user_id=cafe.user_at(1).pk)
    assert answered(cafe) == 0
    assert not Plan.objects.exists(), "the table is over"


def test_one_kind_of_plan_at_a_time(cafe: Any) -> None:
    order(cafe, 0, auto_decline="always")
    order(cafe, 0, auto_decline="colours", colours=["black"])
    assert Plan.objects.get().orders == {"auto_decline": "colours", "colours": ["black"]}
    facts = {"user": cafe.user_at(0), "table_id": cafe.id, "at": 1, "made": 1}
    Plan.objects.create(**facts, steps=[])
    for more in ({}, {"orders": {"auto_decline": "always"}}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Plan.objects.create(**facts, **more)
    order(cafe, 0, auto_decline="never")
    assert Plan.objects.get().orders is None, "the usual orders need not be kept"


def test_orders_are_part_of_the_export(cafe: Any) -> None:
    order(cafe, 0, auto_decline="always")
    (plan,) = all_about(cafe.user_at(0))["plans"]
    assert plan["table"] == cafe.id
    assert plan["orders"] == {"auto_decline": "always", "colours": []}


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
            shown += [update.encoded().decode(), json.dumps(html), api]
        return shown

    before = seen()
    plan_changes.orders_set(table_id=cafe.id, user_id=owner.pk, orders={"auto_decline": "always"})
    assert seen() == before
    part, page = f"/tables/{cafe.id}/ordered", f"/tables/{cafe.id}/?orders=1"
    for address in (part, page):
        assert '<option value="always" selected' in client_of(owner).get(address).text
        rival = client_of(cafe.user_at(announcer)).get(address).text
        assert "orders-auto_decline" in rival and '<option value="always" selected' not in rival
    for outsider in (Client(), client_of(people[3])):
        assert "Standing orders" not in outsider.get(page).text
        assert outsider.get(part).status_code == 204
    assert client_of(people[3]).get(f"/api/v1/tables/{cafe.id}/orders").status_code == 403


def test_the_log_does_not_say_that_orders_answered(cafe: Any, people: list[Any]) -> None:
    announcer = cafe.asked()[0]
    owner = cafe.user_at(1 - announcer)
    plan_changes.orders_set(table_id=cafe.id, user_id=owner.pk, orders={"auto_decline": "always"})
    announce_black(cafe)
    assert answered(cafe) == 1 and moves_of(cafe)[-1] == (1 - announcer, "orders")
    for user in (owner, cafe.user_at(announcer), people[3]):
        update = update_sent(table_load(cafe.id), user.pk)
        declined = [e for e in update["events"] if e["event"] == "scoring_declined"]
        assert [event["by"] for event in declined] == [""]
        assert "orders" not in json.dumps(update["events"])


def test_wrong_orders_change_nothing(cafe: Any) -> None:
    place = cafe.asked()[0]
    client = client_of(cafe.user_at(place))
    wrong = client.post(f"/tables/{cafe.id}/orders", {"orders-auto_decline": "sometimes"})
    assert wrong.status_code == 422
    assert "sometimes is not one of the available choices" in wrong.content.decode()
    fold = '<details class="leave orders" id="orders" data-while-played open>'
    assert fold in wrong.text and fold in client.get(f"/tables/{cafe.id}/?orders=1").text
    api = f"/api/v1/tables/{cafe.id}/orders"
    for orders in ({"auto_decline": "sometimes"}, {"loud": True}, {"colours": ["pink"]}, "none", 3):
        response = client.post(api, {"orders": orders}, "application/json")
        assert response.status_code == 422, orders
    assert client.post(api, {}, "application/json").status_code == 422
    assert not Plan.objects.exists()


def test_orders_by_the_api(cafe: Any, people: list[Any]) -> None:
    client = client_of(cafe.user_at(0))
    api = f"/api/v1/tables/{cafe.id}/orders"
    usual = msgspec.to_builtins(Orders())
    assert client.get(api).json() == {"orders": {**usual, "colours": []}}
    kept = client.post(api, {"orders": {"auto_decline": "always"}}, "application/json")
    assert kept.json() == {"orders": {"auto_decline": "always", "colours": []}}
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
    assert "Standing orders" not in client.get(f"/tables/{playing.id}/?orders=1").text
    assert client.get(f"/tables/{playing.id}/ordered").status_code == 204
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


def orders_of(kind: type[msgspec.Struct]) -> list[Any]:
    """All orders that can be made of such choices, of each set nothing or all."""
    values = []
    for choice, _usual in choices_in(kind):
        if is_set(choice.type):
            assert isinstance(choice.type, inspect.VarTupleType)
            members: Any = choice.type.item_type
            values.append([(), tuple(members.values)])
        elif isinstance(choice.type, inspect.LiteralType):
            values.append(list(choice.type.values))
        else:
            assert isinstance(choice.type, inspect.BoolType)
            values.append([False, True])
    return [kind(*made) for made in itertools.product(*values)]


@pytest.mark.parametrize("slug", [slug for slug, rules in GAMES.items() if rules.orders_type])
def test_what_orders_answer_is_offered(slug: str) -> None:
    """And the usual ones answer nothing, so that a seat without any is asked."""
    rules, obeyed = GAMES[slug], 0
    kind = rules.orders_type
    assert kind is not None
    for seed in range(3):
        for turn in playout(rules, seed):
            for decision in turn.step.decisions:
                assert rules.obey(turn.step.position.state, decision, kind()) is None
                for orders in orders_of(kind):
                    move = rules.obey(turn.step.position.state, decision, orders)
                    assert move is None or move in decision.moves
                    obeyed += move is not None
    assert obeyed
