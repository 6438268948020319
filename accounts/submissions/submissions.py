"""Store requests that have a mark, each with its answer, and give the answer again.

A page gives each of its forms a mark (`config/web/marks.py`), a program gives one in a header. What
is done and what was answered are stored in one transaction, for which a second request waits. The
answer may be secret, so it is encrypted with the mark, which is stored nowhere.
"""

from __future__ import annotations

import base64
from datetime import datetime, timedelta
from typing import Any

import msgspec
from cryptography.fernet import Fernet
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.messages import get_messages
from django.contrib.messages.storage.base import Message
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    UnreadablePostError,
)
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models import Submission, User
from config.web import buckets
from config.web.clients import asking_client
from config.web.marks import FIELD, HEADER, TOKEN
from config.web.refusal import Refused
from config.web.resending import FORMS

KEPT = timedelta(days=1)
LONGEST_ANSWER = 65_536  # bytes; a longer one is not kept, and the request counts each time
KEPT_HEADERS = ("Content-Type", "Location")
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


class SentOtherwise(Refused):
    """A mark has come with something else before."""

    code, status = "sent_otherwise", 422
    text = _("This has already been sent, with different content.")


class StoredAnswer(msgspec.Struct):
    """A stored answer; for a visitor also the session or the user that it brought."""

    status: int
    headers: dict[str, str]
    cookies: list[str]
    body: bytes
    notices: list[tuple[int, str]]
    user: int | None
    session: dict[str, Any]


def begin(request: HttpRequest, mark: str) -> tuple[Submission, bool]:
    """Return the first request with this mark, and whether it is this one; wait for one under way.

    Raises TooMany beyond the limit of stored answers.
    """
    facts = {"content": content_of(request), "answer": b"", "at": timezone.now()}
    key = digest(sender_of(request), mark)
    if first := Submission.objects.filter(key=key).first():
        return first, False
    buckets.answers.admit(asking_client(request))
    return Submission.objects.get_or_create(key=key, defaults=facts)


def end(
    first: Submission, request: HttpRequest, response: HttpResponse, mark: str, *, is_visitor: bool
) -> None:
    """Keep what was answered, if anything was done. `is_visitor` tells who had sent it."""
    kept = answer_of(request, response, is_visitor=is_visitor)
    if kept is None:
        first.delete()
    else:
        first.answer = cipher(mark).encrypt(msgspec.msgpack.encode(kept))
        first.save(update_fields=["answer"])


def mark_of(request: HttpRequest) -> str:
    """The mark of a request that may change something; empty if it has none, or is cut off."""
    if request.method in SAFE:
        return ""
    if mark := request.headers.get(HEADER):
        return mark
    try:
        _ = request.body  # first, or views that expect a document could not read it any more
        return request.POST.get(FIELD, "")
    except UnreadablePostError:
        return ""


def sender_of(request: HttpRequest) -> str:
    """Whose mark it is: a user's, or that of a browser nobody has signed in with; else empty."""
    if isinstance(request.user, User):
        return f"user {request.user.pk}"
    return request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")


def content_of(request: HttpRequest) -> str:
    """What is asked for, as a digest."""
    body = request.body if request.content_type not in FORMS else b""
    fields = sorted((name, request.POST.getlist(name)) for name in request.POST)
    told = [field for field in fields if field[0] not in (FIELD, TOKEN)]
    return digest(request.method, request.get_full_path(), repr(told), body.hex())


def digest(*parts: str | None) -> str:
    """Of texts that may be secret, such as a password: only this site can try which they are."""
    return salted_hmac("submission", repr(parts), algorithm="sha256").hexdigest()


def cipher(mark: str) -> Fernet:
    """What encrypts an answer. Its key is made of the mark and of the site's own key."""
    key = salted_hmac("answer", mark, algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))


def answer_of(
    request: HttpRequest, response: HttpResponse, *, is_visitor: bool
) -> StoredAnswer | None:
    """What to give again; None if nothing was done, or it cannot be kept."""
    queued: list[Message] = getattr(get_messages(request), "_queued_messages", [])
    is_done = response.status_code < 400 and all(one.level < messages.ERROR for one in queued)
    if not is_done or response.streaming or response.has_header("Content-Disposition"):
        return None
    if len(response.content) > LONGEST_ANSWER:
        return None
    user = request.user.pk if is_visitor else None
    return StoredAnswer(
        status=response.status_code,
        headers={name: response[name] for name in KEPT_HEADERS if name in response},
        cookies=[cookie.OutputString() for cookie in response.cookies.values()],
        body=response.content,
        notices=[(one.level, str(one)) for one in queued],
        user=user,
        session=dict(request.session.items()) if is_visitor and not user else {},
    )


def again(request: HttpRequest, first: Submission, mark: str) -> HttpResponse:
    """The first answer once more, to whoever has the mark. Raises SentOtherwise."""
    if first.content != content_of(request):
        raise SentOtherwise
    kept = msgspec.msgpack.decode(cipher(mark).decrypt(bytes(first.answer)), type=StoredAnswer)
    if kept.user and (user := User.objects.filter(pk=kept.user).first()):
        login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    if kept.session:
        request.session.update(kept.session)
    for level, text in kept.notices:
        messages.add_message(request, level, text)
    location = kept.headers.get("Location")
    response = HttpResponseRedirect(location) if location else HttpResponse(kept.body)
    response.status_code = kept.status
    for name, value in kept.headers.items():
        response[name] = value
    for cookie in kept.cookies:
        response.cookies.load(cookie)
    return response


def submissions_forget(now: datetime) -> None:
    """Delete what is too old to be sent again."""
    Submission.objects.filter(at__lt=now - KEPT).delete()
