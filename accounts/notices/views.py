"""The page on which users choose what they are told, and the feeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.models import TablePace, User
from accounts.notices import feeds, hooks, pushing, wishes
from accounts.notices.forms import HookForm, PacesForm, TablesForm
from accounts.notices.writing import others_at, with_names
from accounts.people.selectors import hook_of, user_of
from accounts.people.services import preferences_store
from accounts.signing_in.awaited import trial_await
from accounts.signing_in.proof import made_tell
from config.web.existing import existing
from config.web.foreign_json import Unreadable, read_any
from config.web.refusal import Malformed, Refused, answer, refusals_said
from games.models import Seat, Table
from games.storing.rows import tables_load
from games.telling.reading import reading_as
from games.telling.wording import title_of

LONGEST_SUBSCRIPTION = 3_000


@login_required
@never_cache
def notices(request: HttpRequest) -> HttpResponse:
    """What the reader is told, how soon, and on which ways."""
    user = user_of(request)
    form = PacesForm(request.POST or None, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        preferences_store(form)
        return saved(request)
    return page(request, user, form=form)


def page(request: HttpRequest, user: User, **forms: Any) -> HttpResponse:
    """The page, with forms that were filled in wrongly in place of fresh ones."""
    hook = hook_of(user)
    facts = {
        "form": PacesForm(instance=user),
        "tables_form": tables_form(user),
        "push_key": pushing.public_key(),
        "devices": user.devices.all(),
        "hook": hook,
        "hook_form": HookForm(initial={"url": hook.url if hook else ""}),
        "feeds": feeds.feeds_of(user),
    }
    return render(request, "accounts/notices.html", facts | forms)


def saved(request: HttpRequest) -> HttpResponse:
    """Back to the page, with the word that all is well."""
    messages.success(request, _("Your settings are saved."))
    return redirect("notices")


@require_POST
@login_required
def paces(request: HttpRequest) -> HttpResponse:
    """Choose how soon to hear of single tables."""
    user = user_of(request)
    form = tables_form(user, request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the options offered."))
        return redirect("notices")
    for name, pace in form.cleaned_data.items():
        table = Table(pk=int(name.removeprefix("table-")))
        wishes.table_pace_set(user=user, table=table, pace=pace)
    return saved(request)


def tables_form(user: User, posted: Any = None) -> TablesForm:
    """The form for the paces of a user's tables in play."""
    seats = Seat.objects.filter(user=user, goes_on=True, resigned_at=None)
    seats = seats.filter(table__status=Table.Status.PLAYING)
    tables = {seat.table_id: seat for seat in seats.order_by("-table")[: feeds.MOST_TABLES]}
    named = [
        (Table(pk=row.id), f"{title_of(row.rules)} {with_names(names)} ({row.id})")
        for row in sorted(tables_load(list(tables)).values(), key=lambda row: -row.id)
        if (names := others_at(row.seats, tables[row.id].place)) is not None
    ]
    chosen = dict(TablePace.objects.filter(user=user).values_list("table_id", "pace"))
    return TablesForm(named, chosen, posted)


@require_POST
@login_required
def device_add(request: HttpRequest) -> HttpResponse:
    """Have the browser that asks show notices: it sends its subscription as JSON."""
    try:
        subscription = read_any(request.body[:LONGEST_SUBSCRIPTION])
    except Unreadable:
        return answer(Malformed(field="subscription"))
    agent, key = request.headers.get("User-Agent", ""), request.session.session_key or ""
    try:
        pushing.device_add(
            user=user_of(request), subscription=subscription, agent=agent, session_key=key
        )
    except Refused as refused:
        return answer(refused)
    messages.success(request, _("This device now gets notices."))
    return HttpResponse(status=204)


@require_POST
@csrf_exempt  # posted by a service worker, which knows no page; the device's secret is the proof
def device_renew(request: HttpRequest) -> HttpResponse:
    """Have the new subscription of a browser take the place of the one before."""
    try:
        pushing.device_renew(read_any(request.body[: 2 * LONGEST_SUBSCRIPTION]))
    except Unreadable:
        return answer(Malformed(field="subscription"))
    except Refused as refused:
        return answer(refused)
    return HttpResponse(status=204)


@require_POST
@login_required
def device_remove(request: HttpRequest, device_id: int) -> HttpResponse:
    """Show no more notices on a device."""
    pushing.device_remove(user=user_of(request), device_id=device_id)
    messages.success(request, _("That device gets no more notices."))
    return redirect("notices")


@require_POST
@login_required
@never_cache
def hook_change(request: HttpRequest) -> HttpResponse:
    """Post notices to an address, or with `end` to none."""
    user = user_of(request)
    if "end" in request.POST:
        hooks.hook_end(user=user)
        return saved(request)
    form = HookForm(request.POST)
    if form.is_valid():
        try:
            hook = hooks.hook_set(user=user, url=form.cleaned_data["url"])
            made_tell(request, _("Notices are sent to {url}").format(url=hook.url))
            return saved(request)
        except Refused as refused:
            form.add_error("url", str(refused))
    return page(request, user, hook_form=form)


@require_POST
@login_required
def hook_try(request: HttpRequest) -> HttpResponse:
    """Have a message for trial posted; the page says how that goes."""
    user = user_of(request)
    with refusals_said(request):
        if hooks.hook_try(user=user):
            trial_await(request.session)
        else:
            messages.error(request, _("There is nothing here."))
    return redirect("notices")


@require_POST
@login_required
def feeds_change(request: HttpRequest) -> HttpResponse:
    """Make new addresses for the feeds, or with `end` have none."""
    user = user_of(request)
    if "end" in request.POST:
        feeds.feeds_end(user)
        messages.success(request, _("The addresses no longer work."))
    else:
        feeds.feeds_renew(user)
        made_tell(request, _("New addresses of your calendar and your feed"))
        messages.success(request, _("Here are your new addresses."))
    return redirect("notices")


@require_safe
def feed_deadlines(request: HttpRequest, secret: str) -> HttpResponse:
    """Deadlines as a calendar, for whoever knows its address."""
    return fed(request, secret, feeds.deadlines_of, "text/calendar; charset=utf-8")


@require_safe
def feed_tables(request: HttpRequest, secret: str) -> HttpResponse:
    """Tables as a feed, for whoever knows its address."""
    return fed(request, secret, feeds.tables_of, "application/atom+xml; charset=utf-8")


def fed(
    request: HttpRequest, secret: str, write: Callable[[User], bytes], kind: str
) -> HttpResponse:
    """A feed as its reader gets it, or that it has not changed. Raises Http404."""
    try:
        user = existing(feeds.reader_of(secret))
    except Refused as refused:
        return answer(refused)
    with reading_as(user):
        response = private(HttpResponse(write(user), kind))
    set_response_etag(response)
    unchanged = get_conditional_response(request, etag=response["ETag"], response=response)
    return unchanged if isinstance(unchanged, HttpResponse) else response


def private(response: HttpResponse) -> HttpResponse:
    """A response that nobody may keep for others, or list."""
    response["Cache-Control"] = "private, max-age=60"
    response["X-Robots-Tag"] = "noindex"
    return response
