"""The site's pages, and the reference: a view with one query."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from games.models import Table


def one_query(request: HttpRequest) -> HttpResponse:
    """What a page costs at least."""
    game = Table.objects.values_list("game", flat=True).get(pk=1)
    return HttpResponse(f"<p>{game}</p>")


urlpatterns = [path("one-query/", one_query), path("", include("config.urls"))]
