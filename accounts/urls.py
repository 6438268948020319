"""Addresses under `accounts/`, besides allauth's."""

from django.conf import settings
from django.urls import path

from accounts.mail import views as mail
from accounts.notices import urls as notices
from accounts.pages import (
    archive_views,
    friend_views,
    own_matters,
    own_time,
    places_page,
    programs_page,
    self_service,
    views,
)
from accounts.signing_in import awaited, confirming, demo, proof
from accounts.signing_in.guests import views as guests

urlpatterns = [
    path("people/<str:name>/", views.profile, name="profile"),
    path("people/<str:name>/block/", self_service.block, name="block"),
    path("people/<str:name>/report/", self_service.report, name="report"),
    path("settings/", views.preferences, name="settings"),
    path("time/", own_time.own_time, name="own_time"),
    path("tokens/", self_service.tokens, name="tokens"),
    path("tokens/<int:token_id>/revoke/", self_service.token_revoke, name="token_revoke"),
    path("programs/", programs_page.programs, name="programs"),
    path("programs/<int:program_id>/end/", programs_page.program_end, name="program_end"),
    path("export/", self_service.export, name="export"),
    path("archive/", archive_views.archive, name="archive"),
    path("archive/file/", archive_views.archive_file, name="archive_file"),
    path("confirm-email/", confirming.waiting, name="account_email_verification_sent"),
    path("proof/", proof.prove, name="prove"),
    path("sessions/", places_page.places, name="usersessions_list"),
    path("delete/", self_service.delete, name="delete_account"),
    path("matters/", own_matters.own_matters, name="own_matters"),
    path("decisions/<int:decision_id>/read/", own_matters.decision_read, name="decision_read"),
    path("decisions/<str:token>/", own_matters.decision, name="decision"),
    path("appearance/", views.appearance, name="appearance"),
    path("awaited/", awaited.awaited, name="awaited"),
    path("become/", guests.become, name="become"),
    path("friends/", friend_views.friends, name="friends"),
    path("friends/ask/", friend_views.befriend, name="befriend"),
    path("friends/<str:name>/end/", friend_views.unfriend, name="unfriend"),
    *notices.urlpatterns,
    path("mails/silence/<str:token>/", mail.no_invitations, name="silence"),
    path("mails/leave/<str:token>/", mail.leave, name="unsubscribe"),
    path("mails/again/", mail.again, name="mails_again"),
    *(demo.urlpatterns if settings.DEMO else []),
]
