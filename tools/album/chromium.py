"""Which browser draws, and how it is started: for the album and for the tests."""

from __future__ import annotations

import os
import shutil
from typing import Any

SHELL = "chromium-headless-shell"


def launch_options(*, shell: bool = True) -> dict[str, Any]:
    """Options of playwright's `launch`: Chromium of the system, or the one that `CHROMIUM` names.

    The headless shell draws the same pages for two thirds of the cost, but shows no notices: for
    those ask for no `shell`. If there is neither, playwright looks for its own.
    """
    chosen = os.environ.get("CHROMIUM") or (shell and shutil.which(SHELL))
    found = chosen or shutil.which("chromium")
    quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
             "--disable-background-networking", "--disable-component-update"]  # fmt: skip
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**({"executable_path": found} if found else {}), "args": quiet + root}
