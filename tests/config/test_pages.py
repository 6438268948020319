"""What every answer of the site carries."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.web.content_policy import ContentPolicyMiddleware


@pytest.mark.django_db
def test_only_files_of_this_site_may_run(client: Client) -> None:
    header = client.get("/accounts/login/").headers["Content-Security-Policy"]
    rules = dict(part.strip().split(" ", 1) for part in header.split(";"))
    assert rules["default-src"] == rules["script-src"] == rules["style-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["object-src"] == "'none'"
    assert rules["connect-src"] == "'self' ws://testserver"
    assert "unsafe" not in header
    assert "*" not in header


def test_sockets_are_encrypted_where_pages_are(rf: RequestFactory) -> None:
    answer = ContentPolicyMiddleware(lambda _: HttpResponse())(rf.get("/", secure=True))
    assert "wss://testserver" in answer.headers["Content-Security-Policy"]


def test_a_page_may_have_a_policy_of_its_own(rf: RequestFactory) -> None:
    own = HttpResponse(headers={"Content-Security-Policy": "default-src 'none'"})
    answer = ContentPolicyMiddleware(lambda _: own)(rf.get("/"))
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"


@pytest.mark.django_db
def test_no_page_may_be_framed_and_nobody_sees_where_people_come_from(client: Client) -> None:
    headers = client.get("/accounts/login/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
