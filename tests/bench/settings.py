"""The site's settings, with the pages of `tests.bench.urls`."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
API_RATE = API_BURST = 10**6
