"""Addresses of the lobby."""

from django.urls import path

from lobby.pages import hosting, offer_views, views
from lobby.pages.front import front
from lobby.pages.game import game
from lobby.pages.history import history
from lobby.pages.ratings import ratings

urlpatterns = [
    path("", front, name="front"),
    path("games/<slug:game>/", game, name="game"),
    path("games/<slug:game>/ratings/", ratings, name="ratings"),
    path("tables/", history, name="history"),
    path("lobby/", views.lobby, name="lobby"),
    path("lobby/open/<slug:game>/", views.table_open, name="table_open"),
    path("lobby/pledge", views.pledge, name="pledge"),
    path("lobby/bots/", views.play_bots, name="play_bots"),
    path("lobby/tables/<int:table_id>/", views.waiting_room, name="waiting_room"),
    path("lobby/tables/<int:table_id>/join/", views.seat_take, name="seat_take"),
    path("lobby/tables/<int:table_id>/colour/", views.seat_colour, name="seat_colour"),
    path("lobby/tables/<int:table_id>/leave/", views.seat_leave, name="seat_leave"),
    path("lobby/tables/<int:table_id>/start/", views.table_start, name="table_start"),
    path("lobby/tables/<int:table_id>/close/", views.table_close, name="table_close"),
    path("lobby/tables/<int:table_id>/invite/", hosting.invite, name="invite"),
    path("lobby/tables/<int:table_id>/withdraw/", hosting.withdraw, name="withdraw"),
    path(
        "lobby/tables/<int:table_id>/seats/<int:seat_id>/remove/",
        hosting.seat_remove,
        name="seat_remove",
    ),
    path("lobby/tables/<int:table_id>/change/", hosting.table_change, name="table_change"),
    path("lobby/tables/<int:table_id>/agree/", hosting.terms_agree, name="terms_agree"),
    path("lobby/tables/<int:table_id>/again/", hosting.again, name="table_again"),
    path(
        "lobby/tables/<int:table_id>/seats/<int:place>/take-over/",
        offer_views.take_over,
        name="seat_take_over",
    ),
    path("lobby/people/", hosting.people_named, name="people_named"),
    path("lobby/tables/<int:table_id>/decline/", views.decline, name="decline"),
    path("join/<str:token>/", views.private_link, name="private_link"),
    path("my-games/", views.my_games, name="my_games"),
    path("my-games/next/", views.next_table, name="next_table"),
    path("my-games/notices/<int:notice_id>/", views.notice_dismiss, name="notice_dismiss"),
]
