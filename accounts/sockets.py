"""Whose socket it is: a session's, or, for programs, a personal token's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.security.websocket import AllowedHostsOriginValidator
from django.contrib.auth.models import AnonymousUser

from accounts.tokens import bearer_of, token_read
from games.live import Credential
from games.services import run


def signed_in(application: Any) -> Any:
    """Sockets for browsers of this site with their session, and for programs with their token.

    Browsers send their cookies wherever a page tells them to connect, so the origin of the page
    is checked. No page can make them send a token, so programs need no origin.
    """
    guarded = WithoutSuspended(application)
    by_session = AllowedHostsOriginValidator(AuthMiddlewareStack(guarded))
    return ByToken(guarded, by_session)


STILL_SIGNED_IN = """
    select k.number
    from unnest(%s::int[], %s::bigint[], %s::text[], %s::text[], %s::text[])
        as k(number, user_id, password, session, token)
    join accounts_user u on u.id = k.user_id and u.is_active and u.password = k.password
        and (u.suspended_until is null or u.suspended_until <= now())
    where exists (
        select from django_session s where s.session_key = k.session and s.expire_date > now()
    ) or exists (
        select from accounts_token t where t.digest = k.token and t.user_id = u.id
    )
"""


def still_signed_in(credentials: Sequence[Credential]) -> list[bool]:
    """Whether open sockets would still be let in: asked before each move that comes over one."""
    found = run(
        STILL_SIGNED_IN, [list(range(len(credentials))), *map(list, zip(*credentials, strict=True))]
    )
    valid = {number for (number,) in found}
    return [number in valid for number in range(len(credentials))]


class ByToken:
    """Sockets opened with `Authorization: Bearer …` are the token's user's, others go on."""

    def __init__(self, application: Any, otherwise: Any) -> None:
        self.application, self.otherwise = application, otherwise

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
        secret = bearer_of(header)
        if secret is None:
            return await self.otherwise(scope, receive, send)
        token = await database_sync_to_async(token_read)(secret)
        if token is None:
            await send({"type": "websocket.close", "code": 4401})
            return None
        scope = dict(scope, user=token.user, token=token.digest)
        return await self.application(scope, receive, send)


class WithoutSuspended:
    """A suspended user's socket shows what a visitor's would."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if getattr(scope["user"], "is_suspended", False):
            scope = dict(scope, user=AnonymousUser())
        return await self.application(scope, receive, send)
