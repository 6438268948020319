"""What somebody asks all others at a table to agree to, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from games.models.times import in_words, minutes_of, pace_in_words
from games.storing.rows import Wish


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
