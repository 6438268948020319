"""Hints that two accounts may belong to one person. They prove little; only moderators see them.

Nothing is stored for it: it is read from where people are signed in, and from their tables.
"""

from __future__ import annotations

from typing import NamedTuple

from accounts.models import User
from games.storing.rows import run

HINTS = """
    with mine as (
        select NETWORK as network, user_agent from usersessions_usersession
        where user_id = %(user)s
    ), others as (
        select o.user_id, bool_or(o.user_agent = m.user_agent) as has_browser
        from (select user_id, NETWORK as network, user_agent from usersessions_usersession) as o
        join mine m using (network)
        where o.user_id <> %(user)s group by o.user_id
    )
    select u.id, u.username, o.has_browser,
        (select count(*) from games_seat s join games_seat t using (table_id)
            where s.user_id = u.id and t.user_id = %(user)s) as together,
        (select count(*) from games_seat s where s.user_id = u.id) as tables
    from others o join accounts_user u on u.id = o.user_id
    order by o.has_browser desc, together desc, u.id limit 20
""".replace("NETWORK", "network(set_masklen(ip, case family(ip) when 6 then 64 else 32 end))")
"""A household has one address of version 4, and 64 bits of version 6."""


class Hint(NamedTuple):
    """Another account in the same network: whether its browser calls itself alike, and how many of
    its tables are tables of both.
    """

    number: int
    name: str
    has_browser: bool
    together: int
    tables: int


def hints_about(user: User) -> list[Hint]:
    """Return the accounts that are signed in from the network of a user, those alike first."""
    return [Hint(*row) for row in run(HINTS, {"user": user.pk})]
