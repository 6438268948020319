"""The page on which anybody checks a table's chance, and takes the whole of it home."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.web.documents import JSON
from config.web.refusal import Refused, send_back
from games.page.drawing import ENGINE
from games.page.views import load
from games.rules.core.proof import written
from games.storing.rows import TableRow
from games.telling.proofs import fairness_of, proof_of
from games.telling.updates import table_update
from games.telling.wording import title_of, wording_for


@require_safe
@never_cache
def fairness(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show what binds the server; once the game is over also the secret, to be checked."""
    row = load(request, table_id)
    bound = fairness_of(row)
    proof = proof_of(row) if bound.opened else None
    values = {
        "table": row,
        "title": title_of(row.rules),
        "bound": bound,
        "proof": proof,
        "names": wording_for(row).seats,
        "seeds": [entry for entry in proof.entries if entry.seed] if proof else [],
        "file": file_name(row, "json"),
    }
    return render(request, "fairness.html", values, using=ENGINE)


def file_name(row: TableRow, ending: str) -> str:
    """The name of a file about a table."""
    return f"{row.game}-{row.id}.{ending}"


@require_safe
@never_cache
def proof_file(request: HttpRequest, table_id: int) -> HttpResponse:
    """A finished table as a file that anybody can prove."""
    row = load(request, table_id)
    try:
        file = written(proof_of(row))
    except Refused as refused:
        return send_back(request, refused, "table_fairness", table_id)
    return as_file(HttpResponse(file, content_type=JSON), file_name(row, "json"))


@require_safe
@never_cache
def in_words(request: HttpRequest, table_id: int) -> HttpResponse:
    """The log of a table in sentences, as far as the reader may know it."""
    row = load(request, table_id)
    text = words_of(row, request.user.pk)
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    return as_file(answer, file_name(row, "txt"))


def as_file(answer: HttpResponse, name: str) -> HttpResponse:
    """The same answer, to be kept as a file."""
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def words_of(row: TableRow, user_id: int | None) -> str:
    """The log in lines, what was taken back in brackets, and how it ended."""
    wording = wording_for(row)
    lines = [f"{title_of(row.rules)} #{row.id}", ", ".join(wording.seats), ""]
    lines += [
        f"{event.number:4} {f'({event.text})' if event.undone else event.text}"
        for event in table_update(row, user_id).events
    ]
    if row.outcome:
        standings = sorted(row.outcome["standings"], key=lambda one: (one["rank"], one["seat"]))
        lines += ["", wording.ending(row.outcome["reason"])]
        for one in standings:
            score = "–" if one["score"] is None else one["score"]
            lines.append(f"{one['rank']:4} {wording.seats[one['seat']]}: {score}")
    return "\n".join(lines) + "\n"
