"""Answers as buttons and numbers, greyed spots with reasons, and the end with its sources."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.utils import translation

from games.changing import services
from games.errors import CannotUndo
from games.faces import NO_FACE
from games.page.choices import DOZEN, gain_of, groups_of
from games.page.results import result_of
from games.page.seats import PageSeat
from games.rules.core.codec import encode
from games.rules.pier.moves import Bid, Take
from games.rules.registry import GAMES
from games.telling.documents import Offer, QuestionDocument
from games.telling.wording import SiteWording
from tests.games.conftest import Playing
from tests.people import client_of
from tools.seating import position_changed

PIER = GAMES["pier"]


@pytest.fixture
def wording() -> SiteWording:
    return SiteWording(PIER, ["Ana", "Ben", "Carla"])


def question(moves: list[Any], wording: SiteWording) -> QuestionDocument:
    return asked([offered(encode(m), wording.move(m), m.spot) for m in moves])


def asked(offers: list[Offer]) -> QuestionDocument:
    return QuestionDocument("1", "bid", "", offers, [])


def offered(move: Any, text: str, spot: str | None = None) -> Offer:
    return Offer(move, text, spot, [], {})


def test_a_dozen_numbers_stay_buttons(wording: SiteWording) -> None:
    ((group,), quiet) = groups_of(question([Bid(n) for n in range(DOZEN)], wording), wording, 0)
    assert not group.numbers and len(group.choices) == DOZEN and not quiet


def test_more_than_a_dozen_become_one_field(wording: SiteWording) -> None:
    numbers = question([*(Bid(n) for n in range(4, 40, 2)), Take(3)], wording)
    (bids, crates), _quiet = groups_of(numbers, wording, 0)
    (number,) = bids.numbers
    assert not bids.choices and crates.choices[0].spot == "crate:3"
    assert (number.label, number.base, number.field) == ("Coins", '{"kind":"Bid"}', "coins")
    assert (number.first, number.low, number.high, number.step) == (4, 4, 38, 2)
    assert json.loads(number.texts)["12"] == "12 coins"


def test_many_of_a_kind_become_a_field_for_each_good(wording: SiteWording) -> None:
    """More than a dozen in all: each that differ in a number only are typed, a pair stays two."""
    offers = [
        offered({"kind": "Bid", "coins": n, "of": good}, f"{n} {good}")
        for good, most in (("rum", 5), ("cigar", 6), ("log", 2))
        for n in range(1, most + 1)
    ]
    ((group,), _quiet) = groups_of(asked(offers), wording, 0)
    assert [(number.low, number.high) for number in group.numbers] == [(1, 5), (1, 6)]
    assert [choice.text for choice in group.choices] == ["1 log", "2 log"]


def rich(playing: Playing, coins: int = 30) -> None:
    """Give everybody so many coins."""
    with position_changed(playing.id) as position:
        for player in position["state"]["players"]:
            player["coins"] = coins


def test_a_number_is_played_without_scripts(begin: Callable[..., Playing]) -> None:
    playing = begin()
    rich(playing)
    client = client_of(playing.user_at(0))
    told = {"question": playing.question(0)["id"], "move": '{"kind":"Bid"}'}
    path = f"/tables/{playing.id}/moves"
    page = client.get(f"/tables/{playing.id}/").content.decode()
    assert 'name="number:{"kind":"Bid"}"' in html.unescape(page)
    for wrong in ("", "31", "-1", "1e3", "9" * 5_000, "٣"):
        answer = client.post(path, {**told, 'number:{"kind":"Bid"}': wrong})
        assert answer.status_code == 422, wrong
    assert playing.kinds() == ["start"]
    answer = client.post(path, {**told, 'number:{"kind":"Bid"}': "17"})
    assert answer.status_code == 302
    assert playing.update(0)["view"]["players"][0]["bid"] == 17


def test_a_refusal_on_the_page_says_why(begin: Callable[..., Playing]) -> None:
    playing = begin()
    client = client_of(playing.user_at(0))
    told = {"question": playing.question(0)["id"], "move": '{"kind":"Bid","coins":6}'}
    page = client.post(f"/tables/{playing.id}/moves", told)
    assert page.status_code == 422
    assert "You have 5 coins." in page.content.decode()


def test_being_asked_is_as_one_wishes(begin: Callable[..., Playing]) -> None:
    """The preference holds without scripts too: always, where it is final, never."""
    playing = begin()
    user = playing.user_at(0)
    client = client_of(user)

    def answer(**more: str) -> int:
        asked = playing.question(0)
        told = {"question": asked["id"], "move": json.dumps(asked["moves"][0]["move"])}
        return client.post(f"/tables/{playing.id}/moves", {**told, **more}).status_code

    user.confirm = "always"
    user.save()
    assert (answer(), playing.kinds()) == (200, ["start"]), "asks first"
    assert (answer(confirmed="1"), len(playing.kinds())) == (302, 2)
    playing.play(1, -1)
    playing.play(1)  # takes a crate, ends the turn
    playing.play(1)  # and without a coin bids nothing, unasked
    entries = len(playing.kinds())
    user.confirm = "final"
    user.save()
    assert (answer(), len(playing.kinds())) == (200, entries), "the last bid opens all"
    user.confirm = "never"
    user.save()
    assert (answer(), len(playing.kinds())) == (302, entries + 1)


def test_a_games_daily_bread_is_not_asked_about(begin: Callable[..., Playing]) -> None:
    """Turning up a card cannot be taken back, and is played at once all the same."""
    playing = begin(game="port_royal")
    place = playing.asked()[0]
    asked = playing.question(place)
    (reveal,) = [offered["move"] for offered in asked["moves"]]
    told = {"table_id": playing.id, "user_id": playing.user_at(place).pk, "question": asked["id"]}
    assert reveal == {"kind": "Reveal"}
    assert not services.move_is_final(**told, move=reveal)
    client = client_of(playing.user_at(place))
    body = {"question": asked["id"], "move": reveal, "ask": True}
    path = f"/api/v1/tables/{playing.id}/moves"
    assert client.post(path, body, "application/json").json()["number"] == 2
    with pytest.raises(CannotUndo):
        services.move_undo(table_id=playing.id, user_id=playing.user_at(place).pk)


def seat(place: int) -> PageSeat:
    name = ["Ana", "Ben", "Carla"][place]
    return PageSeat(
        place, str(place), name, "blue", False, name, NO_FACE, "", None, False, False, 0, False,
        None, None, None,
    )  # fmt: skip


def outcome(*standings: dict[str, Any]) -> dict[str, Any]:
    return {"reason": "pier_empty", "standings": list(standings)}


def standing(place: int, rank: int, score: int | None, **more: Any) -> dict[str, Any]:
    return {"seat": place, "rank": rank, "score": score, "tiebreaks": [], **more}


def test_joint_winners_are_all_named(wording: SiteWording) -> None:
    told = outcome(standing(0, 2, 4), standing(1, 1, 9), standing(2, 1, 9))
    result = result_of(told, [seat(0), seat(1), seat(2)], PIER, wording)
    assert result is not None
    assert [winner.of.name for winner in result.winners] == ["Ben", "Carla"]


def test_the_page_of_a_joint_victory_does_not_say_that_the_other_has_won(
    begin: Callable[..., Playing],
) -> None:
    playing = begin()
    while playing.asked():
        playing.play(playing.asked()[0])
    table = playing.table
    for line in table.outcome["standings"]:
        line["rank"] = 1
    table.save()
    for place in (0, 1):
        client = client_of(playing.user_at(place))
        page = client.get(f"/tables/{playing.id}/").content.decode()
        names = " and ".join(playing.user_at(n).username for n in (0, 1))
        assert f"{names} have won together" in page
        assert "has won" not in page
        assert "Where the points came from" in page


class Tied(type(PIER)):  # type: ignore[misc]
    """Pier with two tie-breaks."""

    tiebreaks = ("crates", "coins")
    texts = {**PIER.texts, "tiebreak.crates": "Crates held", "tiebreak.coins": "Coins kept"}


def test_what_decided_between_equal_scores_is_shown() -> None:
    rules = Tied()
    wording = SiteWording(rules, ["Ana", "Ben", "Carla"])
    seats = [seat(0), seat(1), seat(2)]
    told = outcome(
        standing(0, 2, 9, tiebreaks=[3, 1], sources={"crates": 8, "coins": 1}),
        standing(1, 1, 9, tiebreaks=[3, 2], sources={"crates": 7, "coins": 2}),
        standing(2, 3, 4, tiebreaks=[1, 0], sources={"crates": 4}),
    )
    result = result_of(told, seats, rules, wording)
    assert result is not None
    told_of = [(line.name, line.numbers) for line in result.tiebreaks]
    assert told_of == [("Crates held", [3, 3, 1]), ("Coins kept", [2, 1, 0])]
    assert [(line.name, line.numbers) for line in result.sources] == [
        ("Crates", [7, 8, 4]),
        ("Coins left", [2, 1, 0]),
    ]
    told["standings"][0]["score"] = 8
    clear = result_of(told, seats, rules, wording)
    assert clear is not None and not clear.tiebreaks


def test_results_stored_before_sources_were_counted_are_shown(wording: SiteWording) -> None:
    told = outcome(standing(0, 1, 9), standing(1, 2, None, resigned=True))
    result = result_of(told, [seat(0), seat(1)], PIER, wording)
    assert result is not None
    assert not result.sources and not result.tiebreaks
    assert msgspec.json.encode(result)


def test_an_answer_says_what_it_changes() -> None:
    """In words, and as figures with drawings; others by their names."""
    wording = SiteWording(GAMES["port_royal"], ["Ana", "Ben", "Carla"])
    gains = {"1": {"coins": -4, "influence": 2}, "2": {"coins": 1}}
    gain = gain_of(Offer({}, "", None, [], gains), wording, 1)
    assert gain.count('class="gain"') == 2
    mine, hers, said = re.split('<span class="(?:gain|visually-hidden)"', gain)[1:]
    assert re.sub("<[^>]*>|^[^>]*>", "", mine) == "−4+2"
    assert re.findall('href="#([^"]*)"', mine) == ["coin", "i-crown"]
    assert re.sub("<[^>]*>|^[^>]*>", "", hers) == "Carla+1"
    assert 'aria-hidden="true"' in mine and 'aria-hidden="true"' in hers
    assert said.startswith(">, costs 4 coins, gains 2 influence; Carla gets 1 coin<")
    assert gain_of(offered({}, ""), wording, 1) == ""
    with translation.override("de"):
        german = SiteWording(GAMES["port_royal"], ["Ana", "Ben", "Carla"])
        again = gain_of(Offer({}, "", None, [], gains), german, 0)
    assert "Ben verliert 4 Münzen, Ben bekommt 2 Einfluss; Carla bekommt 1 Münze" in again


def test_a_name_on_a_button_is_never_markup() -> None:
    wording = SiteWording(GAMES["port_royal"], ["Ana", "<b>Ben"])
    gain = gain_of(Offer({}, "", None, [], {"1": {"coins": 1}}), wording, 0)
    assert "&lt;b&gt;Ben" in gain and "<b>" not in gain
