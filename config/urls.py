"""All addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, re_path

from config.api import api, nowhere

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign, no-untyped-call]

handler500 = "config.web.failing.server_error"

urlpatterns = [
    path("", include("django.conf.urls.i18n")),
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
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
]
