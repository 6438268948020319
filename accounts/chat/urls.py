"""Addresses of the chat at tables."""

from django.urls import path

from accounts.chat import views

urlpatterns = [
    path("tables/<int:table_id>/chat/", views.chat, name="chat"),
    path("tables/<int:table_id>/chat/say/", views.say, name="chat_say"),
]
