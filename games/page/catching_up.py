"""What has happened since one's last turn, when one comes to the table: drawn turn by turn."""

from __future__ import annotations

import itertools

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.web.documents import respond
from config.web.numbers import number_of
from games.changing import services
from games.page import rendering
from games.page.parts import Hashes, Shown, changed, hashes_in, shown_of
from games.page.views import for_signed_in, load, update_of
from games.storing.rows import TableRow, run
from games.telling import history
from games.telling.documents import Past
from games.telling.selectors import User

MOST = 8  # turns that are shown one by one; of more, the latest
DIGITS = 9  # of an entry's number

PLAYED = """
    select number, place, "by" from games_logentry
    where table_id = %s and kind in ('start', 'move') and not undone order by number
"""


@require_safe
@never_cache
def since(request: HttpRequest, table_id: int) -> HttpResponse:
    """The turns of others that a seat's user has not seen yet, each with the parts it has changed.

    The header `Parts` has the hashes of the parts that the page shows. With `?still` nothing is
    drawn. The first of the turns is the position before them; without news there are none.
    """
    row = load(request, table_id)
    place = row.place_of(request.user.pk)
    numbers = [] if place is None else turns_since(row, place)
    drawn: list[dict[str, str]] = []
    if numbers and "still" not in request.GET:
        has = hashes_in(request.headers.get("Parts", ""))
        drawn = parts_of(row, request.user, numbers, has)
    turns = [
        {"number": number, "parts": parts}
        for number, parts in itertools.zip_longest(numbers, drawn, fillvalue=None)
    ]
    document = {"number": row.number, "turns": turns}
    return respond(document)


def turns_since(row: TableRow, place: int) -> list[int]:
    """The entry that a seat's user has seen last, and after it the ends of the turns of others.

    Empty if nobody else has moved since. What standing orders or a bot have answered for the
    user is told like what others have done.
    """
    if row.position is None:
        return []
    steps: list[tuple[int, int | None, str]] = run(PLAYED, [row.id])
    own = max((number for number, at, by in steps if at == place and not by), default=0)
    seen = max(own, row.seats[place].shown)
    before = [number for number, *_ in steps if number <= seen] or [steps[0][0]]
    news = [(number, at) for number, at, _ in steps if number > before[-1]]
    turns = [[*turn][-1][0] for _at, turn in itertools.groupby(news, key=lambda step: step[1])]
    return [before[-1], *turns][-MOST - 1 :] if turns else []


def parts_of(row: TableRow, user: User, numbers: list[int], has: Hashes) -> list[dict[str, str]]:
    """The parts of players and board that differ from one entry to the next.

    The last entry is shown as the table is now. Empty if a position cannot be rebuilt.
    """
    update = update_of(row, user, row.number)
    views = history.views_at(row, numbers[:-1], row.place_of(user.pk))
    if not views or update.view is None:
        return []
    then = [
        msgspec.structs.replace(update, view=view, past=Past(number))
        for number, view in zip(numbers, views, strict=False)
    ]
    drawn: list[dict[str, str]] = []
    shown: Shown = (has,)
    for one in (*then, update):
        roots = rendering.Scene(row, user, one).scenery()
        drawn.append(changed(roots, shown))
        shown = shown_of(roots)
    return drawn


@for_signed_in
def shown(request: HttpRequest, row: TableRow) -> HttpResponse:
    """Remember up to which entry the user has seen what happened; they are not shown it again."""
    number = number_of(request.POST.get("number", ""), DIGITS)
    if number is not None:
        services.seat_shown(table_id=row.id, user_id=request.user.pk or 0, number=number)
    return HttpResponse(status=204)
