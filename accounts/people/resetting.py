"""A new password for somebody else's account: only its owner ever knows it."""

from __future__ import annotations

from allauth.account.forms import ResetPasswordForm
from django.http import HttpRequest

from accounts.models import User


def new_password_send(request: HttpRequest, user: User) -> bool:
    """Mail a user a link for a new password; False if the account has no address."""
    form = ResetPasswordForm({"email": user.email})
    if not form.is_valid():
        return False
    form.save(request)
    return True
