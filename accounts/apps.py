"""People: accounts, preferences, mails, chat, moderation."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app's place in Django."""

    name = "accounts"

    def ready(self) -> None:
        """Connect signal handlers, and give `games` the check that a session is still valid.

        Have notices counted, and sign-ins written down, for operators.
        """
        from accounts import doorkeeping
        from accounts.moderation import group
        from accounts.notices import counting
        from accounts.sockets import STILL_SIGNED_IN
        from config.sight import stored
        from games.storing import credentials

        group.keep()
        doorkeeping.watch()
        credentials.hold_while(STILL_SIGNED_IN)
        stored.count(*counting.COUNTED)
