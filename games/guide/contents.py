"""A game's rules as a page shows them: sections, what stands in the table of contents, examples."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec
from django.urls import reverse
from django.utils.translation import get_language, override
from markupsafe import Markup

from games.guide import pictures, texts
from games.guide.positions import reached
from games.page import drawing
from games.page.forms import ChoiceWords
from games.rules.core.editions import EDITION, editions_of
from games.rules.core.interface import (
    AnyState,
    Rules,
)
from games.rules.registry import GAMES

NAME = "rules"
FALLBACK = "en"  # for languages in which a game has no text


class ShownSection(msgspec.Struct, frozen=True):
    """A section with the option without which it does not apply, in words."""

    section: texts.Section
    only_with: str = ""


class Guide(msgspec.Struct, frozen=True):
    """The rules of a game in one language. The first section is the title."""

    language: str
    title: texts.Section
    sections: tuple[ShownSection, ...]


def guide_of(game: str, look: str) -> Guide:
    """The rules of a game in the active language. Raises NotAsTold."""
    language = get_language() or FALLBACK
    return _guide(game, look, language if texts.has_text(game, language, NAME) else FALLBACK)


@functools.lru_cache(maxsize=100)
def _guide(game: str, look: str, language: str) -> Guide:
    rules = GAMES[game]
    with override(language):
        words = drawing.pen_for(game, rules).words
        example = functools.partial(_example, game, look)
        text = texts.source(game, language, NAME)
        title, *sections = texts.sections_of(text, language, words, example)
        shown = (ShownSection(section, only_with(rules, section.option)) for section in sections)
        return Guide(language, title, tuple(shown))


def only_with(rules: Rules[AnyState], option: str) -> str:
    """An option of a section in words: "Public scores", or "Layout: by hand"."""
    if not option:
        return ""
    words = ChoiceWords(rules, "option")
    name, has_value, value = option.partition("=")
    return f"{words.name(name)}: {words.value(name, value)}" if has_value else words.name(name)


class Edition(msgspec.Struct, frozen=True):
    """Which of several editions the rules to read are of, in words."""

    name: str
    value: str


def newest_edition(rules: Rules[AnyState]) -> Edition | None:
    """The edition that the rules to read are of; None if a game has only one.

    What differs in another one is a section that applies only with it.
    """
    editions = editions_of(rules)
    if not editions:
        return None
    words = ChoiceWords(rules, "option")
    return Edition(words.name(EDITION), words.value(EDITION, editions[-1]))


def _example(game: str, look: str, name: str, said: Markup) -> Markup:
    """An example as a figure: the board before or after its answers, or both, and what is said."""
    found = reached(game, name)
    told = found.told
    moments = ("before", "after") if told.shows == "both" else (told.shows,)
    values = {
        "name": name,
        "said": said,
        "scenes": [
            {
                "moment": moment,
                "picture": _address(game, name, moment, look) if told.board else None,
                "holdings": pictures.holdings_of(game, found, moment, f"{name}-{moment}"),
            }
            for moment in moments
        ],
        "happened": pictures.happened(game, found) if told.shows != "before" else [],
    }
    macro = drawing.tables().get_template("guide/parts.html").module.example  # type: ignore[attr-defined]
    return Markup(macro(**values).strip())  # noqa: S704 - by our own template


def _address(game: str, name: str, moment: str, look: str) -> Mapping[str, Any]:
    language = get_language() or FALLBACK
    picture = pictures.picture_of(game, name, moment, look, language)
    address = reverse("guide_picture", args=[game, name, moment])
    return {
        "src": f"{address}?look={look}&v={picture.tag}",
        "width": round(picture.width),
        "height": round(picture.height),
    }
