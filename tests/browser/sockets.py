"""The sockets of a page whose clock a test moves, while the server takes its own time."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket

from tools.living.table import IS_OPEN
from tools.patience import until

STEP = 250
"""Milliseconds that pass at once: fewer than any socket waits for an answer."""
HURRY = "dispatchEvent(new Event('online'))"
"""Let the page ask for a sign of life."""
COUNT = """
window.made = 0;
window.WebSocket = class extends WebSocket {
    constructor(...facts) { super(...facts); window.made += 1; window.latest = this; }
};
"""
UNASKED = """latest.dispatchEvent(new MessageEvent("message", { data: '{"type": "pong"}' }))"""
"""Let a sign of life come that is not awaited, as after another message that came before it."""


class Sockets:
    """The sockets that a page has opened, and what went over them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.said: list[str] = []
        self.awaited: set[int | str] = set()  # what was asked and is not answered
        page.clock.install()
        page.add_init_script(COUNT)
        page.on("websocket", self.note)

    @property
    def opened(self) -> int:
        """Count those that the page has made; playwright tells of them only once connected."""
        return int(self.page.evaluate("window.made"))

    def note(self, socket: WebSocket) -> None:
        """Follow what goes over a socket."""
        self.awaited.clear()  # given up, or said again over this one
        socket.on("framesent", self.up)
        socket.on("framereceived", self.down)

    def up(self, frame: str | bytes) -> None:
        """Keep what the page says."""
        message = json.loads(frame)
        self.said.append(message["type"])
        if (reference := asks(message)) is not None:
            self.awaited.add(reference)

    def down(self, frame: str | bytes) -> None:
        """Take an answer from what is awaited."""
        message = json.loads(frame)
        self.awaited.discard("ping" if message["type"] == "pong" else message.get("ref", 0))

    def stop_clock(self) -> None:
        """From now on time passes only where a test lets it; everything asked is answered.

        The page has a sign of life that took no time: it waits longer where they take long.
        """
        self.until_answered()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") + 1_000)
        before = self.said.count("ping")
        until(lambda: self.page.evaluate(HURRY) and self.said.count("ping") > before)
        self.until_answered()

    def let_pass(self, milliseconds: int) -> None:
        """Let time pass, with answers that take none of it."""
        for passed in range(0, milliseconds, STEP):
            self.until_answered()
            self.page.clock.run_for(min(STEP, milliseconds - passed))

    def until_answered(self) -> None:
        """Wait until the socket is open and nothing is awaited; no time passes for the page."""
        until(lambda: self.page.evaluate(IS_OPEN) and not self.awaited)

    def until_another(self, most: int) -> None:
        """Let time pass until the page opens another socket. AssertionError if it does not."""
        before = self.opened
        for _ in range(0, most, STEP):
            self.page.clock.run_for(STEP)
            if self.opened > before:
                return
        pytest.fail(f"no other socket within {most} ms")

    def until_said(self, kind: str) -> None:
        """Let time pass until the page says something of this kind, and hears the answer."""
        before = self.said.count(kind)
        while self.said.count(kind) == before:
            self.let_pass(STEP)
        self.until_answered()


def asks(message: dict[str, Any]) -> int | str | None:
    """Return the name of the answer to a message; None if it gets no answer."""
    reference = "ping" if message["type"] == "ping" else message.get("ref")
    assert reference is None or isinstance(reference, int | str)
    return reference
