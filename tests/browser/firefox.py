"""Firefox, driven by WebDriver BiDi over its own socket: it needs no driver beside the browser.

Only what the tests ask for: https://w3c.github.io/webdriver-bidi/
"""

from __future__ import annotations

import base64
import itertools
import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.browser.engines import Failed, Tab
from tools.bench.site import free_port
from tools.patience import PATIENCE, until

NAMES = ("firefox", "firefox-esr")
LARGEST = 2**26  # bytes of a message: screenshots are large

PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "",
    "ui.prefersReducedMotion": 0,
}


def firefox() -> str | None:
    """Where the browser is; None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Connection:
    """A session with the browser; what its consoles complain of is noted."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.numbers = socket, itertools.count(1)
        self.complaints: list[str] = []
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded"])

    def command(self, method: str, **params: Any) -> Any:
        """Send a command and wait for its result. Raises `Failed`."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv(PATIENCE))
            if message.get("method") == "log.entryAdded":
                self._note(message["params"])
            elif message.get("id") == number:
                if message["type"] == "error":
                    raise Failed(f"{method}: {message['message']}")
                return message["result"]

    def _note(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn"):
            self.complaints.append(entry["text"] or "")


class FirefoxTab(Tab):
    """A page in Firefox."""

    def __init__(self, connection: Connection, context: str) -> None:
        self.connection, self.context = connection, context

    def sign_in(self, url: str, name: str, value: str) -> None:
        domain = url.removeprefix("http://").partition(":")[0]
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": domain}
        self.connection.command("storage.setCookie", cookie=cookie)

    def resize(self, width: int, height: int) -> None:
        self.connection.command(
            "browsingContext.setViewport",
            context=self.context,
            viewport={"width": width, "height": height},
        )

    def goto(self, url: str) -> None:
        self.connection.command(
            "browsingContext.navigate", context=self.context, url=url, wait="complete"
        )

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        called = f"({expression.strip().rstrip(';')})({json.dumps(arg)})"
        answer = self.connection.command(
            "script.callFunction",
            functionDeclaration=f"async () => JSON.stringify(await {called} ?? null)",
            awaitPromise=True,
            target={"context": self.context},
        )
        if answer["type"] == "exception":
            raise Failed(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def click(self, x: float, y: float) -> None:
        self.connection.command(
            "input.performActions",
            context=self.context,
            actions=[
                {
                    "type": "pointer",
                    "id": "mouse",
                    "actions": [
                        {"type": "pointerMove", "x": round(x), "y": round(y)},
                        {"type": "pointerDown", "button": 0},
                        {"type": "pointerUp", "button": 0},
                    ],
                }
            ],
        )

    def screenshot(self, path: Path) -> None:
        answer = self.connection.command("browsingContext.captureScreenshot", context=self.context)
        path.write_bytes(base64.b64decode(answer["data"]))

    def beside(self) -> Tab:
        made = self.connection.command("browsingContext.create", type="window")
        return FirefoxTab(self.connection, made["context"])

    def close(self) -> None:
        self.connection.command("browsingContext.close", context=self.context)

    def complaints(self) -> list[str]:
        found, self.connection.complaints = self.connection.complaints, []
        return found


@contextmanager
def opened(program: str, folder: Path) -> Iterator[FirefoxTab]:
    """A browser with an empty profile in this folder, until the block ends."""
    lines = (f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items())
    (folder / "user.js").write_text("\n".join(lines))
    port = free_port()
    command = [
        program,
        "--headless",
        "--profile",
        str(folder),
        "--remote-debugging-port",
        str(port),
    ]
    with (folder / "log").open("w") as log, subprocess.Popen(command, stdout=log, stderr=log) as it:
        try:
            with reached(f"ws://127.0.0.1:{port}/session") as socket:
                connection = Connection(socket)
                (first,) = connection.command("browsingContext.getTree")["contexts"]
                yield FirefoxTab(connection, first["context"])
        finally:
            it.terminate()


def reached(address: str) -> ClientConnection:
    """A connection, as soon as there is one. Raises WaitedTooLong."""

    def connected() -> ClientConnection | None:
        with suppress(OSError):
            return connect(address, max_size=LARGEST, open_timeout=PATIENCE, proxy=None)
        return None

    return until(connected)
