"""The site's ASGI application under the sampling profiler."""

from __future__ import annotations

import os

from channels.routing import get_default_application

from config import wsgi  # noqa: F401 - sets Django up, which the site's application needs
from tools.bench.sampler import PROFILE, begin

application = get_default_application()

begin(os.environ[PROFILE])
