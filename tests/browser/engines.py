"""Pages in engines that Playwright does not drive here: commands named as those of Playwright."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from tools.patience import until


class Failed(RuntimeError):
    """The browser has refused a command, or a script on the page has failed."""


class Tab(ABC):
    """A page in a browser, in a window of its own."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address and wait until it has loaded."""

    @abstractmethod
    def evaluate(self, expression: str, arg: Any = None) -> Any:
        """Return what a function of one argument comes to, as JSON brings it. Raises `Failed`."""

    @abstractmethod
    def click(self, x: float, y: float) -> None:
        """Press the mouse at a point of the window."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Set the size of the window's inside, in pixels."""

    @abstractmethod
    def sign_in(self, url: str, name: str, value: str) -> None:
        """Give the browser a session cookie for the site."""

    @abstractmethod
    def screenshot(self, path: Path) -> None:
        """Keep a picture of what is seen."""

    @abstractmethod
    def beside(self) -> Tab:
        """Open a page in another window of the same browser."""

    @abstractmethod
    def close(self) -> None:
        """Close the window; another one is open."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Return what the console has complained of since this was asked last."""

    @property
    def url(self) -> str:
        """The address of the page."""
        return str(self.evaluate("() => location.href"))

    def wait_for_function(self, expression: str, *, arg: Any = None) -> Any:
        """Return what a function comes to as soon as that is true. Raises WaitedTooLong."""
        return until(lambda: self.evaluate(expression, arg))
