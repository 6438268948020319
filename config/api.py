"""The JSON API: each app brings its `router`, and refuses what it must by `config.web.refusal`."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from accounts.announcing.api import router as site
from accounts.chat.api import router as chat
from accounts.moderation.api import router as moderation
from accounts.notes.api import router as notes
from accounts.people.api import router as people
from config.web.refusal import Malformed, NotFound, Refused, answer
from games.advising.api import router as thoughts
from games.api import router as tables
from games.trying.api import router as studies
from lobby.api.routes import router as lobby

api = NinjaAPI(
    title="Sobremesa",
    version="1",
    urls_namespace="api",
    docs_url=None,  # its page would load scripts from elsewhere
    description="Everything one can do at a table, for programs. See docs/reference/api.md.",
)


class NotJson(Refused):
    """The body cannot be read as JSON."""

    code, status, text = "malformed", 400, _("The request is not JSON that can be read.")


class NotSignedIn(Refused):
    """Only users may do this."""

    code, status, text = "not_signed_in", 401, _("Sign in, or send a personal token.")


class Forged(Refused):
    """It may not have been sent by one of our pages."""

    code, status = "forgery", 403
    text = _("The token against forged requests is missing or wrong.")


def refused(request: HttpRequest, error: Refused | type[Refused]) -> HttpResponse:
    """What our own code refuses."""
    assert isinstance(error, Refused)
    return answer(error)


def refused_by_ninja(request: HttpRequest, error: HttpError | type[HttpError]) -> HttpResponse:
    """What ninja refuses before any of our code runs, always with one of these statuses."""
    assert isinstance(error, HttpError)
    return answer({400: NotJson, 401: NotSignedIn, 403: Forged}[error.status_code]())


def misfit(request: HttpRequest, error: ValidationError | type[ValidationError]) -> HttpResponse:
    """The request is JSON of the wrong shape; `field` says where."""
    assert isinstance(error, ValidationError)
    first = error.errors[0]
    place = [str(part) for part in first["loc"][1:]]
    if place and first["loc"][0] == "body":
        place = place[1:]  # the name of our own parameter
    return answer(Malformed(first["msg"], ".".join(place)[:200]))


@csrf_exempt  # nothing can be done there
def nowhere(request: HttpRequest, error: Http404 | type[Http404] | None = None) -> HttpResponse:
    """There is no such thing, or no such address."""
    return answer(NotFound())


api.add_exception_handler(Refused, refused)
api.add_exception_handler(HttpError, refused_by_ninja)
api.add_exception_handler(ValidationError, misfit)
api.add_exception_handler(Http404, nowhere)

ROUTERS = {
    "lobby_api": [lobby],
    "games_api": [tables],
    "games_trying_api": [studies],
    "games_advising_api": [thoughts],
    "accounts_api": [chat, people, notes],
    "accounts_moderation_api": [moderation],
    "accounts_announcing_api": [site],
}
"""All routers, by what the ids of their operations begin with, which programs are made from."""

for prefix, routers in ROUTERS.items():
    for router in routers:
        for path in router.path_operations.values():
            for operation in path.operations:
                operation.operation_id = f"{prefix}_{operation.view_func.__name__}"
        api.add_router("", router)
