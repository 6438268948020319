"""The rules of every game as a page: whole, linked, drawn; pictures that stand alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from games.guide import contents, positions
from games.page import drawing
from games.rules.registry import GAMES
from tests.games.conftest import Playing
from tests.people import client_of

pytestmark = pytest.mark.django_db  # every page says what is announced

Begin = Callable[..., Playing]
LANGUAGES = ("en", "de")
GUIDED = [game for game in GAMES if positions.folder_of(game).is_dir()]
PICTURE = re.compile(r'<img src="(/games/[^"]+\.svg[^"]*)"')


def page_of(game: str, language: str, query: str = "") -> str:
    client = Client(headers={"accept-language": language})
    answer = client.get(f"/games/{game}/rules/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GUIDED)
def test_every_picture_is_a_drawing_and_every_symbol_is_there(game: str, language: str) -> None:
    page = page_of(game, language)
    symbols = set(re.findall(r'<symbol id="([^"]+)"', page))
    text = page.partition('id="rules"')[2]
    used = set(re.findall(r'<svg class="symbol"[^>]*><use href="#([^"]+)"', text))
    assert used <= symbols | set(re.findall(r'<(?:g|path)[^>]* id="([^"]+)"', page))
    pictures = PICTURE.findall(page)
    assert pictures
    client = Client(headers={"accept-language": language})
    for address in pictures:
        answer = client.get(unescape(address))
        assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"]
        drawn = ET.fromstring(answer.content)
        ids = [element.get("id") for element in drawn.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), address
        for element in drawn.iter():
            target = element.get("href") or ""
            assert not target.startswith("#") or target[1:] in ids, target


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GUIDED)
def test_ids_are_unique_beside_the_board_too(game: str, language: str) -> None:
    for query in ("", "?part=text"):
        ids = re.findall(r'\sid="([^"]+)"', page_of(game, language, query))
        assert sorted(ids) == sorted(set(ids))
        links = set(re.findall(r'<a href="#([^"]+)"', page_of(game, language, query)))
        assert links <= {*ids, "main"}


def test_pictures_are_drawn_in_the_readers_language() -> None:
    english, german = (
        PICTURE.findall(page_of("santiago_de_cuba", language)) for language in LANGUAGES
    )
    assert len(english) == len(german) and english != german


def test_a_picture_shows_what_its_seat_knows(client: Client) -> None:
    """The bids of the others are not in the drawing, nor in the sentences."""
    assert "Ben has bid 3." in page_of("pier", "en")
    assert "Ana has bid." in page_of("pier", "en")


@pytest.mark.parametrize(
    "address",
    [
        "/games/chess/rules/",
        "/games/pier/rules/nothing-after.svg",
        "/games/pier/rules/bids-between.svg",
        "/games/chess/rules/bids-after.svg",
    ],
)
def test_what_there_is_not(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


def test_a_theme_that_there_is_not_is_the_devices(client: Client) -> None:
    drawn = client.get("/games/pier/rules/bids-after.svg?look=pink")
    assert b'data-theme="auto"' in drawn.content


def table_page(playing: Playing, place: int | None) -> str:
    client = client_of(None if place is None else playing.user_at(place))
    return client.get(f"/tables/{playing.id}/").content.decode()


def test_a_table_leads_to_the_section_of_its_question(begin: Begin) -> None:
    page = table_page(begin(), 0)
    assert 'data-key="bid"' in page and 'href="/games/pier/rules/"' in page
    sections = contents.guide_of("pier", "auto").sections
    assert [one.section.id for one in sections if "bid" in one.section.asks] == ["turn"]


def test_everybody_reads_what_a_table_has_agreed_on(begin: Begin) -> None:
    playing = begin(days_per_move=3, at_timeout="close")
    for place in (0, None):
        agreed = table_page(playing, place).partition('id="agreed"')[2].partition("</details>")[0]
        for said in ("Public scores", "3 days", "the table is closed", "everybody"):
            assert said in agreed


@pytest.mark.parametrize(
    ("friends", "said"),
    [(False, "only those who play</dd>"), (True, "only those who play, and their friends</dd>")],
)
def test_who_may_watch_a_private_table(begin: Begin, friends: bool, said: str) -> None:
    page = table_page(begin(private=True, friends_watch=friends), 0)
    assert said in page.partition('id="agreed"')[2].partition("</details>")[0]


def test_a_game_without_rules_to_read_leads_nowhere(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The button beside the board promised a text that never came."""
    playing = begin(seats=2)
    client, address = client_of(playing.user_at(0)), f"/tables/{playing.id}/"
    assert client.get(address).text.count("/games/pier/rules/") == 4
    monkeypatch.setattr(drawing, "RULES", tmp_path)
    drawing.has_guide.cache_clear()
    try:
        page = client.get(address).text
        assert "/games/pier/rules/" not in page and "rules-beside" not in page
        assert client.get("/games/pier/rules/").status_code == 404
    finally:
        drawing.has_guide.cache_clear()
