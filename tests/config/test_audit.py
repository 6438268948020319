"""What the audit of packages makes of the answers of its tool."""

from __future__ import annotations

import pytest

from tools.management.commands.audit import NOT_REACHED, verdict_of


@pytest.mark.parametrize(
    ("ended", "told", "verdict"),
    [
        (0, "No known vulnerabilities found", 0),
        (1, "Found 2 known vulnerabilities in 1 package\nName Version ID", 1),
        (1, "Found 1 known vulnerability in 1 package", 1),
        (1, "ERROR: Dependency not found and could not be audited: a2wsgi (1.10.10)", NOT_REACHED),
        (2, "error: Failed to fetch the tool", NOT_REACHED),
    ],
)
def test_a_hole_is_told_from_nobody_having_been_asked(ended: int, told: str, verdict: int) -> None:
    assert verdict_of(ended, told) == verdict
