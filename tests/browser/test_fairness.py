"""Fair chance in a browser: a share when one sits down, and the check when the game is over."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.changing import services
from games.models import Seat, Table
from lobby.tables.services import table_open
from lobby.terms.opening import Terms
from tests.browser.at_table import NAMES, inspect
from tests.browser.conftest import Opener
from tests.people import people_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_whoever_sits_down_checks_the_seed_with_one_click(open_table: Opener) -> None:
    ana, ben = people_make(*NAMES[:2])
    table = table_open(host=ana, terms=Terms("port_royal", 2, 2))
    page = open_table(table, ben)
    page.locator("#fairness summary").click()
    expect(page.locator("#fairness code")).to_have_text(table.commitment)
    page.locator("#join").click()
    page.goto(page.locator("#to-fairness").evaluate("it => it.href"))  # beneath the board
    expect(page.locator("#check")).to_have_count(0)
    expect(page.get_by_role("heading", name="Not opened")).to_be_visible()
    seat = Seat.objects.get(table=table, user=ben)
    assert len(seat.share) == 32
    Seat.objects.filter(table=table).update(bot="regular", absent_since=timezone.now())
    while services.bot_move(table_id=table.pk):
        pass
    page.goto(page.url.removesuffix("fairness/"))
    page.locator("#panel").get_by_role("link", name="Fairness").click()
    checked = page.locator("#checked")
    expect(checked).to_contain_text("It is true")
    expect(checked).to_contain_text("this browser kept")
    inspect(page)
    Seat.objects.filter(pk=seat.pk).update(share="another")
    page.reload()
    expect(checked).to_contain_text("It is not true")
    expect(checked).to_contain_text("another share")
    Seat.objects.filter(pk=seat.pk).update(share=seat.share)
    Table.objects.filter(pk=table.pk).update(secret="chosen later")
    page.reload()
    expect(checked).to_contain_text("It is not true")
