"""The project as an app: its commands, checks and jobs."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Commands `play`, `worker`, `test`, `lint`, `texts`."""

    name = "config"

    def ready(self) -> None:
        """Register the checks of the site itself, and say which settings were read."""
        from config import settings_read
        from config.pages import checks

        checks.add()
        settings_read.settings_say()
