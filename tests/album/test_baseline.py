"""Nothing has gone from a page: what it looks like, compared with the baseline in the tree."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from playwright.async_api import Page
from playwright.sync_api import Page as SyncPage
from playwright.sync_api import expect

from lobby.terms.opening import games_in_lobby
from tests.album.conftest import Opener, apart
from tools.album import baseline
from tools.album.baseline import Changed, changed_since, chosen, write_changed
from tools.album.camera import Studio, shoot
from tools.album.pages import Shot

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, reset_sequences=True),
]

SYMBOLS = {
    "santiago_de_cuba": "car",
    "port_royal": "ship-",
    "guatemala_cafe": "worker-",
    "cuba": "figure",
}
"""The beginnings of the ids of the symbols of one piece of each game."""

GAME = "guatemala_cafe"
OTHER_FONTS = ":root { --sans: 'DejaVu Serif', serif; --serif: monospace; }"
HALF_A_DOT = "#board { transform: translate(0.5px, 0.5px); }"


def middle(shots: list[Shot]) -> list[Shot]:
    """The middle of a game on a wide page, in light colours."""
    return [
        shot
        for shot in shots
        if (shot.page.name.split(", ")[1], shot.width, shot.theme) == ("middle", 1440, "light")
    ]


def compared(studio: Studio, part: str, shots: list[Shot]) -> list[Changed]:
    """What is not as in the baseline."""
    return apart(changed_since, baseline.read(part), studio, shots)


def test_everything_looks_as_it_did(opened: Opener, tmp_path: Path) -> None:
    """If it is meant to look otherwise: `python3 manage.py album --renew`."""
    studio, pages = opened()
    parts = [*games_in_lobby(), baseline.SITE]
    shots = [shot for part in parts for shot in chosen(pages, part)]
    kept = {file: known for part in parts for file, known in baseline.read(part).items()}
    changed = apart(changed_since, kept, studio, shots)
    page = tmp_path / "changed.html"
    if changed:
        write_changed(changed, page)
    named = [f"{one.shot.file}: {'; '.join(one.comparison.reasons[:5])}" for one in changed]
    assert not changed, "\n".join(
        [*named, f"Side by side: {page}", "If it is meant so: python3 manage.py album --renew"]
    )
    assert {shot.file for shot in shots} == kept.keys(), "as many as there were"


@pytest.mark.parametrize("game", games_in_lobby())
def test_a_piece_without_its_symbol_is_found(opened: Opener, game: str) -> None:
    begin = SYMBOLS[game]
    studio, pages = opened(game)
    script = f"document.querySelectorAll(`symbol[id^={begin}]`).forEach((it) => it.remove())"
    blind = msgspec.structs.replace(studio, script=script)
    (changed,) = compared(blind, game, middle(chosen(pages, game)))
    reasons = changed.comparison.reasons
    assert any(f"use #{begin}" in reason and reason.endswith(" 0 now") for reason in reasons)
    assert any(reason.startswith("looks different") for reason in reasons), reasons


def test_a_piece_that_cannot_be_seen_is_found(opened: Opener) -> None:
    studio, pages = opened(GAME)
    shots = middle(chosen(pages, GAME))
    for style in (
        "symbol[id^=worker-] * { fill: transparent !important; stroke: none !important; }",
        "[data-piece] { opacity: 0; }",
        "#board { filter: grayscale(1); }",
        "#board { clip-path: inset(0 0 40% 0); }",
    ):
        faint = msgspec.structs.replace(studio, styles=(style,))
        assert compared(faint, GAME, shots), style


def test_other_machines_make_no_difference(opened: Opener) -> None:
    """Other fonts, and edges that are drawn half a dot beside where they were."""
    studio, pages = opened()
    shots = [shot for shot in chosen(pages, GAME) if "middle" in shot.page.name]
    elsewhere = msgspec.structs.replace(studio, styles=(OTHER_FONTS, HALF_A_DOT))
    assert not [one.comparison.reasons for one in compared(elsewhere, GAME, shots)]
    widths: list[float] = []

    async def measure(tab: Page, shot: Shot) -> None:
        widths.append(await tab.locator("h1").evaluate("it => it.getBoundingClientRect().width"))

    for each in (studio, elsewhere):
        apart(shoot, each, shots[:1], measure)
    assert widths[0] != widths[1], "these are other fonts"


def test_what_has_changed_stands_side_by_side(
    opened: Opener, tmp_path: Path, page: SyncPage
) -> None:
    studio, pages = opened(GAME)
    grey = msgspec.structs.replace(studio, styles=("#board { filter: invert(1); }",))
    path = tmp_path / "changed.html"
    write_changed(compared(grey, GAME, middle(chosen(pages, GAME))), path)
    page.goto(path.as_uri())
    expect(page.get_by_role("heading", level=2)).to_have_text(
        f"{GAME}, middle, to move, 1440, light"
    )
    expect(page.locator("figcaption")).to_have_text(["baseline", "now", "difference"])
    wide = page.locator("img").evaluate_all("all => all.map((one) => one.naturalWidth)")
    assert len(set(wide)) == 1 and wide[0] > 100, "three pictures of one size"
    expect(page.locator("li").filter(has_text="looks different")).to_be_visible()


def test_the_baseline_is_small() -> None:
    assert sum(path.stat().st_size for path in baseline.FOLDER.rglob("*.*")) < 600_000
