"""The hidden fields of forms: one against forgery, and the mark by which a form counts once."""

from __future__ import annotations

import secrets
from functools import cached_property

from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.utils.html import format_html
from django.utils.safestring import SafeString

FIELD = "mark"
HEADER = "Idempotency-Key"
"""The field of a form and the header of a program's request that have a mark."""
LONGEST_MARK = 255
TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of Django's field


def mark_field() -> SafeString:
    """The field with a new mark."""
    return format_html('<input type="hidden" name="{}" value="{}">', FIELD, secrets.token_hex(12))


class HiddenFields:
    """What templates write into each form of a page: its token, made once, and a new mark."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    @cached_property
    def token(self) -> SafeString:
        """Against forgery alone, for what is marked otherwise: each question at a table is."""
        return csrf_input(self.request)

    def __html__(self) -> str:
        return self.token + mark_field()

    __str__ = __html__
