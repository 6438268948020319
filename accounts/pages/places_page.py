"""The page of all places from which somebody can act or read."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.views import ListUserSessionsView
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from accounts.models import Feed, User
from accounts.notices.pushing import name_of
from accounts.people.selectors import hook_of, user_of
from accounts.people.tokens import tokens_of


@method_decorator(never_cache, name="dispatch")
class PlacesView(ListUserSessionsView):
    """All places from which somebody can act or read, with when each was last used."""

    def get_context_data(self, **facts: Any) -> dict[str, Any]:
        """What the page shows."""
        user: User = user_of(self.request)
        facts = super().get_context_data(**facts)
        for session in facts["sessions"]:
            session.browser = name_of(session.user_agent)
        return facts | {
            "devices": user.devices.all(),
            "tokens": tokens_of(user),
            "feed": Feed.objects.filter(user=user).first(),
            "hook": hook_of(user),
        }


places = PlacesView.as_view()
