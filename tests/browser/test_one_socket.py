"""One socket for a page: everything goes over it, and comes back with it."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Request, WebSocketRoute, expect

from accounts.chat import talking
from config.socket.leaving import send_away
from tests.browser.at_table import (
    at_pier,
    begin,
    choose_tab,
    click_answer,
    play_for,
    sign_in,
    user_at,
)
from tests.browser.conftest import Opener
from tests.live import reactor
from tools.living.table import IS_OPEN, wait_for_entry
from tools.pace import until_heard
from tools.patience import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


WATCH_LOSS = """() => {
    window.losses = 0;
    const look = () => {
        const seen = !document.getElementById("offline").hidden;
        if (seen || !document.querySelector(".seat.here")) window.losses += 1;
    };
    const changes = { attributes: true, childList: true, subtree: true };
    new MutationObserver(look).observe(document.body, changes);
}"""
"""Counts when the page shows that it has lost its connection, or does not know who is there."""


class Wire:
    """What goes over the sockets of a page, which can be cut."""

    def __init__(self, page: Page) -> None:
        self.opened: list[str] = []
        self.said: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.is_down, self.swallows = False, ""
        self.withholds: set[str] = set()  # from the first socket
        self.closed: set[str] = set()  # by the page
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/**", self.connect)

    def connect(self, socket: WebSocketRoute) -> None:
        if self.is_down:
            socket.close(code=3001)
            return
        self.opened.append(socket.url)
        self.sockets.append(socket)
        server = socket.connect_to_server()

        def up(message: str | bytes) -> None:
            self.said.append(json.loads(message))
            server.send(message)

        def down(message: str | bytes) -> None:
            told = json.loads(message)
            if told.get("type") in self.withholds and socket is self.sockets[0]:
                return
            if self.swallows and told.get("type") == self.swallows:
                self.cut()
                return
            self.heard.append(told)
            socket.send(message)

        def close(code: int | None, reason: str | None) -> None:
            self.closed.add(str(socket))
            server.close(code=code, reason=reason)

        socket.on_message(up)
        socket.on_close(close)
        server.on_message(down)

    def cut(self) -> None:
        self.is_down, self.swallows = True, ""
        for socket in self.sockets:
            socket.close(code=3001)
        self.sockets.clear()

    def kinds(self) -> set[str]:
        return {message["type"] for message in self.heard}


def posts_of(page: Page) -> list[str]:
    """What is posted to from now on, without the zone that a first visit stores."""
    posts: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST" and not request.url.endswith(reverse("appearance")):
            posts.append(request.url)

    page.on("request", note)
    return posts


@pytest.mark.sample
def test_a_page_has_one_socket_for_everything(page: Page, live: str, open_table: Opener) -> None:
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    posts = posts_of(page)
    table = at_pier(page, live)
    expect(page).to_have_title("(1) Pier · Sobremesa")
    click_answer(page, 2)
    expect(page).to_have_title("Pier · Sobremesa")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".line.undone")).to_contain_text("has bid 2")
    expect(page).to_have_title("(1) Pier · Sobremesa")
    talking.message_say(table=table, user=user_at(table, 1), text="hello there")
    expect(page.locator("#unsaid")).to_have_text("1")
    page.locator("#tab-chat").click()
    page.get_by_label("Your message").fill("hello Ben")
    page.keyboard.press("Enter")
    expect(page.locator("#said li")).to_have_count(2)
    other = open_table(table, user_at(table, 1))
    expect(page.locator("[data-seat='1'] .here-mark")).to_have_text("is here now")
    expect(page.locator("[data-seat='1'].here")).to_be_visible()
    expect(other.locator(".seat.here")).to_have_count(2)
    click_answer(page, 1)
    expect(page.locator(".seat.here .here-mark")).to_have_count(2)  # drawn anew, and still there
    other.close()
    expect(page.locator(".seat.here")).to_have_count(1)
    choose_tab(page, "Table")
    page.get_by_text("Give up", exact=True).click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Give up this game").click()
    expect(page.locator(".marks").first).to_contain_text("has given up")
    assert len(opened) == 1
    assert f"/ws/tables/{table.pk}/?" in opened[0]
    assert not posts


@pytest.mark.parametrize(
    ("path", "names"),
    [("/my-games/", {"me"}), ("/lobby/", {"me", "lobby"}), ("/", {"me", "lobby"})],
)
def test_other_pages_have_one_too(page: Page, live: str, path: str, names: set[str]) -> None:
    wire = Wire(page)
    table = begin("pier")
    reader = user_at(table, 0)
    sign_in(page.context, live, reader)
    page.goto(live + path)
    expect(page.locator("#waiting")).to_contain_text("1")
    page.wait_for_function(IS_OPEN)
    (address,) = map(urlsplit, wire.opened)
    assert address.path == "/ws/"
    query = dict(parse_qsl(address.query))
    assert set(query) == names
    assert query["me"] == str(reader.pk)
    assert int(query.get("lobby", 0)) >= 0  # milliseconds since the page was made
    play_for(table, 0)
    expect(page.locator("#waiting")).to_be_hidden()


def test_a_waiting_room_follows_the_list_and_the_talk_over_one(page: Page, live: str) -> None:
    from lobby.tables.services import seat_take, table_open
    from lobby.terms.opening import Terms

    wire = Wire(page)
    first = begin("pier")
    ana, ben = user_at(first, 0), user_at(first, 1)
    table = table_open(host=ana, terms=Terms("port_royal", 3, 3))
    sign_in(page.context, live, ana)
    page.goto(f"{live}/lobby/tables/{table.pk}/")
    page.locator("#chat summary").click()
    until_heard(page, lambda: "waiting" in wire.kinds())
    seat_take(table_id=table.pk, user=ben)
    expect(page.locator("[data-part=room]")).to_contain_text("Ben")
    talking.message_say(table=table, user=ben, text="who else comes?")
    expect(page.locator("#unsaid")).to_have_text("1")
    assert len(wire.opened) == 1
    assert wire.kinds() == {"lobby", "chat", "waiting"}


def test_what_was_missed_comes_with_the_next_connection(page: Page, live: str) -> None:
    wire = Wire(page)
    table = at_pier(page, live)
    page.route("**/live?**", lambda route: route.abort())  # nothing but the socket helps
    expect(page.locator(".seat.here")).to_have_count(1)
    wire.cut()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator(".seat.here")).to_have_count(0)
    play_for(table, 1, choice=3)
    talking.message_say(table=table, user=user_at(table, 1), text="are you there?")
    wire.is_down = False
    expect(page.locator("#offline")).to_be_hidden()
    wait_for_entry(page, table)
    expect(page.locator(".line").last).to_contain_text("has bid")
    expect(page.locator("#unsaid")).to_have_text("1")
    expect(page.locator(".seat.here")).to_have_count(1)
    hellos = [message for message in wire.said if message["type"] == "hello"]
    assert [hello["number"] for hello in hellos] == [1, 1]
    assert all(hello["has"] for hello in hellos)


def test_a_move_whose_answer_was_lost_is_sent_again_and_counts_once(page: Page, live: str) -> None:
    wire = Wire(page)
    table = at_pier(page, live)
    page.route("**/live?**", lambda route: route.abort())
    expect(page.locator(".seat.here")).to_have_count(1)
    wire.swallows = "answer"
    page.locator("button.answer").nth(2).click()
    expect(page.locator("#table")).to_have_attribute("aria-busy", "true")
    expect(page.locator("#offline")).to_be_visible()
    wire.is_down = False
    expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")
    moves = [message for message in wire.said if message["type"] == "move"]
    assert len(moves) > 1
    assert all(move == moves[0] for move in moves)
    assert list(table.log.values_list("kind", flat=True)) == ["start", "move"]
    assert page.locator("#messages .error").all_inner_texts() == []


def test_a_page_goes_over_to_another_process_without_a_word(page: Page, live: str) -> None:
    """What the old socket did not answer is sent over the new one, before the old one is closed."""
    wire = Wire(page)
    table = at_pier(page, live)
    page.route("**/live?**", lambda route: route.abort())
    expect(page.locator(".seat.here")).to_have_count(1)
    page.evaluate(WATCH_LOSS)
    wire.withholds = {"answer", "update"}
    page.locator("button.answer").nth(2).click()
    expect(page.locator("#table")).to_have_attribute("aria-busy", "true")
    loop = reactor._asyncioEventloop  # type: ignore[attr-defined]
    asyncio.run_coroutine_threadsafe(send_away(), loop).result(PATIENCE)
    expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")
    wait_for_entry(page, table)
    assert len(wire.opened) == 2 and wire.closed == {str(wire.sockets[0])}
    moves = [message for message in wire.said if message["type"] == "move"]
    assert len(moves) == 2 and moves[0] == moves[1]
    assert list(table.log.values_list("kind", flat=True)) == ["start", "move"]
    assert page.locator("#messages .error").all_inner_texts() == []
    assert page.evaluate("window.losses") == 0


def test_where_sockets_do_not_get_through_moves_are_posted(page: Page, live: str) -> None:
    wire = Wire(page)
    wire.is_down = True
    posts = posts_of(page)
    table = at_pier(page, live)
    page.locator("button.answer").nth(2).click()
    expect(page.locator("#prompt")).to_contain_text("’s turn")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".line.undone")).to_contain_text("has bid 2")
    said = [post.rsplit("/", 1)[1] for post in posts]
    assert [post for post in said if post != "shown"] == ["moves", "undo"]
    assert "shown" in said, "whenever the page comes to that"
    page.locator("#tab-chat").click()
    page.get_by_label("Your message").fill("hello")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("hello")
    assert table.messages.count() == 1


def parts_of(page: Page) -> list[str]:
    """Name and hash of all parts on show, in the order of the document."""
    parts = page.locator("#table [data-hash]")
    found = parts.evaluate_all("all => all.map(one => `${one.dataset.part} ${one.dataset.hash}`)")
    return [str(part) for part in found]


def test_a_look_back_ends_with_what_has_come_meanwhile(
    page: Page, live: str, complaints: list[str]
) -> None:
    """What was pushed while the past was on show was not put in place: the page tells what is."""
    table = at_pier(page, live)
    play_for(table, 0)
    wait_for_entry(page, table)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#prompt")).to_have_text("You are looking back")
    play_for(table, 1)
    wait_for_entry(page, table)
    page.get_by_role("link", name="Back to the present").click()
    expect(page.locator("#prompt")).not_to_have_text("You are looking back")
    play_for(table, 0)
    wait_for_entry(page, table)
    shown = parts_of(page)
    page.reload()
    page.wait_for_function(IS_OPEN)
    assert parts_of(page) == shown
