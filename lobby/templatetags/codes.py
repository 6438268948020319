"""QR codes, drawn as SVG."""

from __future__ import annotations

import functools

import qrcode
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

QUIET = 4
"""Modules of white around a code, as the standard asks for."""


@functools.lru_cache(maxsize=256)
def path_of(text: str) -> tuple[int, str]:
    """How many modules wide a code is, and its dark ones as the path of an SVG: runs in rows."""
    code = qrcode.QRCode(border=QUIET, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            start = x
            while x < len(row) and row[x]:
                x += 1
            if x > start:
                runs.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    return len(rows), "".join(runs)


@register.simple_tag
def qr_code(text: str, label: str) -> SafeString:
    """A QR code that says a text."""
    size, path = path_of(text)
    return format_html(
        '<svg class="qr" viewBox="0 0 {0} {0}" width="240" height="240" role="img"'
        ' aria-label="{1}" shape-rendering="crispEdges"><path class="paper" d="M0 0h{0}v{0}H0z"/>'
        '<path class="ink" d="{2}"/></svg>',
        size,
        label,
        path,
    )
