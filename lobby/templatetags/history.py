"""The tables of somebody, for pages that know nothing of the lobby."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import User
from lobby.lists.history import Wanted, head_to_head, page_of, tables_found

register = template.Library()

MOST_OF_PERSON = 8
"""How many tables the page of a person shows; the search shows all."""


@register.inclusion_tag("lobby/_of_person.html", takes_context=True)
def tables_of(context: template.RequestContext, person: User) -> dict[str, Any]:
    """Somebody's newest tables, and how the reader did against them."""
    reader = context["user"]
    page = page_of(tables_found(reader, Wanted(people=(person.pk,))), most=MOST_OF_PERSON)
    is_other = isinstance(reader, User) and reader.pk != person.pk
    return {
        "person": person,
        "reader": reader,
        "page": page,
        "records": head_to_head(reader, reader, person) if is_other else [],
    }
