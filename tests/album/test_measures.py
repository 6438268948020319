"""Every text of every board can be read where it is drawn: large enough, whole, clear of others."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from lobby.terms.opening import games_in_lobby
from tests.album.conftest import Opener, apart
from tools.album.measures import Measures, measure
from tools.album.pages import LANGUAGES, WIDTHS, AlbumPage, Shot

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, reset_sequences=True),
]

GAME = "port_royal"
TINY = "#board text { font-size: 4px !important; }"
ASIDE = "#board { transform: translateX(45%) !important; }"


def boards(pages: list[AlbumPage], *phases: str) -> list[AlbumPage]:
    """The boards among these pages, whoever is to move, or at the end."""
    named = {f"{phase}, {what}" for phase in phases for what in ("to move", "all over")}
    return [page for page in pages if page.game and page.name.partition(", ")[2] in named]


def faults_of(opened: Opener, game: str, **changes: object) -> Counter[str]:
    """What is wrong with the boards of a game at any width, in any language."""
    studio, pages = opened(game)
    shots = [
        Shot(page, width, "light", language)
        for page in boards(pages, "opening", "middle", "ended", "otherwise")
        for width in WIDTHS
        for language in LANGUAGES
    ]
    if changes:
        studio, shots = msgspec.structs.replace(studio, **changes), shots[:1]
    found: dict[str, Measures] = apart(measure, studio, shots, lambda _: None)
    return Counter(
        f"{shot.page.name}, {shot.width}, {shot.language}: {fault}"
        for shot in shots
        for fault in found[shot.file].faults(shot.width)
    )


@pytest.mark.parametrize("game", games_in_lobby())
def test_every_text_can_be_read(opened: Opener, game: str) -> None:
    """The same list: `python3 manage.py album --measure --game GAME`."""
    faults = faults_of(opened, game)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(("style", "kind"), [(TINY, "small: "), (ASIDE, "cut off: ")])
def test_what_cannot_be_read_is_found(opened: Opener, style: str, kind: str) -> None:
    faults = faults_of(opened, GAME, styles=(style,))
    assert any(f", en: {kind}" in fault for fault in faults), faults


def test_texts_that_cut_into_each_other_are_found(opened: Opener) -> None:
    script = """for (const text of document.querySelectorAll("#board text"))
        text.parentNode.append(text.cloneNode(true))"""
    faults = faults_of(opened, GAME, script=script)
    assert any(": overlap: " in fault for fault in faults), faults
