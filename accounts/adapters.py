"""What django-allauth asks of us."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse

from accounts.middleware import suspended_page
from accounts.names import check_name


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Our user names."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name itself; ValidationError if nobody may carry it or somebody does."""
        check_name(username)
        cleaned: str = super().clean_username(username, shallow)
        return cleaned

    def pre_login(self, request: HttpRequest, user: Any, **details: Any) -> HttpResponse | None:
        """None lets somebody in; who is suspended gets to know why and until when."""
        refused: HttpResponse | None = super().pre_login(request, user, **details)
        if refused is None and user.is_suspended:
            return suspended_page(request, user)
        return refused

    def get_user_search_fields(self) -> list[str]:
        """Fields in which names are looked up."""
        return ["username", "email"]

    def populate_username(self, request: HttpRequest, user: Any) -> None:
        """Nothing: everybody chooses a name at sign-up."""
