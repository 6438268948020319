"""Forms count once: whoever sends one again gets the first answer again."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.submissions import submissions
from accounts.submissions.submissions import SentOtherwise
from config.middleware import Middleware
from config.web.marks import FIELD, HEADER, LONGEST_MARK
from config.web.refusal import Malformed, TooMany, answer
from config.web.resending import FORMS, typed


class OnceMiddleware(Middleware):
    """Gives the first answer again. Comes after authentication and messages."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        mark, sender = submissions.mark_of(request), submissions.sender_of(request)
        if not (mark and sender):
            return self.get_response(request)
        if len(mark) > LONGEST_MARK:
            return answer(Malformed(field=HEADER if HEADER in request.headers else FIELD))
        is_visitor = not request.user.is_authenticated
        with transaction.atomic():
            try:
                first, is_new = submissions.begin(request, mark)
            except TooMany:
                return self.get_response(request)
            if is_new:
                response = self.get_response(request)
                if not transaction.get_rollback():
                    submissions.end(first, request, response, mark, is_visitor=is_visitor)
                return response
        try:
            return submissions.again(request, first, mark)
        except SentOtherwise as refused:
            return refuse(request, refused)


def refuse(request: HttpRequest, refused: SentOtherwise) -> HttpResponse:
    """A mark has come back with other content: nothing is changed, what was typed is kept."""
    if request.content_type not in FORMS:
        return answer(refused)
    return render(request, "sent_otherwise.html", {"typed": typed(request)}, status=refused.status)
