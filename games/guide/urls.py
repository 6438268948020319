"""Addresses of the pages that teach."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.guide import lesson_views, views


class MomentConverter(StringConverter):
    """The moments in the life of an example, which therefore no name of one can be taken for."""

    regex = "|".join(views.MOMENTS)


register_converter(MomentConverter, "moment")

urlpatterns = [
    path("games/<slug:slug>/board.svg", views.board, name="game_board"),
    path("games/<slug:slug>/rules/", views.rules, name="rules"),
    path(
        "games/<slug:slug>/rules/<slug:name>-<moment:moment>.svg",
        views.picture,
        name="guide_picture",
    ),
    path("games/<slug:slug>/lessons/<slug:name>/", lesson_views.lesson, name="lesson"),
    path("games/<slug:slug>/lessons/<slug:name>/live", lesson_views.live, name="lesson_live"),
    path("games/<slug:slug>/lessons/<slug:name>/moves", lesson_views.answer, name="lesson_answer"),
    path("games/<slug:slug>/lessons/<slug:name>/on", lesson_views.on, name="lesson_on"),
    path("games/<slug:slug>/lessons/<slug:name>/back", lesson_views.back, name="lesson_back"),
    path("games/<slug:slug>/lessons/<slug:name>/again", lesson_views.again, name="lesson_again"),
]
