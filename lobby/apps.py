"""Open tables: opening, joining, inviting."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """The app's place in Django."""

    name = "lobby"

    def ready(self) -> None:
        """Connect signal handlers."""
        from lobby.tables import leaving

        leaving.watch()
