"""A matter from report to appeal, walked by four people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from accounts.chat import talking
from accounts.models import User
from accounts.rights import make_group
from tests.browser.at_table import begin, inspect, listen, sign_in, user_at
from tests.people import people_make
from tools.living.table import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Opener = Callable[..., Page]


@pytest.fixture
def browser_of(
    new_context: CreateContextCallback, live: str, complaints: list[str]
) -> Callable[..., Page]:
    """Opens a browser in which a user is signed in."""

    def open_browser(user: User, **options: Any) -> Page:
        context = new_context(base_url=live, **options)
        sign_in(context, live, user)
        page = context.new_page()
        listen(page, complaints)
        return page

    return open_browser


def act(page: Page, name: str, **told: str) -> None:
    """Unfold an act on a page of the administration, fill it in and carry it out."""
    form = page.locator(f"form[action$='/act/{name}/']")
    form.evaluate("form => form.closest('details').open = true")
    for field, value in told.items():
        box = form.locator(f"[name='{name}-{field}']")
        box.select_option(value) if field == "rule" else box.fill(value)
    form.get_by_role("button").click()


@pytest.mark.sample
def test_a_matter_is_walked_from_report_to_appeal(browser_of: Opener) -> None:
    table = begin("pier")
    rude, victim = user_at(table, 0), user_at(table, 1)
    mona, milo = people_make("Mona", "Milo")
    for moderator in (mona, milo):
        moderator.groups.add(make_group())
    talking.message_say(table=table, user=rude, text="You fool")

    hurt = browser_of(victim, **PHONE)
    hurt.goto(f"{table.get_absolute_url()}chat/")
    hurt.get_by_role("link", name="Report").click()
    hurt.get_by_label("What happened?").fill("This hurts.")
    hurt.get_by_role("button", name="Send").click()
    expect(hurt.locator("#messages")).to_contain_text("you will hear what came of it")

    first = browser_of(mona)
    first.goto("/admin/accounts/report/")
    first.get_by_role("link", name="#", exact=False).first.click()
    expect(first.get_by_text("You fool").first).to_be_visible()
    act(first, "mute", why="We call nobody names.", rule="words", days="3")
    act(first, "settle", why="Muted.", answer="He cannot write for three days.")
    expect(first.get_by_text("Done, and written down.")).to_be_visible()

    hurt.goto("/accounts/matters/")
    expect(hurt.get_by_text("He cannot write for three days.")).to_be_visible()
    inspect(hurt)

    muted = browser_of(rude, **PHONE)
    muted.goto("/lobby/")
    muted.get_by_role("link", name="More about it").click()
    expect(muted.get_by_role("heading", level=1)).to_have_text(
        "You cannot write in chats for a while."
    )
    for words in ("We call nobody names.", "You fool", "Be kind", "Until:"):
        expect(muted.locator("main")).to_contain_text(words)
    inspect(muted)
    muted.get_by_label("Why is it wrong?").fill("It is the name of his dog.")
    muted.get_by_role("button", name="Appeal").click()
    expect(muted.locator("main")).to_contain_text("The moderators have it")

    first.goto("/admin/accounts/appeal/")
    first.get_by_role("link", name="#", exact=False).first.click()
    expect(first.get_by_text("This is for another moderator")).to_be_visible()
    second = browser_of(milo)
    second.goto("/admin/accounts/appeal/")
    second.get_by_role("link", name="#", exact=False).first.click()
    expect(second.get_by_text("It is the name of his dog.")).to_be_visible()
    act(second, "grant", why="So it is. Sorry!")

    muted.reload()
    expect(muted.locator("main")).to_contain_text("So it is. Sorry!")
    inspect(muted)
    assert not User.objects.get(pk=rude.pk).is_muted
