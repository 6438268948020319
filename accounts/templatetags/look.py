"""How things are shown everywhere."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlencode

from django import template
from django.forms import BoundField
from django.template.context import Context, RequestContext
from django.urls import reverse
from django.utils.safestring import SafeString
from markupsafe import Markup

from accounts.mail.picture import face_mark
from config.web.marks import HiddenFields
from games.faces import draw_face
from games.page.drawing import tables
from games.page.forms import layout_of
from games.telling.reading import zoned

register = template.Library()


@register.inclusion_tag("_field.html")
def field(bound: BoundField) -> dict[str, object]:
    """A form field with label, help and errors, each tied to it for screen readers."""
    return {"field": bound, "kind": layout_of(bound)}


@register.simple_tag(takes_context=True)
def sign_in_address(context: Context) -> str:
    """The address of signing in that leads back here; empty for a user, and after a form."""
    request = context["request"]
    if request.method != "GET" or context["user"].is_authenticated:
        return ""
    return f"{reverse('account_login')}?{urlencode({'next': request.get_full_path()})}"


@register.simple_tag(takes_context=True)
def drawn(context: RequestContext, name: str) -> Markup:
    """Return what a compiled template draws, as on the pages of tables."""
    values: dict[str, object] = {str(key): value for key, value in context.flatten().items()}
    values["csrf_input"] = HiddenFields(context.request)
    return Markup(tables().get_template(name).render(values))  # noqa: S704 - by our own template


@register.filter
def without_placeholder(bound: BoundField) -> SafeString:
    """The control alone; its label says what it is."""
    bound.field.widget.attrs.pop("placeholder", None)
    return bound.as_widget()


register.filter("zoned", zoned)
register.simple_tag(draw_face)
register.filter(face_mark)


@register.filter(expects_localtime=True)
def stamp(at: datetime) -> str:
    """A time as machines read it in HTML, which knows no microseconds."""
    return at.isoformat(timespec="seconds")
