"""A process that is asked to end finishes what it has begun, and takes nothing new."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

from config.web.threads import TURN
from tools.patience import PATIENCE, until
from tools.processes import SECONDS, Running, environment, free_port


def connection_to(port: int) -> HTTPConnection:
    """An open connection, once something listens there."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def is_open() -> bool:
        with suppress(OSError):
            connection.connect()
        return connection.sock is not None

    until(is_open)
    return connection


def wait_until_refused(port: int) -> None:
    """Knock until nobody listens there any more."""

    def is_refused() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
        except ConnectionRefusedError:
            return True
        except ConnectionResetError:  # it knocked while the port was being closed
            pass
        return False

    until(is_refused)


PASSED_ON = {"X-Forwarded-Proto": "https"}


def said(connection: HTTPConnection, path: str, headers: Mapping[str, str] = {}) -> str:
    connection.request("GET", path, headers=headers)
    return connection.getresponse().read().decode()


def test_answers_under_way_are_finished_and_nothing_new_is_taken(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "config.serving", "-p", str(port), "-v", "0"]
    serving = Running([*command, "tests.config.slow:application"], environment(tmp_path))
    waiting, kept = connection_to(port), connection_to(port)
    waiting.request("GET", "/wait")
    assert said(kept, "/begun") == "ready"
    serving.process.send_signal(signal.SIGTERM)
    wait_until_refused(port)
    kept.request("GET", "/go")  # a proxy that has not noticed yet
    answer = kept.getresponse()
    assert (answer.getheader("Connection"), answer.read()) == ("close", b"draining")
    assert waiting.getresponse().read() == b"draining"
    assert serving.process.wait(SECONDS) == 0


def test_what_a_proxy_has_kept_open_is_answered_until_it_lets_go(tmp_path: Path) -> None:
    """A move over it would be lost with it, as no proxy may send that again."""
    port = free_port()
    command = [sys.executable, "-m", "config.serving", "-p", str(port), "-v", "0"]
    serving = Running([*command, "tests.config.slow:application"], environment(tmp_path))
    direct, kept, idle = connection_to(port), connection_to(port), connection_to(port)
    for each, headers in ((direct, {}), (kept, PASSED_ON), (idle, PASSED_ON)):
        assert said(each, "/", headers) == "ready"
    serving.process.send_signal(signal.SIGTERM)
    wait_until_refused(port)
    kept.request("POST", "/", "{}", PASSED_ON)
    answer = kept.getresponse()
    assert (answer.getheader("Connection"), answer.read()) == ("close", b"draining")
    idle.close()
    assert serving.process.wait(SECONDS) == 0, "whoever came without a proxy is not waited for"


HASTE = """
from config import serving
serving.PATIENCE = serving.LAST = 0.5
serving.CommandLine.entrypoint()
"""


def test_a_thread_that_waits_for_ever_does_not_keep_the_process_from_ending(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-c", HASTE, "-p", str(port), "-v", "0"]
    serving = Running([*command, "tests.config.slow:application"], environment(tmp_path))
    waiting, other = connection_to(port), connection_to(port)
    waiting.request("GET", "/never")
    assert said(other, "/") == "ready"
    serving.process.send_signal(signal.SIGTERM)
    try:
        assert serving.process.wait(SECONDS) == 0
    finally:
        serving.process.kill()
    serving.wait_for("This process ends although threads are at work: asyncio_0")


@pytest.mark.parametrize("application", ["config.asgi", "config.answering"])
def test_threads_take_short_turns(application: str) -> None:
    """A move goes through several threads; at each step it waited for one that drew a page."""
    program = f"import {application}, sys; print(sys.getswitchinterval())"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert float(told.stdout) == TURN, told.stderr
