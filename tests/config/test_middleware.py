"""The site's middleware."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.utils.module_loading import import_string

from config.middleware import Middleware
from tools.statements import PRODUCT

OURS = [
    path for path in settings.MIDDLEWARE if path.startswith(tuple(f"{app}." for app in PRODUCT))
]


@pytest.mark.parametrize("path", OURS)
def test_each_of_ours_hands_requests_on_in_one_way(path: str) -> None:
    kind = import_string(path)
    assert issubclass(kind, Middleware)
    assert kind.__init__ is Middleware.__init__


def test_most_of_it_is_ours() -> None:
    assert len(OURS) > 12
