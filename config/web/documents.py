"""Requests and responses that are JSON documents."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse

JSON = "application/json"


def is_document(request: HttpRequest) -> bool:
    """Return whether a request has a JSON document as its body, not a form."""
    return request.content_type == JSON


def respond(document: object, status: int = 200) -> HttpResponse:
    """Return a document as the response, encoded once."""
    return HttpResponse(msgspec.json.encode(document), content_type=JSON, status=status)
