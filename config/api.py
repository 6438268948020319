"""The JSON API: each app brings its `router`; what can go wrong is answered here, once."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from ninja import NinjaAPI

from games import errors
from games.models import Table

api = NinjaAPI(title="Sobremesa", version="1", urls_namespace="api")

PROBLEMS: list[tuple[type[Exception], int, str, str]] = [
    (Table.DoesNotExist, 404, "not_found", gettext_noop("There is no such table.")),
    (errors.NotYourSeat, 403, "not_your_seat", gettext_noop("You do not play at this table.")),
    (errors.TableFrozen, 423, "frozen", gettext_noop("This table waits for a moderator.")),
    (errors.NotInPlay, 409, "not_in_play", gettext_noop("This table is not in play.")),
    (errors.CannotUndo, 409, "cannot_undo", gettext_noop("There is nothing you can take back.")),
    (errors.OutdatedMove, 409, "outdated", gettext_noop("The table has moved on meanwhile.")),
    (errors.TableBusy, 503, "busy", gettext_noop("Too much at once. Please try again.")),
    (ValueError, 422, "not_possible", gettext_noop("That is not possible now.")),
]
"""Exception, HTTP status, code and words. The words never say what hidden thing is in the way."""


def problem(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    """The answer to a request that changed nothing."""
    for kind, status, code, words in PROBLEMS:
        if isinstance(error, kind):
            response = api.create_response(
                request, {"error": code, "message": _(words)}, status=status
            )
            if status == 503:
                response["Retry-After"] = "1"
            return response
    raise error


for kind, *_rest in PROBLEMS:
    api.add_exception_handler(kind, problem)

for module in ("games.api", "lobby.api", "accounts.api"):
    if find_spec(module):
        api.add_router("", import_module(module).router)
