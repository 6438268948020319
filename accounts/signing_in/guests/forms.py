"""The form by which a guest makes an account: allauth's own for signing up."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm

from accounts.models import User
from accounts.people.services import user_set_up
from accounts.signing_in.forms import Worded
from accounts.signing_in.guests.services import account_ask, address_tell


class AccountForm(Worded, SignupForm):
    """Name, address and password, checked as at any sign-up, for somebody who is here already."""

    def __init__(self, guest: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guest = guest

    def ask(self) -> User:
        """Give the guest these, and tell the address. Raises NoGuest, NameTaken."""
        values, taken = self.cleaned_data, self.account_already_exists
        user = account_ask(
            user=self.guest,
            name=values["username"],
            password=values["password1"],
            address=values["email"],
            taken=taken,
        )
        zone = values.get("time_zone", "")
        user_set_up(user=user, language=self.guest.language, time_zone=zone, arrival="")
        address_tell(guest=user, address=values["email"], taken=taken)
        return user
