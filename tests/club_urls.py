"""The addresses of the site as they are where the operator has set a server of OpenID Connect."""

from allauth.socialaccount.providers.openid_connect.urls import urlpatterns as provider
from django.urls import include, path

from config.urls import urlpatterns as usual

urlpatterns = [path("accounts/", include(provider)), *usual]
