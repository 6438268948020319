"""No request asks another server, so none can be held up by one that says nothing."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from tests import guarded


def ask(request: HttpRequest) -> HttpResponse:
    """What no view of ours may do."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
    return HttpResponse()


def test_a_request_that_asks_another_server_is_noticed(rf: RequestFactory) -> None:
    with pytest.raises(guarded.Outward):
        guarded.GuardMiddleware(ask)(rf.get("/somewhere/"))
    assert guarded.met and all(told.startswith("/somewhere/: socket.") for told in guarded.met)
    guarded.met.clear()
    assert ask(rf.get("/")).status_code == 200, "outside of a request"


@pytest.mark.django_db
def test_every_request_of_the_tests_is_guarded(settings: Any) -> None:
    assert settings.MIDDLEWARE[0] == "tests.guarded.GuardMiddleware"
    assert Client().get("/").status_code == 200
