"""The layer as in production, but with small queues; and a Postgres that may be stopped."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connections

from config.push.layer import PostgresChannelLayer
from config.running import postgres

CAPACITY = 10


@pytest_asyncio.fixture
async def layer(
    settings: Any, django_db_setup: None, django_db_blocker: Any
) -> AsyncIterator[PostgresChannelLayer]:
    backend = {"BACKEND": "config.push.layer.PostgresChannelLayer"}
    settings.CHANNEL_LAYERS = {"default": {**backend, "CONFIG": {"capacity": CAPACITY}}}
    with django_db_blocker.unblock():
        layer = get_channel_layer()
        yield layer
        await layer.close()
        await sync_to_async(connections.close_all)()


class OwnServer:
    """A Postgres that a test may stop and start, in place of the shared one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.held: postgres.Hold | None = None

    def start(self) -> None:
        self.held = postgres.hold(self.folder, durable=False)

    def stop(self) -> None:
        if self.held:
            self.held.release()
            self.held = None


@pytest.fixture
def own_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnServer]:
    connections["default"].close_pool()
    folder = Path(tempfile.mkdtemp(prefix="sobremesa-push-"))
    folder.chmod(0o755)
    server = OwnServer(folder)
    server.start()
    parameters = connections["default"].settings_dict
    monkeypatch.setitem(parameters["OPTIONS"]["pool"], "timeout", 2)
    usual = {name: parameters[name] for name in ("HOST", "NAME")}
    parameters.update(HOST=str(postgres.socket_folder(folder)), NAME=postgres.NAME)
    yield server
    parameters.update(usual)
    connections["default"].close_pool()
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)
