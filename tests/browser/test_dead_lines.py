"""A line may be dead without having been closed: the page notices, says so, and takes another.

Bytes go through a line that swallows them; the time is the page's own clock.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from accounts.chat.talking import message_say
from accounts.chat.unread import unread_by_table
from accounts.models.chat import Message
from games.models import Table
from games.storing.rows import table_load
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.browser.at_table import at_pier, sign_in
from tests.browser.sockets import HURRY, UNASKED, Sockets
from tests.people import people_make
from tools.lines import NetworkLine
from tools.living.table import IS_OPEN
from tools.patience import until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

REST, UNANSWERED, RETURNED = 20_000, 5_000, 3_500
"""Milliseconds until another socket is opened: at rest, after a click, after coming back."""
OPENING = 9_000
"""Milliseconds in which the first try to open a socket is given up, and the second is not."""


@pytest.fixture
def sockets(page: Page) -> Sockets:
    """Those of this page, whose clock can be stopped."""
    return Sockets(page)


@pytest.fixture
def line(live: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[NetworkLine]:
    """To the live server."""
    with NetworkLine(int(live.rpartition(":")[2])) as line:
        monkeypatch.setattr(settings, "SITE_URL", address(line))
        yield line


def address(line: NetworkLine) -> str:
    return f"http://127.0.0.1:{line.port}"


def test_a_click_over_a_dead_line_is_answered_over_another(
    page: Page, line: NetworkLine, sockets: Sockets
) -> None:
    """When the first line speaks again the move comes twice, and counts once."""
    table = at_pier(page, address(line))
    page.wait_for_function(IS_OPEN)
    before = table_load(table.pk).number
    sockets.stop_clock()
    line.fall_silent()
    page.locator("button.answer").nth(2).click()
    sockets.until_another(UNANSWERED)
    page.clock.resume()
    expect(page).to_have_title("Pier · Sobremesa")
    after = table_load(table.pk).number
    assert after > before
    line.speak()
    page.reload()
    expect(page).to_have_title("Pier · Sobremesa")
    assert table_load(table.pk).number == after


@pytest.mark.parametrize("where", ["table", "waiting room", "lobby", "chat"])
def test_it_is_said_while_no_line_speaks_and_mended_when_one_does(
    page: Page, line: NetworkLine, sockets: Sockets, where: str
) -> None:
    """Only the table said so: elsewhere what is shown passed for the latest."""
    visit(page, line, where)
    if where == "chat":
        page.get_by_label("Your message").fill("hello")
    sockets.stop_clock()
    line.fall_silent(for_all=True)
    if where == "table":
        page.locator("button.answer").nth(2).click()
    elif where == "chat":
        page.keyboard.press("Enter")
    else:
        page.evaluate(HURRY)
    expect(page.locator("#offline")).to_be_hidden()
    sockets.until_another(UNANSWERED)
    page.clock.run_for(2_000)
    expect(page.locator("#offline")).to_be_visible()
    line.speak()
    page.clock.resume()
    expect(page.locator("#offline")).to_be_hidden()
    if where == "table":
        expect(page).to_have_title("Pier · Sobremesa")


def test_what_is_said_over_a_dead_line_counts_once_and_leaves_the_field_free(
    page: Page, line: NetworkLine, sockets: Sockets
) -> None:
    """A second Enter says nothing, and what is typed meanwhile stays."""
    visit(page, line, "chat")
    field = page.get_by_label("Your message")
    field.fill("hello")
    sockets.stop_clock()
    line.fall_silent()
    field.press("Enter")
    field.press("Enter")
    field.press_sequentially("who")
    expect(page.locator(".under-way")).to_have_text("Sending: hello")
    sockets.until_another(UNANSWERED)
    page.clock.resume()
    expect(page.locator("#said li")).to_have_count(1)
    expect(page.locator(".under-way")).to_have_count(0)
    expect(field).to_have_value("who")
    line.speak()
    field.press("Enter")
    expect(page.locator("#said li")).to_have_count(2)
    assert list(Message.objects.values_list("text", flat=True)) == ["hello", "who"]


def test_what_is_read_while_there_is_no_line_counts_once_there_is(
    page: Page, line: NetworkLine
) -> None:
    """Opened at the lower edge of the window, the chat comes into sight."""
    visit(page, line, "chat")
    table = Table.objects.get()
    (ben,) = people_make("Ben")
    services.seat_take(table_id=table.pk, user=ben)
    page.locator("#chat summary").click()
    message_say(table=table, user=ben, text="hello")
    expect(page.locator("#unsaid")).to_have_text("1")
    line.refuse()
    until(lambda: not page.evaluate(IS_OPEN))
    summary = page.locator("#chat summary")
    summary.evaluate("it => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight)")
    summary.click()
    expect(page.locator("#unsaid")).to_be_hidden()
    assert table.host
    assert unread_by_table(table.host) == {table.pk: 1}
    line.accept()
    until(lambda: not unread_by_table(table.host))


def test_what_could_not_be_said_returns_to_the_field_and_counts_once(
    page: Page, line: NetworkLine, sockets: Sockets
) -> None:
    visit(page, line, "chat")
    field = page.get_by_label("Your message")
    lost = []

    def answer_nothing(route: Route) -> None:
        route.fetch()
        lost.append(route.request.headers["idempotency-key"])
        route.abort()

    page.route("**/messages", answer_nothing)
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    page.reload()
    field.fill("hello")
    field.press("Enter")
    expect(page.locator("#messages .error")).to_contain_text("it counts once")
    expect(field).to_have_value("hello")
    page.unroute("**/messages")
    field.press("Enter")
    expect(field).to_have_value("")
    expect(page.locator("#said li")).to_have_count(1)
    assert lost and Message.objects.get().mark == lost[0]


@pytest.mark.parametrize("where", ["waiting room", "lobby"])
def test_it_is_said_while_the_browser_itself_has_no_network(
    page: Page, line: NetworkLine, sockets: Sockets, where: str
) -> None:
    """The socket may survive that: a sign of life over it is enough, however late that is here."""
    visit(page, line, where)
    sockets.stop_clock()
    before = sockets.opened
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    assert sockets.opened == before


@pytest.mark.parametrize("where", ["table", "waiting room", "lobby"])
def test_a_dead_line_is_noticed_at_rest(
    page: Page, line: NetworkLine, sockets: Sockets, where: str
) -> None:
    visit(page, line, where)
    sockets.stop_clock()
    line.fall_silent()
    sockets.until_another(REST)


@pytest.mark.parametrize("where", ["table", "waiting room", "lobby"])
def test_a_dead_line_is_noticed_at_once_by_who_comes_back(
    page: Page, line: NetworkLine, sockets: Sockets, where: str
) -> None:
    visit(page, line, where)
    sockets.stop_clock()
    line.fall_silent()
    page.evaluate(HURRY)
    sockets.until_another(RETURNED)


def test_a_sign_that_is_not_awaited_tells_nothing_of_the_line(
    page: Page, line: NetworkLine, sockets: Sockets
) -> None:
    visit(page, line, "lobby")
    sockets.stop_clock()
    page.evaluate(UNASKED)
    line.fall_silent()
    page.evaluate(HURRY)
    sockets.until_another(RETURNED)


def test_a_line_that_gives_signs_is_kept(page: Page, line: NetworkLine, sockets: Sockets) -> None:
    visit(page, line, "lobby")
    sockets.stop_clock()
    before = sockets.opened
    for _ in range(4):
        sockets.until_said("ping")
    assert sockets.opened == before


def test_a_socket_that_takes_long_to_open_gets_more_time(
    page: Page, line: NetworkLine, sockets: Sockets
) -> None:
    """On a bad line each try was given up after five seconds, so none was ever open."""
    visit(page, line, "lobby")
    sockets.stop_clock()
    line.fall_silent(for_all=True)
    sockets.until_another(REST)
    sockets.until_another(OPENING)
    before = sockets.opened
    page.clock.run_for(OPENING)
    line.speak()
    sockets.until_answered()
    assert sockets.opened == before


def visit(page: Page, line: NetworkLine, where: str) -> None:
    """Open a page and wait until its socket is open."""
    if where == "table":
        at_pier(page, address(line))
    else:
        (host,) = people_make("Ana")
        sign_in(page.context, address(line), host)
        table = services.table_open(host=host, terms=Terms("santiago_de_cuba", 3, 3))
        page.goto(address(line) + (table.get_absolute_url() if where != "lobby" else "/lobby/"))
    page.wait_for_function(IS_OPEN)
