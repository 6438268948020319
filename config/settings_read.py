"""Which settings a process has read: a line of its log, and a word of `check --deploy`."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Info, Warning, register  # noqa: A004

from config.running.environment import FILE, lines_only_for_us

logger = logging.getLogger(__name__)


def where_from() -> str:
    """Where the settings come from, in a sentence."""
    if settings.SETTINGS_FILE is None:
        return f"The settings are those of the environment: there is no .env, and no {FILE}."
    return f"The settings are those of {settings.SETTINGS_FILE}, and of the environment before it."


def settings_say() -> None:
    """Say in the log which file was read, if one was."""
    if settings.SETTINGS_FILE is not None:
        logger.info(where_from())


@register("settings", deploy=True)
def settings_told(app_configs: Sequence[Any] | None, **options: Any) -> list[CheckMessage]:
    """Where the settings come from, and whether they are those of a site for others."""
    told: list[CheckMessage] = [Info(where_from(), id="settings.I001")]
    path = settings.SETTINGS_FILE
    if path is not None and (lines := lines_only_for_us(path)):
        where = ", ".join(map(str, lines))
        text = f"{path}: a shell or systemd would read these lines as something else: {where}."
        told.append(Info(text, hint="Put the value in single quotes.", id="settings.I002"))
    if settings.LOCAL:
        text = "DATABASE_URL is not set: these are the settings of a laptop, and not of a site."
        told.append(Warning(text, hint="See .env.example.", id="settings.W001"))
    return told
