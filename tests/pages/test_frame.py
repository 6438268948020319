"""The frame of a table's page, drawn by another engine, is that of all other pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.changing.services import table_freeze
from games.models import Table
from tests.pages.document import Element, Page
from tests.people import people_make
from tools import samples

KINDS = ("a visitor", "a player", "a moderator")


def outline(element: Element) -> list[Any]:
    """An element as nested lists: what differs between two pages is left out."""
    own = {
        name: "here" if name == "value" and element.tag == "input" else value
        for name, value in element.attributes.items()
        if name != "aria-current"
    }
    texts = [" ".join(child.split()) for child in element.children if isinstance(child, str)]
    inner = [outline(child) for child in element.children if isinstance(child, Element)]
    return [element.tag, own, [text for text in texts if text], inner]


def frame_of(source: str) -> list[list[Any]]:
    """The root, the header, notices, places for messages, and the head without title and styles."""
    page = Page(source.replace("/lobby/", "/here/").replace("%2Flobby%2F", "/here/"))
    kept = [element for element in page.all if is_of_frame(element)]
    root = next(element for element in page.all if element.tag == "html")
    attributes = {name: root.attributes[name] for name in root.attributes.keys() - {"data-table"}}
    return [[root.tag, attributes], *(outline(element) for element in kept)]


def is_of_frame(element: Element) -> bool:
    is_edge = element.tag in ("header", "a") and element.get("class") in ("edge", "skip")
    is_notice = element.tag == "aside" or element.get("id") == "messages"
    own = ("stylesheet", "canonical", "expect")
    is_link = element.tag == "link" and element.get("rel") not in own
    is_card = "property" in element.attributes or element.get("name") == "twitter:card"
    return is_edge or is_notice or is_link or (element.tag == "meta" and not is_card)


@pytest.fixture
def table(db: None) -> Table:
    sample = samples.covering("santiago_de_cuba")[0]
    people = people_make("ana", "ben", "carla", "dario", "elena")
    return Table.objects.get(pk=samples.table_make(sample, people))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_frame_is_the_same(table: Table, kind: str, language: str) -> None:
    client = Client(headers={"accept-language": language})
    if kind != "a visitor":
        user = table.seats.get(place=0).user
        user.refused_address, user.refused_because, user.warned = user.email, "no such box", True
        user.save()
        user.decisions.create(text="Be kind.")
        if kind == "a moderator":
            user.is_staff = True
            user.save()
            user.user_permissions.add(*Permission.objects.all())
        client.force_login(user)
    table_freeze(table_id=table.pk, reason="so that moderators have work")
    at_table = client.get(f"/tables/{table.pk}/").content.decode()
    lobby = client.get("/lobby/").content.decode()
    at_table = at_table.replace(f"/tables/{table.pk}/", "/lobby/")
    at_table = at_table.replace(f"%2Ftables%2F{table.pk}%2F", "%2Flobby%2F")
    found = frame_of(at_table)
    assert len(found) > 6
    assert found == frame_of(lobby)
