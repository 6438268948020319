"""Tables, a mail server, and the log as it is written."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from config.sight.lines import JsonLine
from tests.accounts.conftest import mailbox
from tests.games.conftest import begin, people

__all__ = ["begin", "mailbox", "people"]


class Written:
    """What the log consists of, as programs read it."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]

    def of(self, logger: str) -> dict[str, Any]:
        """The one record of a logger."""
        (found,) = [record for record in self.records if record["logger"] == logger]
        return found


@pytest.fixture
def written() -> Iterator[Written]:
    log = Written()
    handler = logging.StreamHandler(log.stream)
    handler.setFormatter(JsonLine())
    logging.getLogger().addHandler(handler)
    yield log
    logging.getLogger().removeHandler(handler)
