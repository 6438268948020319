"""Sockets and requests, as daphne serves them."""

import gc

from channels.routing import ProtocolTypeRouter, URLRouter

from config.answering import requests
from config.web.health import Probed
from config.web.requests import bound_requests
from config.web.sockets import bound_sockets

# importing that has set Django up, which everything with models needs
# isort: split
from django.urls import path, re_path

from accounts.announcing.topics import NewsTopic
from accounts.chat.topics import ChatTopic
from accounts.sessions.signed_in import SignedInTopic
from accounts.sessions.sockets import with_user
from config.socket.connection import Understood, no_socket, socket_about
from games.watching.topics import TableTopic
from lobby.live.events import EventsTopic
from lobby.live.topics import OpenTablesTopic, WaitingTopic

bound_requests()
bound_sockets()
understood = Understood(
    [SignedInTopic, TableTopic, ChatTopic, WaitingTopic, EventsTopic, OpenTablesTopic, NewsTopic]
)
socket = socket_about(understood)
addresses = [
    path("ws/", socket),
    path("ws/tables/<int:table_id>/", socket),
    re_path("", no_socket()),
]
application = ProtocolTypeRouter(
    {
        "http": Probed(requests),
        "websocket": with_user(URLRouter(addresses)),
    }
)

gc.collect()
gc.freeze()  # what a process begins with stays: it need not be searched again and again
gc.set_threshold(5_000)  # each move makes a hundred things that are kept until the next one
