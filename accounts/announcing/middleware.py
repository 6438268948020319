"""While the site is stopped, whatever would change anything is refused with one clear text."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.log import log_response

from config.middleware import Middleware
from config.web.refusal import answer
from games.storing.halts import halt_now
from games.telling.halts import halted

SAFE = ("GET", "HEAD", "OPTIONS")
GO_ON = frozenset((
    "account_logout", "account_reauthenticate", "account_confirm_login_code", "appearance",
    "account_request_login_code", "mfa_authenticate", "mfa_reauthenticate", "mfa_login_webauthn",
    "mfa_reauthenticate_webauthn", "news_put_away", "set_language", "silence", "table_shown",
    "unsubscribe",
))  # fmt: skip
"""What goes on: signing in and out, how one reads, what one has read, and to want no mails. So
do the administration, the moderators, and every way to sign in (`…_login`)."""


class HaltMiddleware(Middleware):
    """Answers 503 with `Retry-After`. Comes after the language of the reader is known.

    It asks what the process remembers. Whether a change of a table is stored is asked once more by
    the statement that stores it (`games.storing.changes`).
    """

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """None lets the request through."""
        if request.method in SAFE or (stop := halt_now()) is None or goes_on(request):
            return None
        refused = halted(stop)
        is_program = request.path.startswith("/api/")
        if is_program or "application/json" in request.headers.get("Accept", ""):
            response = answer(refused)
        else:
            facts = {"text": str(refused)}
            response = render(request, "halted.html", facts, status=refused.status)
            response["Retry-After"] = str(refused.retry_after)
        # it is meant to be so: no error of which the operators have to be told
        log_response("The site is stopped", response=response, request=request, level="info")
        return response


def goes_on(request: HttpRequest) -> bool:
    """Whether a request is answered while the site is stopped."""
    name = request.resolver_match.view_name if request.resolver_match else ""
    return name in GO_ON or name.endswith("_login") or name.startswith(("admin:", "moderation:"))
