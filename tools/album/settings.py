"""The site's settings, with the pages of `tools.album.urls`."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tools.album.urls"
CONTACT = "host@example.org"
IMPRINT = [["Ana Example", "Harbour Street 1", "12345 Havana"], ["Telephone 0123 456789"]]
PRIVACY = [["Responsible: Ana Example, as in the imprint. The server stands in Havana."]]
API_RATE = API_BURST = 10**6
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "loggers": {"django.request": {"level": "CRITICAL"}},  # failures are shown on purpose
}
