"""The waits on somebody else that `docs/reference/waits.md` lists."""

from __future__ import annotations

import re
from typing import NamedTuple

from config.running.bootstrap import ROOT

ROW = re.compile(r"^\| `([A-Z_]+)` \| `([\w/.]+)` \| [^|]+ \| ([\d.]+) \|$", re.MULTILINE)


class Wait(NamedTuple):
    """A constant and its file."""

    name: str
    path: str


def rows() -> dict[Wait, float]:
    """Return the bound of each wait, as the document says."""
    found = ROW.findall((ROOT / "docs" / "reference" / "waits.md").read_text())
    told = {Wait(name, path): float(number) for name, path, number in found}
    assert len(told) == len(found), "a row for each"
    return told
