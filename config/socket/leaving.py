"""Sending the clients of a process elsewhere, before it ends.

Each is told to come again at a moment of its own, so that the others are not run down. It goes on
using this socket until it has opened the next one, and nobody sees a connection lost.
"""

from __future__ import annotations

import random

from config.socket.connection import Connection, open_connections
from config.web.closing import TRY_LATER

AT_ONCE = 150  # sockets a second that come again: more than half a core of where they go to
SHORTEST, LONGEST = 0.5, 30.0  # seconds until the last of them does


def seconds_for(count: int) -> float:
    """Within how many seconds so many sockets come again."""
    return min(LONGEST, max(SHORTEST, count / AT_ONCE))


async def send_away() -> float:
    """Tell all to come again; within how many seconds they will."""
    connections = open_connections()
    seconds = seconds_for(len(connections))
    for connection in connections:
        await ask_to_leave(connection, seconds)
    return seconds


async def ask_to_leave(connection: Connection, seconds: float) -> None:
    """Tell one to come again within so many seconds."""
    await connection.tell("again", after=int(1000 * random.uniform(0, seconds)))


async def shut_out() -> None:
    """Close those that are still here: they do not know how to leave by themselves."""
    for connection in open_connections():
        await connection.close(TRY_LATER)
