"""The tests beside this one open connections by themselves."""

from __future__ import annotations

import pytest
from django.db import connections


@pytest.mark.django_db
def test_these_tests_have_a_database_of_their_own():
    """And with this mark pytest-django makes it."""
    assert connections["default"].settings_dict["NAME"].startswith("test_")
