"""What a browser has on show: pushes put in place as `static/table/parts.js` does, without one."""

from __future__ import annotations

import re
from typing import Any

from games.page.parts import Hashes
from games.page.rendering import ROOTS

HOLE = re.compile(r"<!--([^>]+)-->")
HASH = re.compile(r' data-hash="([^"]+)"')


class OnShow:
    """The parts that a page shows, by name."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}

    def put(self, update: dict[str, Any]) -> None:
        """Put changed parts in place, and let go of what stands nowhere any more."""
        self.parts |= update["parts"]
        there = set()
        waiting = self.roots()
        while waiting:
            name = waiting.pop()
            assert name not in there, f"{name} stands twice"
            assert name in self.parts, f"{name} is missing"
            there.add(name)
            waiting += HOLE.findall(self.parts[name])
        strangers = set(update["parts"]) - there
        assert not strangers, f"pushed without a place: {strangers}"
        self.parts = {name: html for name, html in self.parts.items() if name in there}

    def hashes(self) -> Hashes:
        """What the page tells when it connects."""
        return frozenset(HASH.findall("".join(self.parts.values())))

    def document(self) -> dict[str, str]:
        """Each root with everything in it."""
        return {name: self._whole(name) for name in self.roots()}

    def roots(self) -> list[str]:
        """The roots on show: the description only if somebody has opened it."""
        return [*ROOTS, *({"description"} & self.parts.keys())]

    def _whole(self, name: str) -> str:
        return HOLE.sub(lambda hole: self._whole(hole[1]), self.parts[name])
