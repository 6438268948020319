"""The small part of the album that is committed, and what has changed since.

Its parts are the games and `SITE`: each a file of what can be seen, and a folder of small pictures.
"""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from django.conf import settings
from playwright.async_api import Page as Tab

from tools.album.camera import Studio, shoot
from tools.album.fingerprints import PLAIN, Comparison, Darkroom, Fingerprint
from tools.album.pages import AlbumPage, Shot
from tools.album.sheet import write as write_page

FOLDER = Path(settings.BASE_DIR) / "tests" / "album" / "baseline"
SITE = "site"
WIDE, NARROW = 1440, 360
LANGUAGE = "en"
PHASES = ("opening, to move", "middle, to move", "ended, all over")
ONCE = "otherwise, to move"
MAIN = {
    "front, nobody", "sign in", "front", "lobby", "open a table, cuba", "waiting room, host",
    "my games", "table stopped", "profile", "settings", "failure 404",
}  # fmt: skip
DARK = {"front", "lobby"}


class Changed(msgspec.Struct, frozen=True):
    """A picture that has changed."""

    shot: Shot
    before: Fingerprint | None
    now: Fingerprint
    comparison: Comparison


def chosen(pages: Sequence[AlbumPage], part: str) -> list[Shot]:
    """What the baseline shows of a game, or of the site."""
    if part == SITE:
        return [shot for page in pages if page.name in MAIN for shot in of_page(page)]
    return [shot for page in pages if page.game == part for shot in of_board(page)]


def of_page(page: AlbumPage) -> list[Shot]:
    """Wide and narrow, a few also dark."""
    dark = [Shot(page, WIDE, "dark", LANGUAGE)] if page.name in DARK else []
    return [Shot(page, width, "light", LANGUAGE) for width in (WIDE, NARROW)] + dark


def of_board(page: AlbumPage) -> list[Shot]:
    """Three phases wide and narrow, the middle also dark, and other options once."""
    phase = page.name.partition(", ")[2]
    if phase == ONCE:
        return [Shot(page, WIDE, "light", LANGUAGE)]
    if phase not in PHASES:
        return []
    dark = [Shot(page, WIDE, "dark", LANGUAGE)] if phase.startswith("middle") else []
    return [Shot(page, width, "light", LANGUAGE) for width in (WIDE, NARROW)] + dark


# --- Files ---------------------------------------------------------------------------------------


def read(part: str) -> dict[str, Fingerprint]:
    """A part of the baseline, by the names of its pictures. FileNotFoundError if there is none."""
    things = json.loads((FOLDER / f"{part}.json").read_text())
    return {
        name: Fingerprint(seen, (FOLDER / part / f"{name}.webp").read_bytes())
        for name, seen in things.items()
    }


def write(part: str, prints: dict[str, Fingerprint]) -> None:
    """Replace a part."""
    shutil.rmtree(FOLDER / part, ignore_errors=True)
    (FOLDER / part).mkdir(parents=True)
    things = {name: prints[name].things for name in sorted(prints)}
    (FOLDER / f"{part}.json").write_text(json.dumps(things, indent=1, ensure_ascii=False) + "\n")
    for name, fingerprint in prints.items():
        (FOLDER / part / f"{name}.webp").write_bytes(fingerprint.small)


# --- Taking and comparing ------------------------------------------------------------------------


def take(
    studio: Studio, shots: Sequence[Shot], done: Callable[[Shot], None]
) -> dict[str, Fingerprint]:
    """The fingerprints of these pictures as they are now, by the names of the pictures."""
    darkroom, prints = Darkroom(), dict[str, Fingerprint]()

    async def keep(tab: Tab, shot: Shot) -> None:
        prints[shot.file] = await darkroom.fingerprint(tab, shot)
        done(shot)

    shoot(plainly(studio), shots, keep)
    return prints


def changed_since(
    before: dict[str, Fingerprint], studio: Studio, shots: Sequence[Shot]
) -> list[Changed]:
    """What does not look as it did, in the order of the shots."""
    darkroom, found = Darkroom(), dict[str, Changed]()

    async def look(tab: Tab, shot: Shot) -> None:
        now, old = await darkroom.fingerprint(tab, shot), before.get(shot.file)
        comparison = await darkroom.compare(tab, old, now) if old else Comparison(["is new"])
        if comparison.reasons:
            found[shot.file] = Changed(shot, old, now, comparison)

    shoot(plainly(studio), shots, look)
    return [found[shot.file] for shot in shots if shot.file in found]


def plainly(studio: Studio) -> Studio:
    """The same studio, its pages without letters."""
    return msgspec.structs.replace(studio, styles=(*studio.styles, PLAIN))


def write_changed(changed: Sequence[Changed], path: Path) -> None:
    """Write a page with before, after and the difference side by side."""
    rows = [
        {
            "title": f"{one.shot.page.name}, {one.shot.width}, {one.shot.theme}",
            "reasons": one.comparison.reasons,
            "pictures": {
                "baseline": address_of(one.before.small if one.before else b""),
                "now": address_of(one.now.small),
                "difference": address_of(one.comparison.picture),
            },
        }
        for one in changed
    ]
    write_page("changed.html", {"rows": rows}, path)


def address_of(picture: bytes) -> str:
    """A data URL for a picture; "" for none."""
    return "" if not picture else "data:image/webp;base64," + base64.b64encode(picture).decode()
