"""Sockets through ASGI; pages through threads of the WSGI application, which is 5 times cheaper."""

from importlib import import_module
from importlib.util import find_spec
from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator

from config.wsgi import application as pages

websocket_urlpatterns = [
    pattern
    for module in ("games.routing", "lobby.routing")
    if find_spec(module)
    for pattern in import_module(module).websocket_urlpatterns
]

application = ProtocolTypeRouter(
    {
        "http": WSGIMiddleware(cast(WSGIApp, pages), workers=8),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter(websocket_urlpatterns))
        ),
    }
)
