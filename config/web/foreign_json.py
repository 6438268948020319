"""JSON that somebody has sent: read, or refused with one error whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Unreadable(ValueError):
    """It is no JSON, of another shape, of another encoding, or nested too deeply."""


def reader(kind: type[T] | Any) -> Callable[[bytes | str], T]:
    """A function that reads JSON of one type. It raises Unreadable, and nothing else."""
    decode = msgspec.json.Decoder(kind).decode

    def read(text: bytes | str) -> T:
        try:
            found: T = decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Unreadable(str(error)) from error
        return found

    return read


read_object: Callable[[bytes | str], dict[str, Any]] = reader(dict[str, Any])
"""A JSON object."""
read_any: Callable[[bytes | str], Any] = reader(Any)
"""Any JSON."""
