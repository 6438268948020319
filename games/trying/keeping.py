"""Trials, kept in the session of their user: nobody else reads them."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest

from config.web import buckets
from config.web.clients import asking
from games.rules.core.codec import convert, encode
from games.trying.trees import Tree

KEY = "what_if"  # in the session
MOST_KEPT = 4  # trees in a session; the one that was touched longest ago goes first
MOST_DRAWS = 1_000  # then they begin again


class Trial(Tree, frozen=True):
    """A tree of answers, with the draw of what is hidden.

    `study` is the number of the study that it was opened from, 0 if there is none.
    """

    seed: int = 1
    study: int = 0

    def drawn_anew(self) -> Trial:
        """Return the same answers with other hidden things."""
        return msgspec.structs.replace(self, seed=self.seed % MOST_DRAWS + 1)


def check_rate(user_id: int | None) -> None:
    """Count one more move that is tried. Raises TooMany."""
    buckets.trials_of_moves.admit(asking(user_id))


def name_at(table_id: int, at: int) -> str:
    """Return the name under which is kept what somebody tries from a step of a table."""
    return f"{table_id}/{at}"


def trial_in(request: HttpRequest, name: str) -> Trial | None:
    """Return what the reader has tried under this name; None if that is nothing."""
    kept = request.session.get(KEY, {}).get(name)
    return convert(kept, Trial) if kept else None


def keep(request: HttpRequest, name: str, trial: Trial) -> None:
    """Remember what the reader has tried under this name."""
    others: dict[str, Any] = dict(request.session.get(KEY, {}))
    others.pop(name, None)
    kept = [*others.items(), (name, encode(trial))]
    request.session[KEY] = dict(kept[-MOST_KEPT:])
