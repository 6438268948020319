"""The site's ASGI application under the sampling profiler."""

from __future__ import annotations

import os

from config.asgi import application
from tools.bench.sampler import PROFILE, begin

__all__ = ["application"]

begin(os.environ[PROFILE])
