"""The site's settings, with the pages of `tests.album.urls`."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.album.urls"
API_RATE = API_BURST = 10**6
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "loggers": {"django.request": {"level": "CRITICAL"}},  # failures are shown on purpose
}
