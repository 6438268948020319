"""A matter from report to appeal, walked by four people."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from accounts.chat import talking
from accounts.models import ReadyAnswer, User
from accounts.moderation import acts
from accounts.people.rights import make_group
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


def act(page: Page, label: str, *, sure: bool = False, **told: str) -> None:
    """Unfold an act by the keyboard, fill it in and carry it out."""
    form = page.locator("details", has=page.locator("summary", has_text=re.compile(f"^{label}$")))
    form.locator("summary").press("Enter")
    for field, value in told.items():
        box = form.locator(f"[name$='-{field}']")
        box.select_option(value) if field in ("rule", "place") else box.fill(value)
    if sure:
        form.get_by_role("checkbox").check()
    form.get_by_role("button").press("Enter")


def done(page: Page) -> None:
    """Expect that the latest act was carried out."""
    expect(page.get_by_text("Done and recorded.")).to_be_visible()


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
    first.goto("/lobby/")
    first.get_by_role("button", name="Mona").click()
    first.get_by_role("link", name="Moderation").click()
    inspect(first)
    first.get_by_role("link", name="Report ").click()
    expect(first.get_by_text("You fool").first).to_be_visible()
    inspect(first)
    first.get_by_role("button", name="Take on").click()
    done(first)
    act(first, "Mute", why="We call nobody names.", rule="words", days="3")
    done(first)
    act(first, "Settled", why="Muted.", answer="He cannot write for three days.")
    done(first)
    inspect(first)

    hurt.goto("/accounts/matters/")
    expect(hurt.get_by_text("He cannot write for three days.")).to_be_visible()
    inspect(hurt)

    muted = browser_of(rude, **PHONE)
    muted.goto("/lobby/")
    muted.get_by_role("link", name="Read more").click()
    expect(muted.get_by_role("heading", level=1)).to_have_text(
        "You cannot write in chats for a while."
    )
    for words in ("We call nobody names.", "You fool", "Be kind", "Until:"):
        expect(muted.locator("main")).to_contain_text(words)
    inspect(muted)
    muted.get_by_label("Why is it wrong?").fill("It is the name of his dog.")
    muted.get_by_role("button", name="Appeal").click()
    expect(muted.locator("main")).to_contain_text("The moderators have received it")

    first.goto("/moderation/")
    first.get_by_role("link", name="Appeal ").click()
    expect(first.get_by_text("This is for another moderator")).to_be_visible()
    second = browser_of(milo, **PHONE)
    second.goto("/moderation/")
    second.get_by_role("link", name="Appeal ").click()
    expect(second.get_by_text("It is the name of his dog.")).to_be_visible()
    inspect(second)
    act(second, "Grant: lift the decision", why="So it is. Sorry!")
    done(second)

    muted.reload()
    expect(muted.locator("main")).to_contain_text("So it is. Sorry!")
    inspect(muted)
    assert not User.objects.get(pk=rude.pk).is_muted


@pytest.mark.sample
def test_a_table_is_looked_at_and_closed_and_its_player_kept_out(
    browser_of: Opener, complaints: list[str]
) -> None:
    table = begin("santiago_de_cuba")
    mona, boss = people_make("Mona", "Boss", is_staff=True)
    User.objects.filter(pk=boss.pk).update(is_superuser=True)
    mona.groups.add(make_group())
    ReadyAnswer.objects.create(title="Names", text="We call nobody names.")
    said = talking.message_say(table=table, user=user_at(table, 0), text="You fool")
    boss = User.objects.get(pk=boss.pk)
    acts.user_warn(moderator=boss, user=user_at(table, 0), why="The first time.")
    page = browser_of(mona, **PHONE)
    for path in ("answers/", "acts/", f"messages/{said.pk}/"):
        page.goto(f"/moderation/{path}")
        inspect(page)
    page.get_by_role("searchbox").fill(str(table.pk))
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Santiago de Cuba")
    act(page, "Stop", why="Let me look.")
    done(page)
    act(page, "Take back", sure=True, number="9", why="Both asked.")
    expect(page.get_by_text("There is nothing to take back")).to_be_visible()
    act(page, "Close without a result")
    box = page.get_by_role("checkbox", name="Yes, end this table for good.")
    expect(box).to_be_visible()
    assert box.evaluate("box => !box.validity.valid"), "the browser asks for it first"
    box.check()
    page.get_by_role("button", name="Close without a result").click()
    refused = page.get_by_text("Every action needs a reason.")
    expect(refused).to_be_in_viewport()
    (complaint,) = complaints
    assert "422" in complaint, "it is to be filled in again"
    complaints.clear()
    inspect(page)
    page.get_by_label("A ready reason").and_(page.locator("#id_close-ready")).select_option("Names")
    page.get_by_role("button", name="Close without a result").click()
    done(page)
    inspect(page)
    expect(page.get_by_text("A moderator has closed the table. Nobody has won.")).to_be_visible()

    page.get_by_role("region", name="Seats").get_by_role("link").first.click()
    act(page, "Suspend", sure=True, why="Threats.", rule="words", days="3")
    done(page)
    expect(page.get_by_text("suspended until")).to_be_visible()
    inspect(page)
    assert User.objects.get(pk=user_at(table, 0).pk).is_suspended
