"""The base of all pages of the administration: a list is filtered and sorted by what it names.

Django lets whoever sees a list filter it by any field, and so read letter by letter what no page
shows: positions and seeds of tables, addresses of users.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.db.models import Field, Model, QuerySet
from django.db.models.expressions import Combinable
from django.http import HttpRequest

from config.web.numbers import number_of

DATE_PARTS = ("year", "month", "day")


class NamedList(ChangeList):
    """A list that is sorted by its columns alone."""

    def get_ordering(
        self, request: HttpRequest, queryset: QuerySet[Model]
    ) -> list[str | Combinable]:
        """Raise DisallowedModelAdminLookup for a column that is not there or cannot be sorted."""
        for part in filter(None, str(self.params.get(ORDER_VAR, "")).split(".")):
            if not self.is_column(part.removeprefix("-")):
                raise DisallowedModelAdminLookup(f"Sorting by {part} not allowed")
        return super().get_ordering(request, queryset)

    def is_column(self, text: str) -> bool:
        """Whether the list can be sorted by the column of a number."""
        number = number_of(text, 2)
        if number is None:
            return False
        name = [*self.list_display, ""][min(number, len(self.list_display))]
        return bool(name in (self.sortable_by or ()) and self.get_ordering_field(name))


class NamedFilterAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Filtered by what `list_filter` and `date_hierarchy` name, in the ways that they offer.

    Everything else is refused with 400.
    """

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return NamedList

    def lookup_allowed(
        self, lookup: str, value: object, request: HttpRequest | None = None
    ) -> bool:
        assert request is not None
        parts = {f"{self.date_hierarchy}__{part}" for part in DATE_PARTS}
        return lookup in self.offered(request) | (parts if self.date_hierarchy else set())

    def offered(self, request: HttpRequest) -> set[str]:
        """The parameters that the filters beside the list set."""
        names: set[str] = set()
        for entry in self.get_list_filter(request):
            name, make = entry if isinstance(entry, tuple) else (entry, None)
            field = get_fields_from_path(self.model, str(name))[-1]
            assert isinstance(field, Field)
            made = (make or admin.FieldListFilter.create)(
                field, request, {}, self.model, self, field_path=str(name)
            )
            names.update(filter(None, made.expected_parameters()))
        return names
