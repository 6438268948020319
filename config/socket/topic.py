"""A topic: one matter that a connection is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

if TYPE_CHECKING:
    from config.socket.connection import Connection


class Nonsense(ValueError):
    """What a client has asked for cannot be meant; it is shown the door."""


class Hello(msgspec.Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The client says what it knows: first of all, on reconnecting, and once a minute.

    `number` is the latest entry of the table's log, 0 where there is no table. `has` are the
    hashes of all parts that a page shows, joined; without it they are as they were told. `base`
    comes back with every update that builds on this.
    """

    number: int
    has: str | None = None
    base: int = 0


class Topic:
    """One matter that a connection is about. Made when it is accepted; raises Nonsense then.

    `messages` are those that it understands: tagged structs, which nobody else's may look like.
    `close` is called in the end, whether or not `open` was, or has come to its own end.
    """

    messages: ClassVar[tuple[type[msgspec.Struct], ...]] = ()

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @classmethod
    def concerns(cls, connection: Connection) -> bool:
        """Whether a connection is about this."""
        raise NotImplementedError

    async def open(self) -> None:
        """The connection is open."""

    async def greet(self, hello: Hello) -> None:
        """The client has said what it knows."""

    async def hear(self, message: Any) -> None:
        """The client has said one of `messages`."""

    async def close(self) -> None:
        """The connection is over."""
