"""The games on the shelf, each with a table to watch, and the games that have ended last.

One statement reads both, from indexes: of public tables alone, and of those without anybody whom
the reader blocks or who blocks the reader.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.core.interface import AnyState, Rules
from lobby.lists.cards import Card, cards
from lobby.lists.history import Reader
from lobby.terms.opening import games_in_lobby

WITHOUT_BLOCKED = """
    not exists (
        select from games_seat s join accounts_user_blocked b
            on (b.from_user_id, b.to_user_id) in ((%(user)s, s.user_id), (s.user_id, %(user)s))
        where s.table_id = t.id
    )
"""
IN_PUBLIC = f"""
    select watched.id from unnest(%(games)s::text[]) as g(game) cross join lateral (
        select t.id from games_table t
        where t.game = g.game and t.status = 'playing' and not t.private and t.frozen_at is null
            and {WITHOUT_BLOCKED}
        order by t.id desc limit 1
    ) as watched
    union all select * from (
        select over.id from unnest(%(games)s::text[]) as g(game) cross join lateral (
            select t.id, t.finished_at from games_table t
            where t.game = g.game and t.status = 'finished' and not t.private
                and {WITHOUT_BLOCKED}
            order by t.finished_at desc, t.id desc limit %(ended)s
        ) as over
        order by over.finished_at desc, over.id desc limit %(ended)s
    ) as ended
"""  # noqa: S608 - our own statement


class OnShelf(NamedTuple):
    """A game, and a public table at which it is played now, if there is one."""

    rules: Rules[AnyState]
    table: Card | None

    @property
    def slug(self) -> str:
        """Return the game's slug."""
        return self.rules.slug


class Shelf(NamedTuple):
    """All games, and the tables that have ended last, the latest first."""

    games: list[OnShelf]
    ended: list[Card]


def shelf_for(reader: Reader, *, ended: int = 0) -> Shelf:
    """Return what a reader sees on the shelf, with so many of the tables that have ended last."""
    games = games_in_lobby()
    found = cards(IN_PUBLIC, {"user": reader.pk, "games": list(games), "ended": ended})
    watched = {card.game: card for card in found if card.finished_at is None}
    over = [card for card in found if card.finished_at is not None]
    return Shelf(
        [OnShelf(rules, watched.get(slug)) for slug, rules in games.items()],
        sorted(over, key=lambda card: (card.finished_at, card.pk), reverse=True),
    )
