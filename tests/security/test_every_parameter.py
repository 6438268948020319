"""NUL, lone surrogates, huge and negative numbers in every parameter of every route: never a 500.

Routes come from the URL resolver, the API's parameters and bodies from its OpenAPI document, those
of pages from the views' own code and forms, the administration's filters from what is registered.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from accounts.moderation.rights import is_moderator
from config.api import api
from games.models import Table

HUGE = "9" * 30
IN_PATHS = ["%00", "a%00b", "%ED%A0%80", HUGE, "-1", "0"]
IN_FIELDS = ["a\0b", "%ED%A0%80", HUGE, "-" + HUGE, "-1", "0"]
IN_JSON = ["a\0b", "\ud800", int(HUGE), -int(HUGE), -1, None]
READ = re.compile(r"""\b(?:GET|POST)(?:\.get|\.getlist)?[\[(]["'](\w+)["']""")
GROUP = re.compile(r"\(\?P<(\w+)>[^()]*\)")
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
CONVERSATIONS = ["", "__exact", "__isnull", "__gte", "__lt", "__year", "__month", "__day"]

pytestmark = pytest.mark.django_db(transaction=True)


def routes(patterns: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every address of the site with its parameters in pointed brackets, and its view."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here = GROUP.sub(r"<\1>", str(pattern.pattern)).replace("^", "").replace("$", "")
        here = before + here.replace("\\Z", "").replace("\\", "")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, here)
        elif isinstance(pattern, URLPattern):
            yield here, pattern.callback


def parameters_of(view: Any) -> set[str]:
    """What a page's view reads by name, and the fields of the forms of its module."""
    view = getattr(view, "view_class", inspect.unwrap(view))
    module = inspect.getmodule(view)
    if module is None:
        return set()
    found = set(READ.findall(inspect.getsource(module)))
    for thing in vars(module).values():
        if inspect.isclass(thing) and issubclass(thing, forms.BaseForm):
            found |= set(getattr(thing, "base_fields", ()))
    return found


@pytest.fixture
def known(begin: Any, people: list[Any]) -> dict[str, str]:
    """A right value for every parameter of an address."""
    playing = begin(seats=2)
    return {
        "table_id": str(playing.id), "game": "pier", "name": "ben", "object_id": "1", "token": "x",
        "app_label": "accounts", "content_type_id": "1", "rest": "x", "url": "x", "key": "x",
    }  # fmt: skip


ROLES = ("nobody", "player", "moderator", "admin")


@pytest.fixture(params=ROLES)
def client(request: pytest.FixtureRequest, people: list[Any]) -> Client:
    """Somebody who asks; an exception in a view is raised here, too."""
    client = Client()
    user = people[0]
    if request.param == "nobody":
        return client
    if request.param == "moderator":
        user.is_staff = True
        user.save()
        user.groups.add(Group.objects.get(name__iexact="moderators"))
        assert is_moderator(User.objects.get(pk=user.pk))
    if request.param == "admin":
        user.is_staff = user.is_superuser = True
        user.save()
    client.force_login(user)
    return client


class Findings(list[str]):
    """What has failed, with the request that made it fail."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client, self.asked = client, 0

    def ask(self, method: str, address: str, *args: Any, **more: Any) -> None:
        self.asked += 1
        try:
            answer = getattr(self.client, method)(address, *args, **more)
        except Exception as error:  # noqa: BLE001 - whatever it is
            self.append(f"{method} {address} {args}: {error!r}"[:300])
            return
        if answer.status_code >= 500:
            self.append(f"{method} {address} {args}: {answer.status_code}"[:300])


def addresses(route: str, known: dict[str, str]) -> Iterator[str]:
    """An address with one bad parameter at a time."""
    names = PARAMETER.findall(route)
    for bad in names:
        for value in IN_PATHS:
            yield fill(route, {**known, bad: value})


def fill(route: str, values: dict[str, str]) -> str:
    return "/" + PARAMETER.sub(lambda found: values.get(found[1], "1"), route)


@pytest.mark.timeout(300) if False else pytest.mark.filterwarnings("ignore")
def test_paths_and_fields(client: Client, known: dict[str, str]) -> None:
    found = Findings(client)
    for route, view in routes():
        if "logout" in route or route.startswith("admin/") and "<url>" in route:
            continue
        for address in addresses(route, known):
            found.ask("get", address)
            found.ask("post", address)
        right = fill(route, known)
        for name, value in product(sorted(parameters_of(view)), IN_FIELDS):
            if not route.startswith(("api/", "admin/")):
                found.ask("get", right, {name: value})
                found.ask("post", right, {name: value})
        for value in IN_FIELDS:
            everything = dict.fromkeys(parameters_of(view), value)
            found.ask("post", right, everything)
            found.ask("get", right, {value: value})
    print("ASKED", found.asked)
    assert not found


def test_everything_in_the_api_document(client: Client, known: dict[str, str]) -> None:
    found = Findings(client)
    document = json.loads(json.dumps(api.get_openapi_schema()))
    for path, operations in document["paths"].items():
        route = re.sub(r"{(\w+)}", r"<\1>", path.lstrip("/"))
        for method, operation in operations.items():
            for parameter, value in product(operation.get("parameters", []), IN_FIELDS):
                if parameter["in"] == "query":
                    address = f"{fill(route, known)}"
                    found.ask("get", address, {parameter["name"]: value})
            for body in bodies(document, operation):
                content = json.dumps(body)
                found.ask(method, fill(route, known), content, content_type="application/json")
    print("ASKED", found.asked)
    assert found.asked > 100
    assert not found


def bodies(document: dict[str, Any], operation: dict[str, Any]) -> Iterator[Any]:
    """JSON bodies with one bad field at a time, at its place and deeper."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return
    schema = content["schema"]
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    usual = {name: plain(field) for name, field in schema["properties"].items()}
    for name, value in product(usual, IN_JSON):
        for bad in (value, [value], {"kind": value}, {str(value): value}):
            yield {**usual, name: bad}


def plain(field: dict[str, Any]) -> Any:
    """Something that fits a field of a schema."""
    kinds = [field.get("type"), *(kind.get("type") for kind in field.get("anyOf", ()))]
    fitting = {"string": "x", "integer": 2, "boolean": False, "object": {}, "array": []}
    return next((fitting[kind] for kind in kinds if kind in fitting), None)


def test_every_filter_of_the_administration(client: Client, known: dict[str, str]) -> None:
    found = Findings(client)
    for model, registered in admin.site._registry.items():
        address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        names = {"q", "p", "o", "all", "e", "_popup", "_to_field", "_changelist_filters", "x"}
        filters = [*registered.list_filter, registered.date_hierarchy or "x"]
        for each in filters:
            field = each[0] if isinstance(each, tuple) else each
            names |= {f"{field}{lookup}" for lookup in CONVERSATIONS}
        for name, value in product(sorted(names), IN_FIELDS):
            found.ask("get", address, {name: value})
        if registered.date_hierarchy:
            for value in ("0", "-1", HUGE, "2024"):
                for parts in (["year"], ["year", "month"], ["year", "month", "day"]):
                    wish = {f"{registered.date_hierarchy}__{part}": value for part in parts}
                    found.ask("get", address, wish)
                    wish[f"{registered.date_hierarchy}__year"] = "2024"
                    found.ask("get", address, wish)
    print("ASKED", found.asked)
    assert not found


def test_these_are_all_routes() -> None:
    all_routes = [route for route, _ in routes()]
    assert len(all_routes) > 100
    assert {"join/<str:token>/", "admin/games/table/", "api/v1/tables"} <= set(all_routes)
    assert Table._meta.label_lower == "games.table"
