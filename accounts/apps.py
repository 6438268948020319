"""People: accounts, preferences, notices."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app's place in Django."""

    name = "accounts"
