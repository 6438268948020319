"""One thing has one word: the glossaries, and the texts they are held against.

A glossary lists concepts. Where an English text uses a concept's word (`en`), the German text uses
its German word (`de`), unless the text is listed in `unless` or the concept is `loose`; words in
`not_en` and `not_de` are never used; and every concept is used somewhere. A word matches with its
ending, "pawn" in "pawns"; a German one that is wanted, in front of a longer one as well,
"Rohstoff" in "Rohstofffeld".
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from config.running import texts
from games.rules.registry import GAMES

ROOT = Path(__file__).parents[2]
SITE = ("site", "lobby", "accounts", "games")  # the areas with the site's glossary
ANY = {"en": "(?:s|es|ed|ing)?", "de": "(?:e|en|er|ern|es|em|s|n)?"}
"""The endings that words may have. In German, "leistet" is not "Leiste": case tells them apart."""

Glossary = Mapping[str, Mapping[str, Any]]
Pair = tuple[str, str]
"""An English text and its translation."""


def has(text: str, words: Sequence[str], ending: str, *, fold: bool = True) -> bool:
    """Whether a text uses one of these words with such an ending."""
    every = "|".join(re.escape(word) for word in words)
    bare = re.sub(r"\{[^}]*\}|%\(\w+\)s", " ", text)  # without placeholders
    flags = re.IGNORECASE if fold else re.NOFLAG
    return re.search(rf"(?<![\w-])(?:{every}){ending}(?!\w)", bare, flags) is not None


def faults(glossary: Glossary, pairs: Sequence[Pair]) -> Iterator[str]:
    """What is wrong with texts, concept by concept."""
    for concept, entry in glossary.items():
        used = [(en, de) for en, de in pairs if has(en, entry["en"], ANY["en"])]
        if not used:
            yield f"{concept}: used in no text"
        for en, de in used:
            checked = not entry.get("loose") and en not in entry.get("unless", ())
            if checked and not has(de, entry["de"], r"\w*"):
                yield f"{concept}: {en!r} is {de!r}"
        for language, nth in (("en", 0), ("de", 1)):
            banned = entry.get(f"not_{language}", ())
            for pair in pairs:
                if banned and has(pair[nth], banned, ANY[language], fold=language == "en"):
                    yield f"{concept}: never {' or '.join(banned)}: {pair[nth]!r}"


def messages(area: texts.Area) -> Iterator[Message]:
    with area.po("de").open("rb") as source:
        yield from (message for message in read_po(source, locale="de") if message.id)


def pairs_in(message: Message) -> Iterator[Pair]:
    """A message; one with a plural is two of them."""
    if isinstance(message.id, (list, tuple)):
        yield from zip(message.id, message.string, strict=True)
    else:
        yield message.id, str(message.string)


def of_game(message: Message) -> str | None:
    """The game whose board alone shows a text of the site's catalogue, if there is one."""
    homes = {name.removeprefix("templates/games/").split("/")[0] for name, _ in message.locations}
    return homes.pop() if len(homes) == 1 and homes <= set(GAMES) else None


def glossary_in(folder: Path) -> Glossary:
    return tomllib.loads((folder / "glossary.toml").read_text())


AREAS = {area.name: area for area in texts.areas()}


def pairs_of_game(slug: str) -> list[Pair]:
    own = list(messages(AREAS[slug]))
    shown = [message for message in messages(AREAS["site"]) if of_game(message) == slug]
    return [pair for message in own + shown for pair in pairs_in(message)]


LINES = re.compile(r"\]\([^)]*\)|`[^`]*`|\{#[^}]*\}")
"""What is not read in a guide: addresses, symbols and keys."""


def paragraphs(page: Path) -> list[str]:
    """What is read in a file of Markdown."""
    return [" ".join(text.split()) for text in LINES.sub("]", page.read_text()).split("\n\n")]


def pairs_of_pages() -> Iterator[Pair]:
    """The paragraphs of the pages of words: a file has as many in each language."""
    for page in sorted((ROOT / "config" / "pages" / "en").glob("*.md")):
        german = page.parents[1] / "de" / page.name
        yield from zip(paragraphs(page), paragraphs(german), strict=True)


def pairs_of_site() -> list[Pair]:
    found = [message for name in SITE for message in messages(AREAS[name])]
    return [
        pair for message in found if of_game(message) is None for pair in pairs_in(message)
    ] + list(pairs_of_pages())


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug in AREAS])
def test_a_game_keeps_to_its_glossary(slug: str) -> None:
    assert not list(faults(glossary_in(AREAS[slug].home), pairs_of_game(slug)))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug in AREAS])
def test_a_guide_uses_no_word_that_its_glossary_bans(slug: str, language: str) -> None:
    """Nor another word for the log, or for standing orders, than the site does."""
    site, home = glossary_in(ROOT / "locale"), AREAS[slug].home
    words = {**glossary_in(home), **{name: site[name] for name in ("log", "standing_orders")}}
    banned = [word for entry in words.values() for word in entry.get(f"not_{language}", ())]
    for path in sorted((home / "guide" / language).glob("*.md")):
        text = LINES.sub("]", path.read_text())
        used = [word for word in banned if has(text, [word], ANY[language], fold=language == "en")]
        assert not used, path.name


def test_the_site_keeps_to_its_glossary() -> None:
    assert not list(faults(glossary_in(ROOT / "locale"), pairs_of_site()))


SMALL: Glossary = {
    "sack": {"en": ["sack"], "de": ["Kaffeesack", "Kaffeesäcke"], "not_de": ["Sack"]}
}


@pytest.mark.parametrize(
    ("pair", "found"),
    [
        (("two sacks", "zwei Kaffeesäcke"), 0),
        (("{sack} and a Sack", "{sack} und ein Kaffeesack"), 0),
        (("a sack", "ein Beutel"), 1),
        (("a sack", "ein Sack, ein Kaffeesack"), 1),
        (("{sack}", "{sack}"), 1),
    ],
)
def test_what_counts_as_a_fault(pair: Pair, found: int) -> None:
    assert len(list(faults(SMALL, [pair]))) == found


def test_a_text_may_be_let_off() -> None:
    entry = {**SMALL["sack"], "unless": ["a sack"]}
    assert not list(faults({"sack": entry}, [("a sack", "einer")]))
