"""Columns in statements, written from the structs that are read and stored with them.

A field is a column of its name and type, unless something else is said to be `computed` for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import NoneType, UnionType
from typing import get_args, get_origin, get_type_hints

import msgspec

Struct = type[msgspec.Struct]

TYPES: Mapping[object, str] = {
    bool: "bool", int: "int", str: "text", datetime: "timestamptz", timedelta: "interval",
    list[int]: "int[]", list[str]: "text[]",
}  # fmt: skip
"""Of columns, by those of fields; any other is a document."""
BIG = ("id", "table_id", "stamp")


def kinds_of(struct: Struct) -> dict[str, object]:
    """Return the type of each field of a struct; for an optional one, what it is if not None."""
    hints = get_type_hints(struct)
    return {name: _without_none(hints[name]) for name in struct.__struct_fields__}


def _without_none(kind: object) -> object:
    if get_origin(kind) is not UnionType:
        return kind
    return next(part for part in get_args(kind) if part is not NoneType)


def selected(struct: Struct, alias: str, computed: Mapping[str, str]) -> str:
    """Return what to select for each field of a struct, in their order."""
    return ", ".join(computed.get(name, f"{alias}.{name}") for name in struct.__struct_fields__)


def json_object(struct: Struct, alias: str, computed: Mapping[str, str]) -> str:
    """Return the SQL of a JSON object from which msgspec makes a struct."""
    spans = {name for name, kind in kinds_of(struct).items() if kind is timedelta}
    pairs = (
        f"'{name}', 'PT' || extract(epoch from {alias}.{name}) || 'S'"
        if name in spans
        else f"'{name}', {computed.get(name, f'{alias}.{name}')}"
        for name in struct.__struct_fields__
    )
    return f"json_build_object({', '.join(pairs)})"


def names(struct: Struct) -> str:
    """Return the columns of a struct, in their order."""
    return ", ".join(f'"{name}"' for name in struct.__struct_fields__)


def recordset(struct: Struct) -> str:
    """Return the columns of structs that come as JSON, for `jsonb_to_recordset`."""
    types = {name: TYPES.get(kind, "jsonb") for name, kind in kinds_of(struct).items()}
    types |= dict.fromkeys(types.keys() & BIG, "bigint")
    return ", ".join(f'"{name}" {kind}' for name, kind in types.items())


def assigned(struct: Struct, alias: str, computed: Mapping[str, str]) -> str:
    """Return what an update sets to store a struct; all of it but its id."""
    names = [name for name in struct.__struct_fields__ if name != "id"]
    return ", ".join(computed.get(name, f"{name} = {alias}.{name}") for name in names)
