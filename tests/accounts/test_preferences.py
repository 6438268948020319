"""A preference is a field of `Preferences`: all that shows it is made from there."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Preferences
from accounts.models.users import names_in
from accounts.moderation.people_admin import PersonAdmin
from accounts.people.leaving import all_about
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db
NAMES = names_in(Preferences)


def controls(client: Client, page: str) -> set[str]:
    """The preferences that a page asks for."""
    html = client.get(reverse(page)).content.decode().split("<main")[1]
    return {name for name in NAMES if f'name="{name}"' in html}


def test_each_is_asked_for_on_one_page() -> None:
    client = client_of(people_make("Ana")[0])
    pages = [controls(client, page) for page in ("settings", "notices")]
    assert all(pages) and sorted([*pages[0], *pages[1]]) == sorted(NAMES)


def test_each_is_exported() -> None:
    assert sorted(all_about(people_make("Ana")[0])["account"]["preferences"]) == sorted(NAMES)


def test_each_is_administered() -> None:
    fieldsets = dict(PersonAdmin.fieldsets or ())
    assert sorted(fieldsets["Preferences"]["fields"]) == sorted(NAMES)
