"""A text has one meaning: all catalogues are loaded into one domain, where the last would win."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import django
import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.formats import date_format

from config.running import texts
from games.guide import contents
from games.looks import LOOKS
from games.page import drawing, saying
from games.page.drawing import SHAPES, colour_letter, colour_name
from games.rules.registry import GAMES
from games.telling import wording
from games.telling.wording import SiteWording

FORMAL = re.compile(r"\b(?:Sie|Ihr(?:e[mnrs]?)?|Ihnen)\b")
FORGED = re.compile(r"Referer|CSRF|cookies")  # of a page that `config.web.resending.stale` replaces


def messages_in(path: Path) -> Iterator[Message]:
    with path.open("rb") as source:
        yield from (message for message in read_po(source, locale="de") if message.id)


def test_what_django_says_formally_in_german_is_replaced_and_nothing_it_does_not_say() -> None:
    (home,) = [area for area in texts.areas() if area.name == "libraries"]
    ours = {message.id for message in messages_in(home.po("de"))}
    every = [
        message
        for path in Path(django.__file__).parent.rglob("locale/de/LC_MESSAGES/django.po")
        for message in messages_in(path)
    ]
    formal = {
        message.id
        for message in every
        if FORMAL.search(str(message.string)) and not FORGED.search(str(message.id))
    }
    assert formal <= ours <= {message.id for message in every}


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


@pytest.mark.parametrize(
    ("language", "written"), [("en", "2 November 2026, 15:04"), ("de", "2. November 2026 15:04")]
)
def test_dates_are_written_as_the_language_is(language: str, written: str) -> None:
    """Day before month, and 24 hours: the English of the site is British."""
    with translation.override(language):
        assert date_format(datetime(2026, 11, 2, 15, 4, tzinfo=UTC), "DATETIME_FORMAT") == written


def test_the_letters_of_colours_are_those_of_the_words() -> None:
    for language in ("en", "de"):
        with translation.override(language):
            letters = {colour: colour_letter(colour) for colour in SHAPES}
            assert len(set(letters.values())) == len(SHAPES)
            assert letters["green"] == "G"
            for colour, letter in letters.items():
                assert letter in colour_name(colour).upper()


def test_a_word_means_in_each_game_what_it_means_there() -> None:
    """Cuba's worker is a man of cardboard, Guatemala's a woman: neither wins over the other."""
    with translation.override("de"):
        said = {
            slug: SiteWording(GAMES[slug], []).say(key)
            for slug, key in (("cuba", "character.worker"), ("guatemala_cafe", "piece.worker"))
        }
    assert said["cuba"] != said["guatemala_cafe"]


def test_what_is_kept_for_a_language_is_in_it_whatever_is_active() -> None:
    """Here it is made for English, past the caches, while German is active."""
    at, pier = datetime(2026, 12, 2, 15, 4, tzinfo=UTC), GAMES["pier"]
    with translation.override("de"):
        assert saying._translation.__wrapped__("en", None, "Help") == "Help"
        assert saying._plural.__wrapped__("en", "{count} day", "{count} days", 2) == "{count} days"
        assert "2 December 2026, 16:04 (Europe/Berlin)" in saying._time.__wrapped__(
            at, "ago", "en", "Europe/Berlin"
        )
        assert drawing._letter.__wrapped__("en", "yellow") == "Y"
        for words in (
            drawing._words.__wrapped__(pier, "en"),
            wording._wording.__wrapped__(pier, (), "en"),
        ):
            assert words.say("prompt.confirm") == "End your turn?"
        guide = contents._guide.__wrapped__("pier", next(iter(LOOKS)), "en")
        assert guide.sections[-1].only_with == "Public scores"
