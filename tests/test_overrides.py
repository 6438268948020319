"""What we override of libraries, without their promise, is there and in use.

A method of ours that a new version calls no more would do nothing, without a word.
"""

from __future__ import annotations

import inspect
import re
import sys
from types import FunctionType
from typing import Any

import pytest
from autobahn.websocket import protocol
from jinja2 import pass_context
from twisted.internet.tcp import Server as Transport

from accounts.signing_in.door_answers import Watched, WatchedHTTPS
from config.database.connections import AsyncConnection, TimedConnection
from config.database.pool import AsyncPool, Pool
from config.running.worker import Deferrer, PatientWorker
from config.serving import CommandLine, LeavingServer
from config.web.requests import BoundedChannel
from config.web.sockets import BoundedProtocol
from games.page.drawing import environment

OURS: dict[type, str] = {
    BoundedChannel: "refuse has_begun is_refused",
    BoundedProtocol: "begun extra held_back hold_back is_too_much size turn_out unheard window",
    LeavingServer: "drain from_proxies kept_by_proxies leave ports requests running sockets",
    CommandLine: "",
    Deferrer: "",
    PatientWorker: "is_lost",
    TimedConnection: "fell_silent",
    AsyncConnection: "",
    Pool: "_tries_again away_since check_or_drain drain_as_away fell_silent note_away try_again",
    AsyncPool: "check_or_drain",
    Watched: "",
    WatchedHTTPS: "",
}
"""Our classes, with what they have besides."""
DAPHNE = ("server", "http_protocol", "ws_protocol")  # which call each other


def sources(theirs: tuple[type, ...]) -> str:
    """The modules in which these classes are."""
    modules = {base.__module__ for base in theirs} - {"builtins", "typing"}
    if any(name.startswith("daphne.") for name in modules):
        modules |= {f"daphne.{name}" for name in DAPHNE}
    return "".join(inspect.getsource(sys.modules[name]) for name in sorted(modules))


def arguments(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


@pytest.mark.parametrize("ours", OURS, ids=lambda ours: ours.__name__)
def test_a_library_has_what_a_class_of_ours_overrides_or_uses(ours: type) -> None:
    theirs, besides = ours.__mro__[1:], set(OURS[ours].split())
    text = sources(theirs)
    own = {name for name in vars(ours) if not name.startswith("__")}
    used = set(re.findall(r"\bself\.(\w+)", inspect.getsource(ours)))
    assert not [name for name in own - besides if not re.search(rf"(?<!def )\b{name}\b", text)]
    assert not [name for name in used - besides if not re.search(rf"\b{name}\b", text)]
    assert besides <= own | used
    assert not [name for name in besides if any(hasattr(base, name) for base in theirs)]
    for name in own - besides:
        if isinstance(method := vars(ours)[name], FunctionType):
            assert arguments(method) == arguments(getattr(super(ours, ours), name)), name


def test_twisted_and_autobahn_have_what_our_sockets_set_and_read() -> None:
    text = sources(Transport.__mro__)
    for name in ("_tempDataLen", "bufferSize", "dataBuffer", "writeSomeData"):
        assert f"self.{name}" in text
    assert "attrs=pformat(" in inspect.getsource(protocol)


def test_templates_of_tables_call_without_context_and_read_keys_first() -> None:
    values = {"asked": pass_context(lambda *given: len(given)), "thing": {"items": 3}}
    assert environment().from_string("{{ asked() }} {{ thing.items }}").render(values) == "0 3"
