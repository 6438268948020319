"""The room of the moderators: what waits, and a page for each thing with the acts on it.

Whoever does not moderate finds nothing here, and a moderator nothing that they are part of.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Generic, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Act, ReadyAnswer, User
from accounts.moderation import reading
from accounts.moderation.forms import ReadyAnswerForm, ready_answers
from accounts.moderation.offered import (
    APPEAL_ACTS,
    MESSAGE_ACTS,
    REPORT_ACTS,
    TABLE_ACTS,
    USER_ACTS,
    Acts,
    appeal_acts,
    message_acts,
    report_acts,
    table_acts,
    user_acts,
)
from accounts.moderation.ready import ready_answer_delete, ready_answer_keep
from accounts.moderation.selectors import acts_for, appeals_for, messages_for, reports_for
from accounts.moderation.tables import SeenTable
from accounts.moderation.undoing import act_undo
from accounts.people.rights import is_moderator, people_moderated_by, tables_moderated_by
from accounts.people.selectors import user_named, user_of
from config.web.numbers import number_in, number_of
from config.web.refusal import refusals_said

T = TypeVar("T")
M = TypeVar("M", bound=Model)
View = Callable[..., HttpResponse]

PER_PAGE = 50


def for_moderators(view: View) -> View:
    """Return a view that leads visitors to sign in, and raises Http404 for other users."""

    @wraps(view)
    def entered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_moderator(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    return never_cache(login_required(entered))


# --- What waits ---


@require_safe
@for_moderators
def queue(request: HttpRequest) -> HttpResponse:
    """Show the reader's own reports, and open reports, appeals and stopped tables, oldest first."""
    return render(request, "moderation/queue.html", reading.what_waits(user_of(request)))


@require_safe
@for_moderators
def find(request: HttpRequest) -> HttpResponse:
    """Lead to the user of a name, or to the table of a number."""
    moderator, text = user_of(request), request.GET.get("q", "").strip().removeprefix("#")
    number = number_of(text)
    if number and tables_moderated_by(moderator).filter(pk=number).exists():
        return redirect("moderation:table", number)
    if somebody := user_named(text, people_moderated_by(moderator)):
        return redirect("moderation:person", somebody.pk)
    messages.error(request, _("There is no user of that name, and no table of that number."))
    return redirect("moderation:queue")


@require_safe
@for_moderators
def acts(request: HttpRequest) -> HttpResponse:
    """The log of acts, newest first; with `before`, those before an act."""
    moderator = user_of(request)
    found = acts_for(moderator)
    if before := number_in(request.GET, "before"):
        found = found.filter(pk__lt=before)
    shown = list(found[: PER_PAGE + 1])
    older = shown[PER_PAGE - 1].pk if len(shown) > PER_PAGE else None
    facts = {**reading.with_links(moderator, shown[:PER_PAGE]), "older": older}
    return render(request, "moderation/acts.html", facts)


@require_POST
@for_moderators
def undo(request: HttpRequest, act_id: int) -> HttpResponse:
    """Undo an act, then show what it was about."""
    moderator = user_of(request)
    act = get_object_or_404(acts_for(moderator), pk=act_id)
    with refusals_said(request):
        act_undo(moderator=moderator, act=act)
        messages.success(request, _("Done and recorded."))
    return redirect(*place_of(act))


def place_of(act: Act) -> tuple[Any, ...]:
    """Return the name of the page of what an act is about, and its number."""
    pages = {"matter": act.report_id, "person": act.user_id, "table": act.table_id}
    there = ((f"moderation:{name}", number) for name, number in pages.items() if number)
    return next(there, ("moderation:acts",))


# --- Ready reasons ---


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def answers(request: HttpRequest) -> HttpResponse:
    """The reasons and answers that all moderators have ready, and the form for one more."""
    form = ReadyAnswerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        ready_answer_keep(form.instance)
        return redirect("moderation:answers")
    facts = {"answers": ReadyAnswer.objects.all(), "form": form}
    return render(request, "moderation/answers.html", facts, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def answer(request: HttpRequest, answer_id: int) -> HttpResponse:
    """Change a ready reason or answer, or with `delete` give it up."""
    ready = get_object_or_404(ReadyAnswer, pk=answer_id)
    if "delete" in request.POST:
        ready_answer_delete(ready)
        return redirect("moderation:answers")
    form = ReadyAnswerForm(request.POST or None, instance=ready)
    if request.method == "POST" and form.is_valid():
        ready_answer_keep(form.instance)
        return redirect("moderation:answers")
    facts = {"form": form}
    return render(request, "moderation/answer.html", facts, status=422 if form.is_bound else 200)


# --- Pages of things, with the acts on them ---


@dataclass(frozen=True)
class Desk(Generic[T]):
    """The page of a thing: how a moderator finds it, what it shows, and the acts on it."""

    name: str  # of its template
    found: Callable[[User, int], T]  # raises Http404
    facts: Callable[[User, T], dict[str, Any]]
    acts: Acts[T]
    possible: Callable[[User, T], Acts[T]]


def at_desk(request: HttpRequest, desk: Desk[T], number: int) -> HttpResponse:
    """Show a thing; POST does the act that it names, if its form is right, and shows it again."""
    moderator = user_of(request)
    thing = desk.found(moderator, number)
    possible, name, filled = desk.possible(moderator, thing), request.POST.get("act", ""), None
    ready = ready_answers()
    if request.method == "POST":
        if name not in desk.acts:
            raise Http404
        act = desk.acts[name]
        filled = act.form(request.POST, prefix=name, thing=thing, ready=ready, sure=act.sure)
        if filled.is_valid():
            with refusals_said(request):
                act.work(moderator, thing, filled.cleaned_data)
                messages.success(request, _("Done and recorded."))
            return redirect(request.path)
        possible = {**possible, name: act}
    forms = [
        (one, act, filled if filled and one == name
         else act.form(prefix=one, thing=thing, ready=ready, sure=act.sure))
        for one, act in possible.items()
    ]  # fmt: skip
    facts = {"thing": thing, "acts": forms, **desk.facts(moderator, thing)}
    return render(request, f"moderation/{desk.name}.html", facts, status=422 if filled else 200)


def one_of(select: Callable[[User], QuerySet[M]]) -> Callable[[User, int], M]:
    """Return what finds one of the things that a moderator can find, or raises Http404."""
    return lambda moderator, number: get_object_or_404(select(moderator), pk=number)


def seen_table(moderator: User, number: int) -> SeenTable:
    """Return a table that a moderator can find. Raises Http404."""
    return reading.seen(get_object_or_404(tables_moderated_by(moderator), pk=number))


MATTER = Desk("matter", one_of(reports_for), reading.of_report, REPORT_ACTS, report_acts)
APPEAL = Desk("appeal", one_of(appeals_for), reading.of_appeal, APPEAL_ACTS, appeal_acts)
PERSON = Desk("person", one_of(people_moderated_by), reading.of_person, USER_ACTS, user_acts)
MESSAGE = Desk("message", one_of(messages_for), reading.of_message, MESSAGE_ACTS, message_acts)
TABLE = Desk("table", seen_table, reading.of_table, TABLE_ACTS, table_acts)


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def matter(request: HttpRequest, report_id: int) -> HttpResponse:
    """A report, with the words around it and all else that belongs to it."""
    return at_desk(request, MATTER, report_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def appeal(request: HttpRequest, appeal_id: int) -> HttpResponse:
    """An appeal, with the decision that it is against."""
    return at_desk(request, APPEAL, appeal_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def person(request: HttpRequest, user_id: int) -> HttpResponse:
    """A user, with decisions, reports, tables and words of theirs."""
    return at_desk(request, PERSON, user_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def message(request: HttpRequest, message_id: int) -> HttpResponse:
    """A message of a chat."""
    return at_desk(request, MESSAGE, message_id)


@require_http_methods(["GET", "HEAD", "POST"])
@for_moderators
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """A table in words, with its log and chat."""
    return at_desk(request, TABLE, table_id)
