"""Template tags for all pages."""

from __future__ import annotations

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

from games.page.forms import kind_of

register = template.Library()


@register.inclusion_tag("_field.html")
def field(bound: BoundField) -> dict[str, object]:
    """A form field with its label, help and errors tied to it for screen readers."""
    return {"field": bound, "kind": kind_of(bound)}


@register.filter
def without_placeholder(bound: BoundField) -> SafeString:
    """The control without a placeholder; its label says what it is."""
    bound.field.widget.attrs.pop("placeholder", None)
    return bound.as_widget()


@register.filter
def initial(name: str) -> str:
    """The first letter of a name, for the round badge beside it."""
    return str(name)[:1].upper()
