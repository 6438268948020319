"""The face beside a name: chosen or made from the name, the same wherever the name is read."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from accounts.leaving import all_about
from accounts.models import User
from games import faces
from games.faces import COLOURS, MOTIFS, Face, draw_face, face_of
from tests.people import client_of, people_make

NAMES = [f"Somebody{number}" for number in range(1_000)]
STATIC = settings.BASE_DIR / "static"


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
    assert [*symbols] == [*MOTIFS, faces.ANY_BOT.motif]
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
