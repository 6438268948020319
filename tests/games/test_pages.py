"""The page of a table over HTTP, without a browser: who sees what, forms, looking back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import get_language

from games.changing import expiring, services
from games.models import Table
from games.page import rendering
from games.page.choices import icon_of_event
from games.rules.registry import GAMES
from tests.games.conftest import Playing
from tests.games.shown import OnShow
from tests.games.test_rendering import Elements
from tests.people import client_of
from tools.seating import position_changed

Begin = Callable[..., Playing]


def reading(playing: Playing, place: int | None) -> Client:
    """A browser in which the user of that seat is signed in."""
    return client_of(None if place is None else playing.user_at(place))


def page_of(client: Client, playing: Playing, query: str = "") -> str:
    answer = client.get(f"/tables/{playing.id}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def post(client: Client, playing: Playing, place: int, choice: int = 0, **more: str) -> Any:
    """Post an answer as the form in the panel does."""
    question = playing.question(place)
    move = json.dumps(question["moves"][choice]["move"])
    told = {"question": question["id"], "move": move, **more}
    return client.post(f"/tables/{playing.id}/moves", told)


def test_the_page_shows_the_question_to_the_one_who_is_asked(begin: Begin) -> None:
    playing = begin()
    asked = page_of(reading(playing, 0), playing)
    assert len(Elements(asked).values("value", "button")) > 5
    assert "How much do you bid" in asked
    watching = page_of(reading(playing, None), playing)
    assert 'name="move"' not in watching
    assert "You are watching" in watching
    assert "How much do you bid" not in watching


@pytest.mark.parametrize("game", [slug for slug in GAMES if rendering.has_board(slug)])
def test_every_drawing_that_a_page_uses_is_in_it(begin: Begin, game: str) -> None:
    page = Elements(page_of(reading(playing := begin(game=game), 0), playing))
    used = {name for name in page.values("href", "use") if name.startswith("#")}
    assert used
    assert used <= {f"#{name}" for name in page.values("id")}


@pytest.mark.parametrize(
    ("game", "event", "facts", "symbol"),
    [
        ("santiago_de_cuba", "cuban_used.maria", {"cuban": "maria", "points": 2}, "bust-maria"),
        ("port_royal", "turned_ship", {"card": 93, "coins": 2}, "ship-red"),
        ("guatemala_cafe", "worker_placed", {"colour": "russet"}, "worker-russet"),
        ("cuba", "built", {"building": "crane", "field": "A3"}, "house-crane"),
        ("cuba", "bid_sealed", {"seat": 1}, ""),
        ("port_royal", "bust", {"card": None}, ""),
        ("pier", "bid", {"coins": 3}, ""),
    ],
)
def test_a_line_of_the_log_shows_what_it_is_about(
    game: str, event: str, facts: dict[str, Any], symbol: str
) -> None:
    icon = icon_of_event(game, event, facts)
    assert (f'href="#{symbol}"' in icon) if symbol else not icon


def test_nothing_inline_but_data(begin: Begin) -> None:
    for place in (0, None):
        playing = begin(game="santiago_de_cuba")
        for tag, given in Elements(page_of(reading(playing, place), playing)).found:
            assert "style" not in given
            assert not any(name.startswith("on") for name in given)
            assert tag != "style"
            if tag == "script" and "src" not in given:
                assert given["type"] == "application/json"


def test_a_private_table_is_not_there_for_others(begin: Begin, people: list[Any]) -> None:
    playing = begin(private=True)
    stranger = client_of(people[3])
    for client in (Client(), stranger):
        assert client.get(f"/tables/{playing.id}/").status_code == 404
        assert client.get(f"/tables/{playing.id}/live").status_code == 404
        assert client.post(f"/tables/{playing.id}/moves", {}).status_code == 404
    assert page_of(reading(playing, 1), playing)


def test_an_open_table_has_its_waiting_room(people: list[Any]) -> None:
    table = Table.objects.create(game="pier", host=people[0], seats_min=2, seats_max=4)
    answer = Client().get(f"/tables/{table.pk}/")
    assert answer.status_code == 302
    assert answer["Location"] == f"/lobby/tables/{table.pk}/"
    assert Client().get("/tables/4711/").status_code == 404


def test_a_form_plays_a_move_without_scripts(begin: Begin) -> None:
    playing = begin()
    client = reading(playing, 0)
    answer = post(client, playing, 0, choice=2)
    assert answer.status_code == 302
    assert answer["Location"] == f"/tables/{playing.id}/"
    assert playing.asked() == [1]
    assert "’s turn" in page_of(client, playing)


def test_a_final_move_is_asked_about_first(begin: Begin) -> None:
    playing = begin()
    playing.play(0)
    client = reading(playing, 1)
    asked = post(client, playing, 1)
    assert asked.status_code == 200
    text = asked.content.decode()
    assert "cannot be taken back" in text
    assert playing.asked() == [1], "nothing is played yet"
    page = Elements(text)
    moves = [given["value"] for _, given in page.found if given.get("name") == "move"]
    assert [json.loads(move or "") for move in moves] == [{"kind": "Bid", "coins": 0}]
    assert "confirmed" in page.values("name", "input")
    assert post(client, playing, 1, confirmed="1").status_code == 302
    assert playing.kinds()[-1] == "move"


def test_refusals_show_the_table_again_with_a_reason(begin: Begin) -> None:
    playing = begin()
    client = reading(playing, 0)
    old = playing.question(0)["id"]
    playing.play(0)
    before = playing.kinds()
    for told, status, reason in (
        ({"question": old, "move": '{"kind":"Bid","coins":1}'}, 409, "question has changed"),
        ({"question": old, "move": "nonsense"}, 422, "not possible now"),
        ({}, 422, "not possible now"),
    ):
        answer = client.post(f"/tables/{playing.id}/moves", told)
        assert answer.status_code == status
        assert reason in answer.content.decode()
    assert playing.kinds() == before


def test_spectators_cannot_answer(begin: Begin, people: list[Any]) -> None:
    playing = begin()
    stranger = client_of(people[3])
    assert post(stranger, playing, 0).status_code == 403
    visitor = post(Client(), playing, 0)
    assert visitor.status_code == 302
    assert visitor["Location"] == f"/accounts/login/?next=/tables/{playing.id}/"
    assert playing.kinds() == ["start"]


def test_take_back_is_offered_exactly_when_it_works(begin: Begin) -> None:
    playing = begin()
    client = reading(playing, 0)
    assert "Take back" not in page_of(client, playing)
    playing.play(0)
    assert "Take back" in page_of(client, playing)
    assert "Take back" not in page_of(reading(playing, 1), playing)
    assert client.post(f"/tables/{playing.id}/undo").status_code == 302
    assert playing.asked() == [0, 1]
    text = page_of(client, playing)
    assert "Take back" not in text
    assert "takes back a move" in text
    assert len([c for c in Elements(text).values("class", "li") if "undone" in c]) == 1
    playing.play(0)
    playing.play(1)  # opens the bids
    refused = client.post(f"/tables/{playing.id}/undo")
    assert refused.status_code == 409
    assert "Take back" not in page_of(client, playing)


def test_giving_up_asks_first(begin: Begin) -> None:
    playing = begin(seats=3)
    client = reading(playing, 0)
    asked = client.post(f"/tables/{playing.id}/resign")
    assert "Give up this game for good?" in asked.content.decode()
    assert playing.kinds() == ["start"]
    assert client.post(f"/tables/{playing.id}/resign", {"confirmed": "1"}).status_code == 302
    assert playing.kinds() == ["start", "resign"]
    text = page_of(client, playing)
    assert "has given up" in text
    assert 'name="move"' not in text


def test_giving_up_against_one_ends_the_game(begin: Begin) -> None:
    playing = begin(seats=2)
    client, rival = reading(playing, 0), playing.user_at(1).username
    assert f"Then {rival} wins." in page_of(client, playing)
    assert f"Then {rival} wins." in client.post(f"/tables/{playing.id}/resign").content.decode()
    client.post(f"/tables/{playing.id}/resign", {"confirmed": "1"})
    text = page_of(client, playing)
    assert f"{rival} has won" in text
    assert "All others have given up." in text
    assert ">None<" not in text


def test_who_was_away_can_sit_down_again(begin: Begin) -> None:
    playing = begin(days_per_move=1)
    seat = playing.table.seats.get(place=0)
    past = timezone.now() - timezone.timedelta(days=2)
    playing.table.seats.filter(place=0).update(deadline=past)
    seat.refresh_from_db()
    expiring.decision_expire(table_id=playing.id, place=0, deadline=seat.deadline)
    client = reading(playing, 0)
    text = page_of(client, playing)
    assert "A bot plays for you" in text
    assert client.post(f"/tables/{playing.id}/return").status_code == 302
    text = page_of(client, playing)
    assert "A bot plays for you" not in text
    assert "How much do you bid" in text


def test_a_frozen_table_says_so(begin: Begin) -> None:
    playing = begin()
    services.table_freeze(table_id=playing.id, reason="the trace of a failure")
    text = page_of(reading(playing, 0), playing)
    assert "This table has stopped" in text
    assert "the trace of a failure" not in text
    assert 'name="move"' not in text
    refused = reading(playing, 0).post(f"/tables/{playing.id}/undo")
    assert refused.status_code == 423


def test_a_table_whose_position_cannot_be_read_is_still_a_page(begin: Begin) -> None:
    playing = begin()
    with position_changed(playing.id) as position:
        position["version"] = 99
    text = page_of(reading(playing, 0), playing)
    assert "The board cannot be shown" in text


def test_the_end_shows_the_standings(begin: Begin) -> None:
    playing = begin()
    while playing.table.status == "playing":
        playing.play(playing.asked()[0], -1)
    text = page_of(reading(playing, 0), playing)
    outcome = playing.table.outcome
    winner = playing.user_at(outcome["standings"][0]["seat"]).username
    first = min(outcome["standings"], key=lambda s: s["rank"])
    assert str(first["score"]) in text
    assert "No crate is left" in text
    assert winner in text
    assert 'name="move"' not in text


def test_a_closed_table_says_why(begin: Begin) -> None:
    playing = begin()
    services.table_close(table_id=playing.id, reason="timeout")
    text = page_of(reading(playing, 0), playing)
    assert "The table is closed" in text
    assert "time ran out" in text


def test_looking_back(begin: Begin) -> None:
    playing = begin(game="santiago_de_cuba", seats=2)
    playing.play_on(9)
    client = reading(playing, 0)
    last = playing.table.number
    whole = [int(n) for n in set(Elements(page_of(client, playing)).values("data-entry", "li"))]
    assert max(whole) == last

    def board(query: str) -> str:
        text = page_of(client, playing, query)
        found = re.search(r'<svg [^>]*class="santiago".*?</svg>\s*</div></div>', text, re.DOTALL)
        assert found
        return found[0]

    now = board("")
    assert board(f"?at={last}") == now, "the last step is now"
    assert board("?at=first") != now
    assert board("?at=first") == board("?at=1") == board("?at=0")
    assert board("?at=back") == board(f"?at={last - 1}")
    assert board("?at=nonsense") == now
    past = page_of(client, playing, "?at=2")
    assert "You are looking back" in past
    assert 'name="move"' not in past, "nothing is played from the past"
    assert {"first", "back", "forward", "last", "turn"} <= set(Elements(past).values("data-step"))


def test_moves_that_were_taken_back_are_no_steps(begin: Begin) -> None:
    playing = begin()
    playing.play(0)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    playing.play(1)
    text = page_of(reading(playing, 0), playing, "?at=4")
    assert "You are looking back" not in text, "the second of two steps is now"
    assert "Step 1 of 2" in page_of(reading(playing, 0), playing, "?at=3")


def test_looking_back_shows_what_the_viewer_could_see_then(begin: Begin) -> None:
    playing = begin(game="pier")
    playing.play(0, 3)
    mine = page_of(reading(playing, 0), playing, "?at=2")
    others = page_of(reading(playing, 1), playing, "?at=2")
    assert "ana" in mine
    place = playing.table.seats.get(place=0).place
    bids = [
        re.findall(rf'data-tick="bid:{place}">(.*?)<', text, re.DOTALL)[0]
        for text in (mine, others)
    ]
    assert "3" in bids[0]
    assert "3" not in bids[1]


def test_the_live_answer_has_the_parts_that_a_page_has_not(begin: Begin) -> None:
    playing = begin()
    playing.play(0)
    client = reading(playing, 1)
    address = f"/tables/{playing.id}/live"
    answer = client.get(f"{address}?since=1").json()
    assert answer["number"] == 2
    assert answer["lines"].count("<li") == 1
    on_show = OnShow()
    on_show.put(answer)
    page = page_of(client, playing)
    for name, html in on_show.document().items():
        assert html in page, name
    told = {"headers": {"parts": "".join(on_show.hashes())}}
    assert client.get(address, **told).json()["parts"] == {}
    past = client.get(f"{address}?since=1&at=1", **told).json()
    assert past["past"] == 1
    assert "panel" in past["parts"]
    assert "board" not in past["parts"], "no crate has moved"


def test_the_trail_since_my_turn(begin: Begin) -> None:
    playing = begin(game="santiago_de_cuba")

    def trail(place: int | None) -> dict[str, str]:
        text = page_of(reading(playing, place), playing)
        found = re.search(r'<script id="trail" type="application/json">(.*?)</script>', text)
        assert found
        return json.loads(found[1])

    first = playing.asked()[0]
    playing.play(first)
    driver = playing.asked()[0]
    assert trail(None) == {}
    while playing.asked() == [driver]:
        playing.play(driver)
    other = 1 - driver
    if first == other:
        assert trail(other)["car"] == "station:0"
    assert "car" not in trail(driver), "my own moves leave no trail for me"


def test_a_long_log_shows_its_end_first(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = begin(game="santiago_de_cuba")
    playing.play_on(12)
    reader = Client()

    def shown(query: str = "") -> tuple[int, int]:
        text = reader.get(f"/tables/{playing.id}/{query}").content.decode()
        entries = [int(number) for number in re.findall(r'data-entry="(\d+)"', text)]
        return min(entries), max(entries)

    number = playing.table.number
    assert shown() == (1, number)
    assert "?log=all" not in page_of(reader, playing)
    assert reader.get(f"/tables/{playing.id}/earlier").text == ""
    monkeypatch.setattr("games.telling.updates.LOG_SHOWN", 5)
    assert shown() == (number - 4, number)
    assert f"{number - 5} earlier entries" in page_of(reader, playing)
    assert shown("?log=all") == shown("?at=3") == (1, number)
    assert f'data-part="/tables/{playing.id}/earlier?before={number - 4}"' in page_of(
        reader, playing
    )
    assert shown(f"earlier?before={number - 4}") == (1, number - 5)


def test_a_page_has_all_that_has_happened_since_a_turn_or_that_was_not_seen(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.telling.updates.LOG_SHOWN", 2)
    playing = begin(game="santiago_de_cuba", seats=3)

    def entries(client: Client, query: str = "") -> list[tuple[int, str]]:
        found = re.findall(
            r'data-entry="(\d+)" data-place="(\d*)"', page_of(client, playing, query)
        )
        return [(int(number), place) for number, place in found]

    clients = [reading(playing, place) for place in range(3)]
    assert {entries(client)[0][0] for client in clients} == {1}, "none of them has moved"
    playing.play_on(25)
    log = playing.table.log
    longest = 0
    for place, client in enumerate(clients):
        told = [(number, at) for number, at in entries(client, "?log=all") if at]
        others = max(number for number, at in told if at != str(place))
        turn = max(number for number, at in told if at == str(place) and number < others)
        assert entries(client)[0][0] == min(turn, playing.table.number - 1)
        longest = max(longest, playing.table.number - turn)
        log.filter(place=place).update(by="greedy")  # so its user has seen none of its moves
        assert entries(client)[0][0] == 1
        playing.table.seats.filter(place=place).update(shown=turn - 2)
        assert entries(client)[0][0] == min(turn - 1, playing.table.number - 1)
    assert longest > 2, "else it was the end of the log for everybody"


def test_german(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str | None] = []

    def active() -> str | None:
        asked.append(get_language())
        return asked[-1]

    monkeypatch.setattr("games.page.saying.get_language", active)
    playing = begin(game="santiago_de_cuba")
    client = reading(playing, playing.asked()[0])
    text = client.get(f"/tables/{playing.id}/", headers={"accept-language": "de"}).content.decode()
    assert "Du bist dran" in text
    assert "Your turn" not in text
    entries = len(set(re.findall(r'data-entry="\d+"', text)))
    assert set(asked) == {"de"} and len(asked) <= 4 + entries, "not at each of some 150 texts"


def test_an_answer_says_what_it_leads_to(begin: Begin) -> None:
    playing = begin(game="santiago_de_cuba")
    (place,) = playing.asked()
    playing.play(place)  # the die that stays off the ship
    (place,) = playing.asked()
    notes = [move["note"] for move in playing.question(place)["moves"] if move["note"]]
    shown = re.findall(
        r'<span class="leads-to">(.*?)</span>', page_of(reading(playing, place), playing)
    )
    assert notes and sorted(shown) == sorted(notes)
