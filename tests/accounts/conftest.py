"""Tables to get mails about, and a mail server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.accounts.mailbox import Mailbox
from tests.games.conftest import begin, people  # noqa: F401 - fixtures
from tools.working import forget_jobs


@pytest.fixture
def mailbox(settings: Any, transactional_db: None) -> Iterator[Mailbox]:
    forget_jobs()
    box = Mailbox()
    box.controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", box.port
    yield box
    box.controller.stop()
