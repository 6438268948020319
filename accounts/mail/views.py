"""Unsubscribing; in the demo, a page of the mails that were sent."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.mail.silence import digest_in, silence
from accounts.mail.unsubscribing import subscriber_of, try_again, unsubscribe
from accounts.models import Channel, Notice, User
from config.web.existing import existing


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # posted by mail programs (RFC 8058); the signed token is the proof
def leave(request: HttpRequest, token: str) -> HttpResponse:
    """GET only asks; POST unsubscribes."""
    user = existing(subscriber_of(token))
    if request.method == "POST":
        unsubscribe(user)
    return render(
        request, "accounts/unsubscribe.html", {"person": user, "done": request.method == "POST"}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # as above
def no_invitations(request: HttpRequest, token: str) -> HttpResponse:
    """GET only asks; after POST nobody can have invitations sent to that address."""
    digest = existing(digest_in(token))
    if request.method == "POST":
        silence(digest)
    return render(request, "accounts/silence.html", {"done": request.method == "POST"})


@require_POST
@login_required
def again(request: HttpRequest) -> HttpResponse:
    """The user says that their refused address works now."""
    assert isinstance(request.user, User)
    try_again(request.user)
    messages.success(request, _("Emails go to your address again."))
    return redirect("settings")


@require_safe
def sent_mails(request: HttpRequest) -> HttpResponse:
    """The mails of the demo world, newest first. The page exists in the demo only."""
    sent = Notice.objects.filter(channel=Channel.MAIL).exclude(text="")
    mails = sent.select_related("user")[:100]
    return render(request, "accounts/sent_mails.html", {"mails": mails})
