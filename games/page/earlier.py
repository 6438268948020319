"""The lines of a table's log that its page does not bring along."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.web.numbers import number_in
from games.page.rendering import Scene
from games.page.views import load
from games.telling.updates import earlier_update


@require_safe
@never_cache
def lines(request: HttpRequest, table_id: int) -> HttpResponse:
    """The lines of the entries before `?before=`; none without it."""
    row = load(request, table_id)
    update = earlier_update(row, request.user.pk, number_in(request.GET, "before") or 0)
    return HttpResponse(Scene(row, request.user, update).lines())
