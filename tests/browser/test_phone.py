"""The page of a table on phones: the sheet, the line of players, the board enlarged."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from games.models import Table
from tests.browser.at_table import (
    begin,
    inspect,
    play_for,
    play_until,
    tool,
    user_asked,
    user_at,
)
from tests.browser.conftest import Opener
from tools.living.comparing import differences
from tools.living.table import (
    LISTENS,
    PHONE,
    SCALE,
    question,
    touch,
    wait_for_change,
    wait_for_entry,
    wait_for_question,
)
from tools.pace import AT_REST, read
from tools.seating import table_begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAMES = ("santiago_de_cuba", "port_royal", "guatemala_cafe", "cuba")
STILL = {"reduced_motion": "reduce"}
PHONE = {**PHONE, **STILL}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 740, "height": 360}}
LOW = {**PHONE, "viewport": {"width": 360, "height": 400}}
LARGE_TEXT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 32px !important; }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
REST = """async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}"""
HEARD_LATE = """async (late) => {
    const spot = document.querySelector("#board .legal");
    const touch = { bubbles: true, cancelable: true, pointerType: "touch", isPrimary: true };
    const kinds = ["pointerdown", "pointerup", "click"];
    const [down, ...more] = kinds.map((kind) => new PointerEvent(kind, touch));
    spot.dispatchEvent(down);
    await new Promise((done) => setTimeout(done, late));
    for (const event of more) spot.dispatchEvent(event);
}"""
"""A tap whose end is told this many milliseconds late: events know when they were made."""
SCROLLED = """async () => {
    for (let frames = 0, last = NaN; frames < 8; last = scrollY) {
        await new Promise(requestAnimationFrame);
        frames = scrollY === last ? frames + 1 : 0;
    }
}"""
"""Until the page is scrolled no further for some frames."""


def box(place: Locator) -> dict[str, float]:
    """Where something is on the screen."""
    found = place.bounding_box()
    assert found is not None
    return {**found, "right": found["x"] + found["width"], "bottom": found["y"] + found["height"]}


def taking(seats: int = 2) -> tuple[Table, Any]:
    """A table of Pier at which somebody is to take a crate, and who that is."""
    table = begin("pier", seats)
    for place in range(seats):
        play_for(table, place)
    return table, user_asked(table)


class Fingers:
    """Fingers on the screen of a page."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def _tell(self, kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def down(self, *points: tuple[float, float]) -> None:
        self._tell("touchStart", *points)

    def move(self, *points: tuple[float, float]) -> None:
        self._tell("touchMove", *points)

    def up(self) -> None:
        self._tell("touchEnd")

    def drag(self, page: Page, way: float) -> None:
        """One finger, up if `way` is negative."""
        self.down((180, 400))
        for step in range(1, 9):
            self.move((180, 400 + way * step / 8))
            page.evaluate("() => new Promise(requestAnimationFrame)")
        self.up()
        page.wait_for_function(AT_REST)


def test_the_sheet_is_a_line_that_opens(open_table: Opener) -> None:
    table, user = taking()
    page = open_table(table, user, **PHONE)
    panel, handle = page.locator("#panel"), page.locator("#handle")
    expect(handle).to_have_attribute("aria-expanded", "false")  # the board has all answers
    assert box(panel)["height"] < 70
    expect(page.locator("#prompt")).to_be_visible()
    expect(page.locator("#own .figure").first).to_be_visible()
    handle.tap()
    expect(handle).to_have_attribute("aria-expanded", "true")
    assert 70 < box(panel)["height"] <= 0.4 * 740
    handle.focus()
    page.keyboard.press("Enter")
    expect(handle).to_have_attribute("aria-expanded", "false")
    at = box(handle)
    middle = at["x"] + at["width"] / 2
    page.mouse.move(middle, at["y"] + 20)
    page.mouse.down()
    page.mouse.move(middle, at["y"] - 60, steps=4)
    page.mouse.up()
    expect(handle).to_have_attribute("aria-expanded", "true")


def test_the_sheet_is_on_the_next_page_as_the_reader_left_it(open_table: Opener) -> None:
    table, user = taking()
    page = open_table(table, user, **PHONE)
    handle = page.locator("#handle")
    for state in ("true", "false"):
        handle.tap()
        page.reload()
        expect(handle).to_have_attribute("aria-expanded", state)


def test_an_answer_on_its_way_restyles_little(open_table: Opener, browser: Browser) -> None:
    """Each element whose style is worked out anew costs a phone time at every answer."""
    table, user = taking()
    page = open_table(table, user, **PHONE)
    page.wait_for_function(LISTENS)
    page.evaluate(REST)
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    for busy in ("true", "false"):
        page.evaluate("busy => document.getElementById('table').ariaBusy = busy", busy)
        page.evaluate(REST)
    events = msgspec.json.decode(browser.stop_tracing())["traceEvents"]
    updates = [event.get("args", {}) for event in events if event["name"] == "UpdateLayoutTree"]
    counts = [update["elementCount"] for update in updates if "elementCount" in update]
    assert 0 < max(counts) < page.locator("#table *").count() / 4


def test_an_answer_that_gets_the_focus_opens_the_sheet(open_table: Opener) -> None:
    table, user = taking()
    page = open_table(table, user, **PHONE)
    page.locator("button.answer").first.focus()
    expect(page.locator("#handle")).to_have_attribute("aria-expanded", "true")


def test_questions_that_the_board_cannot_answer_open_the_sheet(open_table: Opener) -> None:
    table = begin("pier")
    page = open_table(table, user_at(table, 0), **PHONE)
    expect(page.locator("#handle")).to_have_attribute("aria-expanded", "true")
    assert box(page.locator("#panel"))["height"] <= 0.4 * 740
    page.locator("button.answer").first.tap()
    expect(page.locator(".ask.mine")).to_have_count(0)
    assert box(page.locator("#panel"))["height"] < 70


OWN = """(where) => [...document.querySelectorAll(`${where} .figure`)]
    .filter((figure) => !figure.closest(".none")).map((figure) => figure.textContent)"""


@pytest.mark.parametrize("game", GAMES)
def test_the_players_are_always_in_sight(open_table: Opener, game: str) -> None:
    table = begin(game, 4, seed="strip")
    page = open_table(table, user_at(table, 1), **PHONE)
    strip = page.locator("#strip")
    chips = page.locator(".chip")
    expect(chips).to_have_count(4)
    expect(chips.first).to_contain_text(user_at(table, 1).username)
    expect(page.locator(".chip .now")).not_to_have_count(0)
    assert page.evaluate(OWN, "#own") == page.evaluate(OWN, ".seat.mine .before") != []
    page.evaluate("scrollTo(0, 400)")
    assert box(strip)["y"] == 0
    for index in range(4):
        at = box(chips.nth(index))
        assert at["x"] >= 0 and at["right"] <= 360 and at["height"] >= 40
    page.locator("[data-opens='2']").tap()
    seat = page.locator("#seat-2")
    assert box(seat)["y"] >= box(strip)["bottom"]
    assert box(seat)["y"] < box(strip)["bottom"] + 20
    page.keyboard.press("Escape")
    expect(seat).not_to_have_class("peeked")
    expect(page.locator(".peeked")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (768, 1024), (1440, 900)])
def test_the_zoom_box_stands_outside_the_board(open_table: Opener, width: int, height: int) -> None:
    table = begin("santiago_de_cuba", 3)
    page = open_table(
        table, user_at(table, 0), viewport={"width": width, "height": height}, **STILL
    )
    tools, view = box(page.locator(".table-head")), box(page.locator("#view"))
    assert tools["bottom"] <= view["y"] or tools["x"] >= view["right"]
    before = view["height"]
    tool(page, "[data-zoom=in]").click()
    assert page.evaluate(SCALE) == pytest.approx(1.5)
    whole = page.locator("[data-zoom=fit]:visible")
    expect(whole).to_have_count(1)
    expect(whole).to_be_in_viewport()
    whole.click()
    assert page.evaluate(SCALE) == 1
    assert box(page.locator("#view"))["height"] == pytest.approx(before, abs=1)


def test_a_spot_is_called_what_is_seen_on_it(open_table: Opener) -> None:
    """On a small board some texts are hidden; whoever speaks to the page says what they see."""
    table = begin("santiago_de_cuba")
    places = count()
    play_until(table, lambda _, decision: decision.key == "place" and next(places) == 6)
    page = open_table(table, user_asked(table), **PHONE)
    tool(page, "[data-zoom=in]").click()
    labels = "places => places.map(place => place.ariaLabel)"
    larger = page.locator("#board .legal").evaluate_all(labels)
    page.locator("[data-zoom=fit]:visible").first.click()
    whole = page.locator("#board .legal").evaluate_all(labels)
    assert whole != larger
    tool(page, "[data-zoom=in]").click()
    assert page.locator("#board .legal").evaluate_all(labels) == larger


def test_an_upright_drawing_turns_with_the_phone(open_table: Opener) -> None:
    """Without scripts, too."""
    table = begin("guatemala_cafe")
    page = open_table(table, None, **PHONE, java_script_enabled=False)
    shape = """drawing => {
        const { width, height } = drawing.getBoundingClientRect();
        return height / width;
    }"""
    drawing = page.locator(".guatemala")
    assert drawing.evaluate(shape) > 3
    cultivation, plantation = (box(page.locator(name)) for name in (".cultivation", ".plantation"))
    assert (cultivation["y"] + cultivation["bottom"]) / 2 < plantation["y"]
    page.set_viewport_size({"width": 740, "height": 360})
    assert drawing.evaluate(shape) < 1
    assert box(page.locator(".plantation"))["x"] < box(page.locator(".cultivation"))["x"]


def test_two_fingers_zoom_and_one_finger_gets_away(open_table: Opener) -> None:
    table = begin("guatemala_cafe", 3)
    page = open_table(table, None, **PHONE)
    page.evaluate("scrollTo(0, 150)")
    fingers = Fingers(page)
    fingers.down((160, 300), (200, 300))
    fingers.move((120, 300), (240, 300))
    fingers.up()
    page.wait_for_function(f"() => Math.abs(({SCALE})() - 3) < 0.1")
    view = box(page.locator("#view"))
    assert view["height"] <= 740
    strip = page.locator("#strip [data-zoom=fit]")
    expect(strip).to_be_in_viewport()
    scrolled = "() => [document.getElementById('view').scrollTop, scrollY]"
    page.evaluate("() => document.getElementById('view').scrollTo(0, 100)")
    before = page.evaluate(scrolled)
    for _ in range(5):  # the board is drawn anew for a while, and takes no finger then
        fingers.drag(page, -120)
        after = page.evaluate(scrolled)
        if after[0] > before[0]:
            break
    assert after[0] > before[0], "a finger moves the board"
    page.evaluate("() => document.getElementById('view').scrollTo(0, 1e6)")
    for _ in range(5):  # what still glides takes the next finger
        fingers.drag(page, -150)
        if page.evaluate(scrolled)[1] > after[1]:
            break
    assert page.evaluate(scrolled)[1] > after[1], "from its edge on the page"
    page.evaluate(SCROLLED)  # a touch of what still glides does no more than stop it
    strip.tap()
    page.wait_for_function(f"() => ({SCALE})() === 1")


def test_a_small_spot_comes_forward_before_it_is_played(open_table: Opener) -> None:
    table = begin("guatemala_cafe", 3)
    page = open_table(table, user_asked(table), **PHONE)
    spot = page.locator("#board .legal").first
    size = box(spot)
    assert min(size["width"], size["height"]) < 40
    before, name = question(page), spot.get_attribute("data-spot") or ""
    assert touch(page, name)
    page.wait_for_function(f"() => ({SCALE})() >= 2")
    assert question(page) == before, "nothing has been played"
    size = box(spot)
    assert min(size["width"], size["height"]) >= 40
    assert touch(page, name)
    wait_for_change(page, before)
    page.wait_for_function(f"() => ({SCALE})() === 1")


def test_a_finger_may_soon_touch_what_it_has_brought(open_table: Opener) -> None:
    """Browsers take a touch for a double tap's second up to 700 ms after the first."""
    table = begin("pier")
    page = open_table(table, user_at(table, 0), **PHONE)
    play_for(table, 1)  # what is final is to be confirmed
    wait_for_entry(page, table)
    before, confirm = question(page), page.get_by_role("button", name="Confirm")
    page.locator("button.answer").first.tap()
    expect(confirm).to_be_focused()
    read(page)
    touched = "{ pointerType: 'touch', detail: 2, bubbles: true, cancelable: true }"
    confirm.evaluate(f"button => button.dispatchEvent(new PointerEvent('click', {touched}))")
    wait_for_question(page, before)


def test_the_only_spot_is_not_below_the_sheet(open_table: Opener) -> None:
    table = begin("santiago_de_cuba", 2)
    page = open_table(table, user_asked(table), **PHONE)
    last = page.locator("#board .legal").last
    page.evaluate("scrollTo(0, 0)")
    last.focus()
    page.wait_for_function(
        "spot => spot.getBoundingClientRect().bottom <= panel.getBoundingClientRect().top"
        " && spot.getBoundingClientRect().top >= strip.getBoundingClientRect().bottom",
        arg=last.element_handle(),
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_on_its_side_shows_the_board(open_table: Opener, game: str) -> None:
    table = begin(game, 3)
    page = open_table(table, user_asked(table), **ON_ITS_SIDE)
    view, panel = box(page.locator("#view")), box(page.locator("#panel"))
    assert min(view["bottom"], 360) - view["y"] > 250
    assert panel["x"] >= view["right"], "beside it, not over it"
    assert page.evaluate("document.documentElement.scrollWidth") <= 740
    answers = page.locator("button.answer:visible")
    reached = [page.locator("#prompt"), *answers.all()[:2], page.locator(".to-tools")]
    assert all(box(one)["bottom"] <= 360 for one in reached), "without scrolling"
    assert box(page.locator(".table-head"))["height"] < 50, "tools in one row"


def test_help_by_a_long_press_stays_until_it_is_dismissed(open_table: Opener) -> None:
    table = begin("santiago_de_cuba", 2)
    page = open_table(table, None, **PHONE)
    house = box(page.locator(".house").first)
    at = (house["x"] + 10, house["y"] + 10)
    tip, fingers = page.locator("#tip"), Fingers(page)
    for dismiss in ("elsewhere", "Escape", "cross"):
        fingers.down(at)
        expect(tip).to_be_visible()
        fingers.up()
        read(page)
        expect(tip).to_be_visible()
        if dismiss == "elsewhere":
            page.locator(".turn").tap()
        elif dismiss == "Escape":
            page.keyboard.press("Escape")
        else:
            page.locator("#tip-close").tap()
        expect(tip).to_be_hidden()


def test_a_tap_that_is_heard_late_is_no_long_press(open_table: Opener) -> None:
    """As on a busy phone: the finger was up at once, the page learns of it after a while."""
    table = begin("santiago_de_cuba", 2)
    user = user_asked(table)
    user.confirm = "never"
    user.save()
    page = open_table(table, user, **PHONE)
    before = question(page)
    page.evaluate(HEARD_LATE, 700)
    expect(page.locator("#tip")).to_be_hidden()
    wait_for_question(page, before)


@pytest.mark.parametrize("game", GAMES)
def test_large_text_needs_no_scrolling_sideways(open_table: Opener, game: str) -> None:
    table = begin(game, 3)
    large = {**PHONE, "viewport": {"width": 390, "height": 844}}
    page = open_table(table, user_asked(table), **large)
    page.evaluate(LARGE_TEXT)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert box(page.locator("#panel"))["height"] <= 0.41 * 844


@pytest.mark.parametrize("game", ["santiago_de_cuba", "guatemala_cafe"])
def test_without_scripts_the_board_is_whole(open_table: Opener, game: str) -> None:
    table = begin(game, 3)
    page = open_table(table, None, **{**PHONE, "java_script_enabled": False})
    shown = box(page.locator("#board > svg"))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    outside = [
        name
        for name in ("station", "house", "harbour", "hand", "ledger", "point-track")
        for place in page.locator(f"#board .{name}").all()
        if (at := place.bounding_box())
        and (at["y"] + at["height"] > shown["bottom"] + 8 or at["x"] > shown["right"])
    ]
    assert not outside


def test_since_my_turn_on_a_phone(open_table: Opener) -> None:
    table = begin("pier")
    play_for(table, 0)
    play_for(table, 1)
    page = open_table(table, user_at(table, 0), **PHONE)
    page.get_by_role("link", name="Since your last turn").tap()
    expect(page.locator("#prompt")).to_have_text("You are looking back")


def test_the_next_table_is_offered_while_one_sits(open_table: Opener) -> None:
    table = begin("pier")
    me, rival = user_at(table, 0), user_at(table, 1)
    other = table_begun("pier", [me, rival])
    seat = other.seats.get(user=me).place
    page = open_table(table, me)
    following = page.get_by_role("link", name="Next table")
    expect(following).to_be_visible()  # both wait
    play_for(other, seat, choice=5)
    expect(following).to_be_hidden()  # only this one does
    before = question(page)
    page.locator("button.answer").first.click()
    wait_for_change(page, before)
    expect(following).to_be_hidden()
    play_for(other, 1 - seat)  # a lower bid
    expect(following).to_be_visible()
    page.keyboard.press("n")
    page.wait_for_url(f"**{other.get_absolute_url()}")
    expect(page.locator(".ask.mine")).to_be_visible()


def test_what_the_question_is_about_comes_forward(open_table: Opener) -> None:
    """On a wide page the whole board is in sight, and stays as it is."""
    table, user = taking()
    page = open_table(table, user, viewport={"width": 1280, "height": 720}, **STILL)
    page.locator("#board .legal").first.wait_for()
    assert page.evaluate(SCALE) == 1
    expect(page.locator("#follow")).to_be_hidden()
    page.set_viewport_size({"width": 1000, "height": 720})
    page.wait_for_function(f"() => ({SCALE})() > 1.25")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.wait_for_function(f"() => ({SCALE})() === 1")
    page.set_viewport_size({"width": 1000, "height": 720})
    page.wait_for_function(f"() => ({SCALE})() > 1.25")
    row = box(page.locator("#board [data-region=row]"))
    view = box(page.locator("#view"))
    assert view["x"] <= row["x"] and row["right"] <= view["right"] + 1
    page.locator("[data-zoom=fit]:visible").click()
    assert page.evaluate(SCALE) == 1, "the reader's own wish"
    page.locator("#follow").click()
    page.reload()
    expect(page.locator("#follow")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(SCALE) == 1, "not followed"
    page.locator("#follow").click()
    page.wait_for_function(f"() => ({SCALE})() > 1.25")
    before = question(page)
    page.locator("#board .legal").first.click()
    wait_for_change(page, before)
    page.wait_for_function(f"() => ({SCALE})() === 1")


ROW_IN_VIEW = """() => {
    const [row, view] = ["#board [data-region=row]", "#view"].map(
        (name) => document.querySelector(name).getBoundingClientRect());
    return view.left <= row.left && row.right <= view.right + 1;
}"""


def test_a_question_waits_for_who_reads_the_log(open_table: Opener) -> None:
    """Once they are back, the page is as a fresh one."""
    table = begin("pier")
    play_for(table, 0)
    page = open_table(table, user_at(table, 0), **LOW)
    fingers, before = Fingers(page), question(page)
    for _ in range(2):
        fingers.drag(page, -200)
    assert box(page.locator("#view"))["bottom"] < 110
    at = page.evaluate("scrollY")
    play_for(table, 1)
    wait_for_question(page, before)
    page.wait_for_function(AT_REST)
    assert page.evaluate(SCALE) == 1
    assert page.evaluate("scrollY") == pytest.approx(at, abs=2)
    for _ in range(2):
        fingers.drag(page, 200)
    page.wait_for_function(f"() => ({SCALE})() > 1.25")
    assert not differences(page, page.context.new_page(), table)


def test_the_question_comes_forward_for_who_returns_from_an_earlier_board(
    open_table: Opener,
) -> None:
    table, user = taking()
    page = open_table(table, user, **LOW)
    page.keyboard.press("Shift")
    page.evaluate("document.querySelector('[data-step=first]').click()")
    expect(page.locator("#prompt")).to_have_text("You are looking back")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert box(page.locator("#view"))["bottom"] < 110
    page.locator("#panel [data-step=last]").tap()
    page.wait_for_function(f"() => ({SCALE})() > 1.25")
    assert not differences(page, page.context.new_page(), table)


def reload(page: Page) -> None:
    """Open the page again, and wait until the board is as the question wants it."""
    page.reload()
    page.wait_for_function(LISTENS)
    page.evaluate(REST)


def test_what_comes_forward_fits_a_window_that_has_changed(open_table: Opener) -> None:
    table, user = taking()
    page = open_table(table, user, viewport={"width": 1440, "height": 900}, **STILL)
    for size in ({"width": 700, "height": 900}, {"width": 360, "height": 740}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.wait_for_function(ROW_IN_VIEW)
        lives = page.evaluate(AT_REST)
        reload(page)
        assert page.evaluate(AT_REST) == pytest.approx(lives, abs=1e-4)
    tool(page, "[data-zoom=in]").click()
    chosen = page.evaluate(SCALE)
    page.set_viewport_size({"width": 400, "height": 740})
    page.evaluate(REST)
    assert page.evaluate(SCALE) == chosen, "the reader's own wish"


def test_what_comes_forward_fits_what_the_sheet_leaves(open_table: Opener) -> None:
    table = begin("santiago_de_cuba")
    play_until(table, lambda _state, decision: decision.key == "place")
    page = open_table(table, user_asked(table), **PHONE)
    page.wait_for_function(LISTENS)
    for _ in range(2):
        page.locator("#handle").tap()
        page.evaluate(REST)
        lives = page.evaluate(AT_REST)
        reload(page)
        assert page.evaluate(AT_REST) == pytest.approx(lives, abs=1e-4)


@pytest.mark.sample
def test_nothing_for_axe_on_a_phone(open_table: Opener) -> None:
    table, user = taking(3)
    page = open_table(table, user, **PHONE)
    inspect(page, sizes=((360, 740), (740, 360)))
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("#handle").tap()
    page.locator("[data-opens='1']").tap()
    inspect(page, sizes=((360, 740),))
