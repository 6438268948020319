"""Lines die without a word: a short run of `manage.py torture --network`, and what it fails on."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.torture.test_torture import torture
from tools import namespaces
from tools.torture import bounds
from tools.torture.network import Disturbance, judged
from tools.torture.waiting import KINDS, PAGE, YES, Waits


@pytest.mark.slow
def test_nobody_waits_long_for_dead_lines_to_postgres_and_to_people(tmp_path: Path) -> None:
    """The run compares the longest waits with their bounds itself."""
    if not namespaces.private() and not os.environ.get("CI"):
        pytest.skip("no right to make network namespaces")
    counts = torture(tmp_path, "--network", "--acts", "database-dead", "people-dead")
    assert counts["moves acknowledged"] == counts["moves stored"] > 20
    assert counts["lines left as dead"] > 0
    assert counts["longest wait of a person, s"] > 1


def nothing() -> None:
    """Done to nobody."""


def test_a_wait_beyond_its_bound_fails_the_run() -> None:
    acts = {"quiet": Disturbance(nothing, 0, {YES: 4.0})}
    most = bounds.BUSY * (bounds.MOMENT + 4.0)
    short = dict.fromkeys(KINDS, 0.5)
    assert judged(acts, {"quiet": short | {YES: most}})["longest wait of a person, s"] == most
    with pytest.raises(AssertionError, match=rf"quiet: {most + 0.1:.1f} s for a yes"):
        judged(acts, {"quiet": short | {YES: most + 0.1}})
    with pytest.raises(AssertionError, match="for a page"):
        judged(acts, {"quiet": short | {PAGE: most}})


def test_an_act_during_which_nobody_waited_for_something_fails_the_run() -> None:
    rest = {kind: 0.5 for kind in KINDS if kind != YES}
    with pytest.raises(AssertionError, match="a yes"):
        judged({"quiet": Disturbance(nothing, 0, {})}, {"quiet": rest})


def test_a_wait_that_is_not_over_is_known() -> None:
    waits = Waits()
    with waits.waiting(YES):
        assert not waits.are_over(time.monotonic())
        assert waits.longest(0) == {}
    assert waits.are_over(time.monotonic())
    assert waits.longest(0).keys() == {YES}
