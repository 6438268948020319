"""Template tags about people and their games."""

from __future__ import annotations

from django import template

from accounts.models import User
from accounts.signing_in import demo
from games.rules.registry import GAMES
from games.telling.wording import title_of

register = template.Library()


@register.simple_tag
def demo_people() -> list[User]:
    """The users a visitor can be with one click; none outside the demo."""
    return demo.demo_people()


@register.filter
def game_title(slug: str) -> str:
    """The name of a game in the reader's language; the slug of one no longer installed."""
    return title_of(GAMES[slug]) if slug in GAMES else slug
