"""Lists of the administration are filtered, sorted and searched by what they name and nothing else.

A filter by anything else would read it letter by letter, though no page shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import Field, Model
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import Message, User
from accounts.moderation.named import NamedFilterAdmin
from accounts.people.rights import GROUP
from games.models import Table
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

PAGES = admin.site._registry
OURS = [model for model in PAGES if type(PAGES[model]).__module__.startswith("accounts.")]
LABELS = [model._meta.label for model in PAGES]
WAYS = (
    "exact", "iexact", "startswith", "icontains", "regex", "gt", "gte", "lt", "in", "range",
    "isnull", "isempty", "year", "date", "has_key", "length",
)  # fmt: skip
VALUES = {
    "isnull": "True", "in": "1,2", "range": "1,2", "year": "2026",
    "gte": "2026-01-01 00:00+00:00", "lt": "2026-01-01 00:00+00:00",
}  # fmt: skip
PARTS = ("year", "month", "day")


def list_of(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def lookups_of(model: type[Model]) -> Iterator[str]:
    """All that a filter could be: each column and relation in each way, and the next ones' too."""
    for field in model._meta.get_fields():
        name = field.name
        yield from (name, *(f"{name}__{way}" for way in WAYS))
        if isinstance(field, Field):
            yield from (field.attname, f"{field.attname}__exact")
        if field.related_model is not None and not isinstance(field.related_model, str):
            for beyond in field.related_model._meta.get_fields():
                yield f"{name}__{beyond.name}"
                yield f"{name}__{beyond.name}__startswith"
    yield from ("pk", "pk__in", "nothing", "nothing__exact", "id__exact")


def may_filter(page: admin.ModelAdmin[Model], user: User, lookup: str) -> bool:
    """Return True if a list may be filtered so: the list itself is asked, not the whole site."""
    value = VALUES.get(lookup.rpartition("__")[2], "1")
    request = RequestFactory().get("/", {lookup: value})
    request.user = user
    try:
        answer = page.changelist_view(request)
    except DisallowedModelAdminLookup:
        return False
    assert answer.status_code == 200, lookup
    return True


@pytest.fixture
def onlooker(db: None) -> User:
    """An operator who may look at what is ours and change nothing."""
    (user,) = people_make("Olga", is_staff=True)
    for model in OURS:
        right = f"view_{model._meta.model_name}"
        kind = ContentType.objects.get_for_model(model)
        user.user_permissions.add(Permission.objects.get(codename=right, content_type=kind))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def staff(onlooker: User) -> dict[str, Client]:
    (root,) = people_make("Root", is_staff=True, is_superuser=True)
    return {"onlooker": client_of(onlooker), "administrator": client_of(root)}


def test_all_lists_of_ours_have_this_base(staff: dict[str, Client]) -> None:
    seen = [model for model in PAGES if staff["onlooker"].get(list_of(model)).status_code == 200]
    assert {Table, User, Message} <= {*seen} == {*OURS}
    assert all(isinstance(PAGES[model], NamedFilterAdmin) for model in seen)


@pytest.mark.parametrize("label", LABELS)
def test_nothing_filters_that_is_not_named(
    label: str, staff: dict[str, Client], onlooker: User
) -> None:
    model = apps.get_model(label)
    client, address, page = staff["onlooker"], list_of(model), PAGES[model]
    if client.get(address).status_code == 403:
        return
    assert client.get(address, {"nothing": "1"}).status_code == 400
    named = {entry[0] if isinstance(entry, tuple) else entry for entry in page.list_filter}
    let = {lookup for lookup in lookups_of(model) if may_filter(page, onlooker, lookup)}
    ways = {lookup.partition("__") for lookup in let}
    assert {name for name, _, _ in ways} == {*named, *filter(None, [page.date_hierarchy])}
    assert {way for _, _, way in ways} <= {
        "", "exact", "isnull", "isempty", "gte", "lt", "id__exact", *PARTS
    }  # fmt: skip


@pytest.mark.parametrize("label", LABELS)
def test_nothing_sorts_but_columns(label: str, staff: dict[str, Client]) -> None:
    model = apps.get_model(label)
    page = PAGES[model]
    for who, client in staff.items():
        if client.get(list_of(model)).status_code != 200 or not isinstance(page, NamedFilterAdmin):
            continue
        sorting = {
            order: client.get(list_of(model), {"o": order}).status_code
            for order in (
                *map(str, range(12)),
                "-1",
                "1.2",
                "99",
                "x",
                "-",
                "--1",
                "seed",
                "1.x",
                "²",
            )
        }
        assert {sorting[order] for order in ("99", "x", "--1", "seed", "1.x", "²")} == {400}, who
        columns = [order for order in range(12) if sorting[str(order)] == 200]
        assert 0 < len(columns) <= len(page.list_display)


@pytest.mark.parametrize("label", LABELS)
def test_nothing_is_found_by_another_field(label: str, staff: dict[str, Client]) -> None:
    model = apps.get_model(label)
    client = staff["onlooker"]
    if client.get(list_of(model)).status_code != 200:
        return
    for field in model._meta.fields:
        status = client.get(list_of(model), {"_to_field": field.name, "_popup": "1"}).status_code
        assert status == (200 if field.primary_key else 400), field.name
        change = reverse(
            f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=["1"]
        )
        status = client.get(change, {"_to_field": field.name}).status_code
        assert status in ((200, 302) if field.primary_key else (400,)), field.name


def test_a_search_finds_by_names_alone(staff: dict[str, Client], begin: Any) -> None:
    """Over the list, and where a field of another page is completed."""
    playing = begin()
    table = Table.objects.get(pk=playing.id)
    user = playing.user_at(0)
    User.objects.filter(pk=user.pk).update(
        email="somebody.secret@example.org", arrival="/join/xyz/"
    )
    client = staff["onlooker"]
    hidden = ["seed", table.token, "somebody.secret", "/join/xyz"]
    for words in hidden:
        for model in (Table, User):
            page = client.get(list_of(model), {"q": words})
            assert page.status_code == 200 and f">{user.username}<" not in page.text
            assert f">{table.pk}</a>" not in page.text
    assert f">{table.pk}</a>" in client.get(list_of(Table), {"q": user.username}).text
    asked = 0
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if not isinstance(field, Field) or field.related_model not in (Table, User):
                continue
            asked += 1
            source = {
                "app_label": model._meta.app_label,
                "model_name": model._meta.model_name,
                "field_name": field.name,
            }
            for words in hidden:
                answer = client.get("/admin/autocomplete/", {**source, "term": words})
                assert answer.json()["results"] == []
    assert asked > 10


def test_no_history_tells_which_numbers_are_taken(staff: dict[str, Client]) -> None:
    group = Group.objects.get(name=GROUP)
    for number in (group.pk, group.pk + 100):
        address = f"/admin/auth/group/{number}/history/"
        assert staff["onlooker"].get(address).status_code == 403
    assert staff["administrator"].get(f"/admin/auth/group/{group.pk}/history/").status_code == 200
