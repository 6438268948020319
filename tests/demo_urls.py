"""The addresses of the site as they are in the demo."""

from django.urls import include, path

from accounts.signing_in import demo
from config.urls import urlpatterns as usual

urlpatterns = [path("accounts/", include(demo.urlpatterns)), *usual]  # type: ignore[arg-type]
