"""The front page at every width: no word leaves its box, and the cards of a row are alike."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from lobby.demo import moderator_make, people_make
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.browser.at_table import sign_in
from tools.seating import table_begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = (360, 390, 480, 600, 768, 900, 1024, 1280, 1440, 1920)
LEAVING = """box => {
    const around = box.getBoundingClientRect();
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const bad = [];
    for (let text; (text = walker.nextNode());) {
        if (text.parentElement.closest(".visually-hidden")) continue;
        for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const parts = [...range.getClientRects()];
            const inside = parts.every(({ left, right, top, bottom }) => left >= around.left
                && right <= around.right && top >= around.top && bottom <= around.bottom);
            if (parts.length !== 1 || !inside) bad.push(word);
        }
    }
    return bad;
}"""
"""The words of an element that are broken, or that reach out of it."""
ROWS = """cards => cards.map((card) => {
    const box = card.getBoundingClientRect();
    const button = card.querySelector("button").getBoundingClientRect();
    return [Math.round(box.top), Math.round(box.height), Math.round(button.top - box.top)];
})"""
"""Of each card: where it stands, how high it is, and how far down its first button is."""


@pytest.mark.sample
def test_the_tiles_of_the_demo_are_whole(page: Page, live: str, settings: Settings) -> None:
    settings.DEMO, settings.ROOT_URLCONF = True, "tests.demo_urls"
    people = [*people_make(), moderator_make()]
    for path in ("/", "/accounts/login/"):
        for language in ("en", "de"):
            page.set_extra_http_headers({"accept-language": language})
            page.goto(live + path)
            tiles = page.locator(".person")
            expect(tiles).to_have_count(len(people))
            expect(tiles.last).to_contain_text({"en": "Moderator", "de": "moderiert"}[language])
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                leaving = [tile.evaluate(LEAVING) for tile in tiles.all()]
                assert leaving == [[]] * len(people), (path, language, width)


@pytest.mark.parametrize("tables", [1, 2])
def test_no_part_of_the_page_stays_empty_beside_few_cards(
    page: Page, live: str, tables: int
) -> None:
    ana, ben, *_ = people_make()
    for _ in range(tables):
        table_begun("pier", [ana, ben], lot=False)
        services.table_open(host=ana, terms=Terms("cuba", 2, 4))
    sign_in(page.context, live, ana)
    page.set_viewport_size({"width": 1440, "height": 800})
    page.goto(f"{live}/my-games/")
    lists = page.locator(".cards")
    expect(lists).to_have_count(2)
    for shown in lists.all():
        cards = shown.locator("> li")
        expect(cards).to_have_count(tables)
        whole = shown.bounding_box()
        boxes = [card.bounding_box() for card in cards.all()]
        assert whole and all(boxes)
        assert sum(box["width"] for box in boxes if box) > 0.95 * whole["width"]
        assert max(box["height"] for box in boxes if box) < page.viewport_size["height"]  # type: ignore[index]


def test_cards_of_games_are_alike_in_a_row(page: Page, live: str) -> None:
    """As high as each other, with their buttons in one line; no word leaves its card."""
    for language in ("en", "de"):
        page.set_extra_http_headers({"accept-language": language})
        page.goto(live)
        cards = page.locator(".game-card")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            rows: dict[int, set[tuple[int, int]]] = {}
            for top, *looks in cards.evaluate_all(ROWS):
                rows.setdefault(top, set()).add((looks[0], looks[1]))
            assert all(len(alike) == 1 for alike in rows.values()), (language, width, rows)
            assert [card.evaluate(LEAVING) for card in cards.all()] == [[]] * cards.count()
