"""People: accounts, preferences, notices."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app's place in Django."""

    name = "accounts"

    def ready(self) -> None:
        """Listen to what tables say."""
        from accounts.mail import occasions  # noqa: F401
        from accounts.moderation import alerts, group  # noqa: F401

        group.keep()
