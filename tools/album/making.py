"""The work of the command: a world, a server, browsers, and what becomes of the pictures."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import OutputWrapper
from playwright.async_api import Page as Tab

from accounts.models import User
from config.running.commands import close_connections
from lobby.terms.opening import games_in_lobby
from tools.album import baseline, contrasts, measures, sheet
from tools.album.camera import DrawingFailed, Studio, shoot
from tools.album.pages import LANGUAGES, THEMES, WIDTHS, AlbumPage, Shot, pages_of
from tools.album.world import world_make
from tools.bench import site

__all__ = ["DrawingFailed", "make", "measure", "renew"]

FOLDER = Path(settings.BASE_DIR) / "var" / "album"
BAR = 30  # characters
QUALITY = 80  # of the pictures
TALLEST = 65_500  # dots of a JPEG; more makes an empty file


def make(wanted: dict[str, list[Any]], out: Path | None, tell: OutputWrapper) -> None:
    """Draw what is wanted (all of a kind where nothing is said) into a folder."""
    begun = time.monotonic()
    folder = out or FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"*{sheet.ENDING}"):
        old.unlink()
    with opened(wanted["game"], pages=not wanted["game"]) as (studio, pages):
        shots = shots_of(pages, wanted)
        if not shots:
            raise DrawingFailed("nothing has such a name")
        bar = Bar(len(shots), tell)

        async def keep(tab: Tab, shot: Shot) -> None:
            path = folder / (shot.file + sheet.ENDING)
            dots = await tab.evaluate("document.documentElement.scrollHeight * devicePixelRatio")
            image = await tab.screenshot(
                path=path,
                type="jpeg",
                quality=QUALITY,
                full_page=True,
                animations="disabled",
                scale="css" if dots > TALLEST else "device",
            )
            if not image:
                raise DrawingFailed("too tall for a picture")
            bar.step(shot)

        shoot(studio, shots, keep)
    bar.end()
    path = sheet.bind(shots, folder)
    tell.write(f"{len(shots)} pictures in {time.monotonic() - begun:.0f} s: {path}")


def renew(slugs: Sequence[str], tell: OutputWrapper) -> None:
    """Take the baseline again: of these games only, or all of it."""
    begun = time.monotonic()
    parts = list(slugs) or [*games_in_lobby(), baseline.SITE]
    with opened(list(games_in_lobby()), pages=True) as (studio, pages):
        shots = {part: baseline.chosen(pages, part) for part in parts}
        bar = Bar(sum(map(len, shots.values())), tell)
        prints = baseline.take(studio, [s for some in shots.values() for s in some], bar.step)
    bar.end()
    for part, some in shots.items():
        baseline.write(part, {shot.file: prints[shot.file] for shot in some})
    size = sum(path.stat().st_size for path in baseline.FOLDER.rglob("*") if path.is_file())
    tell.write(
        f"{len(prints)} fingerprints in {time.monotonic() - begun:.0f} s, {size // 1000} kB in all:"
        f" {baseline.FOLDER}"
    )


def measure(wanted: dict[str, list[Any]], tell: OutputWrapper) -> None:
    """Tell what texts of the boards that are wanted are small, faint, overlap, or are cut off."""
    with opened(wanted["game"], pages=False) as (studio, pages):
        every = shots_of(pages, wanted)
        shots = [shot for shot in every if shot.theme == every[0].theme]
        bar = Bar(len(shots) + len(every), tell)
        found = measures.measure(studio, shots, bar.step)
        stands_out = contrasts.measure(studio, every, bar.step)
    bar.end()
    for shot in every:
        for fault, count in Counter(str(one) for one in stands_out[shot.file] if one.weak).items():
            tell.write(f"{shot.file}: {fault}" + (f" (x {count})" if count > 1 else ""))
    for shot in shots:
        sizes = [text.size for text in found[shot.file].texts]
        faults = Counter(found[shot.file].faults(shot.width))
        tell.write(
            f"{shot.page.name}, {shot.width}, {shot.language}: {len(sizes)} texts, the smallest"
            f" {min(sizes):g} px, {faults.total()} faults"
        )
        for fault, count in faults.items():
            tell.write(f"    {fault}" + (f" (x {count})" if count > 1 else ""))


def shots_of(pages: Sequence[AlbumPage], wanted: dict[str, list[Any]]) -> list[Shot]:
    """Every page in each width, theme and language that is wanted."""
    named = [
        page
        for page in pages
        if not wanted["page"] or any(part.lower() in page.name.lower() for part in wanted["page"])
    ]
    return [
        Shot(page, width, theme, language)
        for page in named
        for width in WIDTHS
        if width in (wanted["width"] or WIDTHS)
        for theme in wanted["theme"] or THEMES
        for language in wanted["language"] or LANGUAGES
    ]


@contextlib.contextmanager
def opened(slugs: Sequence[str], *, pages: bool) -> Iterator[tuple[Studio, list[AlbumPage]]]:
    """The world in the empty database of this process, and a server that shows it."""
    site.migrate()
    world = world_make(slugs or list(games_in_lobby()), pages=pages)
    sessions = sessions_of(User.objects.all())
    close_connections()
    port = site.free_port()
    server = site.daphne(port, DJANGO_SETTINGS_MODULE="tools.album.settings")
    try:
        server.start()
        site.wait_until_ready(port)
        yield Studio(f"http://127.0.0.1:{port}", sessions), pages_of(world)
    finally:
        server.stop()


def sessions_of(users: Any) -> dict[str, str]:
    """A session for each of them: its key by the user's name."""
    return {user.username: site.SignedInUser(user).session_key or "" for user in users}


class Bar:
    """A progress bar: a growing line on a terminal, a line now and then elsewhere."""

    def __init__(self, total: int, tell: OutputWrapper) -> None:
        self.total, self.tell, self.done = total, tell, 0

    def step(self, shot: Shot) -> None:
        """Count one more as done."""
        self.done += 1
        share = self.done / self.total
        if self.tell.isatty():
            bar = ("#" * int(share * BAR)).ljust(BAR)
            self.tell.write(
                f"\r[{bar}] {self.done}/{self.total} {shot.page.name[:40]:40}", ending=""
            )
            self.tell.flush()
        elif int(share * 10) > int((self.done - 1) / self.total * 10):
            self.tell.write(f"{share:4.0%} {self.done}/{self.total}")

    def end(self) -> None:
        """End the growing line."""
        if self.tell.isatty():
            self.tell.write("")
