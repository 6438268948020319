"""How things are shown everywhere."""

from __future__ import annotations

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

from games.page.forms import layout_of

register = template.Library()


@register.inclusion_tag("_field.html")
def field(bound: BoundField) -> dict[str, object]:
    """A form field with label, help and errors, each tied to it for screen readers."""
    return {"field": bound, "kind": layout_of(bound)}


@register.filter
def without_placeholder(bound: BoundField) -> SafeString:
    """The control alone; its label says what it is."""
    bound.field.widget.attrs.pop("placeholder", None)
    return bound.as_widget()


@register.filter
def initial(name: str) -> str:
    """The first letter of a name, for the round sign beside it."""
    return str(name)[:1].upper()
