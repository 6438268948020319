"""The face beside a name: chosen or made from the name, the same wherever the name is read."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.chat.talking import message_say
from accounts.models import Friendship, User
from accounts.people.leaving import account_delete, all_about
from accounts.signing_in.guests.services import guest_make
from games import faces
from games.changing.moderation import seat_replace
from games.faces import COLOURS, MOTIFS, Face, draw_face, face_of
from games.guide.lessons import lessons_of
from games.telling.bots import bot_name
from lobby.tables.services import table_open
from lobby.terms.opening import Terms
from tests.games.trying import Trying
from tests.people import client_of, people_make

NAMES = [f"Somebody{number}" for number in range(1_000)]
FACE = re.compile(
    r'<svg class="face ([^"]*)" aria-hidden="true">(?:<use href="\S+#(\w+)"/>)?</svg>'
)
STATIC = settings.BASE_DIR / "static"


def drawn_in(html: str) -> list[tuple[str, ...]]:
    """The class of the colour, the others but for the size, and the motif of each face."""
    assert html.count('class="face ') == len(FACE.findall(html)), "each is hidden from readers"
    return [
        (*(name for name in classes.split() if name not in ("small", "large")), motif)
        for classes, motif in FACE.findall(html)
    ]


def before(name: str, html: str) -> set[tuple[str, ...]]:
    """The faces that stand directly before a name, with nothing but tags between them."""
    found = re.finditer(rf"(<svg class=\"face .{{,120}}?</svg>)(?:\s|<[^>]*>)*{name}\b", html)
    return {face for one in found for face in drawn_in(one[1])}


def chosen(user: User, **wanted: str) -> Any:
    """The answer to a form that changes nothing but this."""
    client = client_of(user)
    form = client.get(reverse("settings")).context["form"]
    kept = {name: form[name].value() for name in form.fields if form[name].value() is not False}
    return client.post(reverse("settings"), {**kept, **wanted})


# --- What a name gives ---


def test_a_name_always_gives_the_same_face() -> None:
    given = {name: face_of(name) for name in ("Ana", "Ben", "Carla", "Dario")}
    assert given == {
        "Ana": Face("green", "parrot"),
        "Ben": Face("slate", "cup"),
        "Carla": Face("plum", "drum"),
        "Dario": Face("red", "moon"),
    }


def test_names_give_all_colours_and_motifs_about_equally_often() -> None:
    given = [face_of(name) for name in NAMES]
    for often, values in (
        (Counter(face.colour for face in given), COLOURS),
        (Counter(face.motif for face in given), MOTIFS),
    ):
        assert often.keys() == values.keys()
        assert max(often.values()) < 2 * len(NAMES) / len(values)


def test_one_motif_more_leaves_all_others_what_they_have(monkeypatch: pytest.MonkeyPatch) -> None:
    first = {name: face_of(name) for name in NAMES}
    faces.usual_of.cache_clear()
    monkeypatch.setitem(MOTIFS, "crab", "crab")
    changed = [face for name in NAMES if (face := face_of(name)) != first[name]]
    faces.usual_of.cache_clear()
    assert 0 < len(changed) < 100
    assert {face.motif for face in changed} == {"crab"}


def test_of_what_was_chosen_only_what_there_is_counts() -> None:
    usual = face_of("Ana")
    assert face_of("Ana", Face("red", "kite")) == Face("red", "kite")
    assert face_of("Ana", Face("red", "")) == Face("red", usual.motif)
    assert face_of("Ana", Face("", "kite")) == Face(usual.colour, "kite")
    assert face_of("Ana", Face("mauve", "gone by now")) == usual


# --- The drawings ---


def test_every_motif_is_drawn_and_nothing_else() -> None:
    sprite = ElementTree.parse(STATIC / "art/faces.svg")
    symbols = {one.get("id"): one for one in sprite.iter("{http://www.w3.org/2000/svg}symbol")}
    assert [*symbols] == [*MOTIFS, faces.ANY_BOT.motif, faces.PROGRAM]
    assert {one.get("viewBox") for one in symbols.values()} == {"0 0 32 32"}
    assert all(len(symbol) for symbol in symbols.values())


def test_every_colour_has_its_ground_and_nothing_else() -> None:
    sheet = (STATIC / "faces.css").read_text()
    grounds = re.findall(r"^\.f-(\w+) \{ --face: var\(--face-(\w+)\); \}", sheet, re.MULTILINE)
    assert grounds == [(name, name) for name in COLOURS]


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("values", [COLOURS, MOTIFS], ids=["colours", "motifs"])
def test_all_have_a_name_of_their_own(values: dict[str, Any], language: str) -> None:
    known = translation.trans_real.translation(language)._catalog
    with translation.override(language):
        names = [str(name) for name in values.values()]
    assert all(names) and len({*names}) == len(values)
    with translation.override("en"):
        assert language == "en" or all(known.get(str(name)) for name in values.values())


def test_a_face_costs_a_page_few_bytes() -> None:
    longest = Face("indigo", "pineapple", "bot")
    assert len(draw_face(longest, "small")) < 130


# --- Choosing ---


@pytest.mark.django_db
def test_one_chooses_in_the_settings_and_it_is_exported() -> None:
    (ana,) = people_make("Ana")
    assert chosen(ana, face_colour="red", face_motif="kite").status_code == 302
    ana.refresh_from_db()
    assert ana.face == Face("red", "kite")
    assert all_about(ana)["account"]["preferences"].items() >= {
        ("face_colour", "red"),
        ("face_motif", "kite"),
    }
    chosen(ana, face_colour="")
    ana.refresh_from_db()
    assert ana.face == Face(face_of("Ana").colour, "kite"), "one may go back to what the name gives"


@pytest.mark.django_db
@pytest.mark.parametrize("wanted", [{"face_colour": "mauve"}, {"face_motif": "bot"}])
def test_nothing_else_can_be_chosen(wanted: dict[str, str]) -> None:
    (ana,) = people_make("Ana")
    refused = chosen(ana, **wanted)
    assert refused.status_code == 200 and [*refused.context["form"].errors] == [*wanted]
    ana.refresh_from_db()
    assert ana.face == face_of("Ana")


@pytest.mark.django_db
def test_the_form_shows_what_there_is_to_choose_and_names_it() -> None:
    (ana,) = people_make("Ana")
    html = client_of(ana).get(reverse("settings")).text
    groups = re.findall(r"<fieldset class=\"field\">.*?</fieldset>", html, re.DOTALL)
    for field, values in (("face_colour", COLOURS), ("face_motif", MOTIFS)):
        (group,) = (one for one in groups if f'name="{field}"' in one)
        assert re.findall(r'value="(\w*)"', group) == ["", *values]
        assert len(drawn_in(group)) == 1 + len(values)
        assert re.findall(r'hidden">([^<]+)</span>', group) == [str(one) for one in values.values()]
    usual = face_of("Ana")
    assert drawn_in(html)[:2] == [(f"f-{usual.colour}", usual.motif)] * 2, "the header's, and large"


# --- Where it stands ---


@pytest.mark.django_db
def test_it_is_the_same_wherever_the_name_is_read(begin: Any, people: list[User]) -> None:
    playing = begin(seats=2)
    ana = playing.user_at(0)
    ben = playing.user_at(1)
    User.objects.filter(pk=ana.pk).update(face_colour="ochre", face_motif="lantern")
    Friendship.objects.create(user=ben, friend=ana)
    Friendship.objects.create(user=ana, friend=ben)
    message_say(table=playing.table, user=ana, text="hello")
    opened = table_open(host=User.objects.get(pk=ana.pk), terms=Terms("port_royal", 2, 3))
    his = client_of(ben)
    name = ana.username
    places = {
        "lobby": reverse("lobby"),
        "waiting room": reverse("waiting_room", args=[opened.pk]),
        "my games": reverse("my_games"),
        "history": reverse("history"),
        "head to head": f"{reverse('history')}?person={name}&other={ben.username}",
        "friends": reverse("friends"),
        "profile": reverse("profile", args=[name]),
        "table": reverse("table", args=[playing.id]),
        "chat": reverse("chat", args=[playing.id]),
    }
    for place, address in places.items():
        assert before(name, his.get(address).text) == {("f-ochre", "lantern")}, place
    assert before(name, Trying(his, playing.id).page()) == {("f-ochre", "lantern")}
    (said,) = his.get(f"/api/v1/tables/{playing.id}/messages").json()
    assert said["face"] == {"colour": "ochre", "motif": "lantern"}
    hers = client_of(ana)
    assert hers.get("/api/v1/me").json()["face"] == said["face"]
    assert before(name, hers.get(reverse("help")).text) == {("f-ochre", "lantern")}, "the header"
    lesson = next(iter(lessons_of("santiago_de_cuba")))
    learning = hers.get(reverse("lesson", args=["santiago_de_cuba", lesson.name])).text
    seats = learning.partition('id="players"')[2].partition("</section>")[0]
    assert before(name, seats) == {("f-ochre", "lantern")}
    usual = face_of(ben.username)
    assert before(ben.username, his.get(places["table"]).text) == {
        (f"f-{usual.colour}", usual.motif)
    }


@pytest.mark.django_db
def test_the_end_of_a_game_shows_it(begin: Any) -> None:
    playing = begin(seats=2)
    playing.play_on(1_000)
    assert playing.table.status == "finished"
    page = client_of(None).get(reverse("table", args=[playing.id])).text
    (standings,) = re.findall(r'<ol class="standings"[^>]*>.*?</ol>', page, re.DOTALL)
    for place in (0, 1):
        name = playing.user_at(place).username
        usual = face_of(name)
        assert before(name, standings) == {(f"f-{usual.colour}", usual.motif)}


@pytest.mark.django_db
def test_a_face_that_has_changed_comes_with_what_is_drawn_from_then_on(begin: Any) -> None:
    playing = begin(seats=2)
    ana, address = playing.user_at(0), reverse("table", args=[playing.id])
    first = before(ana.username, Client().get(address).text)
    chosen(ana, face_colour="pink", face_motif="anchor")
    then = before(ana.username, Client().get(address).text)
    assert first != then == {("f-pink", "anchor")}
    parts = Client().get(f"{address}live?since={playing.table.number}").json()["parts"]
    assert before(ana.username, parts["seat:0"]) == then


@pytest.mark.django_db
def test_whoever_sat_there_before_keeps_their_face(begin: Any, people: list[User]) -> None:
    playing = begin(seats=2)
    playing.play_on(2)
    ana, carla = playing.user_at(0), people[2]
    User.objects.filter(pk=ana.pk).update(face_colour="teal", face_motif="shell")
    User.objects.filter(pk=carla.pk).update(face_colour="rust", face_motif="key")
    seat_replace(table_id=playing.id, place=0, user_id=carla.pk)
    address = reverse("table", args=[playing.id])
    assert before(carla.username, Client().get(address).text) == {("f-rust", "key")}
    earlier = Client().get(f"{address}?at=first").text
    assert before(ana.username, earlier) == {("f-teal", "shell")}


@pytest.mark.django_db
def test_a_bot_has_one_of_another_shape_made_from_its_name(begin: Any) -> None:
    playing = begin(seats=2, bots=1)
    (place,) = playing.table.seats.filter(user=None).values_list("place", flat=True)
    name = bot_name(playing.id, place)
    usual = face_of(name)
    expected = {(f"f-{usual.colour}", "bot", usual.motif)}
    his = client_of(playing.user_at(1 - place))
    for address in (reverse("table", args=[playing.id]), reverse("my_games")):
        assert before(name, his.get(address).text) == expected
    assert before(name, Trying(his, playing.id).page()) == expected, "also where moves are tried"


@pytest.mark.django_db
def test_a_bot_without_a_name_and_a_guest() -> None:
    guest = guest_make()
    (ana,) = people_make("Ana")
    table = table_open(host=ana, terms=Terms("port_royal", 3, 4, bots=1, guests=True))
    client_of(guest).post(reverse("seat_take", args=[table.pk]))
    page = Client().get(reverse("waiting_room", args=[table.pk])).text
    usual = face_of(guest.username)
    assert before(guest.username, page) == {(f"f-{usual.colour}", usual.motif)}
    assert ("f-slate", "bot", "bot") in drawn_in(page)


@pytest.mark.django_db
def test_whoever_has_left_has_none(begin: Any) -> None:
    playing = begin(seats=2)
    ana = playing.user_at(0)
    message_say(table=playing.table, user=ana, text="bye")
    playing.play_on(1_000)
    account_delete(user=ana)
    chat = Client().get(reverse("chat", args=[playing.id])).text
    assert "bye" in chat and not drawn_in(chat)
    assert ("nobody", "") in drawn_in(Client().get(reverse("table", args=[playing.id])).text)
    said = Client().get(f"/api/v1/tables/{playing.id}/messages").json()
    assert [(one["user"], one["face"]) for one in said] == [(None, None)]
