"""Records of the log as lines: `LOG_FORMAT=line` for people, `json` for programs.

Both name the request, the user, the table and the job that a record is about, as far as they are
known, and leave out what must not be told. Own code rather than a library for JSON, which would
write whatever a record carries: whole requests, and the arguments of jobs.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.http import HttpRequest

from config.sight import figures, traces
from config.sight.about import about, about_request
from config.sight.hiding import (
    LONGEST_WORD,
    route_of,
    traceback_of,
    where_of,
    without_own_secrets,
    without_secrets,
)

_json = msgspec.json.Encoder(enc_hook=str)


class LineFormatter(logging.Formatter):
    """A line for people; a traceback follows."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}{about}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        """What has happened, to whom, and without secrets."""
        facts = " ".join(f"{name}={value}" for name, value in facts_of(record).items())
        record.message, record.about = words_of(record), facts and f" [{facts}]"
        record.asctime = self.formatTime(record)
        lines = [self.formatMessage(record)]
        if record.exc_info:
            lines += traceback_of(self.formatException(record.exc_info).splitlines())
        return without_own_secrets("\n".join(lines))


class JsonLine(logging.Formatter):
    """One object of JSON in one line, whatever happens."""

    def format(self, record: logging.LogRecord) -> str:
        """The same for programs."""
        document: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": words_of(record),
            "process": record.process,
            **facts_of(record),
        }
        if isinstance(getattr(record, "request", None), HttpRequest):
            document["route"] = where_of(record)
        if record.exc_info:
            lines = traceback_of(self.formatException(record.exc_info).splitlines())
            document["error"], document["traceback"] = lines[-1], "\n".join(lines)
        return without_own_secrets(_json.encode(document).decode())


class Counted(logging.Handler):
    """Counts the records that tell of an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        """Count one."""
        figures.errors.inc()


class NonsenseHandler(logging.Handler):
    """Tells of a request that Django has refused as nonsense: a warning, without a trace.

    To Django it is an error, but nothing of ours has failed.
    """

    def emit(self, record: logging.LogRecord) -> None:
        """Hand one on to those who hear of everything."""
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = None
        root = logging.getLogger()
        if root.isEnabledFor(record.levelno):
            root.handle(record)


def words_of(record: logging.LogRecord) -> str:
    """The message, with the route for the path of a request and without the arguments of a job."""
    job, request = getattr(record, "job", None), getattr(record, "request", None)
    if isinstance(job, dict):
        action = str(getattr(record, "action", record.levelname)).replace("_", " ")
        return f"{action}: {job.get('task_name', '')}"
    words = record.getMessage()
    if isinstance(request, HttpRequest) and len(request.path) > 1:
        for path in (request.get_full_path(), request.path, escaped(request.path)):
            words = words.replace(path, route_of(request))
    return without_secrets(words)


def escaped(path: str) -> str:
    """A path as Django writes it into the log."""
    return path.encode("unicode_escape").decode("ascii")


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """Whom and what a record is about."""
    facts: dict[str, object] = about()
    job, request = getattr(record, "job", None), getattr(record, "request", None)
    if isinstance(job, dict):
        facts |= of_job(job.get("id"), job.get("task_name", ""), job.get("task_kwargs") or {})
    if isinstance(request, HttpRequest):
        facts |= about_request(request)
    facts |= traces.current()
    return {
        name: value
        for name, value in facts.items()
        if value not in (None, "") and len(str(value)) <= LONGEST_WORD
    }


def of_job(number: int | None, task: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Whom and what a job is about."""
    whose = {"user": arguments.get("for_user"), "table": arguments.get("table_id")}
    return {"job": number, "task": task, **whose}
