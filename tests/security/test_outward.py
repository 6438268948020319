"""No request asks another server, so none can be held up by one that says nothing."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest
import requests
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts import doors
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


def test_few_requests_wait_for_another_site_at_once() -> None:
    """The one exception, as the browser has a code that is good for this request alone."""
    held, going = threading.Event(), threading.Semaphore(0)

    def wait() -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            url = "http://{}:{}/".format(*server.getsockname())
            asking = threading.Thread(target=swallow, args=[url])
            asking.start()
            line, _ = server.accept()
            going.release()
            held.wait()
            line.close()
            asking.join()

    def swallow(url: str) -> None:
        with pytest.raises(requests.RequestException):
            doors.BoundedSession().get(url)

    threads = [threading.Thread(target=wait) for _ in range(doors.MOST_WAITING)]
    for thread in threads:
        thread.start()
    for _ in threads:
        going.acquire()
    with pytest.raises(requests.ConnectionError, match="Too many"):
        doors.BoundedSession().get("http://127.0.0.1:9/")
    held.set()
    for thread in threads:
        thread.join()
