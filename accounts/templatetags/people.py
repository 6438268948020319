"""What templates ask about people and their games."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext

from accounts import demo
from accounts.models import User
from games.rules.registry import GAMES

register = template.Library()


@register.simple_tag
def demo_people() -> list[User]:
    """Whom one can be with one click; nobody outside the demo."""
    return demo.demo_people()


@register.filter
def game_title(slug: str) -> str:
    """The name of a game in the reader's language; the slug of one no longer installed."""
    rules = GAMES.get(slug)
    return gettext(str(rules.texts["game.title"])) if rules else slug
