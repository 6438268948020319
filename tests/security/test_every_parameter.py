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
from django.contrib.auth.models import AnonymousUser, Group
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from accounts.people.rights import is_moderator
from config.api import api
from games.models import Table
from tests.people import client_of

HUGE = "9" * 30
IN_PATHS = ["%00", "a%00b", "%ED%A0%80", HUGE, "-1", "0"]
IN_FIELDS = ["a\0b", HUGE, "-1", "0"]
IN_JSON = ["a\0b", "\ud800", int(HUGE), -1]
READ = re.compile(r"""\b(?:GET|POST)(?:\.get|\.getlist)?[\[(]["'](\w+)["']""")
GROUP = re.compile(r"\(\?P<(\w+)>[^()]*\)")
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
LOOKUPS = ["__exact", "__isnull", "__gte", "__year", "__day"]

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


def parameters_of(view: Any) -> tuple[set[str], set[str]]:
    """What a page's view reads by name; and with it the fields of the forms of its module."""
    view = getattr(view, "view_class", inspect.unwrap(view))
    module = inspect.getmodule(view)
    if module is None:
        return set(), set()
    read = set(READ.findall(inspect.getsource(view)))
    found = set(READ.findall(inspect.getsource(module)))
    for thing in vars(module).values():
        if inspect.isclass(thing) and issubclass(thing, forms.BaseForm):
            found |= set(getattr(thing, "base_fields", ()))
    return read, found


@pytest.fixture
def known(begin: Any, people: list[Any]) -> dict[str, str]:
    """A right value for every parameter of an address."""
    playing = begin(seats=2)
    return {
        "table_id": str(playing.id), "game": "pier", "name": "ben", "object_id": "1", "token": "x",
        "app_label": "accounts", "content_type_id": "1", "rest": "x", "url": "x", "key": "x",
        "pk": "1", "at": "1", "place": "0", "user_id": str(people[1].pk),
    }  # fmt: skip


ROLES = ("nobody", "player", "moderator", "admin")


@pytest.fixture(params=ROLES)
def client(request: pytest.FixtureRequest, people: list[Any]) -> Client:
    """Somebody who asks; an exception in a view is raised here, too."""
    user = people[0]
    if request.param == "nobody":
        return Client()
    if request.param == "moderator":
        user.is_staff = True
        user.save()
        user.groups.add(Group.objects.get(name__iexact="moderators"))
        assert is_moderator(User.objects.get(pk=user.pk))
    if request.param == "admin":
        user.is_staff = user.is_superuser = True
        user.save()
    return client_of(user)


class Findings(list[str]):
    """What has failed, with the request that made it fail."""

    def __init__(self, client: Client) -> None:
        super().__init__()
        self.client, self.asked = client, 0

    def ask(self, method: str, address: str, *args: Any, **more: Any) -> None:
        self.asked += 1
        try:
            answer = getattr(self.client, method)(address, *args, **more)
        except Exception as error:
            self.append(f"{method} {address} {args}: {error!r}"[:300])
            return
        if answer.status_code >= 500:
            self.append(f"{method} {address} {args}: {answer.status_code}"[:300])


def addresses(route: str, known: dict[str, str]) -> Iterator[str]:
    """An address with one bad parameter at a time."""
    for bad, value in product(PARAMETER.findall(route), IN_PATHS):
        yield fill(route, {**known, bad: value})


def fill(route: str, values: dict[str, str]) -> str:
    return "/" + PARAMETER.sub(lambda found: values.get(found[1], "1"), route)


@pytest.mark.costly
def test_every_address(client: Client, known: dict[str, str]) -> None:
    found = Findings(client)
    for route, _ in routes():
        for address in addresses(route, known):
            found.ask("get", address)
        if found.asked and "logout" not in route:
            found.ask("post", next(addresses(route, known), fill(route, known)))
    assert found.asked > 100
    assert not found


@pytest.mark.costly
def test_every_field_of_every_page(client: Client, known: dict[str, str]) -> None:
    """What views read themselves one at a time; what forms read all at once."""
    found = Findings(client)
    for route, view in routes():
        if "logout" in route or route.startswith("api/") or "delete" in route:
            continue
        address, (read, names) = fill(route, known), parameters_of(view)
        if route.startswith("admin/"):
            read = set()  # Django's, and see the filters below
        wishes = [dict.fromkeys([*names, "x"], value) for value in IN_FIELDS[:3]]
        wishes += [{name: value} for name, value in product(sorted(read), IN_FIELDS[:3])]
        for wish in wishes:
            found.ask("post", address, wish)
            found.ask("get", address, wish)
    assert found.asked > 100
    assert not found


@pytest.mark.costly
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
    assert found.asked > 100
    assert not found


def bodies(document: dict[str, Any], operation: dict[str, Any]) -> Iterator[Any]:
    """JSON bodies with one bad field at a time, at its place and deeper."""
    usual = usual_body(document, operation)
    for name, value in product(usual, IN_JSON):
        for bad in (value, [value], {"kind": value}, {str(value): value}):
            yield {**usual, name: bad}


def usual_body(document: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    """A JSON body that an operation can read; empty for one that reads none."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return {}
    schema = content["schema"]
    schema = next((kind for kind in schema.get("anyOf", ()) if "$ref" in kind), schema)
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return {name: plain(field) for name, field in schema["properties"].items()}


def plain(field: dict[str, Any]) -> Any:
    """Something that fits a field of a schema."""
    kinds = [field.get("type"), *(kind.get("type") for kind in field.get("anyOf", ()))]
    fitting = {"string": "x", "integer": 2, "boolean": False, "object": {}, "array": []}
    return next((fitting[kind] for kind in kinds if kind in fitting), None)


def as_asked_by(client: Client) -> Any:
    """A request of theirs, for asking what they may."""
    request = RequestFactory().get("/")
    user = client.session.get("_auth_user_id")
    request.user = User.objects.get(pk=user) if user else AnonymousUser()
    return request


@pytest.mark.costly
def test_every_filter_of_the_administration(client: Client, known: dict[str, str]) -> None:
    found = Findings(client)
    values = [HUGE, "0"] if getattr(as_asked_by(client).user, "is_superuser", False) else ["0"]
    for model, registered in admin.site._registry.items():
        address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        if not registered.has_view_permission(as_asked_by(client)):
            found.ask("get", address, {"q": "a\0b", "id__year": "0", "p": HUGE})
            continue
        names = {"q", "p", "o", "e", "_to_field"}
        filters = [*registered.list_filter, registered.date_hierarchy or "x"]
        for each in filters:
            field = each[0] if isinstance(each, tuple) else each
            names |= {f"{field}{lookup}" for lookup in LOOKUPS}
        for name, value in product(sorted(names), values):
            found.ask("get", address, {name: value})
    assert found.asked >= len(admin.site._registry)
    assert not found


def test_the_parameter_is_named() -> None:
    client = Client()
    answer = client.get("/api/v1/tables", {"game": "a\0b"})
    assert (answer.status_code, answer.json()["field"]) == (422, "game")
    page = client.get("/lobby/", {"part": "a\0b"})
    assert page.status_code == 400 and "“part”" in page.text
    assert client.get("/join/%00/").status_code == 404
    assert client.get("/api/v1/x%00").json()["error"] == "not_found"
    page = client.get("/admin/games/table/", {"opened_at__year": "0"})
    assert page.status_code == 400 and "opened_at__year" in page.text


def test_these_are_all_routes() -> None:
    all_routes = [route for route, _ in routes()]
    assert len(all_routes) > 100
    assert {"join/<str:token>/", "admin/games/table/", "api/v1/tables"} <= set(all_routes)
    assert Table._meta.label_lower == "games.table"
