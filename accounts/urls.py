"""Addresses under `accounts/`, besides allauth's."""

from django.conf import settings
from django.urls import path

from accounts import demo, views

urlpatterns = [
    path("people/<str:name>/", views.profile, name="profile"),
    path("settings/", views.preferences, name="settings"),
    path("appearance/", views.appearance, name="appearance"),
    *(demo.urlpatterns if settings.DEMO else []),
]
