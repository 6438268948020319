"""What every template knows: `csrf_token`, with a mark beside Django's field, and `isolated`."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html
from django.utils.safestring import SafeString

from config.web.isolates import isolated
from config.web.marks import mark_field

register = template.Library()
register.filter(isolated)


@register.simple_tag(takes_context=True)
def csrf_token(context: Context) -> SafeString:
    """The hidden fields of a form; nothing where no request is answered."""
    field = CsrfTokenNode().render(context)
    return format_html("{}{}", field, mark_field() if field else "")
