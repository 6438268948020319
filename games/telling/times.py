"""How long something takes, in words: paces, budgets, protected time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext, ngettext

from games.clocks.pace import ANSWER, NONE, Pace
from games.storing.rows import Wish

MINUTE, HOUR, DAY = 1, 60, 24 * 60


def minutes_of(time: timedelta) -> int:
    """Whole minutes."""
    return int(time.total_seconds()) // 60


def in_words(minutes: int) -> str:
    """A time in the largest units that say it: "3 days", "1 day 12 hours", "30 minutes"."""
    days, rest = divmod(minutes, DAY)
    hours, rest = divmod(rest, HOUR)
    said = [
        ngettext("{count} day", "{count} days", days).format(count=days) if days else "",
        ngettext("{count} hour", "{count} hours", hours).format(count=hours) if hours else "",
        ngettext("{count} minute", "{count} minutes", rest).format(count=rest) if rest else "",
    ]
    return " ".join(filter(None, said)) or gettext("none")


def pace_in_words(pace: Pace) -> str:
    """The time for a move: "no limit", "3 days", "10 days, 12 hours more for each answer …"."""
    if pace.kind == NONE:
        return gettext("no limit")
    start = in_words(minutes_of(pace.start))
    if pace.kind == ANSWER:
        return start
    return gettext("{start} in all, and {more} for each answer (at most {cap} at once)").format(
        start=start,
        more=in_words(minutes_of(pace.increment)),
        cap=in_words(minutes_of(pace.cap)),
    )


def wish_in_words(wish: Wish, names: Sequence[str]) -> str:
    """What somebody asks all others to agree to."""
    texts = {
        "pause": gettext("{name} asks for a pause of {time}: no clock would run."),
        "resume": gettext("{name} asks to end the pause."),
        "more": gettext("{name} asks for {time} more for {whom}."),
        "end": gettext("{name} asks to end this game without a result."),
        "stand_in": gettext(
            "{name} asks that a bot play for {whom}, who has not answered for a long time."
        ),
        "back": gettext(
            "{name} asks to go back to before their answer: everything after it would be taken "
            "back, and what was seen cannot be unseen."
        ),
        "clock": gettext("{name} asks for a clock: {time} for every answer."),
        "budget": gettext("{name} asks for a clock: {pace}."),
    }
    kind = "budget" if wish.cap else wish.kind
    facts = {"name": names[wish.by], "whom": names[wish.place], "pace": pace_in_words(wish.pace)}
    time = in_words(minutes_of(wish.time))
    return texts[kind].format(time=time, **facts)
