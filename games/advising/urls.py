"""Addresses of hints and analyses."""

from django.urls import path

from games.advising import lesson_views, views

LESSON = "games/<slug:slug>/lessons/<slug:name>/hint/"

urlpatterns = [
    path("tables/<int:table_id>/hint/", views.hint, name="hint"),
    path("tables/<int:table_id>/hint/try", views.hint_try, name="hint_try"),
    path("tables/<int:table_id>/analysis/", views.analysis, name="analysis"),
    path(LESSON, lesson_views.hint, name="lesson_hint"),
    path(f"{LESSON}<int:line>/<int:step>/", lesson_views.line, name="lesson_line"),
]
