"""Pages as production serves them: one script, one style sheet, and no module by itself."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import begin, confirm_if_asked, sign_in, user_asked
from tests.browser.conftest import Opener
from tests.people import people_make
from tools.living.table import question

pytestmark = pytest.mark.usefixtures("bundled")

PAGES = {
    "/": "pages", "/lobby/": "pages", "/accounts/login/": "pages", "/games/cuba/rules/": "frame",
    "/my-games/": "pages", "/accounts/notices/": "pages", "/accounts/friends/": "pages",
    "/lobby/open/cuba/": "pages",
}  # fmt: skip
FOREIGN = ("/static/mfa/", "/static/account/")


def asked_of(page: Page) -> Counter[str]:
    """The scripts that a page asks for from now on, and its bundles."""
    found: Counter[str] = Counter()

    def note(url: str) -> None:
        path = urlsplit(url).path
        is_ours = path.endswith(".js") and not path.startswith(FOREIGN)
        found[path] += is_ours or path.startswith("/static/bundles/")

    page.on("request", lambda request: note(request.url))
    return found


def test_a_table_is_played_with_one_script(open_table: Opener, live: str) -> None:
    table = begin("pier")
    page = open_table(table, user_asked(table))
    expect(page.locator("#panel .ask.mine")).to_be_visible()
    before = question(page)
    page.locator("button.answer").nth(1).click()
    confirm_if_asked(page, before)
    page.locator("#tab-chat").click()
    page.locator("#say [name=text]").fill("Hello from one script")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Hello from one script")
    asked = asked_of(page)
    page.reload()
    expect(page.locator("#panel")).to_be_visible()
    assert +asked == {"/static/bundles/table.js": 1, "/static/bundles/table.css": 1}


def test_other_pages_have_one_script_and_one_sheet(
    page: Page, live: str, complaints: list[str]
) -> None:
    (ana,) = people_make("Ana")
    for path, kind in PAGES.items():
        if path == "/my-games/":
            sign_in(page.context, live, ana)
        asked = asked_of(page)
        page.goto(live + path)
        wanted = {"/static/bundles/pages.js": 1, f"/static/bundles/{kind}.css": 1}
        assert +asked == wanted, path
