"""The channel webhook: notices posted to an address of the user's own, signed.

Headers and signature are those of Standard Webhooks: HMAC-SHA256 over id, time and body.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from procrastinate.contrib.django import app

from accounts.mail.outcomes import Delayed, Undeliverable
from accounts.mail.sending import not_for_ever
from accounts.models import Hook, Notice, User
from accounts.notices import outside
from accounts.notices.writing import Words
from config.running.worker import OUTSIDE, Lane
from config.web.buckets import trials
from config.web.refusal import Refused
from games.storing.lives import life_mark
from games.telling.reading import reading_as

PREFIX = "whsec_"
WIDTH = 1
"""How many messages for trial a process posts at once."""
LANE = Lane(WIDTH)
FAILING_FOR = timedelta(days=3)
"""After so long without a success a hook is switched off."""
MOST_CONTENT = 2_000
"""Characters that Discord takes."""


class BadHook(Refused):
    """Nothing can be posted there."""

    code, status, text = "malformed", 422, _("This must be an address that begins with https://.")


def check_url(url: str) -> str:
    """An address as it is stored. Raises BadHook."""
    try:
        parts = urlsplit(url.strip())
        usable = parts.scheme == "https" and parts.hostname and parts.port != 0
    except ValueError as error:
        raise BadHook(field="url") from error
    plain = url.isascii() and url.isprintable() and " " not in url.strip()
    if not usable or not plain or "@" in parts.netloc or len(url.strip()) > 250:
        raise BadHook(field="url")
    return parts._replace(fragment="").geturl()


@transaction.atomic
def hook_set(*, user: User, url: str) -> Hook:
    """Post the user's notices to an address from now on, with a new secret. Raises BadHook."""
    fresh = {
        "url": check_url(url),
        "secret": PREFIX + b64encode(secrets.token_bytes(32)).decode(),
        "failing_since": None,
        "problem": "",
        "off": False,
        "used_at": None,
        "trying_since": None,
    }
    return Hook.objects.update_or_create(user=user, defaults=fresh)[0]


def hook_end(*, user: User) -> None:
    """Post nothing any more."""
    Hook.objects.filter(user=user).delete()


@transaction.atomic
def hook_try(*, user: User) -> bool:
    """Have a message for trial posted, which switches a hook on again; False if there is none.

    Raises TooMany.
    """
    trials.admit(user.pk)
    if not Hook.objects.filter(user=user).update(trying_since=timezone.now(), problem=""):
        return False
    trials_send.defer()
    return True


@app.task(name="accounts.trials_send", queue=OUTSIDE, retry=not_for_ever)
def trials_send() -> None:
    """Post all messages for trial that are due."""
    LANE.run(next_try)


@transaction.atomic
def next_try() -> bool:
    """Post the message for trial that has been due longest; False if there is none."""
    due = Hook.objects.select_for_update(skip_locked=True).exclude(trying_since=None)
    hook = due.select_related("user").order_by("trying_since").first()
    if hook is None:
        return False
    with reading_as(hook.user):
        title = str(_("A test message"))
    told = {"type": "test", **as_chat(title), "at": timezone.now().isoformat()}
    with contextlib.suppress(Delayed, Undeliverable):  # it is noted on the hook
        hook_post(hook, f"test-{hook.pk}-{secrets.token_hex(8)}", told)
    Hook.objects.filter(pk=hook.pk).update(trying_since=None)
    return True


def notice_post(notice: Notice, words: Words, now: datetime) -> None:
    """Post a notice. Raises Delayed, Undeliverable."""
    told = {
        "type": notice.kind,
        **as_chat(words.subject, words.body, words.url),
        "url": words.url,
        "table": notice.table_id,
        "key": notice.key,
        "at": notice.owed_at.isoformat(),
    }
    hook_post(Hook.objects.get(user=notice.user_id), mark_of(notice), told, now)


def as_chat(title: str, text: str = "", url: str = "") -> dict[str, object]:
    """A title and a text as they are, and as chat services take them.

    Slack and Mattermost read `text`, Discord the others: no name in it calls anybody there.
    """
    content = "\n".join(part for part in (title, text, url) if part)
    return {
        "title": title,
        "text": text or title,
        "content": content[:MOST_CONTENT],
        "allowed_mentions": {"parse": []},
    }


def mark_of(notice: Notice) -> str:
    """What names a notice to a hook, whenever it is posted; nothing else has the same."""
    return f"notice-{life_mark()}-{notice.pk}"


def hook_post(
    hook: Hook, mark: str, told: Mapping[str, object], now: datetime | None = None
) -> None:
    """Post something to a hook, and note on it how that went. Raises Delayed, Undeliverable.

    `mark` names it: if it comes twice, it is the same one.
    """
    now = now or timezone.now()
    body = json.dumps(told, ensure_ascii=False).encode()
    try:
        status, text = outside.post(hook.url, body, signed(hook, mark, body))
        if not 200 <= status < 300:
            raise Delayed(f"{status} {text}")
    except (Delayed, Undeliverable) as error:
        hook_failed(hook, str(error), now)
        raise
    Hook.objects.filter(pk=hook.pk).update(failing_since=None, problem="", off=False, used_at=now)


def hook_failed(hook: Hook, problem: str, now: datetime) -> None:
    """Note a failure; after days of nothing else the hook is switched off."""
    since = hook.failing_since or now
    off = hook.off or now - since >= FAILING_FOR
    Hook.objects.filter(pk=hook.pk).update(failing_since=since, problem=problem[:200], off=off)


def signed(hook: Hook, mark: str, body: bytes) -> dict[str, str]:
    """The headers with the signature."""
    at = str(int(timezone.now().timestamp()))
    key = b64decode(hook.secret.removeprefix(PREFIX))
    code = hmac.new(key, f"{mark}.{at}.".encode() + body, hashlib.sha256).digest()
    return {
        "Content-Type": "application/json",
        "User-Agent": "Sobremesa",
        "webhook-id": mark,
        "webhook-timestamp": at,
        "webhook-signature": "v1," + b64encode(code).decode(),
    }
