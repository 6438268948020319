"""Every text of every table stands out from what it is drawn on, in every theme."""

from __future__ import annotations

import msgspec
import pytest

from lobby.terms.opening import games_in_lobby
from tests.album.conftest import Opener, apart
from tests.album.test_measures import boards
from tools.album.contrasts import Contrast, measure
from tools.album.pages import THEMES, Shot

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, reset_sequences=True),
]

GAME = "port_royal"
FAINT = "#board text { fill-opacity: 0.3 !important; }"


def weak_in(opened: Opener, game: str, *, brief: bool = False, **changes: object) -> list[str]:
    """The texts of a game's tables that stand out too little."""
    studio, pages = opened(game)
    shots = [
        Shot(page, width, theme, "en")
        for page in boards(pages, *(("middle",) if brief else ("opening", "middle", "ended")))
        for width in (1440, 360)
        for theme in (THEMES[:1] if brief else THEMES)
    ]
    studio = msgspec.structs.replace(studio, **changes)
    found: dict[str, list[Contrast]] = apart(measure, studio, shots, lambda _: None)
    assert all(found.values())
    return [f"{name}: {one}" for name, some in found.items() for one in some if one.weak]


@pytest.mark.parametrize("game", games_in_lobby())
def test_every_text_stands_out(opened: Opener, game: str) -> None:
    """The same list: `python3 manage.py album --measure --game GAME`."""
    weak = weak_in(opened, game)
    assert not weak, "\n".join(weak)


@pytest.mark.parametrize("game", games_in_lobby())
def test_every_text_stands_out_in_forced_colours(opened: Opener, game: str) -> None:
    weak = weak_in(opened, game, brief=True, forced_colours=True)
    assert not weak, "\n".join(weak)


def test_what_is_faint_is_found(opened: Opener) -> None:
    assert weak_in(opened, GAME, brief=True, styles=(FAINT,))
