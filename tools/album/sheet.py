"""The contact sheet: one page with every picture, to look through in a minute."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from django.template import engines

from games.rules.registry import GAMES
from games.telling.wording import title_of
from tools.album.pages import LANGUAGES, THEMES, WIDTHS, Shot

ENDING = ".jpg"
HERE = Path(__file__).parent


def bind(shots: Sequence[Shot], folder: Path) -> Path:
    """Write `index.html` beside the pictures of these shots; its path."""
    groups = [
        {"title": title, "pages": [{"name": name, "shots": list(same)} for name, same in
                                   groupby(of_group, key=lambda shot: shot.page.name)]}
        for title, of_group in groupby(shots, key=lambda shot: shot.page.group)
    ]  # fmt: skip
    games = {
        slug: str(title_of(GAMES[slug])) for slug in sorted({s.page.game for s in shots} - {""})
    }
    facts = {
        "groups": groups,
        "games": games,
        "widths": [width for width in WIDTHS if any(shot.width == width for shot in shots)],
        "themes": [theme for theme in THEMES if any(shot.theme == theme for shot in shots)],
        "languages": [code for code in LANGUAGES if any(shot.language == code for shot in shots)],
        "count": len(shots),
        "ending": ENDING,
    }
    return write("sheet.html", facts, folder / "index.html")


def write(template: str, facts: dict[str, Any], path: Path) -> Path:
    """Fill in a page that is opened from the disk: one file, with its styles and scripts."""
    drawn = engines["django"].from_string((HERE / template).read_text()).render(facts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(drawn)
    return path
