"""The end of a game in front of everybody: points counted line by line, then the winner."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import LogEntry, Table
from tests.browser.at_table import NAMES, play_to_the_end, user_at
from tests.browser.conftest import Opener
from tests.people import people_make
from tools.living.comparing import ALL, differences
from tools.living.whole_game import DESK, HAND
from tools.samples import Sample, table_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("screen", [DESK, HAND])
def test_the_end_is_counted_in_front_of_all(open_table: Opener, screen: dict[str, object]) -> None:
    """Any key shows it at once; what is read is right from the first moment on."""
    people = people_make(*NAMES[:2])
    User.objects.update(catch_up=False)
    sample = Sample("santiago_de_cuba", 2, {})
    table = Table.objects.get(pk=table_make(sample, people, "late"))
    ana = open_table(table, user_at(table, 0), **screen)
    ana.goto(ana.url + ALL)
    ben = open_table(table, user_at(table, 1), **{**screen, "reduced_motion": "reduce"})
    play_to_the_end(table)
    table.refresh_from_db()
    scores = [standing["score"] for standing in table.outcome["standings"]]
    ending = ana.locator(".ending")
    expect(ending).to_be_attached()
    figures = ana.locator(".standings .figure").all_inner_texts()
    assert sorted(map(int, figures)) == sorted(scores)
    expect(ending.locator("p")).to_have_text(ana.locator("#prompt").inner_text())
    ana.keyboard.press("Shift")
    expect(ending).to_have_count(0)
    expect(ana.locator("#prompt")).to_be_in_viewport()
    for seat in (0, 1):
        points = ana.locator(f"#seat-{seat} [data-tick^=points]")
        of = ana.locator(f".standings [data-of='{seat}'] .figure").inner_text()
        expect(points).to_have_text(of)
    assert not differences(ana, ana.context.new_page(), table)
    assert ana.locator("#lines .line:has(.face)").count(), "who acts has their face in the log"
    ana.locator("[data-step=back]").first.click()
    ana.locator("#table:not([data-past=''])").wait_for()
    ana.locator("[data-step=last]").first.click()
    ana.locator("#table[data-past='']").wait_for()
    expect(ending).to_have_count(0)
    expect(ben.locator(".standings")).to_be_visible()
    expect(ben.locator(".ending")).to_have_count(0)


def test_who_comes_later_sees_it_after_what_they_have_missed(open_table: Opener) -> None:
    people = people_make(*NAMES[:2])
    sample = Sample("santiago_de_cuba", 2, {})
    table = Table.objects.get(pk=table_make(sample, people, "late"))
    play_to_the_end(table)
    last = LogEntry.objects.filter(table=table, kind="move").latest("number")
    table.seats.update(shown=last.number - 1)
    page = open_table(table, user_at(table, 1 - last.place), **DESK)
    expect(page.locator("#catch-up")).to_be_visible()
    expect(page.locator(".ending p")).to_have_text(page.locator("#prompt").inner_text())
