"""Columns that hold JSON: what Django reads of it, or what only the rules' codec reads."""

from __future__ import annotations

from typing import Any, TypeAlias

from django.db import models

from games.rules.core.interface import Document

JSON: TypeAlias = "models.JSONField[Document, Document]"
MaybeJSON: TypeAlias = "models.JSONField[Document | None, Document | None]"
JSONList: TypeAlias = "models.JSONField[list[Document], list[Document]]"


class RawJSONField(models.Field):  # type: ignore[type-arg]
    """A jsonb column whose value is its JSON text: written and read by msgspec, never by Django."""

    def db_type(self, connection: Any) -> str:
        return "jsonb"

    def get_prep_value(self, value: str | bytes | None) -> str | None:
        return value.decode() if isinstance(value, bytes) else value
