"""Playing as a guest, and the one step to an account."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.people.selectors import user_of
from accounts.signing_in.guests.forms import AccountForm
from accounts.signing_in.guests.services import guest_make
from accounts.signing_in.proof import proof_note
from config.web.refusal import Refused


def be_guest(request: HttpRequest) -> User:
    """Sign a visitor in as a new guest. Raises TooMany."""
    guest = guest_make(language=get_language() or "")
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


@login_required
@never_cache
def become(request: HttpRequest) -> HttpResponse:
    """The one step from a guest to an account, which keeps tables and history."""
    guest = user_of(request)
    if not guest.is_guest:
        return redirect("settings")
    if guest.has_usable_password():
        return render(request, "accounts/become.html", {"asked": True, "form": None})
    form = AccountForm(guest, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            user = form.ask()
        except Refused as refused:
            form.add_error(refused.field or None, str(refused))
        else:
            update_session_auth_hash(request, user)
            proof_note(request, user, "password")
            if user.is_guest:
                return redirect("become")
            messages.success(request, _("Welcome! Your tables have come with you."))
            return redirect("my_games")
    status = 422 if form.is_bound else 200
    return render(request, "accounts/become.html", {"asked": False, "form": form}, status=status)
