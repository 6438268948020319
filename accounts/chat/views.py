"""The chat at a table: a page that works without JavaScript, and a part that is live with it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.chat import talking
from accounts.chat.naming import is_named
from accounts.chat.unread import chat_read, read_by, readers_at
from accounts.models import User
from accounts.people.rights import may_moderate_table
from config.web.refusal import refusals_said
from games.models import Table
from games.telling.selectors import table_for


@require_safe
@never_cache
def chat(request: HttpRequest, table_id: int) -> HttpResponse:
    """The messages, which no search finds; with `?part=1` without the page around them.

    For a reader who sits there they are read then.
    """
    table, user = table_for(request.user, table_id), request.user
    facts = chat_facts(table, user)
    if isinstance(user, User) and facts["said"]:
        chat_read(user=user, table_id=table.pk, number=facts["said"][-1][0].pk)
    template = "accounts/_chat.html" if request.GET.get("part") else "accounts/chat.html"
    response = render(request, template, facts)
    response["X-Robots-Tag"] = "noindex"
    return response


def chat_facts(table: Table, user: talking.Reader) -> dict[str, Any]:
    """Return the values that draw a table's chat for a reader who sees the table."""
    said = talking.latest(table.pk, user)
    names = read_by(said, readers_at(table.pk, user) if isinstance(user, User) else [])
    return {
        "table": table,
        "may_read": talking.may_read(table.pk, user),
        "said": [
            (message, names.get(message.pk, ()), is_named(user.get_username(), message.text))
            for message in said
        ],
        "may_talk": talking.may_talk(table.pk, user),
        "may_moderate": isinstance(user, User) and may_moderate_table(user, table.pk),
    }


@require_POST
@login_required
def say(request: HttpRequest, table_id: int) -> HttpResponse:
    """Post a message from a form."""
    table = table_for(request.user, table_id)
    assert isinstance(request.user, User)
    with refusals_said(request):
        talking.message_say(table=table, user=request.user, text=request.POST.get("text", ""))
    return redirect("chat", table.pk)
