"""How tests are spread over the processes that run them."""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

BROWSER_FOLDERS = ("tests/album/", "tests/browser/")
"""The only places of tests with a browser."""


class Spreading(LoadScopeScheduling):
    """Hand out what comes next: the tests of a file together, those with a browser one by one.

    The order is kept, so that every process comes to those with a browser last. A file's tests
    share what is costly to start, as a whole site.
    """

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        """Return what is handed out together with a test."""
        return nodeid if nodeid.startswith(BROWSER_FOLDERS) else nodeid.partition("::")[0]


def in_order(item: pytest.Item) -> tuple[bool, bool]:
    """Sort tests with a browser behind all others, of these the costly ones first.

    Playwright leaves its event loop running in the thread of the tests, where no test with an
    event loop of its own could run any more.
    """
    browser = item.get_closest_marker("browser") is not None
    return browser, browser and item.get_closest_marker("costly") is None
