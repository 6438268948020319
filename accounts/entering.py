"""The form of signing in, apart: allauth reads our other forms while its own are loaded."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm

NAME_OR_ADDRESS = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}


class EntryForm(LoginForm):
    """Asks for a name or an address: what a password manager has kept as the name at sign-up."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs.update(NAME_OR_ADDRESS)
