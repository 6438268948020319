"""What the sockets of this site have in common."""

from __future__ import annotations

from typing import Any

from channels.consumer import get_handler_name


class LeanDispatch:
    """Comes before Channels' consumer among the bases; calls handlers without a thread.

    Channels asks a thread, before each handler, to close old database connections, which costs
    more than the handler. That is of use only to a handler that calls the ORM by itself on the
    event loop; `database_sync_to_async` cleans up where it works.
    """

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler for a message of the socket or of the layer."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)
