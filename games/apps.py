"""The app that stores, changes and shows tables."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have tables and jobs counted for operators."""
        from config.sight import stored
        from games.storing import counting

        stored.count(*counting.COUNTED)
