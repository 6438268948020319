"""The code of the site, and whether it has changed: for `manage.py play --reload`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("accounts", "config", "games", "lobby", "templates")
KINDS = {".html", ".md", ".mo", ".py", ".svg", ".toml"}
"""What a process reads once. Scripts and sheets are read at each request."""


class Sources:
    """Calls whoever wants to know, once for each look at which something is new."""

    def __init__(self, changed: Callable[[], None], root: Path = ROOT) -> None:
        self.changed, self.root = changed, root
        self.seen = self.look()

    def restart_when_due(self) -> None:
        """Look for changes."""
        now = self.look()
        if now != self.seen:
            self.seen = now
            self.changed()

    def look(self) -> dict[Path, int]:
        """Return when each file was changed."""
        return dict(self._files())

    def _files(self) -> Iterator[tuple[Path, int]]:
        for folder in FOLDERS:
            for path in (self.root / folder).rglob("*"):
                if path.suffix in KINDS:
                    try:
                        yield path, path.stat().st_mtime_ns
                    except FileNotFoundError:  # an editor is just replacing it
                        continue
