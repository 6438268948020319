"""The pages of what an expert thinks at a table: hints while one plays, the analysis afterwards."""

from __future__ import annotations

from typing import Any

import msgspec
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from config.web.refusal import Refused, refusals_said, send_back
from games.advising import keeping, telling
from games.advising.asking import Asked, asked_at, own_question
from games.advising.found import FoundThought, Line
from games.advising.plot import NARROW, plot_of
from games.advising.thinking import DRAW
from games.errors import OutdatedMove
from games.page.drawing import ENGINE
from games.page.views import load
from games.rules.core.codec import convert, encode
from games.rules.core.interface import Document
from games.storing.rows import TableRow
from games.telling.wording import title_of, wording_for
from games.trying.keeping import Trial, name_at, trial_in
from games.trying.keeping import keep as trial_keep
from games.trying.trees import MOST_ANSWERS

LINES = ("0", "1", "2", "fear")
"""Which line of a hint a form names."""


def own_asked(request: HttpRequest, row: TableRow) -> Asked:
    """The question that the reader is asked. Raises what `own_question` and `asked_at` do."""
    return asked_at(row, own_question(row, request.user.pk))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hint(request: HttpRequest, table_id: int) -> HttpResponse:
    """What an expert would do in the reader's place; POST asks for it."""
    row = load(request, table_id)
    try:
        asked = own_asked(request, row)
        if request.method == "POST":
            keeping.thought_ask(asked, request.user.pk)
            return redirect("hint", table_id)
    except Refused as refused:
        return send_back(request, refused, "table", table_id)
    return hint_page(
        request,
        row,
        asked,
        {
            "here": reverse("hint", args=[table_id]),
            "try": reverse("hint_try", args=[table_id]),
            "back": reverse("table", args=[table_id]),
            "lines": "",
        },
    )


def hint_page(
    request: HttpRequest, row: TableRow, asked: Asked, ways: dict[str, str]
) -> HttpResponse:
    """The page of a hint, or with `?part=hint` what changes of it while it is thought."""
    then, thought = keeping.thought_shown(row, asked)
    wording = wording_for(row)
    values: dict[str, Any] = {
        "title": title_of(row.rules),
        "table": row,
        "ways": ways,
        "prompt": wording.prompt(asked.decision),
        "hint": telling.evaluation_of(row, then, thought),
        "late": thought is not None and telling.is_late(thought),
        "people": telling.people_of(row, encode(then.view), wording),
        "percent": telling.percent,
        "outdated": then.source.at < asked.source.at,
    }
    part = request.GET.get("part") == "hint"
    page = "advising/_hint.html" if part else "advising/hint.html"
    return render(request, page, values, using=ENGINE)


def line_wanted(stored: Document, name: str) -> Line:
    """The line of a thought that a form or an address names. Raises Http404."""
    if name not in LINES:
        raise Http404
    found = convert(stored, FoundThought)
    lines = [answer.line for answer in found.answers[int(name) :]] if name != "fear" else []
    if name == "fear" and found.fear is not None:
        lines = [found.fear.line]
    if not lines or not lines[0]:
        raise Http404
    return lines[0]


@require_POST
def hint_try(request: HttpRequest, table_id: int) -> HttpResponse:
    """Put a line of the hint on the what-if board, to step through it and to go on from there."""
    row = load(request, table_id)
    try:
        asked, thought = keeping.thought_shown(row, own_asked(request, row))
        if thought is None or thought.found is None:
            raise OutdatedMove
    except Refused as refused:
        return send_back(request, refused, "table", table_id)
    line = line_wanted(thought.found, request.POST.get("line", ""))
    at = asked.source.at
    name = name_at(table_id, at)
    tried = trial_in(request, name) or Trial()
    if len(tried.moves) + len(line) > MOST_ANSWERS:
        tried = Trial()
    trial_keep(request, name, msgspec.structs.replace(tried.joined(line), seed=DRAW))
    return redirect("what_if_at", table_id, at)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def analysis(request: HttpRequest, table_id: int) -> HttpResponse:
    """What the moves of a finished table were worth; POST asks for it."""
    row = load(request, table_id)
    if row.status != "finished":
        return redirect("table", table_id)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("analysis", args=[table_id]))
        with refusals_said(request):
            keeping.analysis_ask(row, request.user.pk)
        return redirect("analysis", table_id)
    kept = keeping.analysis_of(table_id)
    facts = telling.analysis_facts(row, kept, row.place_of(request.user.pk))
    told = (facts.points, facts.seats, facts.steps) if facts.found else None
    values = {
        "title": title_of(row.rules),
        "table": row,
        "here": reverse("analysis", args=[table_id]),
        "analysis": facts,
        "plot": told and plot_of(*told),
        "narrow": told and plot_of(*told, NARROW),
    }
    part = request.GET.get("part") == "analysis"
    page = "advising/_analysis.html" if part else "advising/analysis.html"
    return render(request, page, values, using=ENGINE)
