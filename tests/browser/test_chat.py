"""Two people talk at a table, each in a browser of their own."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.games.conftest import begin, people  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db(transaction=True)


def page_of(browser: Browser, live: str, user: Any) -> Page:
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(user)
    context = browser.new_context()
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live}]
    )
    return context.new_page()


def test_two_people_talk(live: str, browser: Browser, begin: Any) -> None:  # noqa: F811
    playing = begin(seats=2)
    ana, ben = (page_of(browser, live, playing.user_at(place)) for place in (0, 1))
    troubles: list[str] = []
    for page in (ana, ben):
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(f"{live}/tables/{playing.id}/")
    ana.locator("#chat summary").click()
    ana.get_by_label("Your message").fill("<b>hello</b> Ben")
    ana.get_by_role("button", name="Say").click()
    expect(ana.locator("#said")).to_contain_text("<b>hello</b> Ben")
    expect(ben.locator("#unsaid")).to_have_text("1")
    ben.locator("#chat summary").click()
    expect(ben.locator("#said")).to_contain_text("<b>hello</b> Ben")
    expect(ben.locator("#said li")).to_have_count(1)
    expect(ben.locator("#unsaid")).to_be_hidden()
    for number in range(6):
        ana.get_by_label("Your message").fill(f"and {number}")
        ana.keyboard.press("Enter")
        expect(ana.locator("#said li, #messages .error")).to_have_count(number + 2)
    expect(ana.locator("#messages .error")).to_contain_text("Not so fast")
    ben.reload()
    ben.locator("#chat summary").click()
    expect(ben.locator("#said li")).to_have_count(6)
    assert ben.locator("#said a").first.get_attribute("href") == (
        f"/accounts/people/{playing.user_at(0).username}/report/?message="
        + str(ben.locator("#said li").first.get_attribute("id")).removeprefix("said-")
    )
    words = ben.locator("#said p").first
    looks = words.evaluate(
        "words => getComputedStyle(words.parentElement.parentElement).textDecorationLine"
    )
    assert looks == "none", "what is said does not look like a link"
    assert not troubles
