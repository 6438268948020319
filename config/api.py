"""The JSON API: each app brings its `router`."""

from importlib import import_module
from importlib.util import find_spec

from ninja import NinjaAPI

api = NinjaAPI(title="Sobremesa", version="1", urls_namespace="api")

for module in ("games.api", "lobby.api", "accounts.api"):
    if find_spec(module):
        api.add_router("", import_module(module).router)
