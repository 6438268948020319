"""Which Python runs. One built with optimisation does the same work in up to a fifth less time.

Standard library only: `bootstrap` asks other interpreters by running this file.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

DEBIAN = Path("/etc/debian_version")


def is_optimised() -> bool:
    """Return True if this interpreter was built with profile-guided optimisation.

    Debian's packages are, although their configuration does not say so.
    """
    arguments = sysconfig.get_config_var("CONFIG_ARGS") or ""
    return "--enable-optimizations" in arguments or (sys.base_prefix == "/usr" and DEBIAN.exists())


def name() -> str:
    """Return version and build, for figures: "Python 3.11.7, built without optimisation"."""
    built = "optimised" if is_optimised() else "built without optimisation"
    return f"Python {platform.python_version()}, {built}"


def optimised_twin() -> str:
    """Return the path of an optimised Python of this minor version; "" if none is needed or there.

    The minor version stays: a person who calls `python3.12` gets the packages for it.
    """
    if is_optimised():
        return ""
    return next((path for path in _of_this_version() if _says_optimised(path)), "")


def _of_this_version() -> Iterator[str]:
    executable = "python{}.{}".format(*sys.version_info)
    for folder in os.get_exec_path():
        path = os.path.join(folder, executable)
        if os.access(path, os.X_OK):
            yield path


def _says_optimised(path: str) -> bool:
    command = [path, "-I", "-S", __file__]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError:
        return False
    return done.stdout.endswith(", optimised\n")


if __name__ == "__main__":
    print(name())
