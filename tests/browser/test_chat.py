"""Two people talk at a table, each in a browser of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.chat.talking import message_say
from accounts.models import User
from tests.browser.at_table import begin, user_at
from tests.browser.conftest import Opener
from tools.patience import until

HEAP = "".join(map(chr, range(0x300, 0x340))) * 3
"""Marks for one letter, which are drawn upon each other."""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.sample
def test_two_people_talk(open_table: Opener) -> None:
    table = begin("pier")
    ana, ben = (open_table(table, user_at(table, place)) for place in (0, 1))
    ana.locator("#tab-chat").click()
    ana.get_by_label("Your message").fill("<b>hello</b> Ben")
    ana.get_by_role("button", name="Send").click()
    expect(ana.locator("#said")).to_contain_text("<b>hello</b> Ben")
    expect(ben.locator("#unsaid")).to_have_text("1")
    ben.locator("#tab-chat").click()
    expect(ben.locator("#said")).to_contain_text("<b>hello</b> Ben")
    expect(ben.locator("#said li")).to_have_count(1)
    expect(ben.locator("#unsaid")).to_be_hidden()
    for number in range(6):
        ana.get_by_label("Your message").fill(f"and {number}")
        ana.keyboard.press("Enter")
        expect(ana.locator("#said li, #messages .error")).to_have_count(number + 2)
    expect(ana.locator("#messages .error")).to_contain_text("Not so fast")
    ben.reload()
    ben.locator("#tab-chat").click()
    expect(ben.locator("#said li")).to_have_count(6)
    assert ben.locator("#said a").first.get_attribute("href") == (
        f"/accounts/people/{user_at(table, 0).username}/report/?message="
        + str(ben.locator("#said li").first.get_attribute("id")).removeprefix("said-")
    )
    words = ben.locator("#said p").first
    looks = words.evaluate(
        "words => getComputedStyle(words.parentElement.parentElement).textDecorationLine"
    )
    assert looks == "none", "what is said does not look like a link"


def test_what_was_said_while_one_was_away_is_there_and_read_on_all_devices(
    open_table: Opener,
) -> None:
    table = begin("pier")
    here = open_table(table, user_at(table, 1))
    for text in ("hello", "are you there?"):
        message_say(table=table, user=user_at(table, 0), text=text)
    there = here.context.new_page()
    there.goto(here.url)
    elsewhere = here.context.new_page()
    elsewhere.goto(here.url.partition("/tables/")[0])
    for page in (here, there):
        expect(page.locator("#unsaid")).to_have_text("2")
    for page in (here, there, elsewhere):
        expect(page.locator("#unread")).to_contain_text("2")
    expect(elsewhere).to_have_title(re.compile(r"^\((\d · )?✉ 2\)"))
    elsewhere.get_by_role("link", name="2 new messages").click()
    expect(elsewhere.locator("#said")).to_contain_text("are you there?")
    for page in (here, there, elsewhere):
        expect(page.locator("#unsaid")).to_be_hidden()
        expect(page.locator("#unread")).to_be_hidden()
    message_say(table=table, user=user_at(table, 0), text="good")
    expect(elsewhere.locator("#said")).to_contain_text("good")
    expect(here.locator("#unsaid")).to_be_hidden()
    here.reload()
    expect(here.locator("#unread")).to_be_hidden()


def test_who_writes_sees_who_has_read_if_both_wish(open_table: Opener) -> None:
    table = begin("pier")
    User.objects.update(shows_read=True)
    ana, ben = (open_table(table, user_at(table, place)) for place in (0, 1))
    ana.locator("#tab-chat").click()
    ana.get_by_label("Your message").fill("hello")
    ana.keyboard.press("Enter")
    expect(ana.locator("#said li")).to_have_count(1)
    expect(ana.locator(".read-by")).to_have_count(0)
    ben.locator("#to-chat").click()
    expect(ana.locator("#said li:last-child .read-by")).to_have_text(
        f"Read by: {user_at(table, 1).username}"
    )


def test_stacked_marks_stay_in_their_message(open_table: Opener) -> None:
    table = begin("pier")
    ana = open_table(table, user_at(table, 0))
    ana.locator("#tab-chat").click()
    said = ana.locator("#said li")
    for number, text in enumerate(("hello", "x" + HEAP, "שלום!")):
        ana.get_by_label("Your message").fill(text)
        ana.keyboard.press("Enter")
        expect(said).to_have_count(number + 1)

    def nothing_is_drawn_over_it() -> bool:
        """Compare the first message beside the second and without it; its face may come late."""
        pictures = set()
        for visibility in ("visible", "hidden"):
            said.nth(1).evaluate("(said, how) => { said.style.visibility = how; }", visibility)
            pictures.add(said.first.screenshot())
        return len(pictures) == 1

    until(nothing_is_drawn_over_it)
    assert said.last.locator("p").evaluate("words => getComputedStyle(words).direction") == "rtl"
    assert said.last.locator("strong").evaluate("name => getComputedStyle(name).unicodeBidi") == (
        "isolate"
    )


def test_a_message_that_names_its_reader_is_marked(open_table: Opener) -> None:
    table = begin("pier")
    ana, ben = user_at(table, 0), user_at(table, 1)
    message_say(table=table, user=ana, text=f"@{ben.username}: this was before")
    page = open_table(table, ben)
    page.locator("#tab-chat").click()
    expect(page.locator("#said li.for-me")).to_have_count(1)
    for text in (f"@{ben.username.upper()}!", f"@{ben.username}ny", "hello"):
        message_say(table=table, user=ana, text=text)
    expect(page.locator("#said li")).to_have_count(4)
    expect(page.locator("#said li.for-me p")).to_have_text(
        [f"@{ben.username}: this was before", f"@{ben.username.upper()}!"]
    )
