"""The consumer in `examples/` hears of changes, and tells nobody what they may not know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from config.web.closing import NOT_FOUND
from examples.follower import Follower
from tests.config.push.conftest import layer  # noqa: F401 - a fixture
from tools.patience import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def follow(table_id: int, user: User | AnonymousUser) -> WebsocketCommunicator:
    socket = WebsocketCommunicator(Follower.as_asgi(), "/")
    socket.scope["url_route"] = {"kwargs": {"table_id": table_id}}
    socket.scope["user"] = user
    return socket


async def test_it_tells_each_change(begin: Callable[..., Any], layer: Any) -> None:  # noqa: F811
    playing = await database_sync_to_async(begin)()
    socket = follow(playing.id, AnonymousUser())
    assert (await socket.connect(timeout=PATIENCE))[0]
    before = await socket.receive_json_from(PATIENCE)
    assert before["status"] == "playing"
    await database_sync_to_async(playing.play_on)(1)
    assert (await socket.receive_json_from(PATIENCE))["number"] > before["number"]
    await socket.disconnect(timeout=PATIENCE)


async def test_a_private_table_is_followed_by_its_players_alone(
    begin: Callable[..., Any],
    layer: Any,  # noqa: F811
    people: list[User],
) -> None:
    playing = await database_sync_to_async(begin)(private=True)
    inside, outside = (follow(playing.id, who) for who in (people[0], AnonymousUser()))
    for socket in (inside, outside):
        assert (await socket.connect(timeout=PATIENCE))[0]
    assert (await inside.receive_json_from(PATIENCE))["status"] == "playing"
    assert (await outside.receive_output(PATIENCE))["code"] == NOT_FOUND
    await inside.disconnect(timeout=PATIENCE)
