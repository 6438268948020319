"""Private notes at a table and about a person: pages and forms that also save by themselves."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.notes import keeping
from accounts.people.selectors import user_named, user_of
from config.web.documents import respond
from config.web.existing import existing
from config.web.refusal import Refused, answer
from games.telling.selectors import table_for


@require_safe
@login_required
@never_cache
def notes(request: HttpRequest, table_id: int) -> HttpResponse:
    """The reader's notes about a table and those at it; with `?part=1` without the page around."""
    table = table_for(request.user, table_id)
    facts = {"table": table, "notes": keeping.notes_at(table, user_of(request))}
    part = request.GET.get("part")
    return render(request, "accounts/_notes.html" if part else "accounts/notes.html", facts)


@require_POST
@login_required
def note_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Save the note about a table."""
    table = table_for(request.user, table_id)
    try:
        text = keeping.note_about_table(user=user_of(request), table=table, **written(request))
    except Refused as refused:
        return refuse(request, refused) or redirect("notes", table.pk)
    return saved(request, text) or redirect("notes", table.pk)


@require_POST
@login_required
def note_person(request: HttpRequest, name: str) -> HttpResponse:
    """Save the note about somebody."""
    person = existing(user_named(name))
    try:
        text = keeping.note_about_person(user=user_of(request), about=person, **written(request))
    except Refused as refused:
        return refuse(request, refused) or redirect(person)
    return saved(request, text) or redirect(person)


def written(request: HttpRequest) -> dict[str, Any]:
    """Return the text of a form, and the lines that its page has shown; None if it does not say."""
    return {"text": request.POST.get("text", ""), "before": request.POST.get("before")}


def by_script(request: HttpRequest) -> bool:
    """Whether a script saves, and stays on its page."""
    return request.headers.get("Accept") == "application/json"


def saved(request: HttpRequest, text: str) -> HttpResponse | None:
    """The answer to a script; for a form a message, and None. Both say if more is stored."""
    is_joined = text != keeping.clean(request.POST.get("text", ""))
    message = _("Saved, with what you have written elsewhere.") if is_joined else ""
    if not by_script(request):
        messages.success(request, message or _("Your note is saved."))
        return None
    return respond({"text": text, "message": message}) if is_joined else HttpResponse(status=204)


def refuse(request: HttpRequest, refused: Refused) -> HttpResponse | None:
    """The answer to a script; for a form a message, and None."""
    if by_script(request):
        return answer(refused)
    messages.error(request, str(refused))
    return None
