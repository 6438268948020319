"""The user of a socket: by their session or, for programs, by a personal token."""

from __future__ import annotations

from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from channels.security.websocket import WebsocketDenier
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http.request import split_domain_port, validate_host

from accounts.people.tokens import bearer_of, token_read
from accounts.sessions.arriving import arrivals
from config.web.asgi import Application, Receive, Scope, Send
from config.web.clients import header


def with_user(application: Application) -> Application:
    """Wrap an application so that its sockets have a user, by session or by token.

    A page of any site can make a browser connect and send its cookies, so the origin is checked.
    No page can make it send a token, so with a token no origin is needed.
    """
    guarded = WithoutSuspended(application)
    with_cookies: Application = CookieMiddleware(BySession(guarded))
    return ByToken(guarded, FromThisSite(with_cookies))


class FromThisSite:
    """Denies sockets that pages of other sites open: of another host, scheme or port."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.denier: Application = WebsocketDenier()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        allowed = header(scope, b"origin") in own_origins(header(scope, b"host") or "")
        await (self.application if allowed else self.denier)(scope, receive, send)


def own_origins(host: str) -> set[str]:
    """Return the origins of this site's pages, for who has reached it at a host and port.

    As Django compares them for forms.
    """
    site = urlsplit(settings.SITE_URL)
    scheme = "http" if settings.LOCAL else site.scheme
    is_ours = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
    return {f"{site.scheme}://{site.netloc}"} | ({f"{scheme}://{host}"} if is_ours else set())


STILL_SIGNED_IN = """
    exists (
        select from accounts_user u
        where u.id = (c.credential->>'user_id')::bigint and u.is_active
            and (u.suspended_until is null or u.suspended_until <= now())
            and (u.password = c.credential->>'password' and exists (
                select from django_session s
                where s.session_key = c.credential->>'session' and s.expire_date > now()
            ) or exists (
                select from accounts_token t
                where t.digest = c.credential->>'token' and t.user_id = u.id
            ))
    )
"""
"""Whether a socket could still be opened: asked in the statement that stores its moves."""


class ByToken:
    """Sockets opened with `Authorization: Bearer …` act for the token's user; others pass on."""

    def __init__(self, application: Application, otherwise: Application) -> None:
        self.application, self.otherwise = application, otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
        secret = bearer_of(header)
        if secret is None:
            await self.otherwise(scope, receive, send)
            return
        token = await database_sync_to_async(token_read)(secret)
        if token is None:
            await send({"type": "websocket.close", "code": 4401})
            return
        known: Scope = {**scope, "user": token.user, "token": token.digest}
        await self.application(known, receive, send)


class BySession:
    """Sockets act for the user of the session that their cookie names."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        user, session = await arrivals().who(key)
        known: Scope = {**scope, "user": user, "session": session}
        await self.application(known, receive, send)


class WithoutSuspended:
    """Treats a suspended user as a visitor."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if getattr(scope["user"], "is_suspended", False):
            scope = {**scope, "user": AnonymousUser()}
        await self.application(scope, receive, send)
