"""The board as a small picture: whole in itself, what its viewer may see, and sent only if new."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.guide.sample import sample_table
from games.page import miniature
from games.page.rendering import has_board
from games.rules.core.codec import decode_position
from games.rules.core.play import start
from games.rules.registry import GAMES
from games.storing.rows import table_load
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.games.conftest import Playing
from tests.people import client_of, people_make
from tools import samples

DRAWN = [slug for slug in GAMES if has_board(slug)]
HREF = re.compile(r'href="([^"]*)"')
ID = re.compile(r'\sid="([^"]*)"')


@pytest.fixture
def people(db: None) -> list[Any]:
    return people_make("Ana", "Ben", "Carla", "Dario", "Emilia")


def picture(client: Client, table_id: int, **query: str) -> Any:
    return client.get(f"/tables/{table_id}/miniature.svg", query)


def table_of(game: str, people: list[Any], phase: samples.Phase = "middle", **fields: Any) -> int:
    return samples.table_make(samples.usual(game)[-1], people, phase, **fields)


@pytest.mark.parametrize("game", DRAWN)
def test_a_picture_is_whole_in_itself(people: list[Any], game: str) -> None:
    """XML with all it refers to, without what only scripts need."""
    for phase in samples.PHASES:
        answer = picture(client_of(people[0]), table_of(game, people, phase))
        assert answer.headers["Content-Type"] == "image/svg+xml"
        drawn = answer.content.decode()
        root = ElementTree.fromstring(drawn)
        assert root.tag.endswith("svg") and root.attrib["viewBox"]
        assert {href.lstrip("#") for href in HREF.findall(drawn)} <= set(ID.findall(drawn))
        assert not re.search(r"<script|\son\w+=|\sdata-(?!theme|palette)|url\((?!#)", drawn)


def test_what_is_written_on_a_board_is_in_its_picture(people: list[Any]) -> None:
    """In the reader's language: an empty plate looks like something that failed to load."""
    client, table_id = client_of(people[0]), table_of("santiago_de_cuba", people)
    for language, house in {"en": "Church", "de": "Kirche"}.items():
        client.cookies["django_language"] = language
        root = ElementTree.fromstring(picture(client, table_id).content.decode())
        written = {
            "".join(element.itertext()) for element in root.iter() if element.tag.endswith("text")
        }
        assert {"Conchita", house} <= written
        (style,) = [element.text or "" for element in root.iter() if element.tag.endswith("style")]
        assert not re.search(r"(?:^|[},])\s*text\s*[,{][^}]*visibility", style)


def test_a_private_table_has_a_picture_for_its_players_alone(people: list[Any]) -> None:
    ana, *_, emilia = people
    table_id = samples.table_make(samples.usual("cuba")[0], people, "middle", private=True)
    assert picture(client_of(ana), table_id).status_code == 200
    for other in (emilia, None):
        assert picture(client_of(other), table_id).status_code == 404
    assert picture(client_of(ana), table_id + 1).status_code == 404


def test_a_picture_shows_what_its_viewer_may_see(people: list[Any]) -> None:
    """In Guatemala everybody sees only their own sacks; who watches sees nobody's."""
    table_id = samples.table_make(samples.usual("guatemala_cafe")[0], people, "opening")
    ana, ben, carla, nobody = (
        picture(client_of(user), table_id).content for user in (*people[:3], None)
    )
    assert carla == nobody, "a stranger watches"
    assert b'class="own-sack' in ana and b'class="own-sack' in ben
    assert b'class="own-sack' not in nobody


def test_a_picture_is_sent_again_only_when_it_has_changed(begin: Callable[..., Playing]) -> None:
    playing = begin()
    client = client_of(playing.user_at(0))
    first = picture(client, playing.id)
    assert first.headers["Cache-Control"] == "private, no-cache"

    def again(**query: str) -> Any:
        tag = first.headers["ETag"]
        address = f"/tables/{playing.id}/miniature.svg"
        return client.get(address, query, headers={"if-none-match": tag})

    assert (again().status_code, again().content) == (304, b"")
    assert again(look="dark").status_code == 200
    assert 'data-palette="distinct"' in again(look="auto-distinct").text
    assert again(look="nonsense").status_code == 304
    playing.play_on(2)
    assert again().status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_nobody_plays_has_a_board_to_look_at(db: None, game: str) -> None:
    """As a spectator sees it, and the same every time."""
    row = sample_table(game)
    rules, state = row.rules, decode_position(row.rules, row.position)[0].state
    opening = start(rules, len(row.seats), rules.options_type(), "sample").position.state
    assert state != opening and not rules.outcome(state)
    answer = Client().get(f"/games/{game}/board.svg")
    if not GAMES[game].in_lobby:
        assert answer.status_code == 404
        return
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.content.decode()).attrib["viewBox"]
    again = Client().get(f"/games/{game}/board.svg", headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_an_open_table_has_no_picture(people: list[Any]) -> None:
    table = services.table_open(host=people[0], terms=Terms("cuba", 2, 4))
    assert picture(client_of(people[0]), table.pk).status_code == 404


@pytest.mark.parametrize(
    ("css", "shown"),
    [
        ("a{b:c} /* d */ e{f:g}", "a{b:c} e{f:g}"),
        ("a{b:c}@media (max-width: 40rem) { d{e:f} } g{h:i}", "a{b:c} g{h:i}"),
        ("@media (min-width: 40.01rem) { a{b:c} d{e:f} }", "a{b:c} d{e:f}"),
        ("@media (min-width: 40rem) and (max-width: 60rem) { a{b:c} }", ""),
        ("@media (forced-colors: active) { a{b:c} }", ""),
        ("@media (min-width: 40rem) and (hover: none) { a{b:c} }", ""),
    ],
)
def test_styles_hold_as_on_a_wide_page(css: str, shown: str) -> None:
    assert miniature.wide(css).strip() == shown


@pytest.mark.parametrize("game", DRAWN)
def test_a_picture_needs_no_page(people: list[Any], game: str) -> None:
    """It is one drawing, so that mails can show it too: no HTML that something would lay out."""
    for phase in samples.PHASES:
        row = table_load(table_of(game, people, phase))
        drawn = miniature.whole_board(miniature.Viewed(row, 0, "light"))
        assert drawn
        tags = {
            element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawn.svg).iter()
        }
        assert not tags & {"foreignObject", "div", "span", "li", "p"}
