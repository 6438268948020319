"""The sockets of the chat."""

from django.urls import path

from accounts.chat.consumers import ChatConsumer

websocket_urlpatterns = [
    path("ws/tables/<int:table_id>/chat/", ChatConsumer.as_asgi()),
]
