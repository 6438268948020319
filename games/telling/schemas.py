"""The schemas of the documents of a table, made of `games.telling.documents`."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from datetime import datetime
from types import GenericAlias, UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from ninja import Field, Schema
from pydantic import ConfigDict, create_model

from games.documents import told_terms
from games.models.terms import FOLLOWED
from games.telling import documents

_schemas: dict[object, type[Schema]] = {}


class OutcomeDocument(Schema):
    """How the game ended."""

    reason: str
    standings: list[dict[str, Any]]


class Open(Schema):
    """A document with further fields."""

    model_config = ConfigDict(extra="allow")


def schema_of(
    document: type[Struct], base: type[Schema] = Schema, **instead: Mapping[str, object]
) -> type[Schema]:
    """Return the schema of a document. Fields in `instead` stand in the place of the named one."""
    kinds: dict[str, object] = {}
    for name, kind in get_type_hints(document, include_extras=True).items():
        kinds |= instead.get(name, {name: described(kind)})
    fields: dict[str, Any] = {name: (kind, ...) for name, kind in kinds.items()}
    schema = create_model(
        document.__name__, __base__=base, __doc__=document.__doc__, __module__=__name__, **fields
    )
    _schemas[document] = schema
    return schema


def described(kind: object) -> object:
    """Return a type of a document's field as the schemas of the API have it."""
    if kind in _schemas:
        return _schemas[kind]
    if kind is documents.Moment:
        return datetime
    outer, inner = get_origin(kind), get_args(kind)
    if outer is Annotated:
        meta: Meta = inner[1]
        about: object = Field(
            description=meta.description, json_schema_extra=meta.extra_json_schema
        )
        return Annotated[described(inner[0]), about]
    parts = tuple(map(described, inner))
    if outer is UnionType:
        return functools.reduce(operator.or_, parts)
    return GenericAlias(outer, parts) if isinstance(outer, type) else kind


schema_of(documents.SeatDocument)
schema_of(documents.WishDocument)
schema_of(documents.TableClock)
schema_of(documents.Offer)
schema_of(documents.Lacking)
schema_of(documents.QuestionDocument)
schema_of(documents.EventDocument, Open, more={})
Update = schema_of(
    documents.Update,
    terms=told_terms(FOLLOWED),
    outcome={"outcome": OutcomeDocument | None},
    past={},
)


Outdated = create_model(
    "Outdated",
    __base__=Update,
    __doc__="The table as it is now, and why the answer was refused.",
    __module__=__name__,
    error=(str, Field(description="A code for programs.")),
    message=(str, Field(description="Words for people, in their language.")),
)
