"""Sockets through ASGI; pages through threads of the WSGI application, which is 5 times cheaper."""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp
from channels.routing import ProtocolTypeRouter, URLRouter

from config.overload import Bounded
from config.sockets import bound_sockets
from config.wsgi import application as pages

# that has set Django up, which everything with models needs
# isort: split
from accounts.routing import websocket_urlpatterns as accounts_sockets
from accounts.sockets import signed_in
from games.routing import websocket_urlpatterns as games_sockets
from lobby.routing import websocket_urlpatterns as lobby_sockets

MOST_REQUESTS = 200
"""At once, in threads and waiting for one: some seconds of work."""

bound_sockets()
application = ProtocolTypeRouter(
    {
        "http": Bounded(WSGIMiddleware(cast(WSGIApp, pages), workers=4), most=MOST_REQUESTS),
        "websocket": signed_in(URLRouter([*games_sockets, *accounts_sockets, *lobby_sockets])),
    }
)
