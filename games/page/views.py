"""The page of a table. Its scripts use the socket; the forms here work without JavaScript."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
    QueryDict,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.web.documents import is_document, respond
from config.web.existing import existing
from config.web.foreign_json import Unreadable, read_object
from config.web.numbers import number_in, number_of
from config.web.refusal import Refused
from games.changing import plan_changes, services
from games.errors import NoSuchTable, NotPossible, RulesFailed, refused_by_rules
from games.judging.plan_verdicts import WAIT
from games.looks import known_look
from games.models import Plan
from games.page import rendering
from games.page.agreed import agreed_on
from games.page.drawing import ENGINE
from games.page.forms import OrdersForm
from games.page.miniature import Viewed, picture_of
from games.page.panel import Confirming, last_rival_of
from games.page.parts import hashes_in
from games.rules.core.codec import kind_of
from games.rules.core.interface import AnyState, Document, Rules, UnknownKind
from games.rules.registry import GAMES
from games.storing.lives import life_mark
from games.storing.rows import TableRow, table_load
from games.telling import history
from games.telling.cache import Cache
from games.telling.documents import Update
from games.telling.plan_reading import Planned, ToldPlan, orders_in, plan_facts, plans_at
from games.telling.selectors import User, may_watch
from games.telling.updates import latest_update, table_update

AS_PICTURE = {
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
"""Of an image that has its own styles: it stands alone, and can do nothing."""

_trails: Cache[dict[str, str]] = Cache(1_000)  # by table, entry, seat and version


def load(request: HttpRequest, table_id: int) -> TableRow:
    """A table the user may look at, of a game that is installed. Raises NoSuchTable."""
    row = table_load(table_id)
    if not may_watch(row, request.user) or row.game not in GAMES:
        raise NoSuchTable
    return row


def update_of(row: TableRow, user: User, since: int = 0) -> Update:
    """The update of a table; without the board if its position cannot be read or shown."""
    return table_update(row, user.pk, since)


def page_update(request: HttpRequest, row: TableRow) -> Update:
    """The update for the whole page: with all of the log if that is asked for, or to look back."""
    if "log" in request.GET or "at" in request.GET:
        return update_of(row, request.user)
    return latest_update(row, request.user.pk, catches_up=catches_up(request.user))


@require_safe
@never_cache
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table now, or with `?at=` as it was; the waiting room while it is open."""
    row = load(request, table_id)
    if row.position is None:  # open, or closed before it began
        return redirect("waiting_room", table_id)
    update = page_update(request, row)
    return page(request, row, look_back(request, row, update))


def look_back(request: HttpRequest, row: TableRow, update: Update) -> Update:
    """The update with the board as it was at `?at=`; unchanged if that is now, or is lost."""
    asked = request.GET.get("at")
    if not asked or update.view is None:
        return update
    steps = history.steps_of(row)
    if history.is_lost(row, steps, asked):
        messages.info(request, _("What was played then is lost: the site goes on from a backup."))
        return update
    at = history.step_wanted(steps, asked, row.place_of(request.user.pk))
    if at is None or at == steps[-1][0]:  # nothing has changed on the board since
        return update
    past = rendering.past_update(row, request.user, update, steps, at)
    if past is None:
        messages.info(request, _("The table cannot be shown as it was then."))
        return update
    return past


def page(
    request: HttpRequest,
    row: TableRow,
    update: Update,
    *,
    status: int = 200,
    confirm: Confirming | None = None,
    orders: OrdersForm | None = None,
) -> HttpResponse:
    """The whole page: with a question to `confirm` a move, or with a form that has errors.

    The form of standing orders comes when its fold is opened, or with `?orders`.
    """
    place = row.place_of(request.user.pk)
    planned = planned_at(row, request.user.pk, place)
    if orders is None and "orders" in request.GET:
        orders = orders_form(row, place, orders_in(planned.orders))
    scene = rendering.Scene(row, request.user, update)
    trail: dict[str, str] = {}
    if place is not None and row.status == "playing" and update.view and not update.past:
        key = (row.id, row.number, place, row.version)
        trail = _trails.get_or_make(key, lambda: trail_of(row, update, place))
    values = {
        **scene.page_values(confirm, described="described" in request.GET),
        "now": timezone.now(),
        "me": None if place is None else scene.seats[place],
        "last_rival": last_rival_of(scene.seats, place),
        "earlier": update.since and history.entries_until(row, update.since),
        "trail": trail,
        "confirm_wish": confirm_wish(request.user),
        "catches_up": place is not None and catches_up(request.user),
        "may_order": may_order(row, place),
        "orders": orders,
        "agreed": agreed_on(row),
        "plan": plan_shown(row, planned.steps),
    }
    return render(request, "table.html", values, status=status, using=ENGINE)


def confirm_wish(user: User) -> str:
    """When a user wants to confirm a move before it is played: "always", "final" or "never"."""
    return str(getattr(user, "confirm", "final"))


def catches_up(user: User) -> bool:
    """Return True if a user wants to be shown what has happened while they were away."""
    return bool(getattr(user, "catch_up", False))


def planned_at(row: TableRow, user_id: int | None, place: int | None) -> Planned:
    """What the viewer has planned at a table in play."""
    if place is None or row.status != "playing":
        return Planned()
    return plans_at(user_id, row.id)


def may_order(row: TableRow, place: int | None) -> bool:
    """Whether the viewer's seat can have standing orders."""
    if place is None or row.status != "playing" or row.rules.orders_type is None:
        return False
    return not row.seats[place].resigned


def orders_form(
    row: TableRow, place: int | None, given: Document, posted: QueryDict | None = None
) -> OrdersForm | None:
    """The form of the standing orders of the viewer's seat; None if it can have none."""
    return OrdersForm(row.rules, given, posted) if may_order(row, place) else None


def plan_shown(row: TableRow, plan: Plan | None) -> ToldPlan | None:
    """The answers that the viewer has planned step by step; None if there are none any more."""
    if plan is None:
        return None
    verdict = WAIT
    if not plan.dropped:
        with contextlib.suppress(RulesFailed):  # whoever moves next freezes the table
            verdict = plan_changes.verdict_on(plan, row, timezone.now())
    return None if verdict.kind == "over" else plan_facts(row, plan, verdict)


def trail_of(row: TableRow, update: Update, place: int) -> dict[str, str]:
    """Where the pieces that have moved since the seat's last turn lay at its end."""
    view = update.view
    if view is None or not history.pieces_of(view):  # then there is nothing to compare
        return {}
    then = history.since_my_turn(history.steps_of(row), place)
    if then is None:
        return {}
    return history.moved_since(view, history.view_at(row, then, place))


@require_safe
@never_cache
def live(request: HttpRequest, table_id: int) -> HttpResponse:
    """The parts that differ from those of the page, to look back and while the socket is down."""
    row = load(request, table_id)
    shown = look_back(request, row, update_of(row, request.user, seen_by(request)))
    return parts_changed(request, rendering.Scene(row, request.user, shown))


def seen_by(request: HttpRequest) -> int:
    """The entry up to which the page of a request shows the log; 0 for none of it."""
    return number_in(request.GET, "since") or 0


def parts_changed(request: HttpRequest, scene: rendering.Scene) -> HttpResponse:
    """The parts of a scene that the page does not show, by the hashes in the header `Parts`."""
    has = hashes_in(request.headers.get("Parts", ""))
    roots = scene.roots(described="described" in request.GET)
    return respond(rendering.page_update(scene, roots, (has,)))


@require_safe
@never_cache
def planned(request: HttpRequest, table_id: int) -> HttpResponse:
    """The part of the page with what the viewer has planned; 204 if that is nothing any more."""
    row = load(request, table_id)
    mine = planned_at(row, request.user.pk, row.place_of(request.user.pk))
    plan = plan_shown(row, mine.steps)
    if plan is None:
        return HttpResponse(status=204)
    facts = {"plan": plan, "plan_table": row.id, "trying": "trying" in request.GET}
    return render(request, "plan.html", facts, using=ENGINE)


@require_safe
@never_cache
def ordered(request: HttpRequest, table_id: int) -> HttpResponse:
    """The part of the page with the viewer's standing orders; 204 if they can give none."""
    row = load(request, table_id)
    place = row.place_of(request.user.pk)
    given = orders_in(planned_at(row, request.user.pk, place).orders)
    form = orders_form(row, place, given)
    if form is None:
        return HttpResponse(status=204)
    return render(request, "order_form.html", {"table": row, "orders": form}, using=ENGINE)


@require_safe
def miniature(request: HttpRequest, table_id: int) -> HttpResponse:
    """The board as the viewer sees it, as a small picture.

    A browser asks each time whether it has changed, as another user may have signed in meanwhile.
    """
    row = load(request, table_id)
    return picture_for(request, row, row.place_of(request.user.pk))


def picture_for(request: HttpRequest, row: TableRow, place: int | None) -> HttpResponse:
    """Return the picture of a table for a seat, unless the browser has it. Raises Http404."""
    viewed = Viewed(row, place, known_look(request.GET.get("look", "")))
    tag = f'"{viewed.tag}-{life_mark()}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag, **AS_PICTURE})
    picture = existing(picture_of(viewed))
    headers = {"ETag": tag, **AS_PICTURE}
    return HttpResponse(picture, content_type="image/svg+xml", headers=headers)


def for_signed_in(
    view: Callable[[HttpRequest, TableRow], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A view for posts of users; visitors sign in first and come back to the table.

    A refusal shows the table again, with a message why nothing was changed.
    """

    @require_POST
    @functools.wraps(view)
    def checked(request: HttpRequest, table_id: int) -> HttpResponse:
        row = load(request, table_id)
        if not request.user.is_authenticated:
            return redirect_to_login(reverse("table", args=[row.id]))
        try:
            return view(request, row)
        except Refused as refused:
            messages.error(request, str(refused))
            row = table_load(row.id)
            return page(request, row, page_update(request, row), status=refused.status)

    return checked


@for_signed_in
def answer(request: HttpRequest, row: TableRow) -> HttpResponse:
    """Play a move from a form. One that cannot be taken back is asked about first."""
    posted = request.POST
    confirmed = "confirmed" in posted
    move = move_in(posted, row.rules)
    told: dict[str, Any] = {
        "table_id": row.id,
        "user_id": request.user.pk,
        "question": posted.get("question", ""),
        "move": move,
        "row": row,
    }
    confirms = "never" if confirmed else confirm_wish(request.user)
    final = confirms == "final" and services.move_is_final(**told)
    if final or confirms == "always":
        return ask(request, row, move, posted.get("question", ""), final=final)
    services.move_submit(**told)
    return redirect("table", row.id)


def move_in(posted: QueryDict, rules: Rules[AnyState]) -> dict[str, Any]:
    """The move of a form: the button's, with the number that was typed beside it if there is one.

    Raises NotPossible if it is not a JSON object, or not a kind of move.
    """
    written = posted.get("move", "")
    try:
        move = read_object(written)
        field = kind_of(rules, move.get("kind")).number_field
    except (Unreadable, UnknownKind) as error:
        raise refused_by_rules(error) from error
    number = number_of(posted.get(f"number:{written}", ""))
    if field is not None and field not in move and number is not None:
        move[field] = number
    return move


def answer_in(request: HttpRequest, row: TableRow) -> tuple[dict[str, Any], str]:
    """The move and the id of the question, from JSON or from a form. Raises NotPossible."""
    if not is_document(request):
        return move_in(request.POST, row.rules), request.POST.get("question", "")
    try:
        document = read_object(request.body)
        return dict(document["move"]), str(document["question"])
    except (KeyError, TypeError, ValueError) as error:
        raise NotPossible from error


def ask(
    request: HttpRequest, row: TableRow, move: dict[str, Any], question: str, *, final: bool
) -> HttpResponse:
    """The page with the question to confirm a move."""
    update = page_update(request, row)
    offered = update.question.moves if update.question else []
    confirm = Confirming(
        kind="confirm",
        move=msgspec.json.encode(move).decode(),
        text=next((offer.text for offer in offered if offer.move == move), ""),
        asked=question,
        final=final,
    )
    return page(request, row, update, confirm=confirm)


def act(request: HttpRequest, row: TableRow, service: Callable[..., int]) -> HttpResponse:
    """Do something else for the user's seat, then show the table."""
    service(table_id=row.id, user_id=request.user.pk, row=row)
    return redirect("table", row.id)


@for_signed_in
def undo(request: HttpRequest, row: TableRow) -> HttpResponse:
    """Take back one's latest move."""
    return act(request, row, services.move_undo)


@for_signed_in
def resign(request: HttpRequest, row: TableRow) -> HttpResponse:
    """Give up; asks first unless the form says that it is confirmed."""
    if "confirmed" not in request.POST:
        return page(request, row, page_update(request, row), confirm=Confirming(kind="resign"))
    return act(request, row, services.seat_resign)


@for_signed_in
def come_back(request: HttpRequest, row: TableRow) -> HttpResponse:
    """Take one's seat back from the bot that played on."""
    return act(request, row, services.seat_return)


@for_signed_in
def orders(request: HttpRequest, row: TableRow) -> HttpResponse:
    """Store the standing orders of one's own seat; a form with errors is shown again."""
    form = orders_form(row, row.place_of(request.user.pk), {}, request.POST)
    if form is not None and not form.is_valid():
        return page(request, row, page_update(request, row), status=422, orders=form)
    kept = None if form is None else form.orders()
    told: dict[str, Any] = {"table_id": row.id, "user_id": request.user.pk, "orders": kept}
    plan_changes.orders_set(**told)
    messages.success(request, _("Your standing orders are saved. Only you can see them."))
    return redirect("table", row.id)
