"""Sockets through ASGI; pages through threads of the WSGI application, which is 5 times cheaper."""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from config.wsgi import application as pages
from games.routing import websocket_urlpatterns as games_sockets
from lobby.routing import websocket_urlpatterns as lobby_sockets

application = ProtocolTypeRouter(
    {
        "http": WSGIMiddleware(cast(WSGIApp, pages), workers=8),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter([*games_sockets, *lobby_sockets]))
        ),
    }
)
