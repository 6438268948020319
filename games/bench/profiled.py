"""The site's ASGI application under the sampling profiler."""

from __future__ import annotations

import os

from django.utils.module_loading import import_string

from games.bench.sampler import PROFILE, begin

application = import_string("config.asgi.application")  # by name: it knows more than games may

begin(os.environ[PROFILE])
