"""Closes the sockets of whoever has lost a right, in all processes and at once.

Triggers of the database tell the groups of a user and of a session in the transaction that takes a
right (`accounts/migrations/0013_rights_lost.py`). What a message may have missed is made good: each
socket is judged when it opens, when messages may have been lost (`RESYNC`), and when its session
runs out. Whatever is to be judged within a moment costs one statement.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from typing import Any

import msgspec
from channels.db import database_sync_to_async

from config.socket.batcher import Batcher
from config.socket.by_loop import ByLoop
from config.socket.connection import Connection, Topic
from config.socket.groups import RESYNC, groups
from config.web.closing import TRY_LATER, UNAUTHORIZED
from games.storing.credentials import Credential, still_holds
from games.storing.rows import run
from games.watching.live import live_tables
from games.watching.topics import credential_of

logger = logging.getLogger(__name__)

SETTLE = 0.05  # seconds to wait for further sockets before judging
A_MOMENT_AFTER = 0.1  # seconds after the end of a session, so that it is over for the database

JUDGE = """
    select {still_holds}, (
        select extract(epoch from s.expire_date - now())::float8 from django_session s
        where s.session_key = c.credential->>'session'
    )
    from jsonb_array_elements(%s::jsonb) with ordinality as c(credential, number)
    order by c.number
"""


def rights_group(whose: int | str) -> str:
    """The channel group of a user, by id, or of a session, by the hash of its key."""
    return f"rights.{whose}"


def judged(credentials: Sequence[Credential]) -> list[tuple[bool, float | None]]:
    """For each credential: whether it holds, and for how many seconds its session does."""
    sql = JUDGE.format(still_holds=still_holds())
    return [(holds, left) for holds, left in run(sql, [msgspec.json.encode(credentials).decode()])]


class SignedInTopic(Topic):
    """Ends the connection of a user, and no other, when it could not be opened any more.

    A table that is watched over it is told to look at its watchers again: rights other than that
    to be signed in are judged there. Staff have more rights than a table knows of, so theirs opens
    anew.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.credential = credential_of(connection)
        self.lost_any = False  # whether a right may have been lost since it was opened
        self.end: asyncio.TimerHandle | None = None

    @classmethod
    def concerns(cls, connection: Connection) -> bool:
        return connection.user.pk is not None

    @property
    def _groups(self) -> list[str]:
        user_id, session = self.credential.user_id, self.credential.session
        hashed = [hashlib.sha256(session.encode()).hexdigest()] if session else []
        return [rights_group(whose) for whose in (user_id, *hashed) if whose is not None]

    async def open(self) -> None:
        """First follow, then judge: what was lost since the client signed in is found."""
        for group in self._groups:
            await groups().follow(group, self._heard)
        if self.connection.is_open:
            judge_soon(self)
        else:  # it was closed meanwhile
            await self.close()

    async def close(self) -> None:
        """Stop following."""
        if self.end is not None:
            self.end.cancel()
        for group in self._groups:
            await groups().leave(group, self._heard)

    def _heard(self, message: dict[str, Any]) -> None:
        if message == RESYNC or message["type"] == "rights.lost":
            self.lost_any = True
            judge_soon(self)

    async def take(self, holds: bool, left: float | None) -> None:
        """Act on a judgement."""
        if not self.connection.is_open:
            return
        lost_any, self.lost_any = self.lost_any, False
        if not holds:
            await self.connection.close(UNAUTHORIZED)
        elif lost_any and getattr(self.connection.user, "is_staff", False):
            await self.connection.close(TRY_LATER)
        else:
            self._judge_again_in(left)
            if lost_any and self.connection.table_id is not None:
                live_tables().doubt(self.connection.table_id)

    def _judge_again_in(self, left: float | None) -> None:
        if self.end is not None:
            self.end.cancel()
            self.end = None
        if left is not None:
            later = asyncio.get_running_loop().call_later
            self.end = later(left + A_MOMENT_AFTER, judge_soon, self)


async def judge(doubted: list[SignedInTopic]) -> None:
    """Judge the sockets among these that are still open."""
    topics = [topic for topic in doubted if topic.connection.is_open]
    judgements = await database_sync_to_async(judged)([topic.credential for topic in topics])
    for topic, (holds, left) in zip(topics, judgements, strict=True):
        try:
            await topic.take(holds, left)
        except Exception:  # one that cannot be closed affects no other
            logger.exception("A socket that was judged")


# Whatever has failed: no socket stays unjudged.
_doubted = ByLoop(lambda: Batcher(judge, settle=SETTLE, retried=(Exception,)))


def judge_soon(topic: SignedInTopic) -> None:
    """Have a socket of the running event loop judged."""
    _doubted.here().add(topic)
