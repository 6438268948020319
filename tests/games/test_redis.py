"""Over Redis the process that has stored a change tells it: nobody else would."""

from __future__ import annotations

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import transaction

from games import services
from games.storage import group_of
from tests.config.push_servers import RedisServer, member, received

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def redis(settings):
    with RedisServer() as address:
        layer = settings.CHANNEL_LAYERS["default"]
        settings.CHANNEL_LAYERS = {
            "default": {
                "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
                "CONFIG": {"hosts": [{"address": address, "socket_timeout": None}]},
            }
        }
        yield layer


def test_a_change_is_told_over_redis_once_it_is_stored(redis, begin):
    playing = begin()

    def play_and_roll_back() -> None:
        with transaction.atomic():
            playing.play(0, 1)
            transaction.set_rollback(True)

    async def listen() -> list[int]:
        layer = get_channel_layer()
        channel = await member(layer, group_of(playing.id))
        await sync_to_async(play_and_roll_back)()
        await sync_to_async(playing.play)(0, 1)
        await sync_to_async(services.seat_resign)(
            table_id=playing.id, user_id=(await sync_to_async(playing.user_at)(1)).pk
        )
        heard = [await received(layer, channel) for _ in range(2)]
        await layer.flush()
        assert {message["table"] for message in heard} == {playing.id}
        return [message["number"] for message in heard]

    assert asyncio.run(listen()) == [2, 3]
