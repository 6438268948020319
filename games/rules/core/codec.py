"""Positions, moves and options to JSON and back: strict, typed, with the version in front."""

from __future__ import annotations

import functools
import re
from threading import Lock
from typing import Any, Generic, TypeVar, Union

import msgspec

from games.rules.core.effects import Rng
from games.rules.core.interface import (
    AnyState,
    Document,
    MalformedMove,
    Move,
    Position,
    Rules,
    S,
    UnknownKind,
)

T = TypeVar("T")


class UnreadablePosition(ValueError):
    """A stored position these rules cannot read: of another game, a newer version, or damaged."""


class Stored(msgspec.Struct, Generic[S], omit_defaults=True):
    """A position as it is stored, with its game, its version and its log entry."""

    rules: str
    version: int
    number: int
    rng: Rng
    state: S
    asked: dict[int, str] = {}


class Header(msgspec.Struct):
    """The part of a stored position that is read first, to decide how to read the rest."""

    rules: str
    version: int
    number: int
    asked: dict[int, str] = {}
    """Ids of the questions that these rules asked, by seat; empty if they are not on record."""


DAMAGED = (msgspec.DecodeError, RecursionError, LookupError, TypeError, AttributeError)
"""What reading or migrating a damaged document raises."""

_inspected: set[object] = set()  # types that msgspec has inspected
_inspecting = Lock()
_place = re.compile(r"(?:field `|at `\$\.)([^`]+)`$")  # where msgspec says a document is wrong
_header = msgspec.json.Decoder(Header)


def convert(document: object, kind: type[T], *, str_keys: bool = False) -> T:
    """Plain values as a value of a type, in any thread. Raises ValidationError.

    msgspec inspects a type when the type is first used. Two threads that do so at the same time
    read half-built data, and the process ends with a segmentation fault (msgspec 0.22).
    """
    if kind not in _inspected:
        with _inspecting:
            msgspec.json.Decoder(kind)
            _inspected.add(kind)
    try:
        return msgspec.convert(document, kind, str_keys=str_keys)
    except UnicodeError as error:  # a lone surrogate is no character
        raise msgspec.ValidationError(str(error)) from error


def encode(value: object) -> Document:
    """A move, a view, an event … as plain JSON values."""
    document: Document = msgspec.to_builtins(value, str_keys=True)
    return document


def encode_position(
    rules: Rules[S], position: Position[S], number: int, asked: dict[int, str] | None = None
) -> bytes:
    """The JSON document that is stored for a position reached with log entry `number`.

    `asked` are ids of the questions that are pending, so that later rules can be held to them.
    """
    stored = Stored(rules.slug, rules.version, number, position.rng, position.state, asked or {})
    return msgspec.json.encode(stored)


def decode_position(rules: Rules[S], document: bytes | str) -> tuple[Position[S], Header]:
    """A stored position, brought up to the rules' version, and the header it was stored with.

    Raises UnreadablePosition for another game, a newer or unknown version, or a damaged document.
    """
    try:
        header = _header.decode(document)
        if header.rules != rules.slug:
            raise UnreadablePosition(f"a position of {header.rules!r}, not of {rules.slug!r}")
        if header.version == rules.version:
            stored = _stored_decoder(rules).decode(document)
            return Position(stored.rng, stored.state), header
        whole = msgspec.json.decode(document)
        state = migrate(rules, whole["state"], header.version)
        rng = convert(whole["rng"], Rng)
        return Position(rng, convert(state, rules.state_type)), header  # type: ignore[arg-type]
    except DAMAGED as error:
        raise UnreadablePosition(f"{rules.slug}: {error}") from error


def migrate(rules: Rules[S], state: Document, version: int) -> Document:
    """A state document of an older version, one version up at a time."""
    if not 1 <= version <= rules.version:
        raise UnreadablePosition(
            f"a position of {rules.slug} version {version}; these rules are version {rules.version}"
        )
    for step in range(version, rules.version):
        if step not in rules.migrations:
            raise UnreadablePosition(f"{rules.slug} cannot migrate from version {step}")
        state = rules.migrations[step](state)
    return state


def copy_position(rules: Rules[S], position: Position[S]) -> Position[S]:
    """A deep copy: a msgpack round trip, ten times as fast as `copy.deepcopy`."""
    encoder, decoder = _copier(rules)
    copied: Position[S] = decoder.decode(encoder.encode(position))
    return copied


def decode_move(rules: Rules[AnyState], document: Document) -> Move:
    """A move from plain JSON values. Raises UnknownKind, MalformedMove."""
    kind_of(rules, document.get("kind") if isinstance(document, dict) else None)
    try:
        move: Move = msgspec.convert(document, _union(rules))
    except (msgspec.ValidationError, UnicodeError) as error:  # a lone surrogate is no character
        place = _place.search(str(error))
        raise MalformedMove(str(error), place[1] if place else "") from error
    return move


def kind_of(rules: Rules[AnyState], name: object) -> type[Move]:
    """The kind of move with this name. Raises UnknownKind."""
    for kind in rules.move_types:
        if kind.__name__ == name:
            return kind
    kinds = ", ".join(kind.__name__ for kind in rules.move_types)
    raise UnknownKind(f"It has: {kinds}", "kind")


def decode_options(rules: Rules[AnyState], document: Document) -> msgspec.Struct:
    """Options from plain JSON values; missing ones take their default. Raises ValidationError."""
    return convert(document, rules.options_type)


def make_ready(rules: Rules[AnyState]) -> None:
    """Have msgspec inspect all types of a game before a second thread starts.

    Why: see `convert`.
    """
    _stored_decoder(rules)
    _copier(rules)
    kinds = (Rng, rules.state_type, rules.options_type, rules.orders_type, _union(rules))
    for kind in kinds:
        msgspec.json.Decoder(kind)


@functools.cache
def _union(rules: Rules[AnyState]) -> Any:
    return Union[rules.move_types]  # noqa: UP007 - a tuple known only at run time


@functools.cache
def _stored_decoder(rules: Rules[S]) -> msgspec.json.Decoder[Stored[S]]:
    return msgspec.json.Decoder(Stored[rules.state_type])  # type: ignore[name-defined]


@functools.cache
def _copier(rules: Rules[S]) -> tuple[msgspec.msgpack.Encoder, msgspec.msgpack.Decoder[Any]]:
    shape = Position[rules.state_type]  # type: ignore[name-defined]
    return msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(shape)
