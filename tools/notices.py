"""The table of kinds of notices in docs/topics/notices.md."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings
from django.utils import translation

from accounts.models import Channel
from accounts.notices.kind import EVER, Kind
from accounts.notices.kinds import KINDS

PAGE = Path(settings.BASE_DIR) / "docs" / "topics" / "notices.md"
HEAD = "| kind | `type` | when | to whom |\n|---|---|---|---|\n"
LINES = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")


def table_of_kinds() -> str:
    """Return the table: a line for each kind."""
    with translation.override("en"):
        return HEAD + "".join(map(line_of, KINDS.values()))


def line_of(kind: type[Kind]) -> str:
    """Return the line of a kind, with links to the pages that its docstring names."""
    when = re.sub(r"docs/topics/(\w+\.md)", r"[\1](\1)", " ".join((kind.__doc__ or "").split()))
    readers = "who wants anything" if kind.paces == EVER else "who wants each thing"
    ways = [str(Channel(channel).label) for channel in kind.channels]
    by = "" if len(ways) == len(Channel) else f", by {' and '.join(ways)}"
    return f"| {kind.label} | `{kind.name}` | {when} | {readers}{by} |\n"


def page_write() -> None:
    """Write the table into the page."""
    PAGE.write_text(LINES.sub(lambda _found: table_of_kinds(), PAGE.read_text()))
