"""What every template knows about its reader."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString

from accounts.announcing.reading import GUEST, drawn, items_now, put_away_by
from accounts.chat.unread import Counts, counts_of
from accounts.models import User
from accounts.moderation.alerts import WaitingMatters, waiting_now
from accounts.people.decisions import unread_by
from accounts.people.rights import is_moderator
from accounts.people.selectors import palette_of, theme_of
from accounts.signing_in.awaited import awaited_by
from games.looks import look_of


def reader(request: HttpRequest) -> dict[str, Any]:
    """What the header shows.

    `theme`, `palette` and `look`, which has both of them for pictures; `here`: where signing in
    leads back to; `counts`: at how many tables it is the user's turn, and how many messages they
    have not read; `mail_problem`; `is_guest`; `guest_line`: whether a guest is told how to keep
    their tables; `unread_decisions`; `moderation`: for moderators, what waits; `news`: what the
    operators say to everybody; `awaited`: what the worker does for them.
    """
    user = getattr(request, "user", None)  # missing if an error came before authentication
    theme = theme_of(user, request.COOKIES.get("theme"))
    news = SimpleLazyObject(lambda: news_of(request))
    awaited = SimpleLazyObject(lambda: awaited_by(request))
    palette = palette_of(user)
    facts = {"theme": theme, "palette": palette, "look": look_of(theme, palette),
             "here": here(request), "news": news, "awaited": awaited}  # fmt: skip
    if not isinstance(user, User):
        nothing = {"is_guest": False, "guest_line": False, "counts": Counts(0, 0)}
        return {**facts, **nothing, "mail_problem": "", "unread_decisions": (), "moderation": None}
    return {
        **facts,
        "is_guest": user.is_guest,
        "guest_line": user.is_guest and GUEST not in put_away_by(request),
        "counts": SimpleLazyObject(lambda: counts_of(user)),
        "mail_problem": user.mail_problem,
        "moderation": SimpleLazyObject(lambda: moderation_of(user)) if user.is_staff else None,
        "unread_decisions": unread_by(user) if user.warned else (),
    }


def news_of(request: HttpRequest) -> SafeString:
    """What the operators say to everybody, drawn."""
    signed_in = isinstance(getattr(request, "user", None), User)
    items = items_now(signed_in=signed_in, put_away=put_away_by(request))
    return drawn(items, request) if items else SafeString()


def moderation_of(user: User) -> WaitingMatters | None:
    """What waits for the moderators, if the user is one."""
    return waiting_now() if is_moderator(user) else None


def here(request: HttpRequest) -> str:
    """The current page; on the pages for signing in and up, the one the reader came from."""
    if not request.path.startswith(reverse("account_login").rpartition("login/")[0]):
        return request.get_full_path()
    return request.POST.get("next") or request.GET.get("next") or "/"
