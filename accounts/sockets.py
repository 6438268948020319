"""Whose socket it is: a session's, or, for programs, a personal token's."""

from __future__ import annotations

from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.security.websocket import AllowedHostsOriginValidator
from django.contrib.auth.models import AnonymousUser

from accounts.tokens import bearer_of, token_read


def with_user(application: Any) -> Any:
    """Sockets for browsers of this site with their session, and for programs with their token.

    Browsers send their cookies wherever a page tells them to connect, so the origin of the page
    is checked. No page can make them send a token, so programs need no origin.
    """
    guarded = WithoutSuspended(application)
    by_session = AllowedHostsOriginValidator(AuthMiddlewareStack(guarded))
    return ByToken(guarded, by_session)


STILL_SIGNED_IN = """
    exists (
        select from accounts_user u
        where u.id = (c.credential->>'user_id')::bigint and u.is_active
            and u.password = c.credential->>'password'
            and (u.suspended_until is null or u.suspended_until <= now())
            and (exists (
                select from django_session s
                where s.session_key = c.credential->>'session' and s.expire_date > now()
            ) or exists (
                select from accounts_token t
                where t.digest = c.credential->>'token' and t.user_id = u.id
            ))
    )
"""
"""Whether an open socket would still be let in: part of storing each move that comes over one."""


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
