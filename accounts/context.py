"""What every template knows about the one who reads."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import User
from accounts.selectors import theme_of
from games.selectors import waiting_count


def reader(request: HttpRequest) -> dict[str, Any]:
    """`theme`; `waiting`: at how many tables the user is awaited; what they must know."""
    user = getattr(request, "user", None)  # missing when an error comes before authentication
    theme = theme_of(user, request.COOKIES.get("theme"))
    if not isinstance(user, User):
        return {"theme": theme, "waiting": 0, "mail_problem": "", "warnings": ()}
    return {
        "theme": theme,
        "waiting": SimpleLazyObject(lambda: waiting_count(user)),
        "mail_problem": user.mail_problem,
        "warnings": user.warnings.filter(read_at=None) if user.warned else (),
    }
