"""A text has one meaning: all catalogues are loaded into one domain, where the last would win."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.utils import translation

from config.running import texts
from games.rules.registry import GAMES
from games.telling.wording import SiteWording


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_no_text_has_two_meanings(language: str) -> None:
    meanings: dict[Any, dict[Any, str]] = defaultdict(dict)
    for area in texts.areas():
        path = area.po(language)
        if not path.exists():
            continue
        with path.open("rb") as source:
            for message in read_po(source, locale=language):
                if message.id:
                    meanings[message.context, message.id][message.string] = area.name
    two = {text: told for text, told in meanings.items() if len(told) > 1}
    assert meanings and not two


def test_a_word_means_in_each_game_what_it_means_there() -> None:
    """Cuba's worker is a man of cardboard, Guatemala's a woman: neither wins over the other."""
    with translation.override("de"):
        said = {
            slug: SiteWording(GAMES[slug], []).say(key)
            for slug, key in (("cuba", "character.worker"), ("guatemala_cafe", "piece.worker"))
        }
    assert said["cuba"] != said["guatemala_cafe"]
