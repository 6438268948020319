"""How far somebody has come in trying something: in their session, which nobody else reads."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest

from config.web import buckets
from config.web.clients import asking
from games.rules.core.codec import convert, encode
from games.rules.core.interface import Document, Seat

KEY = "what_if"  # in the session
MOST_KEPT = 4  # courses in a session; the one that was touched longest ago goes first
MOST_DRAWS = 1_000  # then they begin again


class Trial(msgspec.Struct, frozen=True):
    """Moves tried from one position, the draw of what is hidden, and how many are played now."""

    seed: int = 1
    moves: list[tuple[Seat, Document]] = []
    step: int = 0

    @property
    def played(self) -> list[tuple[Seat, Document]]:
        """The moves up to the present step."""
        return self.moves[: self.step]

    def goes_on(self, seat: Seat, move: Document) -> Trial:
        """With one more move: the one that follows anyway, or another instead of all later ones."""
        if self.step < len(self.moves) and self.moves[self.step] == (seat, move):
            return msgspec.structs.replace(self, step=self.step + 1)
        return Trial(self.seed, [*self.played, (seat, move)], self.step + 1)

    def stepped(self, by: int) -> Trial:
        """Some steps on or back, as far as there are any."""
        step = min(max(self.step + by, 0), len(self.moves))
        return msgspec.structs.replace(self, step=step)

    def drawn_anew(self) -> Trial:
        """The same moves with other hidden things."""
        return Trial(self.seed % MOST_DRAWS + 1, self.moves, self.step)


def check_rate(user_id: int | None) -> None:
    """Count one more move that is tried. Raises TooMany."""
    buckets.trials_of_moves.admit(asking(user_id))


def trial_in(request: HttpRequest, table_id: int, at: int) -> Trial:
    """What the reader has tried from a step of a table."""
    told = request.session.get(KEY, {}).get(f"{table_id}/{at}")
    return convert(told, Trial) if told else Trial()


def keep(request: HttpRequest, table_id: int, at: int, trial: Trial) -> None:
    """Remember what the reader has tried."""
    name = f"{table_id}/{at}"
    others: dict[str, Any] = dict(request.session.get(KEY, {}))
    others.pop(name, None)
    kept = [*others.items(), (name, encode(trial))]
    request.session[KEY] = dict(kept[-MOST_KEPT:])
