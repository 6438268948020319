"""The room left on the disks that the site fills: operators hear of it before it is gone."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator

from django.conf import settings

from config.sight import figures

logger = logging.getLogger(__name__)


def free_part(folder: str) -> float:
    """Return the part of a folder's disk that those who are not root may still fill."""
    read = os.statvfs(folder)
    return read.f_bavail / max(1, read.f_blocks)


def disks_look() -> None:
    """Write an error into the log, which is mailed, for each disk on which little is left.

    Raises OSError for a folder that is not there.
    """
    for folder in settings.DISKS:
        part = free_part(folder)
        if part * 100 < settings.DISK_PERCENT:
            logger.error(
                "The disk of %s will soon be full: %.1f %% of it are free. Make room, or nobody's"
                " moves can be stored any more.",
                folder, part * 100,
            )  # fmt: skip


def _rows() -> Iterator[tuple[list[str], float]]:
    for folder in settings.DISKS:
        with contextlib.suppress(OSError):  # the other figures are told all the same
            yield [folder], free_part(folder)


figures.WhenAsked("sobremesa_disk_free", "The part of a disk that is free.", ["folder"], _rows)
