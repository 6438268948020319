"""The album's world in the test database, and a server that shows it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from pytest_django import Settings

from accounts.models import User
from lobby.terms.opening import games_in_lobby
from tools.album import settings as shown
from tools.album.camera import Studio
from tools.album.making import sessions_of
from tools.album.pages import AlbumPage, pages_of
from tools.album.world import world_make

T = TypeVar("T")
Opener = Callable[..., tuple[Studio, list[AlbumPage]]]


@pytest.fixture
def opened(live: str, settings: Settings) -> Opener:
    """Makes a world, and says where it can be seen and what there is to see.

    With one game it is smaller: then no table of another game waits for anybody.
    """
    for name in ("ROOT_URLCONF", "CONTACT", "IMPRINT", "PRIVACY"):
        setattr(settings, name, getattr(shown, name))

    def open_world(game: str = "") -> tuple[Studio, list[AlbumPage]]:
        world = world_make([game] if game else list(games_in_lobby()), pages=not game)
        return Studio(live, sessions_of(User.objects.all())), pages_of(world)

    return open_world


def apart(work: Callable[..., T], *arguments: object) -> T:
    """Work in a thread without an event loop; playwright leaves one in that of the tests."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(work, *arguments).result()
