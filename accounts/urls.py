"""Addresses under `accounts/`, besides allauth's."""

from django.conf import settings
from django.urls import path

from accounts import demo, own, views
from accounts.mail import views as mail

urlpatterns = [
    path("people/<str:name>/", views.profile, name="profile"),
    path("people/<str:name>/block/", own.block, name="block"),
    path("people/<str:name>/report/", own.report, name="report"),
    path("settings/", views.preferences, name="settings"),
    path("tokens/", own.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", own.token_revoke, name="token_revoke"),
    path("export/", own.export, name="export"),
    path("delete/", own.delete, name="delete_account"),
    path("warnings/<int:warning_id>/read/", own.warning_read, name="warning_read"),
    path("appearance/", views.appearance, name="appearance"),
    path("mails/leave/<str:token>/", mail.leave, name="unsubscribe"),
    path("mails/again/", mail.again, name="mails_again"),
    *(demo.urlpatterns if settings.DEMO else []),
]
