"""Addresses under `accounts/`, besides allauth's."""

from django.conf import settings
from django.urls import path

from accounts import demo, self_service, views
from accounts.mail import views as mail

urlpatterns = [
    path("people/<str:name>/", views.profile, name="profile"),
    path("people/<str:name>/block/", self_service.block, name="block"),
    path("people/<str:name>/report/", self_service.report, name="report"),
    path("settings/", views.preferences, name="settings"),
    path("tokens/", self_service.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", self_service.token_revoke, name="token_revoke"),
    path("export/", self_service.export, name="export"),
    path("delete/", self_service.delete, name="delete_account"),
    path("warnings/<int:warning_id>/read/", self_service.warning_read, name="warning_read"),
    path("appearance/", views.appearance, name="appearance"),
    path("mails/leave/<str:token>/", mail.leave, name="unsubscribe"),
    path("mails/again/", mail.again, name="mails_again"),
    *(demo.urlpatterns if settings.DEMO else []),
]
