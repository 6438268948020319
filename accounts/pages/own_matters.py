"""Pages on which users read what moderators decided about them, appeal, and see their reports."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Decision, Report
from accounts.moderation.appeals import appeal_make
from accounts.moderation.decisions import decision_read as mark_read
from accounts.pages.forms import AppealForm
from accounts.people.decisions import NEWS, OUTCOMES, SENTENCES, decision_of, news_of, token_for
from accounts.people.selectors import user_of
from config.web.existing import existing
from config.web.refusal import Refused

LATEST = 100


@require_safe
@login_required
@never_cache
def own_matters(request: HttpRequest) -> HttpResponse:
    """The reader's reports with what came of them, and the decisions about the reader."""
    user = user_of(request)
    reports = Report.objects.filter(reporter=user).select_related("about", "table")[:LATEST]
    decisions = user.decisions.select_related("appeal").order_by("-at")[:LATEST]
    facts = {
        "reports": [(report, OUTCOMES[report.status]) for report in reports],
        "decisions": [(decision, *words_of(decision)) for decision in decisions],
    }
    return render(request, "accounts/own_matters.html", facts)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def decision(request: HttpRequest, token: str) -> HttpResponse:
    """A decision, and the form of an appeal: the signed token is the proof, not a session."""
    shown = existing(decision_of(token))
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            appeal_make(decision=shown, text=form.cleaned_data["text"])
            messages.success(request, _("Your appeal is on its way to the moderators."))
            return redirect("decision", token)
        except Refused as refused:
            form.add_error(None, str(refused))
    sentence, news, link = words_of(shown)
    facts = {"decision": shown, "sentence": sentence, "news": news, "link": link, "form": form}
    page = render(request, "accounts/decision.html", facts)
    page["X-Robots-Tag"] = "noindex"
    return page


def words_of(decision: Decision) -> tuple[object, object, str]:
    """Return what was decided, what has become of it, and the token of its page."""
    return SENTENCES[decision.kind], NEWS.get(news_of(decision), ""), token_for(decision)


@require_POST
@login_required
def decision_read(request: HttpRequest, decision_id: int) -> HttpResponse:
    """Note that the reader has read a decision."""
    mark_read(user=user_of(request), decision_id=decision_id)
    return redirect("front")
