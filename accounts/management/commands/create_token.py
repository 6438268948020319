"""`manage.py create_token USERNAME`: a personal token for the API."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from accounts.people.selectors import user_named
from accounts.people.tokens import token_make
from config.web.refusal import Refused, TooMany


class Command(BaseCommand):
    help = "Make a personal token for a user; it is printed once and stored hashed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="manage.py", help="what the token is for")

    def handle(self, *args: object, username: str, name: str, **options: object) -> None:
        user = user_named(username)
        if user is None:
            raise CommandError(f"There is nobody named {username!r}.")
        try:
            self.stdout.write(token_make(user=user, name=name))
        except TooMany:
            raise CommandError(f"{user} has too many tokens: revoke one first.") from None
        except Refused as refused:
            raise CommandError(str(refused)) from None
