"""Pages on which users act on their account and on others: tokens, blocks, reports, data."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.chat.talking import open_to
from accounts.models import Message, User
from accounts.moderation.reporting import report_make
from accounts.pages.forms import DeleteForm, ReportForm, TokenForm
from accounts.people import blocks, leaving, selectors
from accounts.people import tokens as personal
from accounts.people.archiving import archive_of
from accounts.people.selectors import user_of
from accounts.signing_in.proof import made_tell
from config.web.existing import existing
from config.web.isolates import isolated
from config.web.numbers import number_in
from config.web.refusal import Refused, refusals_said
from games.telling.selectors import tables_visible_to


def person_named(name: str) -> User:
    """A user by name. Raises Http404."""
    return existing(selectors.user_named(name))


@login_required
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """The reader's personal tokens. A new one is shown once, in the answer to the form."""
    user = user_of(request)
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        try:
            secret = personal.token_make(user=user, name=form.cleaned_data["name"])
            made_tell(request, _("A token: {name}").format(name=form.cleaned_data["name"]))
            form = TokenForm()
        except Refused as refused:
            form.add_error(None, str(refused))
    facts = {"form": form, "secret": secret, "tokens": personal.tokens_of(user)}
    return render(request, "accounts/tokens.html", facts)


@require_POST
@login_required
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke a token."""
    personal.token_revoke(user=user_of(request), token_id=token_id)
    messages.success(request, _("The token is revoked."))
    return redirect("tokens")


@require_POST
@login_required
def block(request: HttpRequest, name: str) -> HttpResponse:
    """Block a user, or with `undo` lift the block."""
    person, user = person_named(name), user_of(request)
    if "undo" in request.POST:
        blocks.unblock(user=user, other=person)
        messages.success(request, _("{name} is no longer blocked.").format(name=isolated(person)))
        return redirect(person)
    with refusals_said(request):
        blocks.block(user=user, other=person)
        text = _("You and {name} will not meet any more: neither at new tables nor in the chat.")
        messages.success(request, text.format(name=isolated(person)))
    return redirect(person)


@login_required
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Report a user, or with `?message=` a message of theirs at a table the reader may watch."""
    person, user = person_named(name), user_of(request)
    message = message_wanted(request, person)
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with refusals_said(request):
            report_make(
                reporter=user, text=form.cleaned_data["text"], about=person, message=message
            )
            messages.success(
                request,
                _("Thank you. The moderators will look at it, and you will hear what came of it."),
            )
        return redirect(person)
    facts = {"form": form, "person": person, "message_reported": message}
    return render(request, "accounts/report.html", facts)


def message_wanted(request: HttpRequest, person: User) -> Message | None:
    """The message named in the address, if that person wrote it and the reader may see it."""
    number = number_in(request.GET, "message")
    if number is None:
        return None
    seen = open_to(user_of(request)).filter(pk=number, user=person, hidden=False)
    return seen.filter(table__in=tables_visible_to(request.user)).first()


@require_safe
@login_required
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """Everything stored about the reader, as a JSON file."""
    made_tell(request, _("Everything that is stored about you was downloaded."))
    answer = JsonResponse(leaving.all_about(user_of(request)), json_dumps_params={"indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="sobremesa.json"'
    return answer


@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation, then delete the account, and tell its address."""
    user = user_of(request)
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        leaving.account_delete(user=user)
        logout(request)
        if user.email:
            get_adapter(request).send_mail("account/email/deleted", user.email, {})
        messages.success(request, _("Your account is deleted. Farewell!"))
        return redirect("front")
    return render(request, "accounts/delete.html", {"form": form, "archive": archive_of(user)})
