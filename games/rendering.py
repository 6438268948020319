"""An update as HTML: the same templates draw the page, every push and every look back."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
from django.contrib.staticfiles import finders
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template, render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games import choices, history, undoing
from games.boards import art_values_of, colours_of, facts_of, is_shared
from games.kept import Kept
from games.results import result_of
from games.selectors import User
from games.storage import TableRow
from games.wording import SiteWording, title_of, why_closed, wording_for

FRAGMENTS = ("status", "board", "players", "panel", "log")
PICTURES = ("board", "players")
PICTURES_KEPT = 300  # some 40 kB and 10 kB each
SHEETS_KEPT = 1_000  # status and panel: some 3 kB each
LINES_KEPT = 20_000  # of the log: some 500 bytes each
TOLD_OF_LINES = (
    "number", "place", "event", "text", "undone", "seat", "at", "first", "last", "later", "here",
)  # fmt: skip

Update = dict[str, Any]
_json = msgspec.json.Encoder()
_pictures: Kept[str] = Kept(PICTURES_KEPT)
_sheets: Kept[str] = Kept(SHEETS_KEPT)
_lines: Kept[str] = Kept(LINES_KEPT)


def fragments(row: TableRow, user: User, update: Update, since: int) -> dict[str, str]:
    """The changing parts of the page for one viewer, by name; `log` only after entry `since`.

    `update` is `table_update(row, user.pk, since)`, or what `past_update` made of it.
    """
    scene = scene_of(row, user, update, since)
    return {name: fragment(name, scene) for name in FRAGMENTS}


def drawn(scene: dict[str, Any]) -> dict[str, str]:
    """All fragments for the page's own template."""
    return {name: mark_safe(fragment(name, scene)) for name in FRAGMENTS}  # noqa: S308 - templates'


def fragment(name: str, scene: dict[str, Any]) -> str:
    """One fragment, drawn once for all who are shown the same."""
    if name == "log":
        return "".join(drawn_lines(scene["lines"], scene["past"]))
    if name in PICTURES:
        key = picture_key(name, scene)
        return _pictures.get(key, lambda: draw(name, scene | scene["facts"]()))
    return _sheets.get(sheet_key(name, scene), lambda: draw(name, scene))


def draw(name: str, scene: dict[str, Any]) -> str:
    """One fragment, drawn now."""
    return plain(render_to_string(f"games/_{name}.html", scene))


def picture_key(name: str, scene: dict[str, Any]) -> bytes:
    """All that board and players depend on. Some boards show of the seats but names and colours."""
    game, seats = scene["table"].game, scene["seats"]
    if name == "board" and is_shared(game):
        seats = [(seat["name"], seat["colour"]) for seat in seats]
    return _json.encode((name, game, get_language(), seats, scene["view"]))


def sheet_key(name: str, scene: dict[str, Any]) -> bytes:
    """All that status and panel depend on."""
    table, update = scene["table"], scene["update"]
    readers = (get_language(), timezone.get_current_timezone_name())
    told = [update["status"], update["outcome"], table.close_reason, scene["may_undo"],
            scene["question"], scene["past"], scene["confirm"]]  # fmt: skip
    return _json.encode((name, table.game, table.id, readers, scene["seats"], told))


def drawn_lines(lines: list[dict[str, Any]], past: dict[str, Any] | None) -> Iterator[str]:
    """Lines of the log. Each stays as it is, so it is drawn once for all who read it alike."""
    readers = (get_language(), timezone.get_current_timezone_name())
    at = past and past["at"]
    for line in lines:
        number, seat = line["number"], line["seat"]
        facts = {**line, "seat": seat and seat["colour"], "later": bool(at) and number > at,
                 "here": number == at}  # fmt: skip
        key = (*readers, *map(facts.__getitem__, TOLD_OF_LINES))
        yield _lines.get(key, lambda: plain(render_to_string("games/_line.html", facts)))  # noqa: B023 - called at once


def plain(html: str) -> str:
    """A str of no subclass, as JSON encoders want it; `str()` gives a SafeString itself back."""
    return str.__str__(html)


def past_update(
    row: TableRow, user: User, update: Update, steps: history.Steps, at: int
) -> Update | None:
    """The update with the board as it was after entry `at`; None where it cannot be rebuilt."""
    view = history.view_at(row, at, row.place_of(user.pk))
    if view is None:
        return None
    return {**update, "view": view, "past": {"at": at, **history.neighbours(steps, at)}}


def scene_of(row: TableRow, user: User, update: Update, since: int) -> dict[str, Any]:
    """The values of all fragments' templates."""
    past = update.get("past")
    wording = wording_for(row, past and past["at"])
    place = row.place_of(user.pk)
    view = update["view"]
    question = None if past else update["question"]
    seats = seats_of(row, update, wording, place)
    groups, quiet = choices.groups_of(question, wording)
    drawn = has_board(row.game)
    return {
        "table": row,
        "title": title_of(row.rules),
        "update": update,
        "view": view,
        "past": past,
        "wording": wording,
        "seats": seats,
        "me": None if place is None else seats[place],
        "deciding": [seat for seat in seats if seat["deciding"]],
        "question": question,
        "groups": groups,
        "quiet": quiet,
        "folded": drawn and choices.is_long(groups),
        "confirm": None,
        "may_undo": not past and undoing.may_undo(row, place, timezone.now()),
        "last_rival": last_rival_of(seats, place),
        "result": result_of(update["outcome"], seats, row.rules, wording),
        "why_closed": why_closed(row, place),
        "lines": lines_of(update, seats),
        "since": since,
        "board_template": board_template(row.game),
        "seat_template": seat_template(row.game),
        "facts": functools.cache(lambda: facts_of(row.game, view, seats) if view else {}),
    }


def seats_of(
    row: TableRow, update: Update, wording: SiteWording, place: int | None
) -> list[dict[str, Any]]:
    """The seats of the update with name, colour and what the view says of each."""
    view = update["view"] or {}
    views = view.get("players") or []
    colours = colours_of(row.game, update["view"], len(row.seats))
    settled = update["outcome"] is not None or "past" in update
    holders = row.holders_at(update["past"]["at"]) if "past" in update else row.seats
    return [
        {
            **seat,
            "key": str(seat["place"]),
            "user": holders[seat["place"]].name,
            "name": wording.seats[seat["place"]],
            "colour": colours[seat["place"]],
            "mine": seat["place"] == place,
            "deciding": seat["deciding"] and not settled,
            "rank": None if "past" in update else seat["rank"],
            "since": moment(seat["since"]),
            "deadline": moment(seat["deadline"]),
            "view": views[seat["place"]] if seat["place"] < len(views) else None,
        }
        for seat in update["seats"]
    ]


def moment(text: str | None) -> datetime | None:
    """A time of the update."""
    return datetime.fromisoformat(text) if text else None


def last_rival_of(seats: list[dict[str, Any]], place: int | None) -> str | None:
    """The name of whoever wins if this seat gives up; None if the game would go on."""
    rivals = [seat for seat in seats if not seat["resigned"] and seat["place"] != place]
    return rivals[0]["name"] if place is not None and len(rivals) == 1 else None


def lines_of(update: Update, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The log's sentences; `first` where another seat begins, `last` where an entry ends."""
    lines: list[dict[str, Any]] = []
    for event in update["events"]:
        seat = None if event["place"] is None else seats[event["place"]]
        before = lines[-1] if lines else None
        if before is not None and before["number"] == event["number"]:
            before["last"] = False
        lines.append(
            {
                **event,
                "seat": seat,
                "at": moment(event["at"]),
                "first": before is None or before["place"] != event["place"],
                "last": True,
            }
        )
    return lines


@functools.cache
def exists(template: str) -> bool:
    """Whether there is a template of this name."""
    try:
        get_template(template)
    except TemplateDoesNotExist:
        return False
    return True


def has_board(game: str) -> bool:
    """Whether a game has a drawn board of its own."""
    return exists(f"games/{game}/board.html")


def board_template(game: str) -> str:
    """The template of a game's board, or the plain one that shows any view."""
    return f"games/{game}/board.html" if has_board(game) else "games/_plain_board.html"


@functools.cache
def art_of(game: str) -> SafeString:
    """The drawings of a game's pieces, for its board to use; "" if it has none.

    They are symbols without words, so they are drawn once for all tables and readers.
    """
    own = f"games/{game}/_art.svg"
    return render_to_string(own, art_values_of(game)) if exists(own) else SafeString()


@functools.cache
def board_style(game: str) -> str:
    """The style sheet of a game's board, below the static files; "" if it has none."""
    own = f"games/{game}/board.css"
    return own if finders.find(own) else ""


def seat_template(game: str) -> str:
    """The template of what lies in front of a seat."""
    own = f"games/{game}/seat.html"
    return own if exists(own) else "games/_plain_seat.html"
