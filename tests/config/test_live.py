"""The shared fixtures themselves."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from websockets.sync.client import connect
from websockets.typing import Origin

from tools.patience import PATIENCE

if TYPE_CHECKING:
    from tests.live import LiveServer


def test_the_live_server_uses_the_test_database(live: str) -> None:
    with urllib.request.urlopen(f"{live}/readyz") as answer:
        assert json.load(answer)["database"] == "ok"
    get_user_model().objects.create_user("ana")


def test_an_open_socket_is_being_answered(
    live: str, our_server: LiveServer, client: Client
) -> None:
    client.force_login(get_user_model().objects.create_user("ana"))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].OutputString(attrs=[])
    assert not our_server.is_answering
    with connect(
        f"{live.replace('http', 'ws')}/ws/",
        origin=Origin(live),
        additional_headers={"Cookie": cookie},
    ) as socket:
        socket.recv(timeout=PATIENCE)
        assert our_server.is_answering
