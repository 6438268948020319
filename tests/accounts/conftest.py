"""A member, tables to get mails about, a mail server, and another site to sign in with."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.socialaccount.providers import registry
from allauth.socialaccount.providers.openid_connect.provider import OpenIDConnectProvider
from django.core.cache import cache
from django.db import connection

from accounts.models import User
from accounts.signing_in.door_answers import doors_ask
from config.running import environment
from tests.accounts.club import Club
from tests.accounts.mailbox import Mailbox
from tests.games.conftest import begin, people  # noqa: F401 - fixtures
from tests.people import people_make
from tools.working import forget_jobs

PASSWORD = "two sugars please"


@pytest.fixture
def ana() -> User:
    """A member with a password and a confirmed address."""
    (user,) = people_make("Ana", password=PASSWORD)
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def nothing_counted() -> Iterator[None]:
    """Forget the attempts of other tests, and leave none for them."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def mailbox(settings: Any, transactional_db: None) -> Iterator[Mailbox]:
    forget_jobs()
    box = Mailbox()
    box.controller.start()
    settings.EMAIL_BACKEND = "config.web.mailing.MailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", box.port
    yield box
    box.controller.stop()
    assert not box.server.faults, "\n".join(box.server.faults)


@pytest.fixture
def club(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """The site as it is when an operator has set another one to sign in with."""
    registry.get_class_list()  # loads those that are set: none
    known = {**registry.provider_map, OpenIDConnectProvider.id: OpenIDConnectProvider}
    monkeypatch.setattr(registry, "provider_map", known)
    with Club() as club:
        found = environment.providers(openid_connect=("us", "secret", club.url, "Club"))
        settings.SIGN_IN_WITH = settings.SOCIALACCOUNT_PROVIDERS = found
        settings.ROOT_URLCONF = "tests.club_urls"
        yield club


@pytest.fixture
def asking() -> Iterator[None]:
    """The worker's job for other sites is done whenever there is something to ask."""
    over = threading.Event()

    def ask() -> None:
        while not over.wait(0.02):
            doors_ask()
        connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    yield
    over.set()
    thread.join()
