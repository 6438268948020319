"""django-allauth's forms in the house's words.

They are apart, as allauth reads our other forms while its own are loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account import forms as account
from allauth.mfa.base import forms as second_factor
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from allauth.socialaccount import forms as door
from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

NAME_OR_ADDRESS = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
LABELS: Mapping[str, StrOrPromise] = {
    "code": _("Code"),
    "email": _("Email address"),
    "login": _("Name or email address"),
    "name": _("Name"),
    "oldpassword": _("Old password"),
    "password": _("Password"),
    "password1": _("Password"),
    "password2": _("Password, again"),
    "passwordless": _("Sign in with it alone"),
    "remember": _("Stay signed in on this device"),
    "username": _("Your name here"),
}
HELP: Mapping[str, StrOrPromise] = {
    "password1": format_lazy(
        _("Take at least {count} characters: a few words are easy to remember."),
        count=settings.SHORTEST_PASSWORD,
    ),
    "passwordless": _(
        "Then you need no password; the device asks for your fingerprint, your face or a PIN."
    ),
    "username": _("The others at the table see it."),
}


class Worded:
    """Part of a form: labels and help are the house's, by the names of its fields."""

    fields: dict[str, forms.Field]
    labels: ClassVar[Mapping[str, StrOrPromise]] = LABELS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = HELP.get(name, field.help_text)


class EntryForm(Worded, account.LoginForm):
    """Asks for a name or an address: what a password manager has kept as the name at sign-up."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs.update(NAME_OR_ADDRESS)


class RenewalForm(Worded):
    """A form with a password in the place of another one."""

    labels = {
        **LABELS,
        "password1": _("New password"),
        "password2": _("New password, again"),
    }


class ChangeForm(RenewalForm, account.ChangePasswordForm):
    """Changing one's password."""


class ChooseForm(RenewalForm, account.ResetPasswordKeyForm):
    """Choosing a new password, by a link."""


class FirstPasswordForm(Worded, account.SetPasswordForm):
    """Setting a password where there is none."""


class ForgottenForm(Worded, account.ResetPasswordForm):
    """Asking for a link to choose a new password."""


class OtherAddressForm(Worded, account.AddEmailForm):
    """Adding an address."""


class CodeRequestForm(Worded, account.RequestLoginCodeForm):
    """Asking for a code by mail."""


class CodeEntryForm(Worded, account.ConfirmLoginCodeForm):
    """Signing in with it."""


class PasswordProofForm(Worded, account.ReauthenticateForm):
    """A fresh proof: the password."""


class SecondFactorForm(Worded, second_factor.AuthenticateForm):
    """Signing in with a second factor."""


class SecondFactorProofForm(Worded, second_factor.ReauthenticateForm):
    """A fresh proof: the second factor."""


class AppForm(Worded, ActivateTOTPForm):
    """Setting up an app that makes codes."""


class PasskeyForm(Worded, AddWebAuthnForm):
    """Adding a passkey."""


class PasskeyNameForm(Worded, EditWebAuthnForm):
    """Renaming a passkey."""


class DoorSignupForm(Worded, door.SignupForm):
    """Choosing a name, coming from another site."""
