"""The site's settings, with the pages of `tools.bench.urls`."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tools.bench.urls"
API_RATE = API_BURST = 10**6
