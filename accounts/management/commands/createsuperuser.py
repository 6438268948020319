"""`manage.py createsuperuser`: Django's command, which here needs a free email address.

The account may be called "admin" or "root", as nobody else's may.
"""

from __future__ import annotations

import copy
import os
from functools import partial
from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.core.management import CommandError
from django.db.models import Field

from accounts.models import User
from accounts.names.allowed import check_name


def problem_of(address: str) -> str:
    """Why an account cannot have this address; empty if it can."""
    if not address:
        return "The email address cannot be blank."
    if User.objects.filter(email__iexact=address).exists():
        return "This address belongs to another account."
    return ""


class Command(createsuperuser.Command):
    """The address counts as confirmed: whoever can run this could confirm any address."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.username_field = copy.copy(self.username_field)
        self.username_field.validators = [partial(check_name, of_office=True)]

    def get_input_data(
        self, field: Field[Any, Any], message: str, default: str | None = None
    ) -> str | None:
        """What was typed; None for an unusable address, so that it is asked for again."""
        value = super().get_input_data(field, message, default)
        if field.name == "email" and value is not None and (problem := problem_of(value)):
            self.stderr.write(f"Error: {problem}")
            return None
        return value

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the account. Raises CommandError for an address that is missing or taken."""
        given: str | None = options["email"]
        if not options["interactive"] and not given:
            given = given if given is not None else os.environ.get("DJANGO_SUPERUSER_EMAIL")
        if given is not None and (problem := problem_of(given)):
            raise CommandError(problem)
        super().handle(*args, **options)
