"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from config.api import api, nowhere

CHANGED_THERE = RedirectView.as_view(pattern_name="account_change_password")
"""A password is changed where attempts are limited, and the account's address is told."""

handler500 = "config.web.failing.server_error"

urlpatterns = [
    path("", include("django.conf.urls.i18n")),
    path("admin/password_change/", CHANGED_THERE),
    path("admin/password_change/done/", CHANGED_THERE),
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    re_path("^api/", nowhere),
    path("", include("config.pages.urls")),
    path("", include("lobby.urls")),
    path("", include("games.page.urls")),
    path("", include("games.guide.urls")),
    path("", include("games.trying.urls")),
    path("", include("games.advising.urls")),
    path("", include("accounts.chat.urls")),
    path("", include("accounts.announcing.urls")),
    path("", include("accounts.notes.urls")),
    path("moderation/", include("accounts.moderation.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
]
