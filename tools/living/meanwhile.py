"""What happens to a page while others play, and to the pushes that tell it of that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from playwright.sync_api import Page

from tools.lines import NetworkLine

FROZEN, ACTIVE = "frozen", "active"
HAS_SHAPE = "([x, y]) => matchMedia(`(width: ${x}px) and (height: ${y}px)`).matches"
WIDE = 1_100  # pixels: above there is no sheet


@contextmanager
def watched(page: Page) -> Iterator[None]:
    """Nothing happens but what is played."""
    yield


@contextmanager
def frozen(page: Page) -> Iterator[None]:
    """A browser stops the page in a tab of the background: it hears of all at once afterwards."""
    tools = page.context.new_cdp_session(page)
    tools.send("Page.setWebLifecycleState", {"state": FROZEN})
    yield
    tools.send("Page.setWebLifecycleState", {"state": ACTIVE})
    tools.detach()


@contextmanager
def looking_back(page: Page) -> Iterator[None]:
    """The reader looks at the first board, and returns."""
    page.evaluate("document.querySelector('[data-step=first]').click()")
    page.locator("#table:not([data-past=''])").wait_for()
    yield
    page.evaluate("document.querySelector('#panel [data-step=last]').click()")
    page.locator("#table[data-past='']").wait_for()


@contextmanager
def without_a_line(page: Page) -> Iterator[None]:
    """The network is away for a moment."""
    page.context.set_offline(True)
    page.locator("#offline").wait_for()
    yield
    page.context.set_offline(False)
    page.locator("#offline").wait_for(state="hidden")


@contextmanager
def resized(page: Page) -> Iterator[None]:
    """The window gets another shape, and the old one again."""
    size = page.viewport_size
    assert size
    turn(page, size["height"], size["width"])
    yield
    turn(page, size["width"], size["height"])


def turn(page: Page, width: int, height: int) -> None:
    """Give the window a shape, and wait until the page has it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(HAS_SHAPE, arg=[width, height])


@contextmanager
def sheet(page: Page) -> Iterator[None]:
    """The reader unfolds the sheet, or on a wide page chooses the chat, and goes back."""
    size = page.viewport_size
    there, back = "handle", "handle"
    if size and size["width"] > WIDE:
        there, back = "tab-chat", page.evaluate("() => document.querySelector('.tab.chosen').id")
    click = "name => document.getElementById(name).click()"
    page.evaluate(click, there)
    yield
    page.evaluate(click, back)


WHILE: dict[str, Callable[[Page], AbstractContextManager[None]]] = {
    "nothing": watched,
    "looking back": looking_back,
    "frozen": frozen,
    "resized": resized,
    "sheet": sheet,
}


# --- Pushes --------------------------------------------------------------------------------------


@contextmanager
def as_they_come(line: NetworkLine) -> Iterator[None]:
    """The line does what it always does."""
    yield


@contextmanager
def bundled(line: NetworkLine) -> Iterator[None]:
    """The line is silent, and then passes on all at once."""
    line.fall_silent()
    yield
    line.speak()


@contextmanager
def reconnecting(line: NetworkLine) -> Iterator[None]:
    """The line breaks; the page takes another one by itself."""
    line.cut()
    yield


PUSHED: dict[str, Callable[[NetworkLine], AbstractContextManager[None]]] = {
    "as they come": as_they_come,
    "bundled": bundled,
    "reconnecting": reconnecting,
}
