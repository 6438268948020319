"""From signing up to a confirmed address: sent again, or corrected.

Whoever signs up with an address that has an account already is shown the same pages, and must not
see that it does. So what they have chosen is kept in their session (of the password the hash), and
becomes an account if they correct the address to one that has none.
"""

from __future__ import annotations

from allauth.account.forms import SignupForm
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.internal.flows.manage_email import assess_unique_email
from allauth.account.internal.stagekit import stash_login
from allauth.account.models import EmailAddress
from allauth.account.stages import EmailVerificationStage, LoginStage, LoginStageController
from django import forms
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.models import User
from accounts.signing_in.forms import Worded
from accounts.signing_in.newcomers import CHOSEN, address_note

ADDRESS = "address"
"""The key in a stage of allauth's: what was typed."""
SENT = "account_email_verification_sent"


class NewcomerForm(Worded, SignupForm):
    """django-allauth's form for signing up, which keeps what was chosen if the address is taken."""

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """As much work as for an account that is made: the password is hashed."""
        chosen = self.cleaned_data
        request.session.pop(CHOSEN, None)
        if self.account_already_exists:
            request.session[CHOSEN] = {
                "username": chosen["username"],
                "password": make_password(chosen["password1"]),
                "time_zone": chosen.get("time_zone", ""),
                "arrival": request.POST.get("next", ""),
            }
        user, response = super().try_save(request)
        return user, response


class AddressForm(Worded, forms.Form):
    """The address, as it should have been."""

    email = forms.EmailField(widget=forms.EmailInput(attrs={"autocomplete": "email"}))

    def clean_email(self) -> str:
        """Return the address as addresses are stored."""
        email: str = self.cleaned_data["email"]
        return email.lower()


@never_cache
def waiting(request: HttpRequest) -> HttpResponse:
    """The page after signing up: look into your mailbox, or correct the address."""
    stage = LoginStageController.enter(request, EmailVerificationStage.key)
    if stage is None or request.user.is_authenticated:
        return render(request, "account/verification_sent.html", {"form": None})
    user = user_in(stage)
    address = stage.state.get(ADDRESS) or stage.login.email or (user.email if user else "")
    form = AddressForm(request.POST if "email" in request.POST else None)
    if request.method == "POST" and "email" not in request.POST:
        address_send(request, user, address)
        return redirect(SENT)
    if form.is_valid():
        if address_correct(request, stage, form.cleaned_data["email"]):
            return redirect(SENT)
        return redirect("account_signup")
    facts, status = {"form": form, "address": address}, 422 if form.errors else 200
    return render(request, "account/verification_sent.html", facts, status=status)


def user_in(stage: LoginStage) -> User | None:
    """Return the user whose address is to be confirmed; None if there is no such account."""
    return stage.login.user if isinstance(stage.login.user, User) else None


def address_send(request: HttpRequest, user: User | None, address: str) -> None:
    """Send a link to an address that is to be confirmed, or that it has an account."""
    own = EmailAddress.objects.filter(user=user, email=address).first() if user else None
    send_verification_email_to_address(
        request, own or EmailAddress(user=None, email=address), signup=True
    )


def address_correct(request: HttpRequest, stage: LoginStage, address: str) -> bool:
    """Have another address confirmed. False if the name has been taken meanwhile.

    An address that belongs to somebody else is not noted, and nothing tells.
    """
    login, user = stage.login, user_in(stage)
    if user is None and CHOSEN not in request.session:  # of another site's account
        return False
    if assess_unique_email(address, user=user):
        try:
            with transaction.atomic():
                user = login.user = address_note(request, user, address)
        except IntegrityError:
            messages.error(request, _("This name is taken."))
            return False
        login.email = None
    stage.state[ADDRESS] = address
    stash_login(request, login)
    address_send(request, user, address)
    return True
