"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from config.api import api, nowhere

urlpatterns = [
    path("", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("api/v1/", api.urls),
    path("api/<path:rest>", nowhere),
    path("", include("lobby.urls")),
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
]
