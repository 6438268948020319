"""The sockets of the lobby."""

from django.urls import path

from lobby.consumers import LobbyConsumer, WaitingConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/waiting/", WaitingConsumer.as_asgi()),
]
