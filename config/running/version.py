"""The version that runs. `manage.py release` (docs/howto/release.md) sets it."""

from __future__ import annotations

import tomllib

from config.running.bootstrap import ROOT

PROJECT = ROOT / "pyproject.toml"
VERSION: str = tomllib.loads(PROJECT.read_text())["project"]["version"]
