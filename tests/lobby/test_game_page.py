"""The page of a game: what it says to everybody, and how one plays from there."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.bots.levels import names_of
from games.models import Seat, Table
from games.rules.registry import GAMES
from games.telling.wording import SiteWording
from lobby.pages.forms.table import BotsForm, levels_of
from lobby.pages.game import options_of
from lobby.tables import services
from lobby.templatetags.tables import designers, weight
from lobby.terms.opening import TableInvalid, Terms, games_in_lobby
from tests.lobby.conftest import GAME, Opener
from tests.people import client_of
from tools import samples

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", games_in_lobby())
def test_what_a_visitor_learns(client: Client, slug: str) -> None:
    rules = GAMES[slug]
    wording = SiteWording(rules, [])
    answer = client.get(reverse("game", args=[slug]))
    assert answer.status_code == 200
    text = answer.content.decode()
    assert wording.say("game.blurb") in text
    assert f"{rules.players[0]}–{rules.players[-1]} players" in text
    assert f"{rules.minutes[0]}–{rules.minutes[1]} min<" in text
    assert f">{weight(rules)}<" in text
    if rules.published:
        assert all(name in text for name in rules.published.designers)
        assert f"published by {rules.published.publisher} in {rules.published.year}" in text
    assert reverse("table_open", args=[slug]) in text
    for name, words in levels_of(rules):
        assert f'value="{name}"' in text and str(words) in text
    for option in answer.context["options"]:
        assert option.name in text and option.help in text
        assert [choice.usual for choice in option.choices].count(True) == 1
        assert option.choices[0].usual, option.name


def test_who_made_a_game() -> None:
    assert designers(GAMES["guatemala_cafe"]) == "Inka Brand and Markus Brand"
    assert designers(GAMES["pier"]) == "", "it is the site's own"


def test_options_are_those_of_the_form() -> None:
    (option,) = options_of(GAMES["port_royal"])
    assert option.name == "Expansion"
    assert [choice.text for choice in option.choices] == [
        "Base game only", "New people and ships", "New people and ships, with contracts",
    ]  # fmt: skip


def test_no_page_of_a_game_nobody_can_open(client: Client) -> None:
    for slug in ("pier", "chess", "x" * 300):
        assert client.get(reverse("game", args=[slug])).status_code == 404


def test_every_card_of_a_game_leads_there(client: Client, ana: User) -> None:
    for reader in (client, client_of(ana)):
        for address in (reverse("front"), reverse("lobby")):
            text = reader.get(address).text
            for slug in games_in_lobby():
                assert f'href="{reverse("game", args=[slug])}"' in text


def test_so_many_bots_of_a_level(ana: User) -> None:
    client, wish = client_of(ana), {"game": GAME, "bots": "3", "bot": "expert"}
    answer = client.post(reverse("play_bots"), wish)
    table = Table.objects.get()
    assert answer.headers["location"] == table.get_absolute_url()
    assert (table.status, table.private, table.seats.count()) == ("playing", True, 4)
    bots = Seat.objects.filter(table=table, user=None)
    assert list(bots.values_list("bot", flat=True)) == ["expert"] * 3


@pytest.mark.parametrize(
    "wish",
    [{"bots": "9"}, {"bots": "9" * 30}, {"bots": "x"}, {"bot": "genius"}, {"bot": "a\x00b"}],
    ids=str,
)
def test_other_bots_are_refused(ana: User, wish: dict[str, str]) -> None:
    client_of(ana).post(reverse("play_bots"), {"game": GAME, **wish})
    assert not Table.objects.exists()


def test_a_bot_of_another_game_is_refused(ana: User) -> None:
    with pytest.raises(TableInvalid, match="no such bot"):
        services.table_open(host=ana, terms=Terms(GAME, 2, 2, bots=1, bot="genius"))


@pytest.mark.parametrize("slug", games_in_lobby())
def test_every_choice_against_bots_begins_a_table(ana: User, slug: str) -> None:
    form = BotsForm(GAMES[slug])
    assert form["bot"].initial == "regular"
    for name in ("bots", "bot"):
        for value, _text in form.fields[name].choices:  # type: ignore[attr-defined]
            assert BotsForm(GAMES[slug], {"bots": "1", "bot": "novice", name: value}).is_valid()
    most = max(int(value) for value, _ in form.fields["bots"].choices)  # type: ignore[attr-defined]
    for bot in names_of(GAMES[slug]):
        table = services.table_against_bots(host=ana, game=slug, bots=most, bot=bot)
        assert table.seats.count() == GAMES[slug].players[-1]
        table.refresh_from_db()
        assert table.status == Table.Status.PLAYING


def test_tables_to_watch_and_results(client: Client, ana: User, ben: User, opened: Opener) -> None:
    usual = samples.usual(GAME)[0]
    address = reverse("game", args=[GAME])
    opened()
    samples.table_make(usual, [ana, ben], "middle", private=True)
    samples.table_make(usual, [ana, ben], "ended", private=True)
    page = client_of(ana).get(address)
    assert (page.context["playing"], page.context["results"], page.context["shown"]) == (
        [],
        [],
        None,
    )
    assert "Nobody is playing it in public right now" in page.text
    playing = samples.table_make(usual, [ana, ben], "middle")
    page = client.get(address)
    assert [table.pk for table in page.context["playing"]] == [playing]
    assert page.context["shown"].pk == playing
    assert f'src="{reverse("table_miniature", args=[playing])}?look=auto"' in page.text
    ended = samples.table_make(usual, [ana, ben], "ended")
    page = client.get(address)
    assert [table.pk for table in page.context["results"]] == [ended]
    assert page.context["shown"].pk == ended
    assert f'href="{reverse("table", args=[ended])}?at=first"' in page.text
    picture = client.get(reverse("table_miniature", args=[ended]))
    assert picture.headers["content-type"] == "image/svg+xml"


def test_the_page_takes_the_same_queries_for_many_tables(
    client: Client, ana: User, ben: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Tables to watch and results, each ids and then tables; session, user, waiting,
    lessons, whether the reader has played it, and their colours of late."""
    usual = samples.usual("port_royal")[0]
    address, reader = reverse("game", args=["port_royal"]), client_of(ana)
    for count in range(3):
        with django_assert_num_queries(4 if count else 2):
            client.get(address)
        with django_assert_num_queries(10 if count else 8):
            assert len(reader.get(address).context["playing"]) == count
        samples.table_make(usual, [ana, ben], "opening")
        samples.table_make(usual, [ana, ben], "ended")


def test_whoever_has_never_played_a_game_is_offered_its_first_lesson(
    client: Client, ana: User, ben: User
) -> None:
    lesson = 'href="/games/santiago_de_cuba/lessons/first-round/"'
    here = reverse("game", args=["santiago_de_cuba"])
    offered = [client.get(here).text, client_of(ana).get(here).text]
    assert [page.partition('id="teaching-title"')[0].count(lesson) for page in offered] == [1, 1]
    samples.table_make(samples.usual("santiago_de_cuba")[0], [ana, ben], "opening")
    page = client_of(ana).get(here).text
    assert page.partition('id="teaching-title"')[0].count(lesson) == 0
    assert lesson in page, "it is still among the lessons"
