"""Addresses of the lobby."""

from django.urls import path

from lobby import views
from lobby.front import front
from lobby.game_page import game
from lobby.history_page import history

urlpatterns = [
    path("", front, name="front"),
    path("games/<slug:game>/", game, name="game"),
    path("tables/", history, name="history"),
    path("lobby/", views.lobby, name="lobby"),
    path("lobby/open/<slug:game>/", views.table_open, name="table_open"),
    path("lobby/bots/", views.play_bots, name="play_bots"),
    path("lobby/tables/<int:table_id>/", views.waiting_room, name="waiting_room"),
    path("lobby/tables/<int:table_id>/join/", views.seat_take, name="seat_take"),
    path("lobby/tables/<int:table_id>/leave/", views.seat_leave, name="seat_leave"),
    path("lobby/tables/<int:table_id>/start/", views.table_start, name="table_start"),
    path("lobby/tables/<int:table_id>/close/", views.table_close, name="table_close"),
    path("lobby/tables/<int:table_id>/invite/", views.invite, name="invite"),
    path("lobby/tables/<int:table_id>/decline/", views.decline, name="decline"),
    path("join/<str:token>/", views.private_link, name="private_link"),
    path("my-games/", views.my_games, name="my_games"),
    path("my-games/next/", views.next_table, name="next_table"),
    path("my-games/notices/<int:notice_id>/", views.notice_dismiss, name="notice_dismiss"),
]
