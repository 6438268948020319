"""The schemas of documents for the API: each is made of the struct that is sent."""

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

_schemas: dict[type[Struct], type[Schema]] = {}


class OutcomeDocument(Schema):
    """How the game ended."""

    reason: str
    standings: list[dict[str, Any]]


class Open(Schema):
    """A document with further fields."""

    model_config = ConfigDict(extra="allow")


def schema_of(
    document: type[Struct],
    base: type[Schema] = Schema,
    *,
    name: str = "",
    about: str | None = None,
    **instead: Mapping[str, object],
) -> type[Schema]:
    """Return the schema of a document; it is made once, with those of the documents in it.

    Fields in `instead` stand in the place of the named one. Raises ValueError for a second
    document of one name: the API would describe both as one of them.
    """
    if document in _schemas:
        return _schemas[document]
    if any(made.__name__ == (name or document.__name__) for made in _schemas.values()):
        raise ValueError(f"Two documents are called {name or document.__name__}.")
    kinds: dict[str, object] = {}
    for field, kind in get_type_hints(document, include_extras=True).items():
        kinds |= instead.get(field, {field: described(kind)})
    fields: dict[str, Any] = {field: (kind, ...) for field, kind in kinds.items()}
    _schemas[document] = create_model(
        name or document.__name__,
        __base__=base,
        __doc__=about or document.__doc__,
        __module__=__name__,
        **fields,
    )
    return _schemas[document]


def listed(document: type[Struct]) -> GenericAlias:
    """Return the schema of a list of such documents."""
    return GenericAlias(list, schema_of(document))


def described(kind: object) -> object:
    """Return a type of a document's field as the schemas of the API have it."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return schema_of(kind)
    if kind is documents.Moment:
        return datetime
    outer, inner = get_origin(kind), get_args(kind)
    if outer is Annotated:
        meta = inner[1]
        if not isinstance(meta, Meta):
            return kind
        about: object = Field(
            description=meta.description, json_schema_extra=meta.extra_json_schema
        )
        return Annotated[described(inner[0]), about]
    parts = tuple(map(described, inner))
    if outer is UnionType:
        return functools.reduce(operator.or_, parts)
    return GenericAlias(outer, parts) if isinstance(outer, type) else kind


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
