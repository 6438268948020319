"""Errors are reported to `SENTRY_DSN`, to Sentry or whatever else takes its envelopes.

A report goes to somebody else's server. So it is built from what is ours: route, code and kind of
an error, and the ids of the table and the request, by which the log tells the rest. What an
exception or a line of the log says may be what a person wrote, and is left out, and so are
variables, headers and forms, which Sentry's own integrations would send.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest

from config.sight.about import about, about_request
from config.sight.hiding import shortened, where_of

if TYPE_CHECKING:
    from sentry_sdk.types import Event

OURS = ("accounts", "config", "games", "lobby")
EXIT_SECONDS = 2.0


class ErrorReports(logging.Handler):
    """Hands errors to the library, whose thread sends them: nobody waits."""

    def __init__(self, to: str, release: str) -> None:
        super().__init__(logging.ERROR)
        from sentry_sdk import Client

        self.client = Client(
            to,
            release=release,
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            include_local_variables=False,
            max_breadcrumbs=0,
            send_client_reports=False,
            server_name="",
        )

    def emit(self, record: logging.LogRecord) -> None:
        """Report an error, unless it is one of reporting."""
        if record.name.startswith("sentry_sdk"):
            return
        try:
            self.client.capture_event(report_of(record, self.client.options))
        except Exception:
            self.handleError(record)

    def flush(self) -> None:
        """Wait until everything is sent, before the process ends; at most `EXIT_SECONDS`."""
        self.client.flush(EXIT_SECONDS)


def report_of(record: logging.LogRecord, options: dict[str, Any]) -> Event:
    """Build what is told of an error, with options of the library's client."""
    from sentry_sdk.utils import event_from_exception

    event: Event = {}
    if record.exc_info and record.exc_info[1]:
        event, _ = event_from_exception(record.exc_info, options)
        for part in event["exception"]["values"]:
            part["value"] = ""
    event["level"], event["logger"] = "error", record.name
    event["logentry"] = {"message": pattern_of(record)}
    event["tags"] = {"where": where_of(record), **ids_of(record)}
    return event


def pattern_of(record: logging.LogRecord) -> str:
    """Return the message of a log record without its arguments, or just the name of its logger.

    Loggers of libraries may have put arguments into the message themselves.
    """
    is_ours = record.name.partition(".")[0] in OURS
    return shortened(str(record.msg)) if is_ours else f"An error of {record.name}"


def ids_of(record: logging.LogRecord) -> dict[str, str]:
    """By what the lines of the log are found that belong to it; never a user."""
    facts, request = about(), getattr(record, "request", None)
    if isinstance(request, HttpRequest):
        facts |= about_request(request)
    return {name: str(facts[name]) for name in ("request", "table", "task") if facts.get(name)}
