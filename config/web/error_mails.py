"""Errors reach the operators (`ADMINS`) by mail: few of them, and without anybody's secrets.

Of a request they tell only the method, the route and the user: paths carry private links and keys,
forms carry passwords, and the argument of a job may be a whole letter.
"""

from __future__ import annotations

import logging
import os
import queue
import socket
import threading
import time
import traceback
from collections import Counter
from typing import Any

from django.conf import settings
from django.core.mail import mail_admins

from config.sight.about import about
from config.sight.hiding import (
    shortened,
    traceback_of,
    where_of,
    without_own_secrets,
    without_secrets,
)
from config.web.buckets import Bucket
from config.web.limits import ERROR_MAILS_AN_HOUR as MOST_AN_HOUR
from config.web.limits import Rate

SAME_SECONDS = 600
"""Until the same process mails the same error again."""
MOST_WAITING = 20
OURS = ("accounts", "config", "games", "lobby")
EXIT_SECONDS = 10


class ErrorMails(logging.Handler):
    """Writes a mail to the operators; a thread of its own sends it, so that nobody waits."""

    def __init__(self, clock: Any = time.monotonic) -> None:
        super().__init__(logging.ERROR)
        self.each = Bucket("error_mails", Rate(1 / SAME_SECONDS, 1), clock)
        self.all = Bucket("error_mails", Rate(MOST_AN_HOUR / 3600, MOST_AN_HOUR), clock)
        self.held_back: Counter[str] = Counter()
        self.pid = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Mail an error, unless the same one was mailed lately."""
        if not settings.ADMINS:
            return
        error = fingerprint(record)
        if self.each.wait(error) or self.all.wait(""):
            self.held_back[error] += 1
            return
        missed = self.held_back.pop(error, 0)
        try:
            self.post(subject_of(record), text_of(record, missed))
        except Exception:
            self.handleError(record)

    def post(self, subject: str, text: str) -> None:
        """Hand a mail to the thread, which is started again in a forked process."""
        if self.pid != os.getpid():
            self.pid = os.getpid()
            self.mails: queue.Queue[tuple[str, str]] = queue.Queue(MOST_WAITING)
            threading.Thread(target=self.send, name="error mails", daemon=True).start()
        try:
            self.mails.put_nowait((subject, text))
        except queue.Full:
            return

    def send(self) -> None:
        """Send mails as they come; one that cannot be sent is not tried again."""
        mails = self.mails
        while True:
            subject, text = mails.get()
            try:
                mail_admins(subject, text, fail_silently=True)
            except Exception:
                traceback.print_exc()
            finally:
                mails.task_done()

    def flush(self) -> None:
        """Wait until everything is sent, before the process ends; at most `EXIT_SECONDS`."""
        if self.pid != os.getpid():
            return
        done = self.mails.all_tasks_done
        with done:
            done.wait_for(lambda: not self.mails.unfinished_tasks, EXIT_SECONDS)


def fingerprint(record: logging.LogRecord) -> str:
    """A key that is the same for errors of one kind at one place."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return f"{record.name} {shortened(str(record.msg))}"
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{record.name} {type(error).__name__} {place}"


def subject_of(record: logging.LogRecord) -> str:
    """The kind of an error and where it occurred."""
    error = record.exc_info[1] if record.exc_info else None
    what = type(error).__name__ if error else words_of(record)
    return " ".join(f"{record.levelname}: {what} ({where_of(record)})".split())[:150]


def words_of(record: logging.LogRecord) -> str:
    """What was logged: with its arguments if the logger is ours, else the pattern alone."""
    job = getattr(record, "job", None)
    if isinstance(job, dict):
        return f"The job {job.get('task_name', '')} has failed"
    if hasattr(record, "request"):
        return "A request has failed"
    if record.name.partition(".")[0] in OURS:
        return without_secrets(record.getMessage())
    return shortened(str(record.msg)) if record.args else without_secrets(str(record.msg))


def text_of(record: logging.LogRecord, missed: int) -> str:
    """The whole mail."""
    at = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(record.created))
    user = getattr(getattr(record, "request", None), "user", None)
    lines = [
        words_of(record),
        "",
        f"Where: {where_of(record)}",
        f"Logger: {record.name} ({record.pathname}:{record.lineno})",
        f"Process: {record.process} ({record.processName}) on {socket.gethostname()}",
        f"Time: {at}",
    ]
    if user is not None:
        lines.append(f"User: {user.pk or 'a visitor'}")
    if request := about().get("request"):
        lines.append(f"Request: {request}")
    if missed:
        lines.append(f"The same error came {missed} more times since the last mail about it.")
    if record.exc_info:
        told = "".join(traceback.format_exception(*record.exc_info)).splitlines()
        lines += ["", *traceback_of(told)]
    lines += ["", settings.SITE_URL]
    return without_own_secrets("\n".join(lines))
