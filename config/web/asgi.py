"""The types of ASGI applications, with what ours put into a scope."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NotRequired, Required, TypeAlias, TypedDict

if TYPE_CHECKING:  # what serves requests is imported before Django is set up
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.base import SessionBase

Headers: TypeAlias = list[tuple[bytes, bytes]]


class Route(TypedDict):
    """The address of a socket, taken apart by channels."""

    args: tuple[str, ...]
    kwargs: dict[str, int]


class Scope(TypedDict):
    """A request, or a socket."""

    type: str
    path: str
    headers: Headers
    query_string: bytes
    client: NotRequired[tuple[str, int] | None]
    url_route: NotRequired[Route]
    cookies: NotRequired[dict[str, str]]
    user: NotRequired[AbstractBaseUser | AnonymousUser]
    session: NotRequired[SessionBase]
    token: NotRequired[str]  # the hash of a personal token


class ASGIMessage(TypedDict, total=False):
    """A message from the server, or to it."""

    type: Required[str]
    headers: Headers
    status: int
    body: bytes
    more_body: bool
    text: str | None
    code: int


Receive: TypeAlias = Callable[[], Awaitable[ASGIMessage]]
Send: TypeAlias = Callable[[ASGIMessage], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
