"""Signing in with an account of another site, which is asked by the worker.

django-allauth asks the other site while it answers the browser. Here its question is stored for
the worker instead, and the browser gets a page that comes back with the same request once there is
an answer: then django-allauth begins anew, and finds it. Only the session that has asked knows its
questions, so nobody else gets what was answered.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

import requests
from allauth.core import context as current
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.internal.statekit import STATES_SESSION_KEY
from django.conf import settings
from django.contrib import messages
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import DoorQuestion
from accounts.signing_in.door_answers import PATIENCE, question_store
from accounts.signing_in.door_words import DOOR_ERRORS
from config.middleware import Middleware
from config.web.marks import FIELD, TOKEN
from config.web.refusal import TooMany

QUESTIONS = "door_questions"
"""The key in a session: the ids of questions by what they ask."""
ASKING = ("method", "url", "params", "data", "headers", "auth")


class WaitingResponse(HttpResponse):
    """A page that makes the same request again once the worker has an answer."""

    def __init__(self, request: HttpRequest) -> None:
        is_post = request.method == "POST"
        told = request.POST if is_post else request.GET
        fields = [(name, value) for name in told for value in told.getlist(name)]
        facts = {
            "method": "post" if is_post else "get",
            "action": request.get_full_path() if is_post else request.path,
            "fields": [field for field in fields if field[0] not in (TOKEN, FIELD)],
        }
        super().__init__(render_to_string("accounts/door.html", facts, request))


class DoorSession(requests.Session):
    """Has the worker ask: gives the answer that is there, or has the page wait."""

    def request(self, method: str, url: str, *args: Any, **options: Any) -> requests.Response:  # type: ignore[override]
        """As that of the library. Raises ConnectionError, TooMany, ImmediateHttpResponse."""
        options |= {"method": method.upper(), "url": str(url)}
        asked = {name: options[name] for name in ASKING if options.get(name)}
        if auth := asked.get("auth"):
            asked["auth"] = [auth.username, auth.password]
        request: HttpRequest = current.request
        question = question_of(request.session, asked)
        if question.answer is not None:
            return response_of(str(url), question.answer)
        if timezone.now() - question.asked_at > timedelta(seconds=PATIENCE):
            raise requests.ConnectionError("The worker has no answer.")
        raise ImmediateHttpResponse(WaitingResponse(request))


def question_of(session: SessionBase, asked: dict[str, Any]) -> DoorQuestion:
    """The question of a session, which is stored if it is new. Raises TooMany."""
    mark = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
    known = session.get(QUESTIONS, {})
    question = DoorQuestion.objects.filter(pk=known.get(mark)).first()
    if question is None:
        question = question_store(asked)
        session[QUESTIONS] = {**known, mark: question.pk}
    return question


def response_of(url: str, answer: dict[str, Any]) -> requests.Response:
    """An answer as the library gives it. Raises requests.ConnectionError."""
    if problem := answer.get("problem"):
        raise requests.ConnectionError(problem)
    response = requests.Response()
    response.url, response.status_code = url, answer["status"]
    response.headers["Content-Type"] = answer["type"]
    response.encoding, response._content = "utf-8", answer["text"].encode()
    return response


def is_asking(session: SessionBase) -> bool:
    """Whether a session waits for another site."""
    since = timezone.now() - timedelta(seconds=PATIENCE)
    mine = DoorQuestion.objects.filter(pk__in=session.get(QUESTIONS, {}).values())
    return mine.filter(answer__isnull=True, asked_at__gt=since).exists()


class DoorAdapter(DefaultSocialAccountAdapter):
    """allauth's adapter for accounts of other sites."""

    error_messages = {**DefaultSocialAccountAdapter.error_messages, **DOOR_ERRORS}

    def get_requests_session(self) -> requests.Session:
        """What all providers ask with."""
        return DoorSession()


class DoorMiddleware(Middleware):
    """Keeps what a request begins with until there is an answer. The innermost."""

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponse],
        args: Iterable[Any],
        kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        """Answer requests about other sites; None for all others.

        The state that is good for one time is good again after a page that waits; everything that
        was answered is deleted after the last one.
        """
        name = request.resolver_match.url_name if request.resolver_match else None
        if not (name or "").startswith(tuple(f"{door}_" for door in settings.SIGN_IN_WITH)):
            return None
        states = dict(request.session.get(STATES_SESSION_KEY, {}))
        asked = dict(request.session.get(QUESTIONS, {}))
        try:
            response = view(request, *args, **kwargs)
        except ImmediateHttpResponse as error:
            response = error.response
        except TooMany as refused:
            messages.error(request, str(refused))
            response = redirect("account_login")
        except requests.RequestException:
            messages.error(request, _("The other site is not answering. Please try again."))
            response = redirect("account_login")
        if isinstance(response, WaitingResponse):
            request.session[STATES_SESSION_KEY] = {
                **request.session.get(STATES_SESSION_KEY, {}),
                **states,
            }
        elif asked:
            request.session.pop(QUESTIONS, None)
            DoorQuestion.objects.filter(pk__in=asked.values()).delete()
        return response
