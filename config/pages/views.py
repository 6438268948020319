"""The pages of words. Some of them are there only if the operator has filled them in."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.pages.help import HELP
from config.pages.leaves import Leaf
from config.pages.words import ABOUT, FAIR_PLAY, PRIVACY


def leaf(request: HttpRequest, shown: Leaf, more: list[list[str]] | None = None) -> HttpResponse:
    """A page of words, with paragraphs of the operator at its beginning."""
    return render(request, "pages/leaf.html", {"leaf": shown, "more": more or []})


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Help and questions."""
    return leaf(request, HELP)


@require_safe
def fair_play(request: HttpRequest) -> HttpResponse:
    """What players may expect of each other."""
    return leaf(request, FAIR_PLAY)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What this site is."""
    return leaf(request, ABOUT)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored, after what the operator says about it. Raises Http404 if that is missing."""
    if not settings.PRIVACY:
        raise Http404
    return leaf(request, PRIVACY, settings.PRIVACY)


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Who runs the site. Raises Http404 if the operator does not say so."""
    if not settings.IMPRINT:
        raise Http404
    return leaf(request, Leaf("imprint", _("Imprint"), "", []), settings.IMPRINT)


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Where to write to. Raises Http404 if there is no address."""
    if not settings.CONTACT:
        raise Http404
    return render(request, "pages/contact.html", {"address": settings.CONTACT})
