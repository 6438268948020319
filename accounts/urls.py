"""Addresses under `accounts/`, besides allauth's."""

from django.conf import settings
from django.urls import path

from accounts import demo, views
from accounts.mail import views as mail

urlpatterns = [
    path("people/<str:name>/", views.profile, name="profile"),
    path("settings/", views.preferences, name="settings"),
    path("appearance/", views.appearance, name="appearance"),
    path("mails/leave/<str:token>/", mail.leave, name="unsubscribe"),
    path("mails/again/", mail.again, name="mails_again"),
    *(demo.urlpatterns if settings.DEMO else []),
]
