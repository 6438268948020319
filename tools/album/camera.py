"""Taking pictures: several browsers at once go through the list of what there is to see.

Each browser takes a roll at a time: pages of one width in one language, in one context. A page is
loaded once and pictured in every theme that is wanted. Animations are off, and it waits only for
what the page itself still loads.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

import msgspec
from django.conf import settings
from playwright.async_api import Browser, BrowserContext, Error, Page, async_playwright

from games.rules.registry import GAMES
from tools.album.chromium import launch_options
from tools.album.pages import WIDTHS, Shot

ROLL = 12  # pages in a context: few enough for the browsers to end at the same time
BROWSERS = 2
TABS = 2  # of each browser at once
PATIENCE = 120_000  # milliseconds for anything: the machine may be busy
PHONE = 480  # narrower, or lower, is a phone, with fingers and finer dots

SETTLED = """async () => {
    for (const image of document.images) image.loading = "eager";
    const late = (image) => !image.complete;
    await Promise.all([...document.images].filter(late).map((image) => new Promise((done) => {
        image.addEventListener("load", done);
        image.addEventListener("error", done);
    })));
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Until images and fonts are there and all is drawn."""

WEAR = """(css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""Put a style sheet on the page; one made by a script is not the policy's business."""

MET = f"""try {{
    for (const game of {list(GAMES)}) localStorage.setItem(`table.met.${{game}}`, "1");
}} catch {{ /* not a page of the site */ }}"""
"""Nobody is at their first table of a game, where the controls are explained."""

UNCOVER = """() => {
    const sheet = document.querySelector(".panel");
    if (!sheet || getComputedStyle(sheet).position !== "fixed") return null;
    sheet.style.maxHeight = getComputedStyle(sheet).maxHeight;
    return document.documentElement.scrollHeight;
}"""
"""The height at which the sheet at the window's bottom covers nothing; the sheet stays as it is."""

COVER = """() => document.querySelector(".panel")?.style.removeProperty("max-height")"""
"""Let the sheet be as high as the page has it."""

Take: TypeAlias = Callable[[Page, Shot], Awaitable[None]]


class Studio(msgspec.Struct, frozen=True):
    """Where the site is, and how its users are signed in."""

    url: str
    sessions: Mapping[str, str]  # the session key of each user
    styles: tuple[str, ...] = ()  # style sheets that every page gets besides its own
    script: str = ""  # run on every page once it has loaded
    dots: int = 0  # of a picture to a pixel of the page; 0: as such a device has
    forced_colours: bool = False  # the reader's own few colours instead of the page's
    resized: bool = False  # a page is loaded once for all widths of a kind of device


class DrawingFailed(RuntimeError):
    """A page could not be drawn: which one, and why."""


def shoot(studio: Studio, shots: Sequence[Shot], take: Take) -> None:
    """Let `take` picture every shot, outside an event loop. Raises `DrawingFailed`."""
    try:
        asyncio.run(shooting(studio, shots, take))
    except ExceptionGroup as errors:
        raise errors.exceptions[0] from None


async def shooting(studio: Studio, shots: Sequence[Shot], take: Take) -> None:
    """The same within one."""
    rolls: asyncio.Queue[list[list[Shot]]] = asyncio.Queue()
    for roll in rolls_of(shots, resized=studio.resized):
        rolls.put_nowait(roll)
    async with async_playwright() as playwright:
        count = min(BROWSERS, rolls.qsize())
        browsers = [await playwright.chromium.launch(**launch_options()) for _ in range(count)]
        async with asyncio.TaskGroup() as tasks:
            for browser in browsers * TABS:
                tasks.create_task(use_up(rolls, browser, studio, take))
        for browser in browsers:
            await browser.close()


def is_phone(shot: Shot) -> bool:
    """Return whether a window of this size is a phone's."""
    return min(shot.width, WIDTHS[shot.width]) < PHONE


def is_upright(shot: Shot) -> bool:
    """Return whether a window of this size is higher than wide."""
    return shot.width < WIDTHS[shot.width]


def rolls_of(shots: Iterable[Shot], *, resized: bool = False) -> list[list[list[Shot]]]:
    """The shots of one width and language together, in rolls; those of one load side by side.

    Where pages are `resized`, those of a kind of device are together: one that is held upright
    shows other things at first than one that is not.
    """

    def kind(shot: Shot) -> tuple[int, bool, str]:
        if resized:
            return is_phone(shot), is_upright(shot), shot.language
        return -shot.width, True, shot.language

    ordered = sorted(shots, key=lambda shot: (*kind(shot), -shot.width))
    rolls = []
    for _, same in groupby(ordered, key=kind):
        loads: dict[str, list[Shot]] = {}
        for shot in same:
            loads.setdefault(shot.page.name, []).append(shot)
        every = list(loads.values())
        rolls += [every[begin : begin + ROLL] for begin in range(0, len(every), ROLL)]
    return rolls


async def use_up(
    rolls: asyncio.Queue[list[list[Shot]]], browser: Browser, studio: Studio, take: Take
) -> None:
    """Take rolls until none is left."""
    while not rolls.empty():
        roll = rolls.get_nowait()
        context = await context_for(browser, roll[0][0], studio)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        errors: list[str] = []
        page.on("pageerror", functools.partial(note, errors))
        for load in roll:
            try:
                await picture(page, load, studio, take)
            except Exception as error:
                raise DrawingFailed(
                    f"{load[0].page.name} ({load[0].page.path}): {error}"
                ) from error
            if errors:
                raise DrawingFailed(f"{load[0].page.name} ({load[0].page.path}): {errors[0]}")
        await context.close()


def note(errors: list[str], error: Error) -> None:
    """Keep an error of a script on the page."""
    errors.append(str(error))


async def context_for(browser: Browser, shot: Shot, studio: Studio) -> BrowserContext:
    """A browser context with the width and language of this shot."""
    options: dict[str, Any] = {}
    if is_phone(shot):
        options = {"device_scale_factor": 2, "has_touch": True, "is_mobile": True}
    if studio.dots:
        options["device_scale_factor"] = studio.dots
    if studio.forced_colours:
        options["forced_colors"] = "active"
    context = await browser.new_context(
        viewport={"width": shot.width, "height": WIDTHS[shot.width]},
        locale={"en": "en-GB", "de": "de-DE"}[shot.language],
        timezone_id="UTC",
        reduced_motion="reduce",
        base_url=studio.url,
        **options,
    )
    await context.add_init_script(MET)
    return context


async def picture(page: Page, load: Sequence[Shot], studio: Studio, take: Take) -> None:
    """Open a page once and picture it in all themes, and at all widths that go with it."""
    shot = load[0]
    await page.context.clear_cookies()
    if shot.page.who:
        key = studio.sessions[shot.page.who]
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": studio.url}
        await page.context.add_cookies([cookie])  # type: ignore[list-item]
    await page.set_viewport_size({"width": shot.width, "height": WIDTHS[shot.width]})
    await page.emulate_media(color_scheme=shot.theme)  # type: ignore[arg-type]
    answer = await page.goto(shot.page.path.format(language=shot.language))
    if answer is None or answer.status != shot.page.status:
        raise DrawingFailed(f"answered {answer and answer.status}, not {shot.page.status}")
    for css in studio.styles:
        await page.evaluate(WEAR, css)
    if studio.script:
        await page.evaluate(studio.script)
    await page.evaluate(SETTLED)
    if shot.page.press:
        await page.locator(shot.page.press).click()
    await uncover(page, shot)
    width = shot.width
    for each in load:
        if each is not shot:
            await page.emulate_media(color_scheme=each.theme)  # type: ignore[arg-type]
        if each.width != width:
            width = each.width
            await page.evaluate(COVER)
            await page.set_viewport_size({"width": width, "height": WIDTHS[width]})
            await page.evaluate(SETTLED)
            await uncover(page, each)
        await page.evaluate(SETTLED)
        await take(page, each)


async def uncover(page: Page, shot: Shot) -> None:
    """Make the window so high that the sheet at its bottom covers nothing."""
    height = await page.evaluate(UNCOVER) or WIDTHS[shot.width]
    await page.set_viewport_size({"width": shot.width, "height": height})
