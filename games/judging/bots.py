"""What bots answer at a table: at once by a quick policy, or with what a search has found."""

from __future__ import annotations

import random
from datetime import datetime

from games.bots.levels import bot_named, policy_of, searches
from games.errors import NotYourTurn
from games.judging.limits import judged
from games.judging.turns import Draft
from games.rules.core.interface import Decision, Move, play_at_random
from games.rules.core.play import of_seat
from games.storing.changes import Change
from games.storing.rows import SeatRow, TableRow


def bot_answer(
    row: TableRow, now: datetime, chance: random.Random, *, hurried: bool = False
) -> Change | None:
    """The change when a bot plays one move, for the first bot's seat that must decide, if any.

    Those that search are left out; `hurried`, they play as the stand-in does.
    """
    draft = Draft(row, now)
    for decision in draft.decisions:
        seat = row.seats[decision.seat]
        if not seat.bot or (is_searched(row, seat, decision) and not hurried):
            continue
        draft.play(seat.place, bot_choice(draft, decision, seat, chance), by=seat.bot)
        return draft.change(bots_follow=False)
    return None


def is_searched(row: TableRow, seat: SeatRow, decision: Decision) -> bool:
    """Whether a seat's bot searches for its answer to this question."""
    return bool(seat.bot) and searches(row.rules, seat.bot) and len(decision.moves) > 1


def bot_choice(draft: Draft, decision: Decision, seat: SeatRow, chance: random.Random) -> Move:
    """Return what the bot of a seat, or the stand-in of whoever is away, answers at once.

    Where a game has no policy, whoever is away gives the default that its rules name.
    """
    rules, is_away = draft.rules, seat.absent or not seat.bot
    if is_away and decision.default is not None and policy_of(rules) is play_at_random:
        return decision.default
    name = seat.bot or draft.row.stand_in
    if searches(rules, name):
        name = rules.stand_in
    with judged():
        view = rules.view(draft.position.state, seat.place)
        return bot_named(rules, name)(view, decision, chance)


def bot_answers_once(row: TableRow, place: int, now: datetime, chance: random.Random) -> Change:
    """The change when the stand-in gives one answer for a user who has run out of time.

    The seat stays theirs, with a fresh clock for the next question. A stand-in that searches gets
    the seat for this answer (`SeatRow.lent`), and gives it when it is found.
    """
    draft = Draft(row, now)
    decision = of_seat(draft.decisions, place)
    if decision is None:
        raise NotYourTurn
    seat = row.seats[place]
    draft.seats[place] = {"missed": seat.missed + 1}
    draft.add("missed", place=place, barrier=True)
    if searches(row.rules, row.stand_in) and len(decision.moves) > 1:
        draft.seats[place]["bot"] = row.stand_in
        return draft.change()
    draft.play(place, bot_choice(draft, decision, seat, chance), by=row.stand_in)
    draft.wind_up(place)
    return draft.change()
