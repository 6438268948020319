"""The page on which somebody makes and ends programs that play under names of their own."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.pages.forms import ProgramForm
from accounts.people import programs as kept
from accounts.people.selectors import user_of
from accounts.signing_in.proof import made_tell
from config.web.numbers import number_in
from config.web.refusal import Refused, refusals_said


@login_required
@never_cache
def programs(request: HttpRequest) -> HttpResponse:
    """The reader's programs. The token of one is shown once, in the answer to a form."""
    user = user_of(request)
    form, secret = ProgramForm(), ""
    if (renewed := number_in(request.POST, "renew")) is not None:
        with refusals_said(request):
            secret = kept.program_token_renew(owner=user, program_id=renewed)
            made_tell(request, _("Another token of a program."))
    elif request.method == "POST":
        form = ProgramForm(request.POST)
        if form.is_valid():
            first = form.cleaned_data["name"]
            try:
                secret = kept.program_make(owner=user, first=first, language=get_language() or "")
                made_tell(request, _("A program: {name}").format(name=first))
                form = ProgramForm()
            except Refused as refused:
                form.add_error(None, str(refused))
            except ValidationError as error:
                form.add_error("name", error)
    facts = {"form": form, "secret": secret, "programs": kept.programs_of(user)}
    return render(request, "accounts/programs.html", facts)


@require_POST
@login_required
def program_end(request: HttpRequest, program_id: int) -> HttpResponse:
    """Delete a program."""
    with refusals_said(request):
        kept.program_end(owner=user_of(request), program_id=program_id)
        messages.success(request, _("The program is deleted."))
    return redirect("programs")
