"""Sockets through ASGI; pages through threads of the WSGI application, which is 5 times cheaper."""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from channels.routing import ProtocolTypeRouter, URLRouter

from config.web.limits import REQUESTS_AT_ONCE
from config.web.overload import Bounded
from config.web.sockets import bound_sockets
from config.wsgi import application as pages

# importing that has set Django up, which everything with models needs
# isort: split
from django.urls import path

from accounts.announcing.topics import NewsTopic
from accounts.chat.topics import ChatTopic
from accounts.signed_in import SignedInTopic
from accounts.sockets import with_user
from config.socket.connection import Understood, socket_about
from games.watching.topics import TableTopic
from lobby.topics import OpenTablesTopic, WaitingTopic

bound_sockets()
understood = Understood(
    [SignedInTopic, TableTopic, ChatTopic, WaitingTopic, OpenTablesTopic, NewsTopic]
)
socket = socket_about(understood)
addresses = [path("ws/", socket), path("ws/tables/<int:table_id>/", socket)]
application = ProtocolTypeRouter(
    {
        "http": Bounded(WSGIMiddleware(cast(WSGIApp, pages), workers=4), most=REQUESTS_AT_ONCE),
        "websocket": with_user(URLRouter(addresses)),
    }
)
