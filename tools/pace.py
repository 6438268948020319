"""Waiting in a page for what it does not tell by itself, and as slowly as people are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page

from tools.patience import until

T = TypeVar("T")

READING = 600
"""Milliseconds from one touch to the next in what it has brought."""
AT_REST = """() => document.getAnimations().every((one) =>
    one.playState !== "running" || one.effect.getComputedTiming().iterations === Infinity)"""
"""Whether nothing on the page moves but what never ends."""


def read(page: Page, milliseconds: int = READING) -> None:
    """Pause as a person who reads, or a slow line; never to wait for something."""
    page.wait_for_timeout(milliseconds)


def until_heard(page: Page, condition: Callable[[], T]) -> T:
    """Look until a condition of this process holds, while the messages of a page come in."""

    def look() -> T:
        page.evaluate("() => new Promise(requestAnimationFrame)")
        return condition()

    return until(look)
