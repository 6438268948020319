"""WebKitGTK, the engine of Safari: Debian's `webkit2gtk-driver` on a screen that nobody sees."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from selenium.webdriver.webkitgtk.webdriver import WebDriver

from tests.browser.engines import Failed, Tab
from tools.patience import PATIENCE

DRIVER = shutil.which("WebKitWebDriver")
BROWSERS = "*/webkit2gtk-4.*/MiniBrowser"  # below /usr/lib
SCREEN = "1600x1000x24"
WITHOUT_LAYERS = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
"""No graphics card is here: layers put together by the processor take twice the time of a game."""
WITH_MOTION = "[Settings]\ngtk-enable-animations=1\n"
CALL = """const [argument, done] = arguments;
(async () => JSON.stringify(await (%s)(JSON.parse(argument)) ?? null))()
    .then((value) => done({ value }), (error) => done({ error: String(error) }));"""
WITHOUT_BARS = "() => { open('about:blank', '_blank', 'popup,width=390,height=844'); }"
"""Open a window: bars are wider than a phone."""
LISTEN = """() => {
    window.complaints = [];
    const note = (...said) => { window.complaints.push(said.map(String).join(" ")); };
    addEventListener("error", (event) => note(event.message));
    addEventListener("unhandledrejection", (event) => note(event.reason));
    console.error = console.warn = note;
}"""


def webkit() -> Path | None:
    """Return where the browser is; None if it, its driver or a screen for it is missing."""
    has_all = DRIVER and shutil.which("Xvfb")
    return next(Path("/usr/lib").glob(BROWSERS), None) if has_all else None


class WebKitTab(Tab):
    """A page in WebKitGTK. The driver has one window at a time."""

    def __init__(self, driver: WebDriver, first: str) -> None:
        self.driver, self.first, self.window = driver, first, first
        known = set(driver.window_handles)
        self.evaluate(WITHOUT_BARS)
        (self.window,) = set(driver.window_handles) - known

    def _here(self) -> WebDriver:
        if self.driver.current_window_handle != self.window:
            self.driver.switch_to.window(self.window)
        return self.driver

    def goto(self, url: str) -> None:
        self._here().get(url)
        self.evaluate(LISTEN)

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        called = CALL % expression.strip().rstrip(";")
        answer = self._here().execute_async_script(called, json.dumps(arg))
        if "error" in answer:
            raise Failed(answer["error"])
        return json.loads(answer["value"])

    def click(self, x: float, y: float) -> None:
        actions = ActionBuilder(self._here())
        actions.pointer_action.move_to_location(round(x), round(y)).click()  # type: ignore[no-untyped-call]
        actions.perform()

    def resize(self, width: int, height: int) -> None:
        self._here().set_window_rect(0, 0, width, height)

    def sign_in(self, url: str, name: str, value: str) -> None:
        self.goto(f"{url}/robots.txt")  # a cookie is given to the site that is on show
        self.driver.add_cookie({"name": name, "value": value})

    def screenshot(self, path: Path) -> None:
        self._here().get_screenshot_as_file(str(path))

    def beside(self) -> Tab:
        return WebKitTab(self.driver, self.first)

    def close(self) -> None:
        self._here().close()
        self.driver.switch_to.window(self.first)

    def complaints(self) -> list[str]:
        return list(self.evaluate("() => window.complaints?.splice(0) ?? []"))


@contextmanager
def screen() -> Iterator[str]:
    """Return the name of a screen that nobody sees, there until the block ends."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as xvfb:
        os.close(writing)
        try:
            with os.fdopen(reading) as number:
                yield f":{number.readline().strip()}"
        finally:
            xvfb.terminate()


@contextmanager
def opened(program: Path, folder: Path, *features: str) -> Iterator[WebKitTab]:
    """Open a browser with an empty profile in this folder, until the block ends.

    Features of the engine may be put off: `"-PopoverAttribute"`.
    """
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "settings.ini").write_text(WITH_MOTION)
    options = Options()
    options.binary_location = str(program)
    options.add_argument("--automation")
    options.add_argument("--javascript-can-open-windows-automatically=true")
    if features:
        options.add_argument(f"--features={','.join(features)}")
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
    with screen() as display:
        folders = dict.fromkeys(names, str(folder))
        environment = {**os.environ, **folders, **WITHOUT_LAYERS, "DISPLAY": display}
        log = str(folder / "log")
        driver = WebDriver(options, Service(DRIVER, log_output=log, env=environment))
        try:
            driver.set_script_timeout(PATIENCE)
            yield WebKitTab(driver, driver.current_window_handle)
        finally:
            driver.quit()
