"""The page of a table's clock: what was agreed, whose time runs, and what all have to agree to."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from config.web.refusal import Refused, refusals_said
from games.changing import clocks
from games.judging.agreements import SILENCE, owing, silent_at
from games.judging.clocks import calendar_of, clock_of, people_at, stamp_of
from games.models.agreed import CLOCK, lines_of
from games.models.times import in_words, minutes_of
from games.page.own_numbers import CAP, INCREMENT, START, OwnNumbers, times_of
from games.page.views import load
from games.storing.rows import TableRow
from games.telling.paces import DAY
from games.telling.times import wish_in_words
from games.telling.wording import name_of, title_of, wording_for

TIMES = (15, 60, 6 * 60, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY)
PAUSES = (*TIMES[1:], 30 * DAY)
CLOCKS = tuple(time for time in TIMES if time >= DAY)


WITHOUT_TIME = {"end", "back"}
OWN = "own"
"""Instead of minutes: in numbers of one's own."""


class WishForm(OwnNumbers):
    """Asking all at a table for something that takes everybody's consent."""

    kind = forms.ChoiceField(label=_("Ask for"), widget=forms.RadioSelect)
    minutes = forms.ChoiceField(label=_("How long"))
    place = forms.TypedChoiceField(
        label=_("For whom"), coerce=int, required=False, empty_value=None
    )

    def __init__(self, row: TableRow, by: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        silent = silent_at(row, timezone.now()) - {by}
        kinds = kinds_for(row, silent, by)
        self.offer("kind", kinds, kinds[0][0])
        if {kind for kind, _text in kinds} <= WITHOUT_TIME:
            del self.fields["minutes"], self.fields["place"]
            return
        times = TIMES + PAUSES if row.pace.is_limited else CLOCKS
        lengths = [(str(minutes), in_words(minutes)) for minutes in sorted(set(times))]
        own = (OWN, gettext("custom, below"))
        self.offer("minutes", [*lengths, own], str(DAY))
        self.add_numbers()
        if row.pace.is_limited:
            for name in (INCREMENT, CAP):
                del self.fields[name], self.fields[f"{name}_unit"]
        about = people_at(row) if row.pace.is_limited else silent
        people = [(str(s.place), name_of(s)) for s in row.seats if s.place in about]
        self.offer("place", [("", "–"), *people], "" if row.pace.is_limited else people[0][0])

    def clean(self) -> None:
        kind, chosen = (self.cleaned_data.get(name) for name in ("kind", "minutes"))
        wanted = (START,) if chosen == OWN else ()
        if kind not in WITHOUT_TIME and "minutes" in self.fields:
            self.ask_for((*wanted, INCREMENT, CAP) if kind == "budget" else wanted)

    def wish(self) -> dict[str, Any]:
        """What the valid form asks for, as `wish_make` takes it."""
        values, times = self.cleaned_data, times_of(self)
        kind, chosen = values["kind"], values.get("minutes") or 0
        minutes = times.get(START, 0) if chosen == OWN else int(chosen)
        wish = {"kind": kind, "place": values.get("place"), "time": timedelta(minutes=minutes)}
        if kind != "budget":
            return wish
        growth = {name: timedelta(minutes=times[name]) for name in (INCREMENT, CAP)}
        return {**wish, "kind": "clock", **growth}

    def refuse(self, refused: Refused) -> None:
        """Show why nothing was asked, at its field if there is one."""
        field = refused.field or ""
        if field == "minutes" and self.cleaned_data.get("minutes") == OWN:
            field = START
        self.add_error(field if field in self.fields else None, str(refused))

    def offer(self, name: str, choices: list[tuple[str, Any]], usual: str) -> None:
        """Give a field its choices."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices, field.initial = choices, usual


def kinds_for(row: TableRow, silent: set[int], by: int) -> list[tuple[str, Any]]:
    """Return the kinds of wishes of somebody at a table where these are silent."""
    end = [("end", _("the end, without a result"))]
    if row.seats[by].answers and people_at(row) > {by}:
        end = [("back", _("to take back my latest answer, and all that came after it")), *end]
    if row.pace.is_limited:
        pause, more = _("a pause: no clock runs"), _("more time for somebody")
        return [("pause", pause), ("more", more), *end]
    if not silent:
        return end
    return [
        ("stand_in", _("a bot that plays for somebody who is silent")),
        ("clock", _("a clock from now on, with a fixed time per move")),
        ("budget", _("a clock from now on, with a budget that grows with every move")),
        *end,
    ]


@never_cache
def clock(request: HttpRequest, table_id: int) -> HttpResponse:
    """The clock of a table, and for those who play a form to ask the others for something."""
    row = load(request, table_id)
    if row.position is None:
        raise Http404
    place = row.place_of(request.user.pk)
    plays = row.status == "playing" and not row.frozen and place in people_at(row)
    form = WishForm(row, place, request.POST or None) if plays and place is not None else None
    if request.method == "POST":
        if "days" in request.POST:
            return days(request, row)
        if "resume" in request.POST:
            return wished(request, row, None, {"kind": "resume", "time": timedelta()})
        if form is not None and form.is_valid():
            kind = form.cleaned_data["kind"]
            if kind == "end" and people_at(row) == {place} and "sure" not in request.POST:
                return page(request, row, None, sure=True, status=200)
            return wished(request, row, form, form.wish())
    return page(request, row, form, status=422 if request.method == "POST" else 200)


def wished(
    request: HttpRequest, row: TableRow, form: WishForm | None, wish: dict[str, Any]
) -> HttpResponse:
    """Ask the others, then show the clock again; with the reason if that is not possible."""
    try:
        clocks.wish_make(table_id=row.id, user_id=request.user.pk or 0, **wish)
    except Refused as refused:
        now, place = load(request, row.id), row.place_of(request.user.pk)
        if form is not None and refused.field and now.wish is None:
            form.refuse(refused)
            return page(request, now, form, status=refused.status)
        messages.error(request, str(refused))
        form = None if place is None else WishForm(now, place)
        return page(request, now, form, status=refused.status)
    return redirect("table_clock", row.id)


def days(request: HttpRequest, row: TableRow) -> HttpResponse:
    """Keep one's vacation days for other tables, or spend them here again."""
    keep = request.POST["days"] == "keep"
    with refusals_said(request):
        clocks.days_keep(table_id=row.id, user_id=request.user.pk or 0, keep=keep)
    return redirect("table_clock", row.id)


@require_POST
@login_required
def answer(request: HttpRequest, table_id: int) -> HttpResponse:
    """Agree to what is asked, or decline."""
    row = load(request, table_id)
    with refusals_said(request):
        clocks.wish_answer(
            table_id=row.id,
            user_id=request.user.pk or 0,
            seen=request.POST.get("seen", ""),
            agree="agree" in request.POST,
        )
    return redirect("table_clock", row.id)


def page(
    request: HttpRequest,
    row: TableRow,
    form: WishForm | None,
    *,
    status: int,
    sure: bool = False,
) -> HttpResponse:
    """The page itself; or the question whether its reader is `sure` that the game is to end."""
    place, wish = row.place_of(request.user.pk), row.wish
    playing = row.status == "playing" and not row.frozen
    heading = (
        gettext("The clock: {title}") if row.pace.is_limited else gettext("Agreements: {title}")
    )
    facts = {
        "table": row,
        "heading": heading.format(title=title_of(row.rules)),
        "agreed": lines_of(row, CLOCK),
        "clocks": [clock_facts(row, seat.place) for seat in row.seats] if playing else [],
        "paused_until": row.pause[1] if row.pause and row.pause[1] > timezone.now() else None,
        "wish": wish and wish_in_words(wish, wording_for(row).seats),
        "stamp": wish and stamp_of(wish),
        "owed": [name_of(row.seats[one]) for one in sorted(owing(row, timezone.now()))],
        "may_answer": playing and wish is not None and place in people_at(row),
        "agrees": wish is not None and place in wish.agreed,
        "own": wish is not None and wish.by == place,
        "form": None if wish else form,
        "has_more": form is not None and "place" in form.fields,
        "silence": SILENCE.days,
        "sure": sure and wish is None,
        "keeps_days": days_kept(row, place) if playing else None,
    }
    return render(request, "clock.html", facts, status=status)


def days_kept(row: TableRow, place: int | None) -> bool | None:
    """Return whether a player spends no vacation days here; None where none are ever spent."""
    if place not in people_at(row) or not (row.pace.is_limited and row.pace.most_protected):
        return None
    return row.seats[place].keeps_days


def clock_facts(row: TableRow, place: int) -> dict[str, Any]:
    """The clock of a seat, as everybody may see it."""
    seat = row.seats[place]
    read = clock_of(seat).read(calendar_of(row, seat), timezone.now())
    shows = row.pace.kind == "budget" and not seat.bot and read.left is not None
    return {
        "name": name_of(seat),
        "bot": bool(seat.bot),
        "deciding": seat.deciding,
        "since": seat.since,
        "deadline": seat.deadline,
        "left": in_words(max(1, minutes_of(read.left))) if shows and read.left else "",
    }
