"""Addresses of the pages that teach."""

from django.urls import path

from games.guide import views

urlpatterns = [
    path("games/<slug:slug>/rules/", views.rules, name="rules"),
    path(
        "games/<slug:slug>/rules/<slug:name>-<slug:moment>.svg",
        views.picture,
        name="guide_picture",
    ),
]
