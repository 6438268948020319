"""What a stranger does in the first minutes: plays at once, or is taught on a phone."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import tasks
from games.guide.lessons import Lesson, fits, lessons_of
from games.models import LogEntry, Table
from games.rules.registry import GAMES
from tools.living.table import PHONE
from tools.pace import read

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST = [
    (game, lessons_of(game)[0])
    for game, rules in GAMES.items()
    if rules.in_lobby and lessons_of(game)
]


def test_from_the_front_page_to_a_move_of_ones_own_in_three_clicks(page: Page, live: str) -> None:
    page.goto(live)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    in_a_thread(lambda: tasks.bots_play(Table.objects.get().pk))  # as the worker does
    page.locator("button.answer").first.wait_for()
    before = question(page)
    page.locator("button.answer").first.click()
    confirm = page.get_by_role("button", name="Confirm")
    page.wait_for_function(
        "before => document.querySelector('.ask')?.dataset.question !== before"
        " || document.querySelector('#panel.confirming') !== null",
        arg=before,
    )
    if confirm.is_visible():
        confirm.click()
    page.wait_for_function(
        "before => document.querySelector('.ask')?.dataset.question !== before", arg=before
    )
    table = Table.objects.get()
    assert table.game == "santiago_de_cuba"
    mine = table.seats.get(user__is_guest=True).place
    assert LogEntry.objects.filter(table=table, kind="move", place=mine, by="").exists()


def in_a_thread(work: Callable[[], object]) -> None:
    """Where playwright has no event loop."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def question(page: Page) -> str:
    return page.locator(".ask").get_attribute("data-question") or ""


@pytest.mark.parametrize(("game", "lesson"), FIRST, ids=[game for game, _ in FIRST])
def test_the_first_lesson_on_a_phone(
    new_context: Any, live: str, game: str, lesson: Lesson
) -> None:
    """The text and the way on are in sight at every step.

    A reader sees first what the last press has brought: two at one place within half a second are
    a double click (static/table/clicks.js).
    """
    page = new_context(**PHONE).new_page()
    page.goto(f"{live}/games/{game}/lessons/{lesson.name}/")
    said = page.locator(".lesson")
    for number, step in enumerate(lesson.step, start=1):
        expect(said).to_contain_text(f"Step {number} of {len(lesson.step)}")
        expect(said.locator("h2")).to_be_in_viewport()
        read(page)
        if step.accept:
            press(page, step.accept)
        else:
            page.get_by_role("button", name="Continue").click()
    expect(said).to_contain_text("The lesson is over")
    assert not Table.objects.exists()


def press(page: Page, accept: list[dict[str, Any]]) -> None:
    """Press the first answer that is accepted; a number is typed."""
    page.locator("button.answer").first.wait_for(state="attached")
    fold = page.locator("details[data-fold]:not([open]) > summary")
    if fold.count():
        fold.click()
    for button in page.locator("button.answer").all():
        move = json.loads(button.get_attribute("value") or "{}")
        box = button.locator("xpath=ancestor::*[@data-field]")
        if box.count():
            name, field = box.get_attribute("data-field"), box.locator("input")
            wanted = next((one[name] for one in accept if name in one), None)
            if wanted is None:
                continue
            field.fill(str(wanted))
            move[name] = wanted
        if any(fits(move, pattern) for pattern in accept):
            return button.click()
    raise AssertionError(f"none of {accept} is offered")


BLANK = 2_500  # bytes of a picture of one colour, and of a frame without anything in it


@pytest.mark.parametrize("game", [game for game, rules in GAMES.items() if rules.in_lobby])
def test_the_pictures_of_the_rules_show_something(page: Page, live: str, game: str) -> None:
    page.set_viewport_size({"width": 1200, "height": 900})
    page.goto(f"{live}/games/{game}/rules/")
    pictures = page.locator(".scene img")
    pictures.first.wait_for()
    for index in range(pictures.count()):
        picture = pictures.nth(index)
        picture.evaluate("(image) => { image.loading = 'eager'; return image.decode(); }")
        shown = picture.screenshot()
        assert len(shown) > BLANK, f"{picture.get_attribute('src')} is blank"
