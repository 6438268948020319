"""The pages of the site itself, and what browsers, crawlers and other sites ask it for."""

from __future__ import annotations

import json
import re
import struct
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings as shown
from django.contrib.staticfiles import finders
from django.core.checks import run_checks
from django.test import Client
from django.utils.translation import override
from pytest_django import Settings

from accounts.models import Rule
from config.pages import browsers, cards, checks
from config.pages.leaves import FOLDER, leaf_of
from config.web import buckets
from config.web.limits import Rate
from games.page.rendering import has_board
from games.rules.registry import GAMES
from games.storing.rows import table_load
from lobby.tables.services import table_open
from lobby.terms.opening import Terms
from tests.people import client_of, people_make
from tools import samples
from tools.seating import position_changed

pytestmark = pytest.mark.django_db  # every page says what is announced

LEAVES = sorted(path.stem for path in FOLDER.glob("en/*.md"))
FILLED = {
    "CONTACT": "host@example.org",
    "IMPRINT": [["Ana & Ben", "Harbour Street 1"], ["Telephone 123"]],
    "PRIVACY": [["Ana is responsible."]],
}
OF_OPERATOR = ("/contact/", "/imprint/", "/privacy/")


def fill(settings: Settings) -> None:
    """As an operator does."""
    for name, value in FILLED.items():
        setattr(settings, name, value)


def size_of(picture: bytes) -> tuple[int, int]:
    """Width and height of a PNG, as its header has them."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


# --- Words ---------------------------------------------------------------------------------------


def test_help_answers_many_questions_each_with_an_address(client: Client) -> None:
    page = client.get("/help/").text
    ids = [answer.id for _section, answers in leaf_of("help").sections for answer in answers]
    assert len(ids) >= 20
    for name in ids:
        assert page.count(f'id="{name}"') == 1
        assert page.count(f'href="#{name}"') == 2, "in the list and at the question"


@pytest.mark.parametrize("name", LEAVES)
def test_a_page_of_words_is_there_in_every_language(
    client: Client, settings: Settings, name: str
) -> None:
    """With the same addresses and links, and as many paragraphs, none of them untranslated."""
    fill(settings)
    shapes, every = [], []
    for language, _name in shown.LANGUAGES:
        with override(language):
            leaf = leaf_of(name)
        page = client.get(f"/{name}/", headers={"accept-language": language}).text
        parts = [part for section, answers in leaf.sections for part in (section, *answers)]
        shapes.append(
            [(part.id, part.level, re.findall(r'<p>|href="[^"]*"', part.html)) for part in parts]
        )
        words = [
            leaf.title,
            leaf.lead,
            *(text for part in parts for text in (part.title, part.html)),
        ]
        assert all(text in page for text in words)
        assert set(re.findall(r'href="#([^"]*)"', page)) <= set(re.findall(r'id="([^"]*)"', page))
        every.append({line for text in words if text for line in text.split("\n") if line})
    assert shapes[0] and all(shape == shapes[0] for shape in shapes)
    assert set.intersection(*every) <= {"Cookies", '<p><a href="/lobby/">Lobby</a></p>'}


def test_each_rule_of_fair_play_has_a_section() -> None:
    assert [section.id for section, _answers in leaf_of("fair-play").sections] == Rule.values


def test_what_the_operator_has_not_filled_in_is_not_there(client: Client) -> None:
    page = client.get("/help/").text
    for path in OF_OPERATOR:
        assert client.get(path).status_code == 404
        assert f'href="{path}"' not in page


def test_what_the_operator_has_filled_in_is_linked_and_shown(
    client: Client, settings: Settings
) -> None:
    fill(settings)
    page = client.get("/help/").text
    for path in OF_OPERATOR:
        assert f'href="{path}"' in page
    assert "Ana &amp; Ben<br>Harbour Street 1" in client.get("/imprint/").text
    assert "Ana is responsible." in client.get("/privacy/").text
    assert 'href="mailto:host@example.org"' in client.get("/contact/").text


def test_a_check_names_what_is_not_filled_in(settings: Settings) -> None:
    def named() -> set[str]:
        found = run_checks(include_deployment_checks=True)
        return {check.msg.split()[0] for check in found if str(check.id).startswith("pages.")}

    assert named() == set(checks.PAGES) == set(FILLED)
    assert not [c for c in run_checks() if str(c.id).startswith("pages.")], "only when deployed"
    fill(settings)
    assert named() == set()


# --- Browsers and crawlers -----------------------------------------------------------------------


def test_what_a_browser_installs(client: Client) -> None:
    answer = client.get("/manifest.webmanifest", headers={"accept-language": "de"})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert told["lang"] == "de" and told["start_url"] == told["scope"] == "/"
    sizes = {icon["purpose"]: set() for icon in told["icons"]}
    for icon in told["icons"]:
        path = finders.find(icon["src"].removeprefix("/" + shown.STATIC_URL.strip("/") + "/"))
        with open(str(path), "rb") as file:
            width, height = size_of(file.read())
        assert icon["sizes"] == f"{width}x{height}"
        sizes[icon["purpose"]].add(width)
    assert sizes == {"any": {192, 512}, "maskable": {512}}


@pytest.mark.django_db
def test_crawlers_are_told_where_to_go(client: Client, settings: Settings) -> None:
    fill(settings)
    said = client.get("/robots.txt").text
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml" in said
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    pages = [str(place.text).removeprefix(settings.SITE_URL) for place in root.iter() if place.text]
    pages = [page for page in pages if page.strip()]
    assert {"/", "/help/", *OF_OPERATOR} <= set(pages)
    for page in pages:
        assert not page.startswith(browsers.CLOSED)
        assert page == "/" or page == "/lobby/" or client.get(page).status_code == 200


ALTERNATE = re.compile(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">')
CANONICAL = re.compile(r'<link rel="canonical" href="([^"]+)">')


@pytest.mark.django_db
def test_listed_pages_have_an_address_in_each_language(client: Client, settings: Settings) -> None:
    fill(settings)
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    pages = [str(place.text).removeprefix(settings.SITE_URL) for place in root.iter() if place.text]
    for page in {page for page in pages if page.strip()} - {"/lobby/"}:
        shown = client.get(page, headers={"accept-language": "de"}).text
        plain = f"{settings.SITE_URL}{page}"
        addresses = dict(ALTERNATE.findall(shown))
        assert set(addresses) == {"en", "de", "x-default"}, page
        assert addresses["x-default"] == plain and CANONICAL.findall(shown) == [plain]
        for language, lang in (("en", "en-GB"), ("de", "de")):
            address = addresses[language]
            named = client.get(
                address.removeprefix(settings.SITE_URL), headers={"accept-language": "fr"}
            ).text
            assert f'<html lang="{lang}"' in named and CANONICAL.findall(named) == [address], page
            assert ALTERNATE.findall(named) == ALTERNATE.findall(shown)


@pytest.mark.django_db
def test_an_address_names_a_language_that_the_site_has_and_settings_are_stronger() -> None:
    (ana,) = people_make("Ana", language="en")
    visitor = Client(headers={"accept-language": "de"})
    assert '<html lang="de"' in visitor.get("/?language=xx").text
    assert '<html lang="de"' in visitor.get("/help/").text, "for one page, not for those after it"
    assert '<html lang="en-GB"' in visitor.get("/?language=en").text
    assert '<html lang="de"' in visitor.get("/").text
    assert '<html lang="en-GB"' in client_of(ana).get("/?language=de").text
    assert not ALTERNATE.findall(visitor.get("/lobby/").text)


def test_the_script_for_no_connection_is_new_when_what_it_keeps_is(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script() -> str:
        answer = client.get("/service-worker.js")
        assert answer.headers["Content-Type"] == "text/javascript"
        assert answer.headers["Cache-Control"] == "no-cache"
        found = re.search(r'JSON.parse\("(.*)"\)', answer.text)
        assert found
        told = json.loads(found[1].encode().decode("unicode_escape"))
        assert told["page"] == "/offline/" and told["files"]
        return str(told["version"])

    before = script()
    assert script() == before
    monkeypatch.setattr(browsers, "OFFLINE", ("tokens.css",))
    assert script() != before


# --- Pictures for other sites --------------------------------------------------------------------


@pytest.fixture
def people(db: None) -> list[Any]:
    return people_make("Ana", "Ben", "Carla", "Dario", "Юрий")


def cards_in(page: str) -> dict[str, str]:
    """What a page tells other sites about itself."""
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))


@pytest.mark.parametrize("game", ["santiago_de_cuba", "cuba", "pier"])
def test_a_public_table_has_a_card_with_a_picture(
    client: Client, people: list[Any], settings: Settings, game: str
) -> None:
    table_id = samples.table_make(samples.usual(game)[-1], people, "middle")
    card = cards_in(client.get(f"/tables/{table_id}/").text)
    assert card["url"] == f"{settings.SITE_URL}/tables/{table_id}/"
    assert "Ana, Ben" in card["description"] and card["title"]
    answer = client.get(card["image"].removeprefix(settings.SITE_URL))
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert size_of(answer.content) == (int(card["image:width"]), int(card["image:height"]))


def test_the_picture_of_a_table_is_not_that_of_the_game(client: Client, people: list[Any]) -> None:
    table_id = samples.table_make(samples.usual("cuba")[-1], people, "middle")
    table, game = (client.get(f"/{what}/card.png").content for what in
                   (f"tables/{table_id}", "games/cuba"))  # fmt: skip
    assert size_of(table) == size_of(game) and table != game
    assert client.get("/games/nothing/card.png").status_code == 404


@pytest.mark.parametrize("game", [slug for slug in GAMES if has_board(slug)])
def test_the_picture_of_a_table_shows_its_board(
    client: Client, people: list[Any], caplog: pytest.LogCaptureFixture, game: str
) -> None:
    sample = samples.usual(game)[0]
    tables = [samples.table_make(sample, people, phase) for phase in ("opening", "middle")]
    begun, later = (client.get(f"/tables/{table}/card.png").content for table in tables)
    assert begun != later, "pieces have moved"
    assert "could not be drawn" not in caplog.text


def test_a_table_whose_board_cannot_be_drawn_has_the_emblem(
    client: Client, people: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    table_id = samples.table_make(samples.usual("cuba")[-1], people, "middle")
    with position_changed(table_id) as position:
        position["state"] = {}
    assert client.get(f"/tables/{table_id}/card.png").status_code == 200


def test_a_private_table_has_none_even_for_its_players(people: list[Any]) -> None:
    table_id = samples.table_make(samples.usual("cuba")[0], people, "middle", private=True)
    ana = client_of(people[0])
    page = ana.get(f"/tables/{table_id}/").text
    assert not cards_in(page) and "twitter:card" not in page
    for client in (ana, Client()):
        assert client.get(f"/tables/{table_id}/card.png").status_code == 404


@pytest.mark.parametrize("private", [False, True])
def test_open_tables(people: list[Any], settings: Settings, private: bool) -> None:
    table = table_open(host=people[0], terms=Terms("cuba", 2, 4, private=private))
    page = client_of(people[0]).get(f"/lobby/tables/{table.pk}/").text
    assert bool(cards_in(page)) is not private
    if not private:
        picture = cards_in(page)["image"].removeprefix(settings.SITE_URL)
        assert Client().get(picture).status_code == 200


def test_the_front_page_has_a_picture_and_the_site_an_icon(
    client: Client, settings: Settings
) -> None:
    told = cards_in(client.get("/").text)
    picture = client.get(told["image"].removeprefix(settings.SITE_URL))
    assert picture.headers["content-type"] == "image/png" and len(picture.content) > 10_000
    assert client.get("/favicon.ico").headers["location"].endswith(".png")


def test_names_that_the_font_cannot_write_are_counted(people: list[Any]) -> None:
    table_id = samples.table_make(samples.usual("santiago_de_cuba")[0], [people[0], people[4]])
    assert cards.players_of(table_load(table_id)) == ["Ana", "and 1 more"]
    assert cards.shortened("Ana-Maria-von-der-Heide") == "Ana-Maria-von-der…"


def test_nobody_has_many_pictures_drawn_at_once(
    client: Client, people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buckets, "cards", buckets.Bucket("cards", Rate(1, 1), lambda: 0.0))
    cards._pictures._values.clear()
    games = ("cuba", "port_royal")
    assert [client.get(f"/games/{game}/card.png").status_code for game in games] == [200, 429]
    assert client.get("/games/cuba/card.png").status_code == 200, "that one is there already"
