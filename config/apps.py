"""The project as an app: its commands, checks and jobs."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Commands `play`, `worker`, `test`, `lint`, `texts`."""

    name = "config"
