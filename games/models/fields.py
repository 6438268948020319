"""Columns that hold JSON which only the rules' codec reads."""

from __future__ import annotations

from typing import Any

from django.db import models


class RawJSONField(models.Field):  # type: ignore[type-arg]
    """A jsonb column whose value is its JSON text: written and read by msgspec, never by Django."""

    def db_type(self, connection: Any) -> str:
        return "jsonb"

    def get_prep_value(self, value: str | bytes | None) -> str | None:
        return value.decode() if isinstance(value, bytes) else value
