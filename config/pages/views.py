"""The pages of words. Some of them are there only if the operator has filled them in."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.pages.leaves import Leaf, leaf_of


def drawn(request: HttpRequest, shown: Leaf, more: Sequence[Sequence[str]] = ()) -> HttpResponse:
    """Draw a page of words, with paragraphs of the operator at its beginning.

    A list of its questions, if it answers any, comes before the sections.
    """
    asked = any(answers for _section, answers in shown.sections)
    return render(request, "pages/leaf.html", {"leaf": shown, "more": more, "asked": asked})


@require_safe
def leaf(request: HttpRequest, name: str) -> HttpResponse:
    """Show a page that every site has: help, fair play, what this site is."""
    return drawn(request, leaf_of(name))


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored, after what the operator says about it. Raises Http404 if that is missing."""
    if not settings.PRIVACY:
        raise Http404
    return drawn(request, leaf_of("privacy"), settings.PRIVACY)


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Who runs the site. Raises Http404 if the operator does not say so."""
    if not settings.IMPRINT:
        raise Http404
    return drawn(request, Leaf(_("Imprint")), settings.IMPRINT)


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Where to write to. Raises Http404 if there is no address."""
    if not settings.CONTACT:
        raise Http404
    return render(request, "pages/contact.html", {"address": settings.CONTACT})
