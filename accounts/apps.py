"""People: accounts, preferences, mails, chat, moderation."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app's place in Django."""

    name = "accounts"

    def ready(self) -> None:
        """Connect signal handlers, and have notices counted and sign-ins logged for operators."""
        from accounts.moderation import group
        from accounts.notices import counting
        from accounts.sessions import places
        from accounts.signing_in import doorkeeping, proof
        from config.sight import stored

        group.keep()
        doorkeeping.watch()
        places.watch()
        proof.watch()
        stored.count(*counting.COUNTED)
