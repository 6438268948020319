"""A page of words: Markdown as in guides (docs/reference/guide.md), in a file for each language.

The text below a second heading may be answers with third headings. Besides, such a file knows

    $silent_days                a value of the code
    [Settings](page:settings)   a link to a page, by the name of its route
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import get_language, override

from accounts.models import Rule
from accounts.notices.selecting import KEPT
from config.running.version import VERSION
from games.guide.texts import Section, sections_of
from games.judging.agreements import SILENCE

FOLDER = Path(__file__).parent
FALLBACK = "en"  # for languages without a folder


class Leaf(NamedTuple):
    """A page: what it says first, and its sections, each with its answers."""

    title: str
    lead: str = ""
    sections: Sequence[tuple[Section, list[Section]]] = ()


def leaf_of(name: str) -> Leaf:
    """Return a page in the active language."""
    language = get_language() or FALLBACK
    return _leaf(name, language if (FOLDER / language).is_dir() else FALLBACK)


@functools.cache
def _leaf(name: str, language: str) -> Leaf:
    values = {
        "silent_days": SILENCE.days,
        "version": VERSION,
        "mail_days": KEPT.days,
        "rule_time": Rule.TIME.label,
        "rule_to_win": Rule.TO_WIN.label,
        "rule_words": Rule.WORDS.label,
        "rule_secrets": Rule.SECRETS.label,
    }
    with override(language):  # in which the labels are, too
        text = Template((FOLDER / language / f"{name}.md").read_text()).substitute(values)
    text = re.sub(r"(?<=\]\()page:(\w+)", lambda link: reverse(link[1]), text)
    head, *parts = sections_of(text, language)
    sections: list[tuple[Section, list[Section]]] = []
    for part in parts:
        if part.level == 2:
            sections.append((part, []))
        else:
            sections[-1][1].append(part)
    return Leaf(head.plain_title, head.html.striptags(), sections)
